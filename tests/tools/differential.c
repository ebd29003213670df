/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * differential [-x] [-p] [-r] [-j JOBS] FROM COUNT - random models, every checker.
 *
 * For each seed the oracle (symmetry off, up to orbits, and whether all states
 * of an orbit lead to the same orbits), our search
 * (symmetry off, exact and heuristic, one thread and two, both stores, breadth
 * and depth first) and, with -r,
 * Rumur (symmetry off and exhaustive) must have the same verdict; where it is
 * `holds` the same counts of states and rules fired; and where it is not, ours
 * the same kind, place and depth, and a trace that replays.  -x: models with
 * unions and multisets.  -p: rules have priorities (of three; to Rumur
 * they are flattened into the guards).  Prints a line for each seed that differs, and last
 * "PASSED FAILED SKIPPED".
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/die.h"
#include "codegen/codegen.h"
#include "codegen/compile.h"
#include "rewrite/flatten.h"
#include "replay/replay.h"
#include "report/report.h"
#include "tools/lib/bound.h"
#include "tools/lib/generate.h"
#include "tools/lib/oracle.h"

enum { SECONDS = 60, MAX_STATES = 20000 };

struct counts {
    unsigned passed, failed, skipped;
};

struct trial {
    uint64_t seed;
    bool extensions, priorities, rumur;
    const char *directory;
    struct text model;
    struct arena *arena;
    struct program *program;
    enum deadlock_mode deadlock;
    bool has_liveness, has_symmetry;
    struct oracle_result plain, orbits;
    unsigned failures;
};

static void complain(struct trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(struct trial *t, const char *format, ...)
{
    char line[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (!t->failures++)
        printf("FAIL generate%s%s %llu: %s\n", t->extensions ? " -x" : "", t->priorities ? " (-p)" : "", (unsigned long long)t->seed, line);
    fflush(stdout);
}

/* ---- the oracle ---- */

static void set_priorities(struct rule *rule, uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    rule->priority = (int64_t)(*seed >> 33) % 3 * 10;
    for (unsigned i = 0; i < rule->rule_count; i++)
        set_priorities(rule->rules[i], seed);
}

static bool read_model(struct trial *t)
{
    struct generate_options options = {.extensions = t->extensions, .liveness = true};
    generate_model(&t->model, t->seed, &options);
    t->arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(t->arena);
    struct source *source = source_from_text(t->arena, "random.m", t->model.bytes);
    t->program = parse_program(t->arena, diagnostics, source, DIALECT_RUMUR);
    uint64_t seed = t->seed;
    for (unsigned i = 0; t->priorities && i < t->program->decl_count; i++)
        if (t->program->decls[i]->kind == DECL_RULE)
            set_priorities(t->program->decls[i]->rule, &seed);
    if (!diagnostics_errors(diagnostics) && types_check(t->arena, diagnostics, t->program, DIALECT_RUMUR, NULL, 0))
        return true;
    complain(t, "the front end refuses it (murrelet check says why)");
    return false;
}

static enum deadlock_mode deadlock_of(const char *name)
{
    return !strcmp(name, "off") ? DEADLOCK_OFF : !strcmp(name, "stuck") ? DEADLOCK_STUCK : DEADLOCK_STUTTERING;
}

static void ask_oracle(struct trial *t)
{
    struct oracle_options options = {.deadlock = t->deadlock, .unmet_cover_is_violation = true, .max_states = MAX_STATES};
    options.compare_orbits = true;
    t->plain = oracle_check(t->program, &options);
    options.compare_orbits = false;
    options.orbits = true;
    t->orbits = oracle_check(t->program, &options);
    for (unsigned i = 0; i < t->program->property_count; i++)
        t->has_liveness |= t->program->properties[i].rule->property->kind == PROPERTY_LIVENESS;
    if (t->plain.orbits_differ)
        complain(t, "the oracle: states of one orbit behave differently, so symmetry or multiset reduction is not sound");
    t->has_symmetry = t->program->scalarset_count > 0;
}

/* ---- ours ---- */

static bool same_violation(const struct model *model, const struct violation *violation, const struct oracle_result *expected)
{
    if (violation->kind != expected->kind || violation->depth != expected->depth)
        return false;
    if (violation->kind == MODEL_DEADLOCK)
        return true;
    const struct model_place *place = &model->properties[violation->property].place;
    return place->line == place_line(expected->place) && place->column == place_column(expected->place);
}

static void compare_violation(struct trial *t, const char *how, const struct model *model, const struct search_options *options,
                              const struct violation *violation)
{
    const struct oracle_result *expected = &t->plain;
    if (!same_violation(model, violation, expected)) {
        const struct model_place *place = violation->property == MODEL_NO_PROPERTY ? NULL : &model->properties[violation->property].place;
        complain(t, "%s: %s at %u:%u, depth %u; the oracle: %s at %u:%u, depth %u", how, result_kind_name(violation->kind),
                 place ? place->line : 0, place ? place->column : 0, violation->depth, result_kind_name(expected->kind),
                 expected->place.source ? place_line(expected->place) : 0,
                 expected->place.source ? place_column(expected->place) : 0, expected->depth);
        return;
    }
    struct text error = {0};
    if (!replay_verify(t->program, model, options, violation, &error))
        complain(t, "%s: %s", how, error.bytes);
    text_free(&error);
}

static void compare_result(struct trial *t, const char *how, const struct model *model, const struct search_options *options,
                           const struct search_result *result)
{
    const struct oracle_result *expected = options->symmetry == MODEL_SYMMETRY_OFF ? &t->plain : &t->orbits;
    if (result->verdict != t->plain.verdict)
        complain(t, "%s: %s; the oracle: %s (%s)", how, result_verdict_name(result->verdict),
                 result_verdict_name(t->plain.verdict), t->plain.message);
    else if (result->verdict == VERDICT_VIOLATED)
        compare_violation(t, how, model, options, &result->violations[0]);
    else if (result->states != expected->states || result->rules_fired != expected->fired || result->depth != expected->depth)
        complain(t, "%s: %llu states, %llu fired, depth %u; the oracle: %llu, %llu, %u", how, (unsigned long long)result->states,
                 (unsigned long long)result->rules_fired, result->depth, (unsigned long long)expected->states,
                 (unsigned long long)expected->fired, expected->depth);
}

static bool same_trace(const struct search_result *a, const struct search_result *b)
{
    if (a->violation_count != b->violation_count || a->states != b->states || a->rules_fired != b->rules_fired)
        return false;
    for (unsigned i = 0; i < a->violation_count; i++) {
        const struct trace *x = &a->violations[i].trace, *y = &b->violations[i].trace;
        if (x->count != y->count || a->violations[i].property_instance != b->violations[i].property_instance)
            return false;
        for (unsigned j = 0; j < x->count; j++)
            if (x->steps[j].instance != y->steps[j].instance)
                return false;
    }
    return true;
}

static void search_ours(struct trial *t, const struct model *model, bool symmetry)
{
    struct search_options options;
    search_options_default(&options);
    options.threads = 1;
    options.store = STORE_JUDY;
    options.symmetry = symmetry ? MODEL_SYMMETRY_EXACT : MODEL_SYMMETRY_OFF;
    options.multiset_reduction = symmetry;
    options.deadlock = t->deadlock;
    options.unmet_cover_is_violation = true;
    options.trace = true;
    struct search_result *result = search_run(model, &options);
    compare_result(t, symmetry ? "symmetry exact" : "symmetry off", model, &options, result);
    options.threads = 2;
    options.store = STORE_FLAT;
    struct search_result *other = search_run(model, &options);
    if (!same_trace(result, other))
        complain(t, "two threads on flat find another trace or count than one on judy (symmetry %s)", symmetry ? "exact" : "off");
    search_result_free(other);
    options.threads = 1;
    options.store = STORE_VECTORS;
    other = search_run(model, &options);
    if (!same_trace(result, other))
        complain(t, "vectors find another trace or count than judy (symmetry %s)", symmetry ? "exact" : "off");
    search_result_free(result);
    search_result_free(other);
}

/* Depth first visits the same states, though its traces are longer; under
 * heuristic symmetry there may be more states, but the verdict is the same. */
static void search_otherwise(struct trial *t, const struct model *model, bool heuristic)
{
    const char *how = heuristic ? "symmetry heuristic" : "depth first";
    struct search_options options;
    search_options_default(&options);
    options.threads = 1;
    options.order = heuristic ? SEARCH_BFS : SEARCH_DFS;
    options.symmetry = heuristic ? MODEL_SYMMETRY_HEURISTIC : MODEL_SYMMETRY_OFF;
    options.multiset_reduction = heuristic;
    options.deadlock = t->deadlock;
    options.unmet_cover_is_violation = true;
    options.trace = true;
    struct search_result *result = search_run(model, &options);
    if (result->verdict != t->plain.verdict)
        complain(t, "%s: %s; the oracle: %s (%s)", how, result_verdict_name(result->verdict),
                 result_verdict_name(t->plain.verdict), t->plain.message);
    else if (!heuristic && result->verdict == VERDICT_HOLDS
             && (result->states != t->plain.states || result->rules_fired != t->plain.fired))
        complain(t, "%s: %llu states, %llu fired; the oracle: %llu, %llu", how, (unsigned long long)result->states,
                 (unsigned long long)result->rules_fired, (unsigned long long)t->plain.states,
                 (unsigned long long)t->plain.fired);
    struct text error = {0};
    for (unsigned i = 0; i < result->violation_count; i++)
        if (!replay_verify(t->program, model, &options, &result->violations[i], &error))
            complain(t, "%s: %s", how, error.bytes);
    text_free(&error);
    search_result_free(result);
}

static void ask_ours(struct trial *t)
{
    /* tcc takes a tenth of gcc's time. */
    struct compile_options options = {.cc = t->seed % 10 ? "tcc" : NULL, .optimise = t->seed % 20 ? 0 : 2, .no_cache = true};
    struct text c = {0}, error = {0};
    codegen_program(&c, t->program);
    struct compiled *compiled = compile_model(&c, &options, &error);
    text_free(&c);
    if (!compiled) {
        complain(t, "the generated C does not compile: %s", error.bytes);
        text_free(&error);
        return;
    }
    search_ours(t, compiled_model(compiled), false);
    search_ours(t, compiled_model(compiled), true);
    search_otherwise(t, compiled_model(compiled), false);
    search_otherwise(t, compiled_model(compiled), true);
    compiled_free(compiled);
    text_free(&error);
}

/* ---- Rumur ---- */

/* The exit code of a program without a shell; its output goes to a file. */
static int run(const char *output, char *const *arguments)
{
    pid_t child = fork();
    if (child < 0)
        die("fork failed: %s", strerror(errno));
    if (!child) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0)
            _exit(126);
        bound_seconds(SECONDS);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text->bytes, 1, text->length, file) != text->length || fclose(file))
        die("%s cannot be written", path);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char block[4096];
    size_t length;
    text_put(&text, "");
    while (file && (length = fread(block, 1, sizeof block, file)) > 0)
        text_add(&text, block, length);
    if (file)
        fclose(file);
    return text.bytes;
}

/* To Rumur a cover is met by a firing that then fails a local assume, and so
 * never happened (docs/properties.md). */
static bool met_in_no_firing(const struct trial *t, int code)
{
    return code == 0 && t->plain.verdict == VERDICT_VIOLATED && t->plain.kind == MODEL_COVER &&
           strstr(t->model.bytes, "assume ");
}

static void compare_rumur(struct trial *t, const char *symmetry, int code, const char *output)
{
    const struct oracle_result *expected = strcmp(symmetry, "off") ? &t->orbits : &t->plain;
    const char *summary = strstr(output, "<summary states=");
    unsigned long long states, fired;
    if (code != 0 && code != 1) {
        complain(t, "Rumur's checker ends with %d", code);
    } else if ((code == 0) != (t->plain.verdict == VERDICT_HOLDS) && !met_in_no_firing(t, code)) {
        const char *message = strstr(output, "message");
        complain(t, "Rumur, symmetry %s: %s; the oracle: %s (%s) %.200s", symmetry, code ? "violated" : "holds",
                 result_verdict_name(t->plain.verdict), t->plain.message, message && code ? message : "");
    } else if (code == 0 && (!summary || sscanf(summary, "<summary states=\"%llu\" rules_fired=\"%llu\"", &states, &fired) != 2)) {
        complain(t, "Rumur prints no summary");
    } else if (code == 0 && (states != expected->states || fired != expected->fired)) {
        complain(t, "Rumur, symmetry %s: %llu states, %llu fired; the oracle: %llu, %llu", symmetry, states, fired,
                 (unsigned long long)expected->states, (unsigned long long)expected->fired);
    }
}

static void ask_rumur(struct trial *t, const char *symmetry)
{
    char model[300], c[300], program[300], log[300];
    snprintf(model, sizeof model, "%s/%llu.m", t->directory, (unsigned long long)t->seed);
    snprintf(c, sizeof c, "%s/%llu.c", t->directory, (unsigned long long)t->seed);
    snprintf(program, sizeof program, "%s/%llu.exe", t->directory, (unsigned long long)t->seed);
    snprintf(log, sizeof log, "%s/%llu.log", t->directory, (unsigned long long)t->seed);
    write_file(model, &t->model);
    const char *generate[] = {"rumur", "--quiet", "--value-type", "int32_t", "--threads", "1", "--symmetry-reduction", symmetry,
                        "--deadlock-detection", generate_deadlock(t->seed), "--output-format", "machine-readable",
                        "--output", c, model, NULL};
    const char *compile[] = {"cc", "-w", "-O0", "-std=c11", "-o", program, c, "-lpthread", NULL};
    const char *check[] = {program, NULL};
    int code = run(log, (char *const *)generate);
    char *output;
    if (code) {
        output = read_file(log);
        complain(t, "Rumur refuses it (%d): %.200s", code, output);
    } else if ((code = run(log, (char *const *)compile)) != 0) {
        output = read_file(log);
        complain(t, "Rumur's C does not compile: %.200s", output);
    } else {
        code = run(log, (char *const *)check);
        output = read_file(log);
        compare_rumur(t, symmetry, code, output);
    }
    free(output);
    unlink(model), unlink(c), unlink(program), unlink(log);
}

/* Rumur knows no priorities.  False where the model has no plain form. */
static bool flatten_model(struct trial *t)
{
    struct text flat = {0};
    struct flatten_options options = {.multiset_reduction = true};
    bool good = flatten_program(&flat, diagnostics_new(t->arena), t->program, &options);
    if (good) {
        text_free(&t->model);
        t->model = flat;
    } else {
        text_free(&flat);
    }
    return good;
}

/* ---- a trial ---- */

static void run_trial(struct trial *t, struct counts *counts)
{
    t->deadlock = deadlock_of(generate_deadlock(t->seed));
    if (read_model(t)) {
        ask_oracle(t);
        if (t->plain.verdict == VERDICT_INCOMPLETE) {
            counts->skipped++;
        } else {
            ask_ours(t);
            if (t->rumur && t->priorities)
                t->rumur = flatten_model(t);
            if (t->rumur)
                ask_rumur(t, "off");
            /* Under symmetry Rumur follows a scalarset's instances of a
             * liveness property wrongly. */
            if (t->rumur && t->has_symmetry && !t->has_liveness)
                ask_rumur(t, "exhaustive");
        }
        *(t->failures ? &counts->failed : &counts->passed) += t->plain.verdict != VERDICT_INCOMPLETE;
    } else {
        counts->failed++;
    }
    arena_free(t->arena);
    text_free(&t->model);
}

static struct counts run_share(const struct trial *options, uint64_t from, uint64_t count, unsigned share, unsigned shares)
{
    struct counts counts = {0};
    for (uint64_t i = share; i < count; i += shares) {
        struct trial t = *options;
        t.seed = from + i;
        run_trial(&t, &counts);
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
        total.passed += counts.passed;
        total.failed += counts.failed;
        total.skipped += counts.skipped;
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
    struct trial options = {0};
    unsigned shares = 1;
    int letter;
    while ((letter = getopt(argc, argv, "xprj:")) != -1) {
        if (letter == 'x')
            options.extensions = true;
        else if (letter == 'p')
            options.priorities = true;
        else if (letter == 'r')
            options.rumur = true;
        else if (letter == 'j')
            shares = (unsigned)atoi(optarg);
        else
            return 2;
    }
    if (argc - optind != 2 || !shares)
        return fputs("usage: differential [-x] [-r] [-j JOBS] FROM COUNT\n", stderr), 2;
    const char *base = getenv("TMPDIR");
    char directory[200];
    snprintf(directory, sizeof directory, "%s/murrelet-differential.XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(directory))
        die("%s cannot be made", directory);
    options.directory = directory;
    fflush(stdout);
    struct counts counts = run_shares(&options, strtoull(argv[optind], NULL, 0), strtoull(argv[optind + 1], NULL, 0), shares);
    rmdir(directory);
    printf("%u %u %u\n", counts.passed, counts.failed, counts.skipped);
    return counts.failed != 0;
}
