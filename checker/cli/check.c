/* SPDX-License-Identifier: BSD-2-Clause */
/* check.c - murrelet check: from a model to a verdict. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../engine/cluster.h"
#include "../ltl/tableau.h"
#include "../model/groups.h"
#include "../replay/slice.h"
#include "../report/actor.h"
#include "../report/ci.h"
#include "../report/content.h"
#include "../report/coverage.h"
#include "../report/graph.h"
#include "../report/progress.h"
#include "../replay/replay.h"
#include "../report/report.h"
#include "../report/symmetry.h"
#include "check_options.h"
#include "commands.h"
#include "dump.h"
#include "processes.h"
#include "select.h"
#include "write.h"

/* All that a run holds; run_check fills it from the top down. */
struct run {
    struct check_arguments arguments;
    struct loaded loaded;
    enum compile_end compilation;
    const struct model *model;
    struct selection selection;
    struct expr **watches;
    struct search_options options;
    struct output *graph_file; /* until it is ended */
    struct graph *graph;
    struct dump_pairs *pairs;
    struct progress progress;
    const char *path;
    struct search *running; /* while it does */
    struct search_result *result;
    struct coverage coverage; /* points, where --coverage asks for them */
    struct report report, acting; /* acting: to say who does, while runs are sought */
};

/* ---- the stages ---- */

static bool dumps(const struct run *run, char letter)
{
    return load_dumps(&run->arguments.language, letter);
}

static int parse_arguments(struct run *run, int argc, char **argv, const char **path)
{
    int first = options_parse(&command_check, &run->arguments, argc, argv);
    if (first < 0)
        return first;
    if (!compose_operands(&command_check, &run->arguments.compose, argc - first) ||
        !check_options_consistent(&command_check, &run->arguments))
        return OPTIONS_BAD;
    *path = first < argc ? argv[first] : run->arguments.compose.machine;
    return first;
}

static int read_model(struct run *run, const char *path)
{
    const struct language_arguments *language = &run->arguments.language;
    if (run->arguments.compose.machine || !load_is_object(path))
        return compose_load(&run->loaded, &run->arguments.language, &run->arguments.compose, path, true);
    run->loaded = (struct loaded){.path = path, .arena = arena_new()};
    if (language->formulas.count || language->fair.count || language->strong.count) {
        options_usage(&command_check, "--ltl, --fair and --strong-fair need a model in Murphi");
        return EXIT_BAD_INPUT;
    }
    return 0;
}

static void put_error_at(const struct model_place *place)
{
    printable_place(place->file, place->line, place->column, stderr);
    fputs(": error: ", stderr);
}

/* A model that was built by hand may have external routines too. */
static bool all_bound(const struct model *model)
{
    const struct model_binding *binding = groups_binding(model);
    for (uint32_t i = 0; i < binding->external_count; i++) {
        const struct model_external *external = &binding->externals[i];
        put_error_at(&external->place);
        complain("nothing supplies the external routine '%s'\n", external->name);
    }
    return binding->external_count == 0;
}

/* Exact symmetry was asked for, and not only where it is shown. */
static bool all_symmetric(const struct model *model)
{
    bool all = true;
    for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++) {
        const struct model_scalarset *set = &groups_symmetry(model)->scalarsets[i];
        if (set->reduced)
            continue;
        put_error_at(&set->place);
        complain("--symmetry exact is refused: scalarset `%s` is not shown symmetric: %s\n", set->name, set->reason);
        all = false;
    }
    return all;
}

/* False: it cannot be told what a search comes to. */
static bool prepare_coverage(struct run *run)
{
    if (!run->arguments.coverage)
        return true;
    if (!run->loaded.program || run->arguments.resume) {
        options_usage(&command_check, run->arguments.resume ? "--coverage and --resume do not go together: of the levels that are "
                                                              "taken over it is not known what they came to"
                                                            : "--coverage needs a model in Murphi");
        return false;
    }
    run->coverage = (struct coverage){.arena = run->loaded.arena};
    run->loaded.coverage = &run->coverage;
    return true;
}

static int compile(struct run *run)
{
    if (!prepare_coverage(run))
        return EXIT_BAD_INPUT;
    if (dumps(run, 'l') && run->loaded.program)
        dump_layout(run->loaded.program);
    if (dumps(run, 'g') && run->loaded.program)
        dump_c(run->loaded.program);
    double seconds = run->arguments.max_seconds; /* a short one is meant for the search */
    int code = load_compile_within(&run->loaded, &run->arguments.compile, seconds > 0 ? seconds + 1 : 0,
                                   &run->compilation);
    if (code)
        return code;
    run->model = compiled_model(run->loaded.compiled);
    if (run->arguments.symmetry == MODEL_SYMMETRY_EXACT && !all_symmetric(run->model))
        return EXIT_BAD_INPUT;
    return all_bound(run->model) ? 0 : EXIT_BAD_INPUT;
}

/* Read and check the --watch expressions. */
static int read_watches(struct run *run)
{
    const struct option_list *list = &run->arguments.watch;
    struct loaded *loaded = &run->loaded;
    if (!list->count)
        return 0;
    if (!loaded->program)
        return options_usage(&command_check, "--watch needs a model in Murphi");
    run->watches = arena_alloc(loaded->arena, list->count * sizeof(struct expr *));
    for (unsigned i = 0; i < list->count; i++) {
        struct source *source = source_from_text(loaded->arena, "--watch", list->items[i]);
        run->watches[i] = parse_expression(loaded->arena, loaded->diagnostics, source, loaded->dialect);
        if (run->watches[i])
            types_check_expression(loaded->arena, loaded->diagnostics, loaded->program, loaded->dialect,
                                   run->watches[i], NULL);
    }
    bool failed = diagnostics_errors(loaded->diagnostics);
    diagnostics_print(loaded->diagnostics, stderr, load_colour(&run->arguments.language, stderr));
    return failed ? EXIT_BAD_INPUT : 0;
}

/* Of a machine those of its variant too, which are in no text that the hash is of. */
static const char *constants_of(const struct run *run)
{
    const struct loaded *loaded = &run->loaded;
    const char *text = loaded->override_count ? "" : "not given";
    for (unsigned i = 0; i < loaded->override_count; i++)
        text = arena_format(loaded->arena, "%s%s%s=%s", text, i ? " " : "", loaded->overrides[i].name,
                            loaded->overrides[i].value);
    return text;
}

static const char *list_of(struct arena *arena, const char *option, const struct option_list *list)
{
    const char *text = "";
    for (unsigned i = 0; i < list->count; i++)
        text = arena_format(arena, "%s%s\t%s\n", text, option, list->items[i]);
    return text;
}

/* What the command line adds to the model's properties. */
static const char *progress_of(const struct run *run)
{
    const struct language_arguments *language = &run->arguments.language;
    struct arena *arena = run->loaded.arena;
    return arena_format(arena, "%s%s%s", list_of(arena, "--ltl", &language->formulas), list_of(arena, "--fair", &language->fair),
                        list_of(arena, "--strong-fair", &language->strong));
}

/* What a checkpoint is of: the text of the model, how it is put together, and the constants given. */
static const char *identity_of(const struct run *run)
{
    const struct loaded *loaded = &run->loaded;
    struct content_hash hash = loaded->program ? content_of_program(loaded->program) : content_of_file(loaded->path);
    return arena_format(loaded->arena, "model\t%s\n--dialect\t%s\n--const\t%s\n%s%s", hash.text,
                        loaded->dialect == DIALECT_CMURPHI ? "cmurphi" : "rumur", constants_of(run), progress_of(run),
                        loaded->driven ? driver_identity(loaded->arena, loaded->driven) : "");
}

static bool is_asked(const struct run *run, uint32_t property)
{
    return !run->options.enabled || run->options.enabled[property];
}

static bool asks_for(const struct run *run, enum model_property_kind kind)
{
    for (uint32_t p = 0; p < run->model->property_count; p++)
        if (run->model->properties[p].kind == kind && is_asked(run, p))
            return true;
    return false;
}

/* False: a formula's automaton would be too large, and that is said. */
static bool fit_automata(const struct run *run)
{
    const struct model_fairness *group = groups_fairness(run->model);
    for (uint32_t i = 0; i < group->formula_count; i++) {
        const struct model_property *property = &run->model->properties[group->formulas[i].property];
        if (!is_asked(run, group->formulas[i].property))
            continue;
        struct automaton *automaton = automaton_of_negation(group->formulas[i].nodes, group->formulas[i].node_count);
        bool fits = automaton != NULL;
        automaton_free(automaton);
        if (!fits) {
            put_error_at(&property->place);
            complain("the formula of \"%s\" is too large: split it into several properties\n", property->name);
            return false;
        }
    }
    return true;
}

/* A fair instance, and one that a formula names, is followed by the names that it has from state to state; where that
 * cannot be done states are not reduced.  False: the user asked for it all the same. */
static bool limit_for_formulas(struct run *run)
{
    struct search_options *options = &run->options;
    if (!fit_automata(run))
        return false;
    if (!asks_for(run, MODEL_LTL) || options->order == SEARCH_RANDOM)
        return true;
    if (!formulas_allow_multisets(run->model)) {
        if (options->multiset_reduction && groups_symmetry(run->model)->multiset_count > 0)
            fputs("murrelet: multisets are not reduced: a formula is checked, and the model is bound to a test\n", stderr);
        options->multiset_reduction = false;
    }
    if (formulas_allow_symmetry(run->model))
        return true;
    if (options->symmetry != MODEL_SYMMETRY_OFF && groups_symmetry(run->model)->permutation_size > 0) {
        fputs("murrelet: symmetry is off: a formula is checked, and the start states are not shown symmetric\n", stderr);
        if (run->arguments.symmetry == MODEL_SYMMETRY_EXACT)
            return false;
    }
    options->symmetry = MODEL_SYMMETRY_OFF;
    return true;
}

/* Where of a firing's faults some are skipped and others are not, no reduction may decide which one comes
 * first.  False: the user asked for one all the same. */
static bool limit_reductions(struct run *run)
{
    struct search_options *options = &run->options;
    if (!limit_for_formulas(run))
        return false;
    if (options->multiset_reduction && groups_symmetry(run->model)->multiset_count > 0 && select_splits_faults(run->model, &run->selection)) {
        fputs("murrelet: multisets are not reduced: of the faults that a firing can meet some are skipped and others are not, "
              "and the order of slots may decide which it meets first\n", stderr);
        options->multiset_reduction = false;
    }
    if (options->symmetry != MODEL_SYMMETRY_OFF && groups_symmetry(run->model)->permutation_size > 0 &&
        select_splits_faults(run->model, &run->selection)) {
        fputs("murrelet: symmetry is off: of the faults that a firing can meet some are skipped and others are not, "
              "and the order of a scalarset's elements may decide which it meets first\n", stderr);
        if (run->arguments.symmetry == MODEL_SYMMETRY_EXACT)
            return false;
        options->symmetry = MODEL_SYMMETRY_OFF;
    }
    return true;
}

/* What several processes do not do together yet. */
static bool fits_processes(const struct run *run)
{
    const struct check_arguments *a = &run->arguments;
    const struct {
        bool given;
        const char *what;
    } table[] = {
        {a->check_symmetry, "--check-symmetry"},
        {a->search == SEARCH_DFS, "--search dfs"},
        {a->search == SEARCH_RANDOM, "--search random"},
        {a->store == STORE_COMPACT, "--store compact"},
        {a->store == STORE_BITSTATE, "--store bitstate"},
        {a->store == STORE_RUNS, "--store runs"},
        {a->stats, "--stats"},
        {a->estimate, "--estimate"},
        {a->graph != NULL, "--graph"},
        {a->coverage != NULL, "--coverage"},
        {dumps(run, 'y'), "-d y"},
        {asks_for(run, MODEL_LIVENESS), "a liveness property (--skip leaves it out)"},
        {asks_for(run, MODEL_LTL), "a formula (--skip leaves it out)"},
    };
    for (unsigned i = 0; cluster_size() > 1 && i < sizeof table / sizeof *table; i++)
        if (table[i].given) {
            options_usage(&command_check, "%s is for one process, and mpirun started %u", table[i].what, cluster_size());
            return false;
        }
    return true;
}

/* What asks for a state by a number, which it has not in sorted runs. */
static bool fits_runs(const struct run *run)
{
    bool liveness = asks_for(run, MODEL_LIVENESS), fits = run->arguments.store != STORE_RUNS || (!liveness && !asks_for(run, MODEL_LTL));
    if (!fits)
        options_usage(&command_check, "--store runs does not decide %s (--skip leaves it out)",
                      liveness ? "a liveness property" : "a formula");
    return fits;
}

/* By default several processes share the memory of their machine, and each has one thread. */
static void share_machine(struct run *run)
{
    if (!run->arguments.memory)
        run->options.memory /= cluster_here();
    if (!run->arguments.threads && cluster_size() > 1)
        run->options.threads = 1;
}

/* Where states and edges go while the search runs.  False: a file cannot be written. */
static bool open_outputs(struct run *run)
{
    struct search_options *options = &run->options;
    const char *path = run->arguments.graph;
    if (path) {
        run->graph_file = write_begin(path, OUTPUT_REPORT);
        if (!run->graph_file)
            return false;
        run->graph = graph_begin(run->model, &run->options, path, output_stream(run->graph_file));
        options->state = graph_state;
        options->edge = graph_edge;
        options->edge_data = run->graph;
    }
    if (dumps(run, 'y')) {
        run->pairs = dump_pairs_new(run->model, options);
        options->edge = dump_pairs_edge;
        options->edge_data = run->pairs;
    }
    return true;
}

/* What the search is to do, now that the model is known. */
static int set_options(struct run *run)
{
    struct search_options *options = &run->options;
    const struct check_arguments *arguments = &run->arguments;
    check_options_fit(&run->arguments, run->loaded.driven);
    check_options_search(arguments, options);
    options->interrupt = stop_note();
    options->running = &run->running;
    options->identity = identity_of(run);
    if (!select_properties(&command_check, run->model, &arguments->only, &arguments->skip, &run->selection))
        return EXIT_BAD_INPUT;
    options->enabled = run->selection.enabled;
    if (!limit_reductions(run))
        return EXIT_BAD_INPUT;
    if (!run->selection.deadlock)
        options->deadlock = DEADLOCK_OFF;
    share_machine(run);
    if (!fits_processes(run) || !fits_runs(run))
        return EXIT_BAD_INPUT;
    if (arguments->witness) {
        options->witness = select_cover(&command_check, run->model, arguments->witness);
        if (options->witness == MODEL_NO_PROPERTY)
            return EXIT_BAD_INPUT;
    }
    if (arguments->fewest_switches) {
        run->acting = (struct report){.path = run->path, .model = run->model, .program = run->loaded.program};
        options->actor = actor_of_step;
        options->actor_data = &run->acting;
    }
    return open_outputs(run) ? read_watches(run) : EXIT_BAD_INPUT;
}

static void search(struct run *run)
{
    if (processes_leads() && !run->arguments.quiet && isatty(STDERR_FILENO)) {
        progress_start(&run->progress, stderr, &run->options);
        run->options.progress = progress_show;
        run->options.progress_data = &run->progress;
    }
    run->result = search_run(run->model, &run->options);
    if (run->options.progress)
        progress_end(&run->progress);
    if (run->result->trouble)
        complain("murrelet: %s\n", run->result->trouble);
    if (dumps(run, 's') && processes_leads())
        dump_levels(run->result);
}

/* Until when traces are run again: as the search for them, for a moment where
 * the time was up, or the user wished to end, before. */
struct patience {
    double until; /* by machine_clock; 0: any time */
    bool was_asked;
};

static bool out_of_patience(void *data)
{
    const struct patience *patience = data;
    return (patience->until > 0 && machine_clock() > patience->until) || (!patience->was_asked && stop_asked());
}

static struct patience patience_left(const struct run *run)
{
    double most = run->options.max_seconds, left = most - run->result->seconds;
    struct patience patience = {.was_asked = stop_asked()};
    if (patience.was_asked || most > 0)
        patience.until = machine_clock() + (most > 0 && left > 1 && !patience.was_asked ? left : 1);
    return patience;
}

/* Run every trace again by other means; a difference is our own fault. */
static void verify(const struct run *run)
{
    struct text error = {0};
    struct patience patience = patience_left(run);
    if (!processes_leads()) /* then there are no traces */
        return;
    for (unsigned i = 0; i < run->result->violation_count; i++) {
        struct violation *violation = &run->result->violations[i];
        switch (replay_run(run->loaded.program, run->model, &run->options, violation, &error, out_of_patience, &patience)) {
        case REPLAY_DIFFERS:
            die("the trace does not replay: %s", error.bytes);
        case REPLAY_STOPPED:
            trace_free(&violation->trace);
            violation->no_trace = "there was not the time to run it again by the interpreter";
            break;
        case REPLAY_SAME:
            break;
        }
    }
    text_free(&error);
    for (unsigned i = 0; i < run->result->violation_count; i++)
        if (replay_is_dialect(run->loaded.program, run->model, &run->options, &run->result->violations[i]))
            run->result->violations[i].hint =
                "With --dialect cmurphi this does not fail: there a loop from a to b with a > b does not run, and an "
                "undefined variable may be copied.";
}

static void slice(const struct run *run)
{
    struct patience patience = patience_left(run);
    const struct slice_asker asker = {.stopped = out_of_patience, .data = &patience};
    for (unsigned i = 0; run->arguments.slice && processes_leads() && i < run->result->violation_count; i++)
        slice_make(run->loaded.program, run->model, &run->options, &run->result->violations[i], &asker);
}

/* The machine has no meaning for what the driver issues (models/lib/README.md): nothing is violated, and nothing shown. */
static bool is_refused(const struct run *run)
{
    static const char mark[] = "refused: ";
    const struct violation *v = run->result->violation_count ? &run->result->violations[0] : NULL;
    const struct model_property *p = v && v->property != MODEL_NO_PROPERTY ? &run->model->properties[v->property] : NULL;
    if (!run->loaded.driven || !p || p->kind != MODEL_ERROR || strncmp(p->name, mark, strlen(mark)))
        return false;
    complain("murrelet: error: %s: the machine refuses an operation: %s\n", run->loaded.path, p->name + strlen(mark));
    return true;
}

/* ---- the report ---- */

static void make_report(struct run *run)
{
    const struct check_arguments *arguments = &run->arguments;
    run->report = (struct report){
        .path = run->loaded.path ? run->loaded.path : run->path,
        .model = run->model,
        .program = run->loaded.program,
        .options = &run->options,
        .result = run->result,
        .constants = run->loaded.overrides,
        .constant_count = run->loaded.override_count,
        .driven = run->loaded.driven,
        .formulas = arguments->language.formulas.items,
        .formula_count = arguments->language.formulas.count,
        .fair = arguments->language.fair.items,
        .fair_count = arguments->language.fair.count,
        .strong = arguments->language.strong.items,
        .strong_count = arguments->language.strong.count,
        .dialect = run->loaded.dialect,
        .trace = (enum trace_mode)arguments->trace,
        .all = arguments->all,
        .watches = arguments->watch.items,
        .watch_exprs = run->watches,
        .watch_count = arguments->watch.count,
        .witness = arguments->witness,
        .stats = arguments->stats,
        .properties = arguments->properties,
        .quiet = arguments->quiet,
        .estimate = arguments->estimate,
        .colour = load_colour(&arguments->language, stdout),
    };
}

static bool end_graph(struct run *run)
{
    struct output *file = run->graph_file;
    graph_end(run->graph, run->result);
    run->graph_file = NULL;
    return write_end(file, run->arguments.graph);
}

/* The forms that services read.  False: one cannot be written. */
static bool write_for_services(const struct run *run)
{
    const struct check_arguments *a = &run->arguments;
    if (!a->junit && !a->sarif && !a->tap && !a->markdown)
        return true;
    json_t *report = report_json(&run->report);
    bool written = !a->junit || write_form(report, a->junit, ci_junit);
    written &= !a->tap || write_form(report, a->tap, ci_tap);
    written &= !a->markdown || write_form(report, a->markdown, ci_markdown);
    written &= !a->sarif || write_json(ci_sarif(report), a->sarif);
    json_decref(report);
    return written;
}

static bool is_standard_output(const char *path)
{
    return path && !strcmp(path, "-");
}

/* Whether a report has the standard output for itself. */
static bool is_output_taken(const struct check_arguments *a)
{
    return is_standard_output(a->json) || is_standard_output(a->junit) || is_standard_output(a->tap) || is_standard_output(a->sarif) ||
           is_standard_output(a->markdown) || is_standard_output(a->coverage);
}

static const unsigned char *covers_met(const struct run *run)
{
    unsigned char *met = arena_alloc(run->coverage.arena, run->model->property_count + 1);
    for (uint32_t i = 0; i < run->model->property_count; i++)
        met[i] = run->result->properties[i].met != 0;
    return met;
}

/* What was not compiled, or only as C, has no points. */
static bool write_covered(const struct run *run)
{
    const char *path = run->arguments.coverage;
    const unsigned char *bytes = run->loaded.compiled ? compiled_covered(run->loaded.compiled) : NULL;
    if (!path || !bytes || !run->result->rule_fired)
        return true;
    const struct covered covered = {.points = &run->coverage, .bytes = bytes, .fired = run->result->rule_fired, .met = covers_met(run)};
    json_t *coverage = coverage_json(run->report.path, run->result->verdict, run->model, &covered);
    return write_coverage(coverage, path);
}

/* The first violation's run, or the witness. */
static bool write_run(const struct run *run)
{
    const struct check_arguments *arguments = &run->arguments;
    bool written = true;
    if (!run->result->violation_count || !run->result->violations[0].trace.count) {
        write_no_run(arguments->trace_out);
        write_no_run(arguments->html);
        return true;
    }
    if (arguments->trace_out)
        written &= write_json(report_trace(&run->report, 0), arguments->trace_out);
    if (arguments->html) {
        json_t *trace = report_trace(&run->report, 0);
        written &= write_page(trace, arguments->html);
        json_decref(trace);
    }
    return written;
}

/* Everything that was asked for; an output that cannot be written is the
 * user's to mend, and must not pass for a verdict. */
static int write_outputs(struct run *run)
{
    const struct check_arguments *arguments = &run->arguments;
    bool written = true;
    if (!processes_leads())
        return report_exit_code(&run->report);
    if (!is_output_taken(arguments))
        report_text(&run->report, stdout);
    if (arguments->json)
        written &= write_json(report_json(&run->report), arguments->json);
    written &= write_run(run);
    written &= write_for_services(run);
    written &= write_covered(run);
    if (run->graph) /* it is begun with the search */
        written &= end_graph(run);
    return written && !run->result->trouble ? report_exit_code(&run->report) : EXIT_BAD_INPUT;
}

/* --check-symmetry: in place of the search. */
static int check_symmetry(struct run *run)
{
    static const int codes[] = {[VERDICT_HOLDS] = EXIT_HOLDS, [VERDICT_VIOLATED] = EXIT_VIOLATED, [VERDICT_INCOMPLETE] = EXIT_INCOMPLETE};
    const char *json = run->arguments.json, *path = run->loaded.path;
    struct commute_result *result = commute_run(run->model, &run->options);
    bool written = true;
    if (!is_standard_output(json))
        symmetry_text(path, run->model, result, stdout);
    if (json)
        written = write_json(symmetry_json(path, run->model, result), json);
    int code = written ? codes[result->verdict] : EXIT_BAD_INPUT;
    commute_free(result);
    return code;
}

static void release(struct run *run)
{
    if (run->result)
        search_result_free(run->result);
    graph_free(run->graph);
    if (run->graph_file)
        output_drop(run->graph_file);
    dump_pairs_free(run->pairs);
    select_free(&run->selection);
    load_free(&run->loaded);
    options_release(&run->arguments.language.constants);
    options_release(&run->arguments.language.formulas);
    options_release(&run->arguments.language.fair);
    options_release(&run->arguments.language.strong);
    options_release(&run->arguments.only);
    options_release(&run->arguments.skip);
    options_release(&run->arguments.watch);
    options_release(&run->arguments.compose.invariants);
}

/* The report is of a search that has not begun, of a model of which nothing is
 * known, for the compiler was stopped or memory ran out. */
static int report_nothing(struct run *run, enum incomplete_reason reason)
{
    static const struct model unknown = {.abi = MODEL_ABI};
    static struct property_result none[1];
    static struct search_result nothing = {.verdict = VERDICT_INCOMPLETE, .store = "none", .properties = none,
                                           .deadlock = {.verdict = VERDICT_INCOMPLETE}};
    nothing.reason = reason;
    nothing.exhausted = reason == REASON_MEMORY;
    run->model = &unknown;
    run->result = &nothing;
    check_options_fit(&run->arguments, run->loaded.driven);
    check_options_search(&run->arguments, &run->options);
    make_report(run);
    int code = write_outputs(run);
    run->result = NULL;
    return code;
}

/* ---- out of memory ---- */

/* It may end in the middle of a line. */
static void drop_graph(struct run *run)
{
    if (run->graph_file) {
        output_drop(run->graph_file);
        complain("murrelet: the graph is not written\n");
    }
    run->graph_file = NULL;
    run->graph = NULL;
}

static int report_out_of_memory(void *data)
{
    struct run *run = data;
    if (!run->path)
        return EXIT_INCOMPLETE;
    if (run->result)
        search_drop_traces(run->result);
    else
        drop_graph(run);
    if (!run->result && run->running)
        run->result = search_so_far(run->running);
    if (!run->result)
        return report_nothing(run, REASON_MEMORY);
    make_report(run);
    run->report.watch_count = 0;
    memory_reporting(report_exit_code(&run->report));
    return write_outputs(run);
}

/* The first process compiles; then the others find what it made. */
static int compile_in_turn(struct run *run)
{
    int ready = processes_leads() ? 0 : processes_agree(0), code = ready ? ready : compile(run);
    if (processes_leads())
        processes_agree(0);
    return code;
}

static int prepare(struct run *run, const char *path)
{
    int code = processes_agree(read_model(run, path));
    if (!code)
        code = processes_agree(compile_in_turn(run));
    if (code && run->compilation != COMPILE_ENDED)
        return report_nothing(run, run->compilation == COMPILE_OUT_OF_TIME ? REASON_TIME : REASON_INTERRUPTED);
    return code ? code : processes_agree(set_options(run));
}

static int check(struct run *run, const char *path)
{
    stop_on_signals();
    int code = prepare(run, path);
    if (code)
        return code;
    processes_ready();
    if (run->arguments.check_symmetry)
        return check_symmetry(run);
    search(run);
    if (run->result->refused || is_refused(run))
        return EXIT_BAD_INPUT;
    verify(run);
    slice(run);
    make_report(run);
    memory_reporting(run->result->verdict == VERDICT_VIOLATED ? EXIT_VIOLATED : EXIT_INCOMPLETE);
    return write_outputs(run);
}

static int run_check(int argc, char **argv)
{
    struct run run = {.arguments = CHECK_DEFAULTS};
    const char *path;
    memory_at_end(&(struct memory_end){report_out_of_memory, &run, NULL});
    if (!processes_open())
        return EXIT_BAD_INPUT;
    int parsed = parse_arguments(&run, argc, argv, &path);
    int code = parsed < 0 ? options_exit(parsed) : check(&run, run.path = path);
    bool lost = run.result && run.result->lost;
    release(&run);
    return processes_close(code, lost);
}

static const struct option_absence check_absent[] = {
    {"svg mermaid text itf",
     "--trace-out writes the run, and 'murrelet show' draws it from there"},
    {"at outcome",
     "it is of litmus tests: 'murrelet litmus' has it"},
    {0},
};

const struct command command_check = {
    .name = "check",
    .operands = "MODEL.m|--machine NAME --driver DRIVER",
    .summary = "visit every reachable state of a model and check its properties",
    .description =
        "Visit every reachable state of MODEL.m and check its invariants, assertions, liveness properties and covers, "
        "that it has no deadlock, and that no value leaves its type. A violation comes with a shortest run that leads "
        "to it.\n\n"
        "The verdict is 'holds' only when every reachable state was visited, exactly; a search that was bounded, "
        "sampled, lossy or cut short is 'incomplete', and says why.",
    .groups = check_groups,
    .absent = check_absent,
    .run = run_check,
};
