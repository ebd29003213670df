/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * matrix.c - print a suite's result as text, Markdown, JSON and JUnit, and
 * compare it with an earlier one.
 */
#include "matrix.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/here.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "figures.h"
#include "idle.h"
#include "json_parts.h"
#include "litmus_log.h"
#include "markdown.h"
#include "../litmus/print.h"
#include "../suite/breach.h"
#include "../suite/kept.h"
#include "xml.h"

bool matrix_counts(const struct machine_variant *machine)
{
    return strncmp(machine->variant, "printed", 7) && strncmp(machine->variant, "mutant", 6);
}

static enum litmus_observation observed(const struct suite_cell *cell)
{
    enum litmus_observation observation = litmus_observation(cell->tally);
    /* The states not visited may be others. */
    return !cell->complete && observation == LITMUS_ALWAYS ? LITMUS_SOMETIMES : observation;
}

static bool known(const struct suite_cell *cell)
{
    return !cell->error && (cell->complete || cell->tally.positive);
}

static char letter(const struct suite_cell *cell)
{
    if (cell->elsewhere)
        return '.';
    if (!known(cell))
        return '?';
    return "NSA"[observed(cell)];
}

/* What the race models that a cell's machine promises ask of the test, at most;
 * false where it promises none. */
static bool race_obligation(const struct suite *suite, const struct suite_cell *cell, enum obligation *most)
{
    const struct suite_promises *promises = &suite->promises[cell->machine];
    bool any = false;
    *most = OBLIGES_NOTHING;
    for (unsigned i = 0; i < promises->count; i++) {
        const char *model = promises->items[i].model;
        if (!suite_is_race_model(model))
            continue;
        enum obligation obligation = suite_obligation(suite, cell->test, model, NULL);
        *most = !any || obligation > *most ? obligation : *most;
        any = true;
    }
    return any;
}

/* Nothing is promised, since the program is racy. */
static bool is_racy(const struct suite *suite, const struct suite_cell *cell)
{
    enum obligation obligation;
    return !cell->elsewhere && cell->judgement == SUITE_FREE && race_obligation(suite, cell, &obligation) && obligation == OBLIGES_RACY;
}

static const char *judgement_name(enum suite_judgement judgement)
{
    static const char *const names[] = {
        [SUITE_FREE] = "no promise", [SUITE_KEPT] = "kept", [SUITE_BROKEN] = "broken",
        [SUITE_INCOMPLETE] = "incomplete"};
    return names[judgement];
}

/* ---- text ---- */

static int name_width(const struct suite *suite)
{
    size_t width = 4;
    for (unsigned t = 0; t < suite->test_count; t++)
        if (strlen(suite->tests[t].test->name) > width)
            width = strlen(suite->tests[t].test->name);
    return (int)width;
}

static int column_width(const struct suite *suite, unsigned column)
{
    size_t width = strlen(suite->columns[column]->name);
    return width < 3 ? 3 : (int)width;
}

void matrix_mark(const struct suite *suite, const struct suite_cell *cell, char mark[3])
{
    mark[0] = letter(cell);
    mark[1] = cell->judgement == SUITE_BROKEN ? '!' : is_racy(suite, cell) ? '~' : ' ';
    mark[2] = '\0';
}

static void put_cell(const struct suite *suite, const struct suite_cell *cell, int width, bool colour, FILE *out)
{
    bool broken = cell->judgement == SUITE_BROKEN;
    char text[3];
    matrix_mark(suite, cell, text);
    const char *paint = !colour                                     ? ""
                        : broken && matrix_counts(suite->columns[cell->machine]) ? "\033[1;31m"
                        : broken                                    ? "\033[33m"
                        : cell->judgement == SUITE_KEPT             ? "\033[32m"
                                                                    : "\033[2m";
    fprintf(out, " %s%-*s%s", paint, width, text, *paint ? "\033[0m" : "");
}

void matrix_text(const struct suite *suite, bool colour, FILE *out)
{
    int names = name_width(suite);
    fprintf(out, "%-*s", names, "");
    for (unsigned c = 0; c < suite->column_count; c++)
        fprintf(out, " %-*s", column_width(suite, c), suite->columns[c]->name);
    fputc('\n', out);
    for (unsigned t = 0; t < suite->test_count; t++) {
        fprintf(out, "%-*s", names, suite->tests[t].test->name);
        for (unsigned c = 0; c < suite->column_count; c++)
            put_cell(suite, suite_cell(suite, c, t), column_width(suite, c), colour, out);
        fputc('\n', out);
    }
}

static unsigned count_racy(const struct suite *suite, unsigned column)
{
    unsigned racy = 0;
    for (unsigned t = 0; t < suite->test_count; t++)
        racy += is_racy(suite, suite_cell(suite, column, t));
    return racy;
}

static const char *incomplete_reason(const struct suite_cell *cell)
{
    return cell->left_out ? cell->left_out : cell->why ? cell->why : "a reference machine is incomplete";
}

void matrix_environment_words(const struct suite_options *options, struct text *text)
{
    static const char *const placements[] = {"apart", "apart and paired", "all", "all, regrouped too"};
    static const char *const layouts[] = {"default", "all"};
    struct litmus_environment environment = {
        .prefetch = options->run.environment.prefetches, .warm = options->run.environment.warm,
        .evictions = options->run.environment.evictions, .placement = placements[options->placements],
        .layout = layouts[options->layouts], .warm_too = options->warm_too, .bound = options->run.max_states};
    litmus_print_environment(text, &environment);
    if (options->pair_states)
        text_format(text, " (%" PRIu64 " a pair)", options->pair_states);
    if (options->run.environment.constants)
        text_format(text, ", constants %s", options->run.environment.constants);
    if (options->shard)
        text_format(text, ", part %s of the pairs", options->shard);
}

static void put_environment(const struct suite_options *options, FILE *out)
{
    struct text text = {0};
    matrix_environment_words(options, &text);
    fprintf(out, "Environment: %s\n", text.bytes);
    text_free(&text);
}

static struct breach breach(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell)
{
    return breach_of(suite->arena, suite, options, cell, cell->broken_by);
}

/* "1:r0=1; at P0@cu0 P1@cu1, layout x|y, cold", as far as it is known. */
static void breach_words(struct text *text, const struct breach *breach)
{
    text_put(text, breach->outcome ? breach->outcome : "");
    if (!breach->seen)
        return;
    text_format(text, "%sat placement %s, layout %s, %s", breach->outcome ? " " : "", breach->seen->placement,
                breach->seen->layout, breach->seen->warm ? "warm" : "cold");
}

static void put_breach(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell, FILE *out)
{
    const struct breach b = breach(suite, options, cell);
    struct text words = {0};
    breach_words(&words, &b);
    if (words.length)
        fprintf(out, "  %s\n", words.bytes);
    fprintf(out, "  %s\n", b.command);
    text_free(&words);
}

/* Whether an earlier test has said the same of the machine: what keeps it from being compiled keeps it from all. */
static bool is_said(const struct suite *suite, const struct suite_cell *cell)
{
    for (unsigned t = 0; t < cell->test; t++) {
        const char *earlier = suite_cell(suite, cell->machine, t)->error;
        if (earlier && !strcmp(earlier, cell->error))
            return true;
    }
    return false;
}

/* A line of a cell that is not as it is to be, and of a broken one what shows it. */
static void put_doubt(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell, bool colour,
                      FILE *out)
{
    const char *machine = suite->columns[cell->machine]->name, *test = suite->tests[cell->test].test->name;
    if (cell->error) {
        if (!is_said(suite, cell))
            printable_format(out, "%s: cannot be run: %s\n", machine, cell->error);
    } else if (cell->judgement == SUITE_BROKEN) {
        fprintf(out, "%sbroken%s %s on %s: %s\n", colour ? "\033[1;31m" : "", colour ? "\033[0m" : "", machine, test, cell->why);
        put_breach(suite, options, cell, out);
    } else if (cell->judgement == SUITE_INCOMPLETE && !cell->awaits) {
        fprintf(out, "incomplete %s on %s: %s\n", machine, test, incomplete_reason(cell));
    }
}

void matrix_put_open(const struct suite *suite, unsigned column, const char *before, FILE *out)
{
    const struct activity *activity = suite->activity[column];
    unsigned open = 0;
    for (unsigned t = 0; t < suite->test_count; t++) {
        const struct suite_cell *cell = suite_cell(suite, column, t);
        open += cell->states && !cell->complete && !cell->elsewhere;
    }
    if (open && activity_unseen(activity, true) + activity_unseen(activity, false))
        fprintf(out, "%s%u of %u searches did not come to an end, and beyond that it may fire or be met\n", before, open,
                suite->test_count);
}

/* Of the machines that were asked for, what no search of theirs came to.  Other threads may still add to that where
 * memory ran out. */
static void put_idle(const struct suite *suite, FILE *out)
{
    for (unsigned c = 0; c < suite->column_count && !suite->given_up; c++)
        if (suite->asked[c]) {
            struct text name = {0};
            text_format(&name, "%-22s", suite->columns[c]->name);
            idle_text(suite->activity[c], name.bytes, out);
            matrix_put_open(suite, c, " ", out);
            text_free(&name);
            idle_statistics(suite->activity[c], suite->columns[c]->name, out);
        }
    if (suite->taken)
        fputs("What never fired and what was not met is of the pairs that were searched now.\n", out);
}

/* But those of other parts. */
static unsigned pairs_of(const struct suite *suite)
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++)
        pairs += !suite->cells[i].elsewhere;
    return pairs;
}

/* Whole, and judged by what another part has. */
static unsigned count_awaiting(const struct suite *suite)
{
    unsigned awaiting = 0;
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++)
        awaiting += suite->cells[i].awaits && suite->cells[i].judgement == SUITE_INCOMPLETE;
    return awaiting;
}

void matrix_put_kept(const struct suite *suite, const char *before, FILE *out)
{
    if (suite->from_kept)
        fprintf(out, "%s%u of %u results were kept by earlier runs: the same machine, test, options, compiler and program "
                "(--fresh runs all)\n", before, suite->from_kept, pairs_of(suite));
}

json_t *matrix_kept(const struct suite *suite)
{
    return json_pack("{s:i}", "pairs", (int)suite->from_kept);
}

/* What a part leaves to the others, what all that were given leave out, and what is of earlier runs. */
static void put_sources(const struct suite *suite, const struct suite_options *options, FILE *out)
{
    unsigned awaiting = count_awaiting(suite);
    if (awaiting)
        fprintf(out, "%u of %u pairs are judged when the parts are put together (--merge)\n", awaiting, pairs_of(suite));
    if (options->merges && suite->not_run)
        fprintf(out, "%u of %u pairs are in no part that was given\n", suite->not_run, pairs_of(suite));
    if (options->resumed)
        fprintf(out, "%u of %u pairs are taken over from %s: the same machine, test, options and program\n", suite->taken,
                pairs_of(suite), json_string_value(json_object_get(options->resumed, "file")));
    matrix_put_kept(suite, "", out);
}

void matrix_summary(const struct suite *suite, const struct suite_options *options, bool colour, FILE *out)
{
    put_environment(options, out);
    for (unsigned c = 0; c < suite->column_count; c++) {
        struct suite_count n = suite_count(suite, c);
        unsigned racy = count_racy(suite, c);
        fprintf(out, "%-22s kept %3u, broken %3u, incomplete %3u, not judged %3u  (%s states", suite->columns[c]->name,
                n.kept, n.broken, n.incomplete, n.free, figure_count(n.states).text);
        if (racy)
            fprintf(out, "; %u racy", racy);
        fputs(")\n", out);
        if (!n.obliged && !options->shard)
            fprintf(out, "%-22s nothing was judged: no test obliges it by a promise (%s)\n", suite->columns[c]->name,
                    suite_cell(suite, c, 0)->unjudged ? suite_cell(suite, c, 0)->unjudged : "it was not run");
    }
    put_idle(suite, out);
    put_sources(suite, options, out);
    if (suite_stopped(suite))
        fprintf(out, "%s: %u of %u pairs were not run\n",
                strcmp(suite_stopped(suite), "time") ? "interrupted" : "the time is up", suite->not_run, pairs_of(suite));
    for (unsigned i = 0; i < suite->contradiction_count; i++)
        fprintf(out, "litmus/expected.tsv: %s\n", suite->contradictions[i]);
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++)
        put_doubt(suite, options, &suite->cells[i], colour, out);
}

/* ---- JSON ---- */

/* By race model that the machine promises: what it asks of the test. */
static json_t *races_json(const struct suite *suite, const struct suite_cell *cell)
{
    const struct suite_promises *promises = &suite->promises[cell->machine];
    json_t *races = json_object();
    for (unsigned i = 0; i < promises->count; i++) {
        const char *model = promises->items[i].model;
        if (suite_is_race_model(model))
            json_object_set_new(races, model,
                                json_string(obligation_name(suite_obligation(suite, cell->test, model, NULL))));
    }
    return races;
}

static void add_line(void *data, const struct outcome *outcome)
{
    json_array_append_new(data, json_pack("{s:s, s:I, s:b}", "state", outcome->line, "count",
                                          (json_int_t)outcome->count, "condition", (int)outcome->positive));
}

static void set_text(json_t *object, const char *key, const char *value)
{
    if (value)
        json_part_set(object, key, json_part_text(value));
}

/* Of a broken cell: what shows it. */
static json_t *breach_json(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell)
{
    const struct breach b = breach(suite, options, cell);
    json_t *object = json_object();
    set_text(object, "outcome", b.outcome);
    if (b.seen) {
        set_text(object, "placement", b.seen->placement);
        set_text(object, "layout", b.seen->layout);
        json_object_set_new(object, "warm", json_boolean(b.seen->warm));
    }
    set_text(object, "command", b.command);
    return object;
}

static json_t *judged_by_json(const struct suite_promises *promises)
{
    json_t *models = json_array();
    for (unsigned i = 0; i < promises->count; i++)
        json_array_append_new(models, json_string(promises->items[i].model));
    return models;
}

/* Of a regrouped test. */
static void set_groups(json_t *object, const struct suite_test *test)
{
    struct text scopes = {0};
    litmus_print_scopes(&scopes, test->test);
    set_text(object, "regrouped_from", test->origin->name);
    set_text(object, "scopes", scopes.bytes);
    text_free(&scopes);
}

json_t *matrix_cell(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell)
{
    json_t *object = json_object(), *outcomes = json_array();
    const struct machine_variant *machine = suite->columns[cell->machine];
    const struct suite_test *test = &suite->tests[cell->test];
    set_text(object, "test", test->test->name);
    if (test->origin)
        set_groups(object, test);
    set_text(object, "machine", machine->machine);
    set_text(object, "variant", machine->variant);
    set_text(object, "promises", machine->promises);
    json_object_set_new(object, "judged_by", judged_by_json(&suite->promises[cell->machine]));
    set_text(object, "judgement", judgement_name(cell->judgement));
    json_object_set_new(object, "obliged", json_boolean(cell->obliged));
    set_text(object, "why", cell->why);
    if (cell->judgement == SUITE_BROKEN)
        json_object_set_new(object, "shown_by", breach_json(suite, options, cell));
    set_text(object, "not_judged", cell->judgement == SUITE_FREE ? cell->unjudged : NULL);
    json_object_set_new(object, "races", races_json(suite, cell));
    if (!cell->error && litmus_observation_is_known(cell->tally))
        set_text(object, "observation", litmus_observation_name(litmus_observation(cell->tally)));
    json_object_set_new(object, "complete", json_boolean(cell->complete));
    set_text(object, "left_out", cell->left_out);
    if (cell->taken)
        json_object_set_new(object, "taken_over", json_true());
    if (cell->kept)
        json_object_set_new(object, "kept", json_true());
    set_text(object, "violation", cell->violation);
    set_text(object, "error", cell->error);
    json_object_set_new(object, "placements", json_integer(cell->placements));
    json_object_set_new(object, "states", json_integer((json_int_t)cell->states));
    json_object_set_new(object, "depth", json_integer(cell->depth));
    if (cell->outcomes)
        outcomes_visit(cell->outcomes, add_line, outcomes);
    json_object_set_new(object, "outcomes", outcomes);
    if (cell->record)
        json_object_set(object, "record", cell->record);
    return object;
}

json_t *matrix_checks(const struct suite_options *options)
{
    return json_pack("{s:b, s:b}", "liveness", (int)options->run.liveness, "ends", (int)options->run.ends);
}

json_t *matrix_environment(const struct suite_options *options)
{
    static const char *const placements[] = {"apart", "paired", "all", "regroup"}, *const layouts[] = {"default", "all"};
    const struct machine_environment *e = &options->run.environment;
    json_t *object = json_pack("{s:i, s:b, s:b, s:b, s:s, s:s, s:I}", "prefetch", (int)e->prefetches, "warm",
                               (int)(e->warm || options->warm_too), "cold", (int)!e->warm, "evictions",
                               (int)e->evictions, "placement", placements[options->placements], "layout",
                               layouts[options->layouts], "bound", (json_int_t)options->run.max_states);
    if (options->pair_states)
        json_object_set_new(object, "pair_bound", json_integer((json_int_t)options->pair_states));
    set_text(object, "constants", e->constants);
    set_text(object, "shard", options->shard);
    return object;
}

const char *matrix_other_environment(const json_t *here, const json_t *there)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)here, key, value)
        if (strcmp(key, "shard") && !json_equal(value, json_object_get(there, key)))
            return key;
    json_object_foreach((json_t *)there, key, value)
        if (strcmp(key, "shard") && !json_object_get(here, key))
            return key;
    return NULL;
}

/* By machine: what was judged, what was not, and what is incomplete. */
static json_t *summary_json(const struct suite *suite, bool part)
{
    json_t *list = json_array();
    for (unsigned c = 0; c < suite->column_count; c++) {
        struct suite_count n = suite_count(suite, c);
        json_t *object = json_pack("{s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I}", "machine", json_part_text(suite->columns[c]->name),
                                   "kept", (int)n.kept, "broken", (int)n.broken, "incomplete", (int)n.incomplete,
                                   "not_judged", (int)n.free, "racy", (int)count_racy(suite, c), "obliged",
                                   (int)n.obliged, "searches", (int)n.runs, "states", (json_int_t)n.states);
        if (!suite->given_up)
            json_object_set_new(object, "activity", idle_json(suite->activity[c]));
        if (!suite->given_up && part)
            json_object_set_new(object, "rules", kept_rules(suite->activity[c]));
        json_array_append_new(list, object);
    }
    return list;
}

void matrix_json(const struct suite *suite, const struct suite_options *options, FILE *out)
{
    json_t *cells = json_array();
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++)
        if (!suite->cells[i].elsewhere)
            json_array_append_new(cells, matrix_cell(suite, options, &suite->cells[i]));
    json_t *root = json_pack("{s:o, s:o, s:o}", "environment", matrix_environment(options), "summary", summary_json(suite, options->shard),
                             "cells", cells);
    if (options->origin)
        json_object_update(root, options->origin);
    json_object_set_new(root, "checks", matrix_checks(options));
    set_text(root, "folder", here_name(suite->arena));
    if (options->resumed)
        json_object_set_new(root, "resumed", json_pack("{s:O, s:i}", "file", json_object_get(options->resumed, "file"),
                                                       "pairs", (int)suite->taken));
    if (suite->from_kept)
        json_object_set_new(root, "kept", matrix_kept(suite));
    if (options->merges && suite->not_run)
        json_object_set_new(root, "missing", json_pack("{s:i}", "pairs", (int)suite->not_run));
    if (suite_stopped(suite))
        json_object_set_new(root, "stopped", json_pack("{s:s, s:i}", "reason", suite_stopped(suite), "not_run",
                                                       (int)suite->not_run));
    json_dumpf(root, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    fputc('\n', out);
    json_decref(root);
}

/* ---- JUnit ---- */

/* What a case that did not pass has inside, and why; the element is NULL for one
 * that did: it was obliged, and kept. */
struct case_result {
    const char *element, *message;
};

static struct case_result case_result(const struct suite *suite, const struct suite_options *options,
                                      const struct suite_cell *cell)
{
    bool counts = matrix_counts(suite->columns[cell->machine]) && suite->asked[cell->machine];
    if (cell->error)
        return (struct case_result){"error", cell->error};
    switch (cell->judgement) {
    case SUITE_KEPT: break;
    case SUITE_FREE: return (struct case_result){"skipped", cell->unjudged};
    case SUITE_BROKEN: return (struct case_result){counts ? "failure" : "skipped", cell->why};
    case SUITE_INCOMPLETE:
        return (struct case_result){options->allow_incomplete || !counts || cell->awaits ? "skipped" : "error", incomplete_reason(cell)};
    }
    return (struct case_result){NULL, NULL};
}

/* Of a broken case the environment, and what shows it. */
static void put_case_body(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell,
                          const char *element, FILE *out)
{
    if (cell->judgement != SUITE_BROKEN || cell->error) {
        fputs("/>", out);
        return;
    }
    const struct breach b = breach(suite, options, cell);
    struct text words = {0};
    breach_words(&words, &b);
    fputc('>', out);
    xml_put(words.bytes ? words.bytes : "", out);
    fputc('\n', out);
    xml_put(b.command, out);
    fprintf(out, "</%s>", element);
    text_free(&words);
}

static void put_case(const struct suite *suite, const struct suite_options *options, const struct suite_cell *cell,
                     FILE *out)
{
    fputs("  <testcase classname=\"", out);
    xml_put(suite->columns[cell->machine]->name, out);
    fputs("\" name=\"", out);
    xml_put(suite->tests[cell->test].test->name, out);
    fprintf(out, "\" time=\"%.3f\">", cell->seconds);
    struct case_result result = case_result(suite, options, cell);
    if (result.element) {
        bool uncounted = cell->judgement == SUITE_BROKEN && !strcmp(result.element, "skipped");
        fprintf(out, "<%s message=\"%s", result.element,
                cell->judgement == SUITE_INCOMPLETE ? "incomplete: " : uncounted ? "broken, and not counted: " : "");
        xml_put(result.message, out);
        fputs("\"", out);
        put_case_body(suite, options, cell, result.element, out);
    }
    fputs("</testcase>\n", out);
}

void matrix_junit(const struct suite *suite, const struct suite_options *options, FILE *out)
{
    json_t *environment = matrix_environment(options);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    unsigned total = suite->column_count * suite->test_count, errors = 0, failures = 0, skipped = 0;
    for (unsigned i = 0; i < total; i++) {
        if (suite->cells[i].elsewhere)
            continue;
        const char *element = case_result(suite, options, &suite->cells[i]).element;
        errors += element && !strcmp(element, "error");
        failures += element && !strcmp(element, "failure");
        skipped += element && !strcmp(element, "skipped");
    }
    fprintf(out, "<testsuite name=\"murrelet\" tests=\"%u\" errors=\"%u\" failures=\"%u\" skipped=\"%u\">\n<properties>\n",
            pairs_of(suite), errors, failures, skipped);
    const char *key;
    json_t *value;
    json_object_foreach(environment, key, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        fprintf(out, "  <property name=\"%s\" value=\"", key);
        xml_put(json_is_string(value) ? json_string_value(value) : text, out);
        fputs("\"/>\n", out);
        memory_give(text);
    }
    if (suite->from_kept)
        fprintf(out, "  <property name=\"kept\" value=\"%u\"/>\n", suite->from_kept);
    const char *folder = here_name(suite->arena);
    if (folder) {
        fputs("  <property name=\"folder\" value=\"", out);
        xml_put(folder, out);
        fputs("\"/>\n", out);
    }
    fputs("</properties>\n", out);
    json_decref(environment);
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++)
        if (!suite->cells[i].elsewhere)
            put_case(suite, options, &suite->cells[i], out);
    fputs("</testsuite>\n", out);
}

/* ---- Markdown ---- */

static void put_markdown_summary(const struct suite *suite, FILE *out)
{
    fputs("| machine | kept | broken | incomplete | not judged | of these racy |\n|---|---|---|---|---|---|\n", out);
    for (unsigned c = 0; c < suite->column_count; c++) {
        struct suite_count n = suite_count(suite, c);
        fputs("| ", out);
        markdown_put(suite->columns[c]->name, out);
        fprintf(out, " | %u | %u | %u | %u | %u |\n", n.kept, n.broken, n.incomplete, n.free, count_racy(suite, c));
    }
}

void matrix_markdown(const struct suite *suite, const struct suite_options *options, FILE *out)
{
    fputs("# Litmus tests on machines\n\n", out);
    put_environment(options, out);
    matrix_put_kept(suite, "\n", out);
    fputs("\nN never, S sometimes, A always, ? incomplete; **bold!** where a machine shows what its promise "
          "forbids; in brackets where it promises nothing of the test, with ~ where that is for its races.\n\n", out);
    put_markdown_summary(suite, out);
    fputs("\n| test |", out);
    for (unsigned c = 0; c < suite->column_count; c++) {
        fputc(' ', out);
        markdown_put(suite->columns[c]->name, out);
        fputs(" |", out);
    }
    fputs("\n|---|", out);
    for (unsigned c = 0; c < suite->column_count; c++)
        fputs("---|", out);
    fputc('\n', out);
    for (unsigned t = 0; t < suite->test_count; t++) {
        fputs("| ", out);
        markdown_put(suite->tests[t].test->name, out);
        fputs(" |", out);
        for (unsigned c = 0; c < suite->column_count; c++) {
            const struct suite_cell *cell = suite_cell(suite, c, t);
            static const char *const forms[] = {
                [SUITE_FREE] = " (%c) |", [SUITE_KEPT] = " %c |", [SUITE_BROKEN] = " **%c!** |",
                [SUITE_INCOMPLETE] = " %c? |"};
            char form[16];
            snprintf(form, sizeof form, "%s", cell->elsewhere ? " . |" : is_racy(suite, cell) ? " (%c~) |" : forms[cell->judgement]);
            for (const char *p = form; *p; p++) {
                if (p[0] == '%' && p[1] == 'c') {
                    fputc(letter(cell), out);
                    p++;
                } else {
                    fputc(*p, out);
                }
            }
        }
        fputc('\n', out);
    }
}

/* ---- against an earlier run ---- */

static const json_t *find_cell(const json_t *cells, const json_t *like)
{
    size_t index;
    const json_t *cell;
    json_array_foreach(cells, index, cell)
        if (!strcmp(json_part_text_of(cell, "test"), json_part_text_of(like, "test")) &&
            !strcmp(json_part_text_of(cell, "machine"), json_part_text_of(like, "machine")) &&
            !strcmp(json_part_text_of(cell, "variant"), json_part_text_of(like, "variant")))
            return cell;
    return NULL;
}

/* States of one outcome may move; which outcomes there are may not. */
static bool same_outcomes(const json_t *a, const json_t *b)
{
    const json_t *x = json_object_get(a, "outcomes"), *y = json_object_get(b, "outcomes");
    if (json_array_size(x) != json_array_size(y))
        return false;
    for (size_t i = 0; i < json_array_size(x); i++)
        if (strcmp(json_part_text_of(json_array_get(x, i), "state"), json_part_text_of(json_array_get(y, i), "state")))
            return false;
    return true;
}

static bool changed(const json_t *cell, const json_t *before, FILE *out)
{
    static const char *const keys[] = {"judgement", "observation", "left_out", "violation", NULL};
    for (int i = 0; keys[i]; i++)
        if (strcmp(json_part_text_of(cell, keys[i]), json_part_text_of(before, keys[i]))) {
            fprintf(out, "changed %s%s%s on %s: %s was \"%s\", is \"%s\"\n", json_part_text_of(cell, "machine"),
                    *json_part_text_of(cell, "variant") ? ":" : "", json_part_text_of(cell, "variant"), json_part_text_of(cell, "test"), keys[i],
                    json_part_text_of(before, keys[i]), json_part_text_of(cell, keys[i]));
            return true;
        }
    if (same_outcomes(cell, before))
        return false;
    fprintf(out, "changed %s on %s: other outcomes\n", json_part_text_of(cell, "machine"), json_part_text_of(cell, "test"));
    return true;
}

/* In another environment other outcomes are no news, and equal ones mean
 * nothing.  A part of the tests may be compared with all of them. */
static unsigned compare_environments(const json_t *now, const json_t *before, FILE *out)
{
    unsigned changes = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)now, key, value) {
        const json_t *other = json_object_get(before, key);
        if (!strcmp(key, "shard") || json_equal(value, other))
            continue;
        char *is = json_dumps(value, JSON_ENCODE_ANY), *was = other ? json_dumps(other, JSON_ENCODE_ANY) : NULL;
        fprintf(out, "changed environment: %s was %s, is %s\n", key, was ? was : "not said", is);
        memory_give(is);
        memory_give(was);
        changes++;
    }
    json_object_foreach((json_t *)before, key, value) {
        if (strcmp(key, "shard") && !json_object_get(now, key)) {
            char *was = json_dumps(value, JSON_ENCODE_ANY);
            fprintf(out, "changed environment: %s was %s, is not said\n", key, was);
            memory_give(was);
            changes++;
        }
    }
    return changes;
}

/* NULL, with nothing in `error` where the file cannot be read: that has been said. */
static json_t *load_json(const char *path, json_error_t *error)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    *error->text = 0;
    diagnostics_print(diagnostics, stderr, 0);
    json_t *json = source ? json_loadb(source->text, source->length, 0, error) : NULL;
    arena_free(arena);
    return json;
}

int matrix_compare(const struct suite *suite, const struct suite_options *options, const char *path, FILE *out)
{
    json_error_t error;
    json_t *expected = load_json(path, &error);
    if (!expected && !*error.text)
        return EXIT_BAD_INPUT;
    const json_t *cells = json_object_get(expected, "cells");
    if (!json_is_array(cells)) {
        if (!expected && error.line > 0)
            complain("murrelet: %s:%d: %s\n", path, error.line, error.text);
        else
            complain("murrelet: %s: %s\n", path, expected ? "there is no list \"cells\"" : error.text);
        json_decref(expected);
        return EXIT_BAD_INPUT;
    }
    json_t *now = matrix_environment(options);
    unsigned changes = compare_environments(now, json_object_get(expected, "environment"), out);
    json_decref(now);
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++) {
        if (suite->cells[i].elsewhere)
            continue;
        json_t *cell = matrix_cell(suite, options, &suite->cells[i]);
        const json_t *before = find_cell(cells, cell);
        if (!before)
            fprintf(out, "new %s on %s\n", json_part_text_of(cell, "machine"), json_part_text_of(cell, "test"));
        if (suite->cells[i].awaits && before) /* the whole has judged it */
            json_object_set(cell, "judgement", json_object_get(before, "judgement"));
        changes += !before || changed(cell, before, out);
        json_decref(cell);
    }
    json_decref(expected);
    return changes ? EXIT_VIOLATED : EXIT_HOLDS;
}
