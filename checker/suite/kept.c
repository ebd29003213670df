/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kept.c - results of pairs, an entry of the cache a machine; see kept.h.
 *
 * An entry's head lists the machine's rules and covers, as activity.h has them; a
 * result says by a digit for each what its searches came to.
 */
#include "kept.h"

#include <string.h>

#include "../base/cache.h"
#include "../litmus/print.h"
#include "../machines/identity.h"
#include "breach.h"
#include "kept_models.h"
#include "kept_parts.h"

/* ---- what a result rests on ---- */

static void add_options(struct kept_key key, const struct suite *suite, const struct suite_options *options, unsigned column)
{
    const struct litmus_options *run = &options->run;
    const struct machine_environment *e = &run->environment;
    const uint64_t numbers[] = {
        e->prefetches, e->warm, e->evictions, options->placements, options->layouts, options->pair_states,
        options->warm_too, run->max_states, run->least_size, run->wide, run->liveness, run->ends, run->stats};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        kept_key_number(key, numbers[i]);
    char promises[PROMISES_NAME];
    kept_key_text(key, promises_name(&e->promises, promises));
    kept_key_text(key, e->invariants);
    kept_key_text(key, suite_constants(suite, options, column));
}

static void open_column(struct kept *kept, const struct suite *suite, const struct suite_options *options, unsigned column)
{
    static const struct machine_environment plain = {.invariants = "none"};
    const struct machine_variant *v = suite->columns[column];
    struct kept_key key = kept_key_of(kept, "pairs 1");
    const char *content = kept_content(kept, suite, v, &plain, key);
    kept_key_text(key, content);
    kept_key_number(key, v->own);
    add_options(key, suite, options, column);
    XXH128_hash_t hash = kept_key_end(key);
    if (content)
        kept->columns[column] = (struct kept_column){content, kept_file_open(kept->arena, kept->folder, hash, kept->fresh)};
}

/* Of a regrouped test the text says nothing of its groups. */
static const char *name_of(const struct kept *kept, const struct suite_test *test)
{
    struct text scopes = {0};
    if (test->origin)
        litmus_print_scopes(&scopes, test->test);
    const char *name = arena_format(kept->arena, "%s %s %s", identity_test(kept->arena, test->test), test->test->name,
                                    scopes.bytes ? scopes.bytes : "");
    text_free(&scopes);
    return name;
}

static bool know_what_runs(struct kept *kept, const struct suite_options *options)
{
    struct compile_options compile = options->run.compile;
    compile.max_seconds = options->total_seconds;
    kept->folder = cache_folder(kept->arena);
    kept->tool = kept->folder ? identity_tool(kept->arena) : NULL;
    kept->compiler = kept->tool ? identity_compiler(kept->arena, &compile) : NULL;
    return kept->compiler != NULL;
}

struct kept *kept_open(const struct suite *suite, const struct suite_options *options)
{
    if (!options->keep || options->run.compile.no_cache)
        return NULL;
    struct arena *arena = arena_new();
    struct kept *kept = arena_alloc(arena, sizeof *kept);
    *kept = (struct kept){.arena = arena, .fresh = options->fresh, .column_count = suite->column_count};
    if (!know_what_runs(kept, options)) {
        arena_free(arena);
        return NULL;
    }
    kept->columns = arena_alloc(arena, (suite->column_count + 1) * sizeof *kept->columns);
    kept->tests = arena_alloc(arena, (suite->test_count + 1) * sizeof *kept->tests);
    for (unsigned t = 0; t < suite->test_count; t++)
        kept->tests[t] = name_of(kept, &suite->tests[t]);
    for (unsigned c = 0; c < suite->column_count; c++)
        open_column(kept, suite, options, c);
    kept_models_open(kept, suite);
    return kept;
}

int kept_close(struct kept *kept)
{
    if (!kept)
        return 0;
    kept_models_close(kept);
    for (unsigned c = 0; c < kept->column_count; c++)
        kept_file_free(kept->columns[c].file);
    int error = kept->error;
    arena_free(kept->arena);
    return error;
}

bool kept_is_of(const struct kept *kept, const struct suite *suite, unsigned column, const struct litmus_result *result)
{
    const char *content = kept ? kept->columns[column].content : NULL;
    struct arena *own = arena_new();
    bool same = content && !strcmp(content, identity_program(own, result->model->program, suite->columns[column]->constants));
    arena_free(own);
    return same;
}

void kept_write(struct kept *kept, unsigned column)
{
    if (kept && kept->columns[column].file)
        kept_note_failure(kept, kept_file_write(kept->columns[column].file));
}

/* ---- as JSON ---- */

static json_t *seen_json(const struct suite_seen *seen)
{
    json_t *list = json_array();
    for (; seen && list; seen = seen->next)
        kept_append(&list, json_pack("[s?, s, s, b]", seen->line, seen->placement, seen->layout, (int)seen->warm));
    return list;
}

/* The list was written from its first on, and is built from its last. */
static bool restore_seen(struct arena *arena, const json_t *list, const struct suite_seen **first)
{
    for (size_t i = json_array_size(list); i > 0; i--) {
        const char *placement, *layout;
        json_t *said;
        int warm;
        if (json_unpack(json_array_get(list, i - 1), "[o, s, s, b]", &said, &placement, &layout, &warm))
            return false;
        const char *line = json_string_value(said); /* null: a property, and no outcome */
        struct suite_seen *seen = arena_alloc(arena, sizeof *seen);
        *seen = (struct suite_seen){.next = *first, .line = line ? arena_format(arena, "%s", line) : NULL,
                                    .placement = arena_format(arena, "%s", placement),
                                    .layout = arena_format(arena, "%s", layout), .warm = warm};
        *first = seen;
    }
    return json_is_array(list);
}

/* ---- activity ---- */

enum { SEEN = 1, SWITCHED_OFF = 2 };

json_t *kept_rules(const struct activity *activity)
{
    json_t *list = json_array();
    for (unsigned i = 0; list && i < activity->count; i++) {
        const struct activity_item *item = &activity->items[i];
        kept_append(&list, json_pack("[s, s, i, i, b]", item->name, item->place.file, (int)item->place.line, (int)item->place.column,
                                (int)item->is_rule));
    }
    return list;
}

static char *digits_of(struct arena *arena, const struct activity *activity)
{
    char *digits = arena_alloc(arena, activity->count + 1);
    for (unsigned i = 0; i < activity->count; i++)
        digits[i] = (char)('0' + activity->items[i].seen * SEEN + activity->items[i].switched_off * SWITCHED_OFF);
    return digits;
}

static json_t *statistics_json(const struct activity *activity)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < activity->count; i++) {
        const struct rule_statistics *s = &activity->items[i].statistics;
        json_array_append_new(list, json_pack("[I, I, I]", (json_int_t)s->tested, (json_int_t)s->fired, (json_int_t)s->new_states));
    }
    return list;
}

static bool restore_statistics(struct rule_statistics *statistics, const json_t *three)
{
    json_int_t tested, fired, new_states;
    if (json_unpack((json_t *)three, "[I, I, I]", &tested, &fired, &new_states))
        return false;
    *statistics = (struct rule_statistics){(uint64_t)tested, (uint64_t)fired, (uint64_t)new_states};
    return true;
}

static bool restore_item(struct activity *activity, const json_t *described, char digit, const json_t *statistics)
{
    const char *name, *file;
    int line, column, is_rule;
    struct activity_item item = {.seen = (digit - '0') & SEEN, .switched_off = (digit - '0') & SWITCHED_OFF};
    if (json_unpack((json_t *)described, "[s, s, i, i, b]", &name, &file, &line, &column, &is_rule) ||
        (statistics && !restore_statistics(&item.statistics, statistics)))
        return false;
    item.name = name;
    item.place = (struct model_place){file, (uint32_t)line, (uint32_t)column};
    item.is_rule = is_rule;
    ARENA_PUSH(activity->arena, activity->items, activity->count, item);
    return true;
}

/* Its texts are the head's. */
static bool restore_activity(struct activity *activity, const json_t *head, const json_t *result)
{
    const char *digits = json_string_value(json_object_get(result, "activity"));
    const json_t *statistics = json_object_get(result, "statistics");
    size_t count = json_array_size(head);
    if (!digits || strlen(digits) != count || (statistics && json_array_size(statistics) != count))
        return false;
    activity->searches = (unsigned)json_integer_value(json_object_get(result, "placements"));
    activity->counted = statistics != NULL;
    for (size_t i = 0; i < count; i++)
        if (!restore_item(activity, json_array_get(head, i), digits[i], json_array_get(statistics, i)))
            return false;
    return true;
}

/* ---- pairs ---- */

json_t *kept_record(const struct suite_cell *cell, const struct activity *activity)
{
    struct arena *own = arena_new();
    json_t *result = json_pack("{s:I, s:i, s:i, s:b, s:b, s:b, s:s*, s:s*, s:s*, s:o, s:o, s:s}", "states", (json_int_t)cell->states,
                               "depth", (int)cell->depth, "placements", (int)cell->placements, "complete", (int)cell->complete,
                               "refused", (int)cell->refused, "cut", (int)cell->cut, "violation", cell->violation, "left_out",
                               cell->left_out, "error", cell->error, "outcomes", kept_outcomes(cell->outcomes), "seen",
                               seen_json(cell->seen), "activity", digits_of(own, activity));
    if (result && activity->counted)
        json_object_set_new(result, "statistics", statistics_json(activity));
    arena_free(own);
    return result;
}

void kept_put(struct kept *kept, const struct suite_cell *cell, const struct activity *activity)
{
    struct kept_file *file = kept->columns[cell->machine].file;
    json_t *rules = file ? kept_rules(activity) : NULL;
    if (rules)
        kept_file_put(file, kept->tests[cell->test], rules, kept_record(cell, activity));
}

static bool restore_cell(struct arena *arena, struct suite_cell *cell, const json_t *result)
{
    json_int_t states;
    int depth, placements, complete, refused, cut;
    const char *violation = NULL, *left_out = NULL, *error = NULL;
    json_t *outcomes, *seen;
    if (json_unpack((json_t *)result, "{s:I, s:i, s:i, s:b, s:b, s:b, s?s, s?s, s?s, s:o, s:o}", "states", &states, "depth", &depth,
                    "placements", &placements, "complete", &complete, "refused", &refused, "cut", &cut, "violation", &violation,
                    "left_out", &left_out, "error", &error, "outcomes", &outcomes, "seen", &seen) ||
        !kept_restore_outcomes(cell->outcomes, outcomes) || !restore_seen(arena, seen, &cell->seen))
        return false;
    cell->states = (uint64_t)states;
    cell->depth = (unsigned)depth;
    cell->placements = (unsigned)placements;
    cell->complete = complete;
    cell->refused = refused;
    cell->cut = cut;
    cell->error = error ? arena_format(arena, "%s", error) : NULL;
    cell->violation = violation ? arena_format(arena, "%s", violation) : NULL;
    cell->left_out = left_out ? arena_format(arena, "%s", left_out) : NULL;
    cell->tally = outcomes_tally(cell->outcomes, cell->complete);
    return true;
}

/* The activity is added last: what is not believed must not have left a trace. */
bool kept_restore(const struct suite *suite, struct suite_cell *cell, const json_t *rules, const json_t *record)
{
    struct arena *own = arena_new();
    struct activity *activity = activity_new(own);
    struct suite_cell filled = {.machine = cell->machine, .test = cell->test,
                                .outcomes = outcomes_new(suite->tests[cell->test].test)};
    bool good = restore_activity(activity, rules, record) && restore_cell(suite->arena, &filled, record) &&
                activity_merge(suite->activity[cell->machine], activity);
    arena_free(own);
    if (good)
        memcpy(cell, &filled, sizeof filled);
    else
        outcomes_free(filled.outcomes);
    return good;
}

bool kept_take(struct kept *kept, const struct suite *suite, struct suite_cell *cell, bool record)
{
    const struct kept_file *file = kept ? kept->columns[cell->machine].file : NULL;
    const json_t *result = file ? kept_file_find(file, kept->tests[cell->test]) : NULL;
    if (!result || !kept_restore(suite, cell, kept_file_head(file), result))
        return false;
    cell->kept = true;
    cell->record = record ? json_incref((json_t *)result) : NULL;
    return true;
}
