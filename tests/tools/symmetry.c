/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry [-f | -k SHAPE] [-v] [-j JOBS] FROM COUNT - random models about what
 * loops, functions and quantifiers over a scalarset do.
 *
 * Of most it shows in which order the elements are come to.  For each seed our
 * search without symmetry, with exact and with heuristic symmetry must agree
 * with the oracle: on the verdict; where it holds, on the number of states, or
 * of orbits under the scalarsets that are reduced, counted by brute force; and
 * where it does not, on the depth.  And the scalarsets that are reduced must
 * commute (engine/commute.h).
 *
 * -f: models that take no order, by construction.  Then a scalarset that does
 * not commute is the generator's mistake, and how many models stay reduced
 * altogether is printed.  -k: one shape alone.  -v: say what keeps a scalarset
 * from that, and at each thousand how far it has come.  Prints a line for each seed that differs, and last
 * "PASSED FAILED SKIPPED".
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/die.h"
#include "engine/commute.h"
#include "codegen/codegen.h"
#include "codegen/compile.h"
#include "replay/replay.h"
#include "report/report.h"
#include "tools/lib/generate.h"
#include "tools/lib/oracle.h"
#include "model/groups.h"

enum { MAX_STATES = 4000 };

struct counts {
    unsigned passed, failed, skipped;
    unsigned reduced, careful, violated; /* models: all scalarsets reduced; one not, though it commutes; violated */
};

struct trial {
    uint64_t seed;
    struct generate_options generate;
    bool verbose;
    struct text text;
    struct arena *arena;
    struct program *program;
    const struct model *model;
    struct oracle_result oracle;
    unsigned failures;
};

static void complain(struct trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(struct trial *t, const char *format, ...)
{
    char line[600], shape[20] = "-t";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (t->generate.shape)
        snprintf(shape, sizeof shape, "-k %d", t->generate.shape);
    if (!t->failures++)
        printf("FAIL generate -x %s %llu: %s\n", t->generate.order == ORDER_FREE ? "-f" : shape, (unsigned long long)t->seed, line);
    fflush(stdout);
}

/* ---- the model ---- */

static bool read_model(struct trial *t)
{
    generate_model(&t->text, t->seed, &t->generate);
    t->arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(t->arena);
    struct source *source = source_from_text(t->arena, "random.m", t->text.bytes);
    t->program = parse_program(t->arena, diagnostics, source, DIALECT_RUMUR);
    if (!diagnostics_errors(diagnostics) && types_check(t->arena, diagnostics, t->program, DIALECT_RUMUR, NULL, 0))
        return true;
    complain(t, "the front end refuses it (murrelet check says why)");
    return false;
}

static struct compiled *compile(struct trial *t)
{
    struct compile_options options = {.cc = "tcc", .optimise = 0, .no_cache = true};
    struct text c = {0}, error = {0};
    codegen_program(&c, t->program);
    struct compiled *compiled = compile_model(&c, &options, &error);
    if (!compiled)
        complain(t, "the generated C does not compile: %s", error.bytes);
    text_free(&c);
    text_free(&error);
    return compiled;
}

static struct search_options options_of(const struct trial *t, enum model_symmetry_mode symmetry)
{
    struct search_options options;
    const char *deadlock = generate_deadlock(t->seed);
    search_options_default(&options);
    options.threads = 1;
    options.store = STORE_JUDY;
    options.symmetry = symmetry;
    options.multiset_reduction = symmetry != MODEL_SYMMETRY_OFF;
    options.deadlock = !strcmp(deadlock, "off") ? DEADLOCK_OFF : !strcmp(deadlock, "stuck") ? DEADLOCK_STUCK : DEADLOCK_STUTTERING;
    return options;
}

static void ask_oracle(struct trial *t)
{
    struct oracle_options options = {.deadlock = options_of(t, MODEL_SYMMETRY_OFF).deadlock, .unmet_cover_is_violation = true,
                                     .compare_orbits = true, .max_states = MAX_STATES};
    t->oracle = oracle_check(t->program, &options);
}

/* ---- searches ---- */

/* Which of several errors of an evaluation is named may differ, and so which
 * comes first in the source; what is no error may not. */
static bool named_alike(const struct trial *t, const struct violation *violation)
{
    const struct oracle_result *oracle = &t->oracle;
    bool plain = violation->kind == MODEL_INVARIANT || violation->kind == MODEL_LIVENESS || violation->kind == MODEL_COVER;
    if (violation->kind != oracle->kind || !plain)
        return true;
    const struct model_place *place = &t->model->properties[violation->property].place;
    return place->line == place_line(oracle->place) && place->column == place_column(oracle->place);
}

static void compare_violation(struct trial *t, const char *how, const struct search_options *options, const struct violation *violation)
{
    struct text error = {0};
    if (violation->depth != t->oracle.depth || !named_alike(t, violation))
        complain(t, "%s: %s, depth %u; the oracle: %s, depth %u (%s)", how, result_kind_name(violation->kind), violation->depth,
                 result_kind_name(t->oracle.kind), t->oracle.depth, t->oracle.message);
    else if (!replay_verify(t->program, t->model, options, violation, &error))
        complain(t, "%s: %s", how, error.bytes);
    text_free(&error);
}

static void search(struct trial *t, enum model_symmetry_mode symmetry)
{
    static const char *const names[] = {"symmetry off", "symmetry exact", "symmetry heuristic"};
    const char *how = names[symmetry];
    struct search_options options = options_of(t, symmetry);
    options.trace = !t->oracle.orbits_differ; /* where reduction is unsound there may be no run */
    struct search_result *result = search_run(t->model, &options);
    uint64_t least = symmetry == MODEL_SYMMETRY_OFF ? t->oracle.states : t->oracle.orbits;
    uint64_t most = symmetry == MODEL_SYMMETRY_EXACT ? t->oracle.orbits : t->oracle.states;
    if (result->verdict != t->oracle.verdict)
        complain(t, "%s: %s; the oracle: %s (%s)", how, result_verdict_name(result->verdict),
                 result_verdict_name(t->oracle.verdict), t->oracle.message);
    else if (result->verdict == VERDICT_VIOLATED)
        compare_violation(t, how, &options, &result->violations[0]);
    else if (result->states < least || result->states > most)
        complain(t, "%s: %llu states; the oracle: %llu, in %llu orbits", how, (unsigned long long)result->states,
                 (unsigned long long)t->oracle.states, (unsigned long long)t->oracle.orbits);
    search_result_free(result);
}

/* ---- whether it commutes ---- */

static void try_to_commute(struct trial *t, struct counts *counts)
{
    struct search_options options = options_of(t, MODEL_SYMMETRY_EXACT);
    options.max_states = MAX_STATES;
    struct commute_result *result = commute_run(t->model, &options);
    bool reduced = true, careful = false;
    if (result->verdict == VERDICT_VIOLATED)
        complain(t, "a scalarset that is reduced does not commute");
    for (uint32_t i = 0; i < groups_symmetry(t->model)->scalarset_count; i++) {
        const struct model_scalarset *scalarset = &groups_symmetry(t->model)->scalarsets[i];
        reduced &= scalarset->reduced != 0;
        if (t->verbose && !scalarset->reduced && t->generate.order == ORDER_FREE)
            printf("kept %llu: %s (%u:%u)\n", (unsigned long long)t->seed, scalarset->reason, scalarset->place.line, scalarset->place.column), fflush(stdout);
        careful |= !groups_symmetry(t->model)->scalarsets[i].reduced && result->scalarsets[i].verdict == VERDICT_HOLDS;
        if (t->generate.order == ORDER_FREE && result->scalarsets[i].verdict == VERDICT_VIOLATED)
            complain(t, "the generator: the model takes an order");
    }
    counts->reduced += reduced;
    counts->careful += careful;
    commute_free(result);
}

/* ---- a trial ---- */

static void try_model(struct trial *t, struct counts *counts)
{
    struct compiled *compiled = compile(t);
    if (!compiled)
        return;
    t->model = compiled_model(compiled);
    ask_oracle(t);
    if (t->oracle.verdict == VERDICT_INCOMPLETE) {
        counts->skipped++;
    } else {
        counts->violated += t->oracle.verdict == VERDICT_VIOLATED;
        search(t, MODEL_SYMMETRY_OFF);
        search(t, MODEL_SYMMETRY_EXACT);
        search(t, MODEL_SYMMETRY_HEURISTIC);
    }
    if (t->oracle.orbits_differ)
        complain(t, "the oracle: states of one orbit behave differently, so symmetry or multiset reduction is not sound");
    try_to_commute(t, counts);
    compiled_free(compiled);
}

static void run_trial(struct trial *t, struct counts *counts)
{
    unsigned skipped = counts->skipped;
    if (read_model(t))
        try_model(t, counts);
    if (t->failures)
        counts->failed++, counts->skipped = skipped;
    else
        counts->passed += counts->skipped == skipped;
    arena_free(t->arena);
    text_free(&t->text);
}

static struct counts run_share(const struct trial *options, uint64_t from, uint64_t count, unsigned share, unsigned shares)
{
    struct counts counts = {0};
    for (uint64_t i = share; i < count; i += shares) {
        struct trial t = *options;
        t.seed = from + i;
        run_trial(&t, &counts);
        if (t.verbose && (i + 1) % 1000 == 0) {
            printf("to %llu: %u passed, %u failed, %u skipped\n", (unsigned long long)t.seed, counts.passed, counts.failed, counts.skipped);
            fflush(stdout);
        }
    }
    return counts;
}

/* Each share in a process of its own, its counts through a pipe. */
static struct counts run_shares(const struct trial *options, uint64_t from, uint64_t count, unsigned shares)
{
    struct counts total = {0}, counts;
    int ends[2];
    if (pipe(ends))
        die("pipe failed: %s", strerror(errno));
    for (unsigned i = 0; i < shares; i++) {
        pid_t child = fork();
        if (child < 0)
            die("fork failed: %s", strerror(errno));
        if (!child) {
            counts = run_share(options, from, count, i, shares);
            _exit(write(ends[1], &counts, sizeof counts) != (ssize_t)sizeof counts);
        }
    }
    close(ends[1]);
    while (read(ends[0], &counts, sizeof counts) == (ssize_t)sizeof counts) {
        total.passed += counts.passed, total.failed += counts.failed, total.skipped += counts.skipped;
        total.reduced += counts.reduced, total.careful += counts.careful, total.violated += counts.violated;
    }
    for (unsigned i = 0; i < shares; i++) {
        int status;
        if (wait(&status) < 0 || status) {
            printf("FAIL a share of the random models died (status %d)\n", status);
            total.failed++;
        }
    }
    return total;
}

int main(int argc, char **argv)
{
    struct trial options = {.generate = {.order = ORDER_TAKEN, .extensions = true, .liveness = true}};
    unsigned shares = 1;
    int letter;
    while ((letter = getopt(argc, argv, "fvk:j:")) != -1) {
        if (letter == 'f')
            options.generate.order = ORDER_FREE;
        else if (letter == 'v')
            options.verbose = true;
        else if (letter == 'k')
            options.generate.shape = atoi(optarg);
        else if (letter == 'j')
            shares = (unsigned)atoi(optarg);
        else
            return 2;
    }
    if (argc - optind != 2 || !shares || (options.generate.shape && !generate_shape_name(options.generate.shape)))
        return fputs("usage: symmetry [-f | -k SHAPE] [-v] [-j JOBS] FROM COUNT\n", stderr), 2;
    uint64_t count = strtoull(argv[optind + 1], NULL, 0);
    fflush(stdout);
    struct counts counts = run_shares(&options, strtoull(argv[optind], NULL, 0), count, shares);
    printf("%u of %llu models stay reduced, %u are not though they commute; %u are violated\n", counts.reduced,
           (unsigned long long)count, counts.careful, counts.violated);
    printf("%u %u %u\n", counts.passed, counts.failed, counts.skipped);
    return counts.failed != 0;
}
