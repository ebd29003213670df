/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conformance.c - check a machine's interface, and run the programs that every
 * machine must get right.
 */
#include "conformance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/folder.h"
#include "../base/stop.h"
#include "../litmus/parse.h"
#include "places.h"

enum { STATES_MOST = 1000000 };

struct check {
    struct machines *machines;
    const struct machine_variant *machine;
    struct litmus_options options;
    const struct conformance_shower *shower;
    const char *path; /* of the program */
    struct text *words;
    struct activity *activity;
};

static void put_run(const struct check *check, const struct litmus_result *result)
{
    struct text *words = check->words;
    text_format(words, "The program, %s:\n\n%.*s\n", result->test->doc ? result->test->doc : "",
                (int)result->test->source->length, result->test->source->text);
    if (!result->violation && !result->witness_search)
        return;
    text_put(words, "A shortest run:\n");
    check->shower->show(check->shower->data, words, result, &check->options, check->path);
}

static void put_broken(const struct check *check, const struct litmus_result *result, const char *what)
{
    text_format(check->words, "%s does not keep to the machine interface: %s\n", check->machine->name, what);
    put_run(check, result);
}

static const char *violated(const struct litmus_result *result)
{
    const struct violation *v = result->violation;
    if (v->property == MODEL_NO_PROPERTY)
        return "no rule is enabled";
    const struct model_property *p = &result->model->model->properties[v->property];
    return p->name;
}

static enum conformance judge(const struct check *check, const struct litmus_result *result)
{
    if (result->violation) {
        struct text what = {0};
        text_format(&what, "not kept is \"%s\"", violated(result));
        put_broken(check, result, what.bytes);
        text_free(&what);
        return CONFORMANCE_BROKEN;
    }
    if (result->trouble) {
        put_broken(check, result, result->trouble);
        return CONFORMANCE_BROKEN;
    }
    if (result->test->quantifier == LITMUS_FORALL && result->tally.negative) {
        put_broken(check, result, "the program has an outcome that no machine may show");
        return CONFORMANCE_BROKEN;
    }
    if (result->complete)
        return CONFORMANCE_KEPT;
    text_format(check->words, "%s: the conformance check is incomplete: in %s it ended after %" PRIu64 " states (%s)\n",
                check->machine->name, result->test->name, result->states, result_reason_name(result->reason));
    return CONFORMANCE_INCOMPLETE;
}

static enum conformance run_program(struct check *check, const char *path)
{
    check->path = path;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    struct machine_program *program = test ? machine_program_new(arena, diagnostics, test) : NULL;
    enum conformance found = CONFORMANCE_KEPT;
    struct litmus_placement placement;
    struct places places = places_of(check->machine, test, PLACEMENT_PAIRED, LAYOUT_DEFAULT);
    if (!program) {
        text_format(check->words, "cannot read %s\n", path);
        found = CONFORMANCE_UNKNOWN;
    }
    while (found == CONFORMANCE_KEPT && places_next(&places, &placement)) {
        struct litmus_result *result =
            litmus_run(check->machines, check->machine, program, &placement, &check->options, check->words);
        if (result && check->activity)
            activity_add(check->activity, result);
        found = result ? judge(check, result) : stop_asked() ? CONFORMANCE_INCOMPLETE : CONFORMANCE_UNKNOWN;
        litmus_result_free(result);
    }
    arena_free(arena);
    return found;
}

struct programs {
    struct arena *arena;
    const char **paths;
    unsigned count;
};

static void add_program(void *data, const struct folder_entry *entry)
{
    struct programs *programs = data;
    if (entry->regular && text_ends_in(entry->path, ".litmus"))
        ARENA_PUSH(programs->arena, programs->paths, programs->count,
                   arena_text(programs->arena, entry->path, strlen(entry->path)));
}

enum conformance conformance_check(struct machines *machines, const struct machine_variant *machine,
                                   const struct litmus_options *asked, const struct conformance_shower *shower,
                                   struct activity *activity, struct text *words)
{
    struct check check = {
        .machines = machines, .machine = machine, .shower = shower, .words = words, .activity = activity,
        .options = {.environment = {.prefetches = 1, .evictions = true, .constants = asked->environment.constants,
                                    .invariants = machine->out_of_order ? "none" : "conformance"},
                    .compile = asked->compile, .stats = asked->stats, .actor = asked->actor,
                    .max_states = STATES_MOST, .threads = 1, .liveness = true, .witness = true, .interrupt = stop_note()}};
    struct arena *arena = arena_new();
    struct programs programs = {.arena = arena};
    const char *folder = arena_format(arena, "%s/models/lib/conformance", machines_root(machines));
    folder_walk(folder, add_program, &programs);
    enum conformance verdict = CONFORMANCE_KEPT;
    if (!programs.count) {
        text_format(words, "cannot find %s/*.litmus\n", folder);
        verdict = CONFORMANCE_UNKNOWN;
    }
    for (unsigned i = 0; i < programs.count && verdict == CONFORMANCE_KEPT; i++)
        verdict = run_program(&check, programs.paths[i]);
    arena_free(arena);
    return verdict;
}
