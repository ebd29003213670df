/* SPDX-License-Identifier: BSD-2-Clause */
/* table.c - murrelet table: a published state table beside what its model
 * reached, and what it does there. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../engine/search.h"
#include "../audit/cells.h"
#include "../audit/derive.h"
#include "../report/report.h"
#include "commands.h"
#include "compose.h"
#include "litmus_common.h"
#include "lowered.h"
#include "../machines/identity.h"
#include "origin.h"
#include "write.h"

struct table_arguments {
    uint64_t max_states, memory;
    const char *json; /* NULL, or where to */
    struct lowered_arguments lowered;
    struct option_list constants; /* of a model that is given as a file */
    struct compose_arguments compose;
    struct compile_arguments compile;
};

static const struct option_spec table_options[] = {
    {.name = "max-states", .kind = OPTION_COUNT, .offset = offsetof(struct table_arguments, max_states),
     .argument = "N", .least = 1,
     .help = "Stop before a level of states that would be more than N with those before it; what was not reached by "
             "then is said to be so, and the exit code is 3."},
    {.name = "memory", .kind = OPTION_BYTES, .offset = offsetof(struct table_arguments, memory), .argument = "SIZE",
     .help = "Stop at SIZE bytes. Default: four fifths of the machine's."},
    {.name = "json", .kind = OPTION_TEXT, .offset = offsetof(struct table_arguments, json), .argument = "FILE",
     .help = "Write everything as JSON; - is the standard output, in place of the text."},
    {.name = "const", .kind = OPTION_LIST, .offset = offsetof(struct table_arguments, constants), .argument = "NAME=VALUE",
     .help = "Of a MODEL.m, or with --machine: a constant of it."},
    {.name = "lowered", .kind = OPTION_FLAG, .offset = offsetof(struct table_arguments, lowered.lowered),
     .help = "Of a compiler's table: print each test's accesses, each with its row, in place of the rows."},
    {.name = "every-row", .kind = OPTION_FLAG, .offset = offsetof(struct table_arguments, lowered.every_row),
     .help = "Of a compiler's table: where no test uses a row, the exit code is 1."},
    {0},
};

static const struct option_group table_groups[] = {
    {NULL, table_options, 0},
    {"Machine", compose_options, offsetof(struct table_arguments, compose)},
    {"Compiling", load_compile_options, offsetof(struct table_arguments, compile)},
    {0},
};

static const struct {
    char sign;
    const char *name, *meaning;
} marks[TABLE_MARKS] = {
    [TABLE_REACHED] = {'+', "reached", "reached"},
    [TABLE_PARTLY] = {'~', "partly", "some of its cases reached"},
    [TABLE_NOT_REACHED] = {'0', "not reached", "not reached"},
    [TABLE_NOT_WATCHED] = {'?', "not watched", "printed as possible, without a cover"},
    [TABLE_CROSSED] = {'x', "crossed", "crossed out, and its error is never raised"},
    [TABLE_CROSSED_NO_UNIT] = {'-', "crossed, no unit", "crossed out, and the model has no transition for it"},
    [TABLE_CROSSED_REACHED] = {'!', "crossed, reached", "crossed out, and reached"},
};

/* All that a run holds. */
struct run {
    struct table_arguments arguments;
    struct machines *machines;
    struct arena *arena;
    struct tables tables;
    struct loaded loaded;
    const struct model *model;
    struct search_options options;
    struct derivation *derivation;
    struct search_result *result;
    bool own;             /* the tables are those of the model's covers */
};

/* ---- the stages ---- */

static int open_tables(struct run *run, const char *machine)
{
    struct diagnostics *diagnostics = diagnostics_new(run->arena);
    bool read = tables_read(&run->tables, run->arena, diagnostics, run->machines, machine);
    load_print_diagnostics(diagnostics);
    return read ? 0 : EXIT_BAD_INPUT;
}

/* A file of the library, or the words MACHINE DRIVER INVARIANT,... */
static int load_model(struct run *run, const struct language_arguments *language)
{
    const char *path = arena_format(run->arena, "%s/%s", machines_root(run->machines), run->tables.model), *invariants[1];
    char *rest = arena_format(run->arena, "%s", run->tables.model), *save = NULL;
    struct compose_arguments compose = {.machine = strtok_r(rest, " ", &save), .driver = strtok_r(NULL, " ", &save)};
    if (run->own)
        return compose_load(&run->loaded, language, &run->arguments.compose, run->tables.model, false);
    if (!compose.driver)
        return load_program(&run->loaded, language, path);
    invariants[0] = save;
    compose.invariants = (struct option_list){invariants, save && *save};
    return compose_load(&run->loaded, language, &compose, NULL, false);
}

static int compile(struct run *run)
{
    struct language_arguments language = LANGUAGE_DEFAULTS;
    language.warn = WARN_NONE;
    char *rest = arena_format(run->arena, "%s", run->tables.constants), *save = NULL;
    for (char *word = strtok_r(rest, " ", &save); word; word = strtok_r(NULL, " ", &save))
        ARENA_PUSH(run->arena, language.constants.items, language.constants.count, (const char *)word);
    int code = load_model(run, &language);
    if (!code)
        code = load_compile(&run->loaded, &run->arguments.compile);
    if (!code)
        run->model = compiled_model(run->loaded.compiled);
    return code;
}

/* A crossed cell that is reached is a violation of its error, and there may be
 * several. */
enum { MAX_VIOLATIONS = 64 };

/* Firings are looked at without reduction, which those that the search makes may have. */
static void ignore_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    (void)data, (void)from, (void)instance, (void)to;
}

static void choose_options(struct run *run)
{
    struct search_options *options = &run->options;
    search_options_default(options);
    options->threads = 1;
    options->max_states = run->arguments.max_states;
    options->memory = run->arguments.memory ? run->arguments.memory : machine_memory() / 5 * 4;
    options->interrupt = stop_note();
    options->unmet_cover_is_violation = false;
    options->max_errors = MAX_VIOLATIONS;
    options->trace = false;
}

static void search(struct run *run)
{
    run->options.state = derive_state;
    run->options.edge = ignore_edge;
    run->options.edge_data = run->derivation;
    run->result = search_run(run->model, &run->options);
}

static bool raised(const struct search_result *result, uint32_t property)
{
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].property == property)
            return true;
    return false;
}

static int add_units(struct run *run)
{
    struct text error = {0};
    bool added = true;
    for (uint32_t i = 0; added && i < run->model->property_count; i++)
        added = (run->own && !tables_is_cell(&run->model->properties[i])) || tables_add_unit(&run->tables, run->arena, &run->model->properties[i], &error);
    if (added)
        run->derivation = derive_new(&run->tables, run->arena, run->model, &run->options, &error);
    if (!run->derivation)
        complain("murrelet: %s: %s\n", run->tables.model, error.bytes);
    text_free(&error);
    return run->derivation ? 0 : EXIT_BAD_INPUT;
}

static void add_results(struct run *run)
{
    for (uint32_t i = 0; i < run->model->property_count; i++) {
        const struct model_property *property = &run->model->properties[i];
        if (property->kind == MODEL_COVER || property->kind == MODEL_ERROR)
            tables_set_met(&run->tables, property,
                           property->kind == MODEL_COVER ? run->result->properties[i].met > 0 : raised(run->result, i));
    }
    derive_end(run->derivation, run->result->reason == REASON_NONE);
}

/* ---- what departs from the source ---- */

enum departure { UNREACHED, CROSSED, DIFFERENT, IDLE, UNWATCHED, DEPARTURES };
static const struct {
    const char *name, *title;
    bool explain; /* an item without a note is a failure */
} departures[DEPARTURES] = {
    [UNREACHED] = {"not_reached", "Printed as possible, and not reached", true},
    [CROSSED] = {"crossed_reached", "Crossed out, and reached", true},
    [DIFFERENT] = {"different", "Action or next state different", true},
    [IDLE] = {"idle_notes", "Explained, and nothing departs", true},
    [UNWATCHED] = {"crossed_no_unit", "Crossed out, and no transition of the model stands for it", false},
};

static bool noted(const struct table_cell *cell, enum table_note_kind kind)
{
    for (unsigned i = 0; i < cell->note_count; i++)
        if (cell->notes[i].kind == kind)
            return true;
    return false;
}

static bool is_watched(const struct table *table)
{
    return table->watch.line_count > 0;
}

static bool departs(const struct table *, const struct table_cell *, enum departure);

/* A note names a difference that the cell has not, or none. */
static bool explains_nothing(const struct table_cell *cell, const struct table_note *note)
{
    for (unsigned i = 0; i < note->explain_count; i++)
        if (!table_differs(cell, note->explains[i]))
            return true;
    return !note->explain_count;
}

/* A note, and nothing that it could be about. */
static bool is_idle(const struct table *table, const struct table_cell *cell)
{
    bool elsewhere = departs(table, cell, UNREACHED) || departs(table, cell, CROSSED) || departs(table, cell, UNWATCHED);
    for (unsigned i = 0; i < cell->note_count; i++)
        if ((cell->notes[i].kind == TABLE_NOTE && !elsewhere) ||
            (cell->notes[i].kind == TABLE_DIFFERS && is_watched(table) && explains_nothing(cell, &cell->notes[i])))
            return true;
    return false;
}

static bool departs(const struct table *table, const struct table_cell *cell, enum departure departure)
{
    enum table_mark mark = table_mark(cell);
    switch (departure) {
    case UNREACHED: return mark == TABLE_PARTLY || mark == TABLE_NOT_REACHED || mark == TABLE_NOT_WATCHED;
    case CROSSED: return mark == TABLE_CROSSED_REACHED;
    case DIFFERENT: return is_watched(table) ? cell->difference_count > 0 : noted(cell, TABLE_DIFFERS);
    case IDLE: return is_idle(table, cell);
    case UNWATCHED: return mark == TABLE_CROSSED_NO_UNIT;
    case DEPARTURES: break;
    }
    return false;
}

static bool explained(const struct table_cell *cell, enum departure departure)
{
    for (unsigned i = 0; departure == DIFFERENT && i < cell->difference_count; i++)
        if (!table_explains(cell, cell->differences[i]))
            return false;
    return departure != IDLE && (noted(cell, TABLE_NOTE) || noted(cell, TABLE_DIFFERS));
}

/* Call `show` for each cell that departs; gives how many there are. */
typedef void show_cell(void *, const struct table *, unsigned state, unsigned event);
static unsigned each_departure(const struct tables *tables, enum departure departure, show_cell *show, void *data)
{
    unsigned count = 0;
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned s = 0; s < tables->tables[t].state_count; s++)
            for (unsigned e = 0; e < tables->tables[t].event_count; e++)
                if (departs(&tables->tables[t], table_cell(&tables->tables[t], s, e), departure)) {
                    count++;
                    show(data, &tables->tables[t], s, e);
                }
    return count;
}

struct unexplained {
    enum departure departure;
    unsigned count;
};

static void count_unexplained(void *data, const struct table *table, unsigned state, unsigned event)
{
    struct unexplained *unexplained = data;
    unexplained->count += !explained(table_cell(table, state, event), unexplained->departure);
}

static bool all_explained(const struct run *run, enum departure departure)
{
    struct unexplained unexplained = {.departure = departure};
    each_departure(&run->tables, departure, count_unexplained, &unexplained);
    return !unexplained.count;
}

/* What is done in no cell has a note; and, where all was seen, what a note says is done. */
static bool asides_explained(const struct tables *tables, bool complete)
{
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned i = 0; i < tables->tables[t].aside_count; i++) {
            const struct table_aside *aside = &tables->tables[t].asides[i];
            if (!aside->note || (complete && !aside->met))
                return false;
        }
    return true;
}

/* Violations that are not of a cell's error. */
static bool of_no_cell(const struct run *run, const struct violation *violation)
{
    if (violation->property == MODEL_NO_PROPERTY)
        return true;
    const struct model_property *property = &run->model->properties[violation->property];
    for (unsigned t = 0; t < run->tables.count; t++)
        for (unsigned c = 0; c < run->tables.tables[t].state_count * run->tables.tables[t].event_count; c++)
            for (unsigned u = 0; u < run->tables.tables[t].cells[c].unit_count; u++)
                if (run->tables.tables[t].cells[c].units[u].property == property)
                    return false;
    return true;
}

static const char *violation_name(const struct run *run, const struct violation *violation)
{
    return violation->property == MODEL_NO_PROPERTY ? "deadlock" : run->model->properties[violation->property].name;
}

/* A search that was cut short may have missed what is not reached, and cannot
 * say that what is crossed out is never reached. */
static int verdict(const struct run *run)
{
    for (unsigned i = 0; i < run->result->violation_count; i++)
        if (of_no_cell(run, &run->result->violations[i]))
            return EXIT_VIOLATED;
    if (run->own)
        return run->result->reason == REASON_NONE ? EXIT_HOLDS : EXIT_INCOMPLETE;
    if (!all_explained(run, CROSSED) || !all_explained(run, DIFFERENT) ||
        !asides_explained(&run->tables, run->result->reason == REASON_NONE))
        return EXIT_VIOLATED;
    if (run->result->reason != REASON_NONE)
        return EXIT_INCOMPLETE;
    return all_explained(run, UNREACHED) && all_explained(run, IDLE) ? EXIT_HOLDS : EXIT_VIOLATED;
}

/* ---- text ---- */

static int widest(const char *const *names, unsigned count)
{
    size_t width = 0;
    for (unsigned i = 0; i < count; i++)
        width = strlen(names[i]) > width ? strlen(names[i]) : width;
    return (int)width;
}

static void print_grid(const struct table *table)
{
    int width = widest(table->states, table->state_count);
    printf("\n%s (", table->name);
    printable_put(table->path, stdout);
    printf(")\n  %-*s", width, "");
    for (unsigned e = 0; e < table->event_count; e++)
        printf("  %s", table->events[e]);
    putchar('\n');
    for (unsigned s = 0; s < table->state_count; s++) {
        printf("  %-*s", width, table->states[s]);
        int blanks = 2;
        for (unsigned e = 0; e < table->event_count; e++) {
            printf("%*s%c", blanks, "", marks[table_mark(table_cell(table, s, e))].sign);
            blanks = (int)strlen(table->events[e]) + 1;
        }
        putchar('\n');
    }
}

static void print_legend(const struct tables *tables)
{
    bool used[TABLE_MARKS] = {false};
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned c = 0; c < tables->tables[t].state_count * tables->tables[t].event_count; c++)
            used[table_mark(&tables->tables[t].cells[c])] = true;
    putchar('\n');
    for (int i = 0; i < TABLE_MARKS; i++)
        if (used[i])
            printf("  %c  %s\n", marks[i].sign, marks[i].meaning);
}

static void print_departure(void *data, const struct table *table, unsigned state, unsigned event)
{
    const struct table_cell *cell = table_cell(table, state, event);
    enum departure departure = *(const enum departure *)data;
    printf("  %s %s %s, printed: %s\n", table->name, table->states[state], table->events[event], cell->printed);
    for (unsigned i = 0; i < cell->unit_count; i++)
        if (table_unit_is_error(&cell->units[i]) == cell->units[i].met)
            printf("    %s \"%s\"\n", table_unit_is_error(&cell->units[i]) ? "raised: error" : "not met: cover", cell->units[i].property->name);
    for (unsigned i = 0; i < cell->difference_count && departure == DIFFERENT; i++)
        printf("    %s%s\n", cell->differences[i], table_explains(cell, cell->differences[i]) ? "" : " (not explained)");
    for (unsigned i = 0; i < cell->note_count; i++)
        printf("    %s\n", cell->notes[i].text);
    if (departures[departure].explain && !explained(cell, departure))
        puts(departure == IDLE ? "    a note that explains nothing" : "    not explained");
}

static void ignore_cell(void *data, const struct table *table, unsigned state, unsigned event)
{
    (void)data, (void)table, (void)state, (void)event;
}

/* What each cell does, beside what is printed. */
static void print_cells(const struct table *table)
{
    printf("\n%s, printed = in the model\n", table->name);
    for (unsigned s = 0; s < table->state_count; s++)
        for (unsigned e = 0; e < table->event_count; e++) {
            const struct table_cell *cell = table_cell(table, s, e);
            if (cell->does)
                printf("  %s %s: %s = %s\n", table->states[s], table->events[e], cell->printed, cell->does);
        }
    for (unsigned i = 0; i < table->aside_count; i++) {
        const struct table_aside *aside = &table->asides[i];
        printf("  in no cell: rule \"%s\": %s\n    %s%s\n", aside->rule, aside->does, aside->note ? aside->note : "not explained",
               aside->met ? "" : " (a note that explains nothing)");
    }
}

static void print_departures(const struct tables *tables)
{
    for (int i = 0; i < DEPARTURES; i++) {
        enum departure departure = (enum departure)i;
        unsigned count = each_departure(tables, departure, ignore_cell, NULL);
        printf("\n%s: %u\n", departures[i].title, count);
        each_departure(tables, departure, print_departure, &departure);
    }
}

/* Of the model's own tables nothing is published: how many of their cells were reached is what there is to say. */
static void print_reached(const struct tables *tables)
{
    unsigned cells = 0, not_reached = each_departure(tables, UNREACHED, ignore_cell, NULL);
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned c = 0; c < tables->tables[t].state_count * tables->tables[t].event_count; c++)
            cells += !table_crossed(&tables->tables[t].cells[c]);
    printf("\n%u of %u cells reached\n", cells - not_reached, cells);
}

static void print_search(const struct run *run)
{
    const struct search_result *result = run->result;
    printable_format(stdout, "%s%s%s%s%s\n", run->tables.machine, run->own ? "" : ": ", run->own ? "" : run->tables.model,
                     *run->tables.constants ? " with " : "", run->tables.constants);
    printf("  %llu states, %llu rules fired, depth %u\n", (unsigned long long)result->states,
           (unsigned long long)result->rules_fired, result->depth);
    if (result->reason != REASON_NONE)
        printf("  incomplete: %s\n", result_reason_words(result));
    for (unsigned i = 0; i < result->violation_count; i++)
        if (of_no_cell(run, &result->violations[i]))
            printf("  violated: %s; what only such states lead to is not reached here\n", violation_name(run, &result->violations[i]));
}

static void print_text(const struct run *run)
{
    origin_print(stdout, run->machines, false);
    print_search(run);
    if (!run->model)
        return;
    for (unsigned t = 0; t < run->tables.count; t++)
        print_grid(&run->tables.tables[t]);
    print_legend(&run->tables);
    for (unsigned t = 0; t < run->tables.count; t++)
        if (is_watched(&run->tables.tables[t]))
            print_cells(&run->tables.tables[t]);
    if (run->own)
        print_reached(&run->tables);
    else
        print_departures(&run->tables);
}

/* ---- JSON ---- */

static json_t *cell_json(const struct table *table, unsigned state, unsigned event)
{
    const struct table_cell *cell = table_cell(table, state, event);
    json_t *units = json_array(), *notes = json_array(), *differences = json_array();
    for (unsigned i = 0; i < cell->unit_count; i++)
        json_array_append_new(units, json_pack("{s:s, s:s, s:b}", "kind", table_unit_is_error(&cell->units[i]) ? "error" : "cover",
                                               "name", cell->units[i].property->name, "met", cell->units[i].met));
    for (unsigned i = 0; i < cell->note_count; i++)
        json_array_append_new(notes, json_pack("{s:s, s:s}", "kind", table_note_name(cell->notes[i].kind), "text",
                                               cell->notes[i].text));
    for (unsigned i = 0; i < cell->difference_count; i++)
        json_array_append_new(differences, json_string(cell->differences[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:s*, s:o}", "table", table->name, "state", table->states[state],
                     "event", table->events[event], "printed", cell->printed, "mark", marks[table_mark(cell)].name,
                     "units", units, "notes", notes, "does", cell->does, "differences", differences);
}

static void append_name(void *data, const struct table *table, unsigned state, unsigned event)
{
    json_array_append_new(data, json_sprintf("%s %s %s", table->name, table->states[state], table->events[event]));
}

static json_t *asides_json(const struct tables *tables)
{
    json_t *asides = json_array();
    for (unsigned t = 0; t < tables->count; t++)
        for (unsigned i = 0; i < tables->tables[t].aside_count; i++) {
            const struct table_aside *aside = &tables->tables[t].asides[i];
            json_array_append_new(asides, json_pack("{s:s, s:s, s:s, s:s*, s:b}", "table", tables->tables[t].name, "rule", aside->rule,
                                                    "does", aside->does, "note", aside->note, "met", aside->met));
        }
    return asides;
}

static json_t *run_json(const struct run *run)
{
    json_t *cells = json_array(), *violations = json_array();
    for (unsigned t = 0; t < run->tables.count; t++)
        for (unsigned s = 0; s < run->tables.tables[t].state_count; s++)
            for (unsigned e = 0; e < run->tables.tables[t].event_count; e++)
                json_array_append_new(cells, cell_json(&run->tables.tables[t], s, e));
    for (unsigned i = 0; i < run->result->violation_count; i++)
        json_array_append_new(violations, json_string(violation_name(run, &run->result->violations[i])));
    json_t *root = json_pack("{s:s, s:s, s:s, s:b, s:I, s:I, s:o, s:o}", "machine", run->tables.machine, "model",
                             run->tables.model, "constants", run->tables.constants, "complete",
                             run->result->reason == REASON_NONE, "states", (json_int_t)run->result->states,
                             "rules_fired", (json_int_t)run->result->rules_fired, "violations", violations, "cells",
                             cells);
    if (run->result->reason != REASON_NONE)
        json_object_set_new(root, "reason", json_string(result_reason_name(run->result->reason)));
    json_t *origin = origin_json(run->machines, false);
    json_object_update(root, origin);
    json_decref(origin);
    json_object_set_new(root, "hash", json_string(identity_program(run->arena, run->loaded.program, run->tables.constants)));
    json_object_set_new(root, "in_no_cell", asides_json(&run->tables));
    for (int i = 0; i < DEPARTURES; i++) {
        json_t *names = json_array();
        each_departure(&run->tables, (enum departure)i, append_name, names);
        json_object_set_new(root, departures[i].name, names);
    }
    return root;
}

/* ---- the command ---- */

static int write_outputs(const struct run *run)
{
    const char *json = run->arguments.json;
    if (!json || strcmp(json, "-"))
        print_text(run);
    if (json && !write_json(run_json(run), json))
        return EXIT_BAD_INPUT;
    return verdict(run);
}

/* The compiler was stopped: nothing is known of any cell. */
static int report_nothing(struct run *run)
{
    static struct search_result nothing = {.verdict = VERDICT_INCOMPLETE, .reason = REASON_INTERRUPTED};
    run->result = &nothing;
    run->tables.count = 0;
    int code = write_outputs(run);
    run->result = NULL;
    return code;
}

/* The tables of a model in a file: once it is compiled, its covers say which. */
static int find_own_tables(struct run *run)
{
    tables_of_covers(&run->tables, run->arena, run->model);
    if (!run->tables.count)
        complain("murrelet: %s has no cover \"TABLE STATE EVENT\", which would be a cell (`murrelet slicc --covers` writes them)\n",
                 run->tables.model);
    return run->tables.count ? 0 : EXIT_BAD_INPUT;
}

static void name_own_model(struct run *run, const char *path)
{
    run->tables = (struct tables){.machine = path, .model = path, .constants = ""};
    for (unsigned i = 0; i < (unsigned)run->arguments.constants.count; i++)
        run->tables.constants = arena_format(run->arena, "%s%s%s", run->tables.constants, i ? " " : "", run->arguments.constants.items[i]);
}

static int show_states(struct run *run)
{
    int code = compile(run);
    if (!code && run->own)
        code = find_own_tables(run);
    if (code)
        return code == EXIT_INCOMPLETE ? report_nothing(run) : code;
    choose_options(run);
    code = add_units(run);
    if (code)
        return code;
    search(run);
    add_results(run);
    return write_outputs(run);
}

static int show_of_machine(struct run *run, const char *machine)
{
    int code = open_tables(run, machine);
    return code ? code : show_states(run);
}

static int show_own(struct run *run, const char *path)
{
    run->own = true;
    name_own_model(run, path);
    return show_states(run);
}

/* What is asked of a compiler's table alone. */
static bool asks_of_tests(const struct run *run, int argc)
{
    return argc > 1 || run->arguments.lowered.lowered || run->arguments.lowered.every_row;
}

static int has_no_tests(const char *operand)
{
    return options_usage(&command_table, "%s has no compiler's table, which tests could use", operand);
}

static int show(struct run *run, int argc, char **argv)
{
    run->machines = litmus_open_machines();
    if (!run->machines)
        return EXIT_BAD_INPUT;
    const char *composed = run->arguments.compose.machine;
    if (composed)
        return asks_of_tests(run, argc) ? has_no_tests(composed) : show_own(run, composed);
    if (text_ends_in(*argv, ".m"))
        return asks_of_tests(run, argc) ? has_no_tests(*argv) : show_own(run, *argv);
    if (run->arguments.constants.count)
        return options_usage(&command_table, "--const is for a model in a file, and %s is a machine", *argv);
    const struct machine_variant *machine = litmus_find_machine(run->machines, tables_machine(run->arena, *argv));
    if (!machine)
        return EXIT_BAD_INPUT;
    struct diagnostics *diagnostics = diagnostics_new(run->arena);
    const struct lowering *lowering = lowering_read(run->arena, diagnostics, run->machines, machine);
    load_print_diagnostics(diagnostics);
    if (diagnostics_errors(diagnostics))
        return EXIT_BAD_INPUT;
    if (lowering)
        return lowered_show(run->arena, run->machines, machine, lowering, &run->arguments.lowered, run->arguments.json, argc - 1,
                            argv + 1);
    return asks_of_tests(run, argc) ? has_no_tests(*argv) : show_of_machine(run, *argv);
}

static void release(struct run *run)
{
    if (run->result)
        search_result_free(run->result);
    if (run->loaded.arena)
        load_free(&run->loaded);
    machines_close(run->machines);
    arena_free(run->arena);
    options_release(&run->arguments.constants);
    options_release(&run->arguments.compose.invariants);
}

static bool composes(const struct compose_arguments *arguments)
{
    return arguments->machine || arguments->driver || arguments->invariants.count;
}

static int run_table(int argc, char **argv)
{
    struct run run = {.arguments = {.compile = COMPILE_DEFAULTS}};
    int first = options_parse(&command_table, &run.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (argc == first && !composes(&run.arguments.compose))
        return options_usage(&command_table, "a machine is wanted");
    if (composes(&run.arguments.compose) && !compose_operands(&command_table, &run.arguments.compose, argc - first))
        return EXIT_BAD_INPUT;
    run.arena = arena_new();
    stop_on_signals();
    int code = show(&run, argc - first, argv + first);
    release(&run);
    return code;
}

const struct command command_table = {
    .name = "table",
    .operands = "MACHINE|MODEL.m|--machine NAME --driver DRIVER [TEST...]",
    .summary = "print a machine's published tables: of states as its model reaches them, of instructions as tests use them",
    .description =
        "Visits every reachable state of the machine's model with a free-running driver, looks at every firing, and "
        "prints each published table of models/tables.tsv with what became of each cell and what the model does in it: "
        "next states, messages sent, answers given. Then it lists the cells that the source prints as possible and that "
        "were not reached; those that it crosses out and that were; those that do something else than is printed; and "
        "those crossed out that no transition of the model stands for, so that they cannot happen in it by "
        "construction. A file beside the model explains them.\n\n"
        "The exit code is 1 where one of the first three kinds has no explanation, an explanation has nothing to "
        "explain, something is done in no cell, or a property of the model fails. Of a table whose line in "
        "models/tables.tsv does not say what to watch, only what is reached is found out.\n\n"
        "Of a machine that does what a compiler's table says (models/lowerings.tsv), each row is printed, with the litmus "
        "tests that have an access of its operation, order and scope: those of the files and folders TEST, or the "
        "library's own. Nothing is searched then.\n\n"
        "Of a MODEL.m the tables are those of its covers \"TABLE STATE EVENT\", each a cell, such as `murrelet slicc --covers` writes "
        "for every pair of a protocol; so are those of a machine under a driver, with --machine. The exit code is then 1 where "
        "another property of the model is violated; a cell that is not reached is none.",
    .groups = table_groups,
    .run = run_table,
};
