/* SPDX-License-Identifier: BSD-2-Clause */
/* breach.c - see breach.h. */
#include "breach.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../machines/places.h"

/* ---- where it was seen ---- */

struct noting {
    struct arena *arena;
    struct suite_cell *cell;
    struct suite_seen here;
};

static void note(struct noting *n, const char *line)
{
    struct suite_seen *seen = arena_alloc(n->arena, sizeof *seen);
    *seen = n->here;
    seen->line = line ? arena_format(n->arena, "%s", line) : NULL;
    seen->next = n->cell->seen;
    n->cell->seen = seen;
}

static void note_outcome(void *data, const struct outcome *outcome)
{
    struct noting *n = data;
    if (!outcomes_find(n->cell->outcomes, outcome->line))
        note(n, outcome->line);
}

static const char *keep(struct arena *arena, struct text *text)
{
    const char *kept = arena_format(arena, "%s", text->bytes ? text->bytes : "");
    text_free(text);
    return kept;
}

void breach_note(struct arena *arena, const struct suite *suite, struct suite_cell *cell, const struct litmus_result *result)
{
    struct text placement = {0}, layout = {0};
    const struct machine_variant *machine = suite->columns[cell->machine];
    struct noting n = {arena, cell, {.placement = "any", .layout = "any", .warm = result->warm}};
    if (machine->out_of_order && !machine->own)
        return;
    litmus_placement_print(&placement, result->test, &result->placement);
    litmus_layout_print(&layout, result->test, &result->placement);
    n.here.placement = keep(arena, &placement);
    n.here.layout = keep(arena, &layout);
    outcomes_visit(result->outcomes, note_outcome, &n);
    if (result->violation && !cell->violation)
        note(&n, NULL);
}

/* ---- what shows it ---- */

static const struct suite_seen *find(const struct suite_cell *cell, const char *line)
{
    for (const struct suite_seen *seen = cell->seen; seen; seen = seen->next)
        if (line ? seen->line && !strcmp(seen->line, line) : !seen->line)
            return seen;
    return NULL;
}

void breach_put_word(struct text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";
    text_char(out, ' ');
    if (*word && strspn(word, plain) == strlen(word)) {
        text_put(out, word);
        return;
    }
    text_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_put(out, "'\\''");
        else
            text_char(out, *word);
    text_char(out, '\'');
}

const char *breach_condition(struct arena *arena, const char *line)
{
    struct text condition = {0};
    size_t length = strlen(line);
    while (length && (line[length - 1] == ';' || line[length - 1] == ' '))
        length--;
    for (size_t i = 0; i < length; i++)
        if (line[i] == ';')
            text_put(&condition, " /\\");
        else
            text_char(&condition, line[i]);
    if (!condition.length)
        text_put(&condition, "true");
    return keep(arena, &condition);
}

unsigned breach_prefetches(const struct suite_options *options, bool warm)
{
    const struct machine_environment *e = &options->run.environment;
    return warm && !e->warm ? 1 : e->prefetches;
}

static void put_constants(struct text *out, struct arena *arena, const char *constants)
{
    while (constants && *constants) {
        size_t length = strcspn(constants, " ");
        text_put(out, " --const");
        breach_put_word(out, arena_format(arena, "%.*s", (int)length, constants));
        constants += length + (constants[length] == ' ');
    }
}

static void put_environment(struct text *out, const struct suite_options *options, const struct suite_seen *seen)
{
    const struct machine_environment *e = &options->run.environment;
    bool warm = seen ? seen->warm : e->warm;
    text_format(out, " --prefetch %u", breach_prefetches(options, warm));
    if (warm)
        text_put(out, " --warm");
    if (e->evictions)
        text_put(out, " --evictions");
    if (!options->run.liveness)
        text_put(out, " --no-liveness");
    if (options->run.ends)
        text_put(out, " --ends");
    if (options->run.max_states)
        text_format(out, " --max-states %" PRIu64, options->run.max_states);
}

/* The place of the run, or where that is not known all that the suite went through. */
static void put_place(struct text *out, const struct suite_test *test, const struct suite_options *options,
                      const struct suite_seen *seen)
{
    static const char *const placements[] = {"apart", "paired", "all", "regroup"}, *const layouts[] = {"default", "all"};
    struct text at = {0};
    if (test->origin)
        text_format(&at, "%s ", test->test->name + strlen(test->origin->name) + 1);
    if (!seen || !strcmp(seen->placement, "any")) {
        text_format(out, " --placement %s --layout %s", placements[options->placements], layouts[options->layouts]);
    } else {
        text_format(&at, "%s %s", seen->placement, seen->layout);
        text_put(out, " --at");
        breach_put_word(out, at.bytes);
    }
    text_free(&at);
}

static const char *command_of(struct arena *arena, const struct suite *suite, const struct suite_options *options,
                              const struct suite_cell *cell, const struct breach *breach)
{
    const struct suite_test *test = &suite->tests[cell->test];
    struct text out = {0};
    text_put(&out, "murrelet litmus -m");
    breach_put_word(&out, suite->columns[cell->machine]->name);
    put_constants(&out, arena, suite_constants(suite, options, cell->machine));
    put_environment(&out, options, breach->seen);
    put_place(&out, test, options, breach->seen);
    if (breach->outcome) {
        text_put(&out, " --outcome");
        breach_put_word(&out, breach_condition(arena, breach->outcome));
    }
    text_put(&out, " --trace diff");
    text_put(&out, options->shown ? options->shown : "");
    if (*test->path == '-')
        text_put(&out, " --");
    breach_put_word(&out, test->path);
    return keep(arena, &out);
}

/* The first outcome that meets the test's condition. */
static void find_positive(void *data, const struct outcome *outcome)
{
    const char **line = data;
    if (outcome->positive && !*line)
        *line = outcome->line;
}

struct breach breach_of(struct arena *arena, const struct suite *suite, const struct suite_options *options,
                        const struct suite_cell *cell, const char *outcome)
{
    struct breach breach = {.outcome = outcome};
    if (outcome && !*outcome) { /* any that meets the condition */
        breach.outcome = NULL;
        outcomes_visit(cell->outcomes, find_positive, &breach.outcome);
    }
    breach.seen = find(cell, breach.outcome);
    breach.command = command_of(arena, suite, options, cell, &breach);
    return breach;
}
