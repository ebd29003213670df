/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cases [-j JOBS] [-l] [-w] [-n] [-v] MURRELET CASE.m|TABLE.tsv... - end-to-end cases.
 *
 * The head of a case is the comment lines that it begins with; those of the
 * form `-- KEY: VALUE` say what is expected (tests/cases/README.md lists the
 * keys).  A table has a case a row: a machine, its driver and invariants, the
 * constants, and the same expectations; one whose `runs` is night runs with -n
 * alone, once, and one that is big not at all (tools/big.py runs it); one that runs
 * once has tcc where its search is short, but with -w.  Without -n a row of a long search is left out,
 * and counted so, where a row that is alike has a shorter one.  Each case runs with {1, 2, 8 threads on flat, 1 on judy} x
 * {symmetry off, exact}, compiled by tcc, or, with -l, for models whose search
 * is long beside compiling them, at --opt 2; a case in 27 once more with exact symmetry by
 * the other of the two; and once with heuristic symmetry.  With -w the
 * eight are compiled at --opt 2, and each symmetry runs once more with tcc and once, with two
 * threads, at --opt 0; without it a row runs in three of the eight, and one of a long search once, with one
 * thread unreduced or, every second, with two reduced.  Within a symmetry the counts must be
 * equal and the traces identical byte by byte.  Where its options allow it, the interpreter's plain
 * search must count the same.  Prints a line for each failure, and last
 * "PASSED FAILED SKIPPED"; a case is one.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/die.h"
#include "base/rows.h"
#include "report/report.h"
#include "tools/lib/bound.h"
#include "tools/lib/oracle.h"

enum { LINES = 32, WORDS = 48, SECONDS = 240, ORACLE_STATES = 20000, SHORT_RULES = 150000, LONG_RULES = 40000, WAYS = 4 };

struct head {
    char *why, *options, *trace;
    char *expect, *expect_exact;  /* the latter: what symmetry changes */
    char *errors[LINES], *warnings[LINES], *texts[LINES], *properties[LINES];
    unsigned error_count, warning_count, text_count, property_count;
    bool once;                    /* run only once, with the options as given */
};

struct trial {
    const char *murrelet, *path, *directory; /* path: of the case; or the name of a table's row */
    const struct row *row;        /* NULL: a file */
    struct head head;
    const char *expecting;        /* the pairs that are being compared */
    bool large, whole;            /* -l, -w */
    bool verbose;
    unsigned failures;
};

static void complain(struct trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(struct trial *t, const char *format, ...)
{
    char line[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (!t->failures++ || t->verbose)
        printf("FAIL %s: %s\n", t->path, line);
    fflush(stdout);
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

/* ---- the head ---- */

static void add_line(char **lines, unsigned *count, char *value)
{
    if (*count < LINES)
        lines[(*count)++] = value;
}

static void read_key(struct trial *t, char *key, char *value)
{
    struct head *head = &t->head;
    if (!strcmp(key, "why"))
        head->why = value;
    else if (!strcmp(key, "options"))
        head->options = value;
    else if (!strcmp(key, "expect"))
        head->expect = value;
    else if (!strcmp(key, "expect-exact"))
        head->expect_exact = value;
    else if (!strcmp(key, "expect-trace"))
        head->trace = value;
    else if (!strcmp(key, "expect-error"))
        add_line(head->errors, &head->error_count, value);
    else if (!strcmp(key, "expect-warning"))
        add_line(head->warnings, &head->warning_count, value);
    else if (!strcmp(key, "expect-text"))
        add_line(head->texts, &head->text_count, value);
    else if (!strcmp(key, "expect-property"))
        add_line(head->properties, &head->property_count, value);
    else if (!strcmp(key, "rumur"))
        ; /* tests/rumur.sh reads it */
    else if (!strcmp(key, "runs") && !strcmp(value, "once"))
        head->once = true;
    else
        complain(t, "its head has an unknown key '%s: %s'", key, value);
}

static bool is_key(const char *text, const char *colon)
{
    for (const char *at = text; at < colon; at++)
        if (!islower((unsigned char)*at) && *at != '-')
            return false;
    return colon > text;
}

static void read_head(struct trial *t, char *text)
{
    for (char *line = text, *end; line && !strncmp(line, "--", 2); line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = 0;
        char *key = line + 2 + strspn(line + 2, " "), *colon = strstr(key, ": ");
        if (!colon || !is_key(key, colon))
            continue;
        *colon = 0;
        read_key(t, key, colon + 2);
    }
    if (!t->head.why)
        complain(t, "its head does not say why it exists ('-- why: ...')");
    if (!t->head.expect && !t->head.error_count)
        complain(t, "its head expects nothing");
}

/* ---- running ---- */

/* Split at blanks; double quotes hold words together.  In place. */
static unsigned split(char *text, char **words, unsigned most)
{
    unsigned count = 0;
    for (char *at = text; at && *at;) {
        at += strspn(at, " ");
        if (!*at || count == most)
            break;
        char *out = words[count++] = at;
        bool quoted = false;
        for (; *at && (quoted || *at != ' '); at++) {
            if (*at == '"')
                quoted = !quoted;
            else
                *out++ = *at;
        }
        at += *at != 0;
        *out = 0;
    }
    return count;
}

static int run(char *const *arguments, const char *out, const char *err)
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        die("fork failed: %s", strerror(errno));
    if (!child) {
        int file = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600), other = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || other < 0 || dup2(file, 1) < 0 || dup2(other, 2) < 0)
            _exit(126);
        bound_seconds(SECONDS);
        execv(arguments[0], arguments);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

enum row_cell { ROW_CHECK, ROW_MACHINE, ROW_DRIVER, ROW_INVARIANTS, ROW_CONSTANTS, ROW_OPTIONS, ROW_RUNS, ROW_EXPECT, ROW_EXACT, ROW_WHY };
static const char *const row_columns[] = {"check", "machine", "driver", "invariants", "constants", "options", "runs",
                                          "expect", "expect-exact", "why", NULL};

/* The model of a row as options; the head has the rest. */
static unsigned row_arguments(const struct row *row, const char **arguments)
{
    const char *const given[] = {"--machine", row->cells[ROW_MACHINE].text, "--driver", row->cells[ROW_DRIVER].text,
                                 "--invariant", row->cells[ROW_INVARIANTS].text};
    memcpy(arguments, given, sizeof given);
    return sizeof given / sizeof *given;
}

struct outcome {
    int code;
    char *out, *err;
    json_t *json;
};

static struct outcome check(struct trial *t, const char *const *extra)
{
    char json[300], out[300], err[300];
    char *words[WORDS], *options = t->head.options ? strdup(t->head.options) : NULL;
    const char *arguments[2 * WORDS] = {t->murrelet, "check", "--json", json, "--color", "never"};
    unsigned count = 6;
    snprintf(json, sizeof json, "%s/json", t->directory);
    snprintf(out, sizeof out, "%s/out", t->directory);
    snprintf(err, sizeof err, "%s/err", t->directory);
    unlink(json);
    unsigned given = options ? split(options, words, WORDS - 1) : 0;
    for (unsigned i = 0; i < given; i++)
        arguments[count++] = words[i];
    for (; extra && *extra; extra++)
        arguments[count++] = *extra;
    if (t->row)
        count += row_arguments(t->row, arguments + count);
    else
        arguments[count++] = t->path;
    arguments[count] = NULL;
    struct outcome outcome = {.code = run((char *const *)arguments, out, err)};
    outcome.out = read_file(out);
    outcome.err = read_file(err);
    outcome.json = json_load_file(json, 0, NULL);
    free(options);
    unlink(json), unlink(out), unlink(err);
    return outcome;
}

static void release(struct outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
    json_decref(outcome->json);
}

/* ---- what was expected ---- */

static const char *first_line(const char *text)
{
    static char line[200];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    return line;
}

/* LINE:COLUMN TEXT against the diagnostics of one severity; all of them. */
static void compare_diagnostics(struct trial *t, const char *err, const char *severity, char *const *expected, unsigned count)
{
    char word[32];
    unsigned found = 0;
    snprintf(word, sizeof word, ": %s: ", severity);
    for (const char *at = err; (at = strstr(at, word)); at++)
        found++;
    for (unsigned i = 0; i < count; i++) {
        if (!strncmp(expected[i], "nowhere ", 8)) {
            if (!strstr(err, expected[i] + 8))
                complain(t, "no %s '%s' in: %s", severity, expected[i] + 8, first_line(err));
            continue;
        }
        size_t place = strcspn(expected[i], " ");
        const char *text = expected[i] + place + (expected[i][place] == ' ');
        bool met = false;
        for (const char *at = err; !met && (at = strstr(at, word)); at++) {
            size_t length = strcspn(at, "\n");
            char line[600];
            snprintf(line, sizeof line, "%.*s", (int)length, at);
            met = (size_t)(at - err) >= place + 1 && at[-(ptrdiff_t)place - 1] == ':'
                && !strncmp(at - place, expected[i], place) && strstr(line, text);
        }
        if (!met)
            complain(t, "no %s '%s' in: %s", severity, expected[i], first_line(err));
    }
    if (found != count)
        complain(t, "%u %ss are expected, %u are given: %s", count, severity, found, first_line(err));
}

/* The value that the pairs give to `key`, or NULL; within `buffer`. */
static const char *find_pair(const char *pairs, const char *key, char *buffer, size_t size)
{
    char *words[WORDS], *copy = strdup(pairs);
    unsigned count = split(copy, words, WORDS);
    const char *found = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!strncmp(words[i], key, strlen(key)) && words[i][strlen(key)] == '=') {
            snprintf(buffer, size, "%s", words[i] + strlen(key) + 1);
            found = buffer;
        }
    free(copy);
    return found;
}

static json_t *field(const struct outcome *outcome, const char *object, const char *key)
{
    return json_object_get(object ? json_object_get(outcome->json, object) : outcome->json, key);
}

static void expect_number(struct trial *t, const char *how, const char *key, const char *value, json_t *actual)
{
    if (!json_is_integer(actual) || json_integer_value(actual) != strtoll(value, NULL, 10))
        complain(t, "%s: %s is %lld, not %s", how, key, json_is_integer(actual) ? (long long)json_integer_value(actual) : -1LL, value);
}

static void expect_word(struct trial *t, const char *how, const char *key, const char *value, json_t *actual)
{
    const char *text = json_is_string(actual) ? json_string_value(actual) : "(nothing)";
    if (strcmp(text, value))
        complain(t, "%s: %s is %s, not %s", how, key, text, value);
}

static void expect_place(struct trial *t, const char *how, const char *value, const struct outcome *outcome)
{
    json_t *place = field(outcome, "violation", "place");
    char actual[64];
    snprintf(actual, sizeof actual, "%lld:%lld", (long long)json_integer_value(json_object_get(place, "line")),
             (long long)json_integer_value(json_object_get(place, "column")));
    if (strcmp(actual, value))
        complain(t, "%s: the place is %s, not %s", how, actual, value);
}

static void compare_pair(struct trial *t, const char *how, const char *key, const char *value, const struct outcome *outcome)
{
    static const int codes[] = {'h', 0, 'v', 1, 'i', 3};
    if (!strcmp(key, "verdict")) {
        expect_word(t, how, key, value, field(outcome, NULL, "verdict"));
        char own[16];
        const char *code = find_pair(t->expecting, "exit", own, sizeof own);
        for (unsigned i = 0; i < 6; i += 2)
            if (value[0] == codes[i] && outcome->code != (code ? atoi(code) : codes[i + 1]))
                complain(t, "%s: the exit code is %d: %s", how, outcome->code, first_line(outcome->err));
    } else if (!strcmp(key, "exit")) {
        /* With the verdict. */
    } else if (!strcmp(key, "states")) {
        expect_number(t, how, key, value, field(outcome, NULL, "states"));
    } else if (!strcmp(key, "rules")) {
        expect_number(t, how, key, value, field(outcome, NULL, "rules_fired"));
    } else if (!strcmp(key, "depth")) {
        json_t *own = field(outcome, "violation", "depth");
        expect_number(t, how, key, value, own ? own : field(outcome, NULL, "depth"));
    } else if (!strcmp(key, "kind") || !strcmp(key, "name")) {
        expect_word(t, how, key, value, field(outcome, "violation", key));
    } else if (!strcmp(key, "reason")) {
        expect_word(t, how, key, value, field(outcome, NULL, key));
    } else if (!strcmp(key, "place")) {
        expect_place(t, how, value, outcome);
    } else if (!strcmp(key, "violations")) {
        json_t *all = field(outcome, NULL, "violations");
        if (json_array_size(all) != strtoull(value, NULL, 10))
            complain(t, "%s: %zu violations, not %s", how, json_array_size(all), value);
    } else {
        complain(t, "its head expects an unknown thing, '%s'", key);
    }
}

static void compare_pairs(struct trial *t, const char *how, const char *pairs, const struct outcome *outcome)
{
    t->expecting = pairs;
    char *words[WORDS], *copy = strdup(pairs);
    unsigned count = split(copy, words, WORDS);
    for (unsigned i = 0; i < count; i++) {
        char *equals = strchr(words[i], '=');
        if (!equals) {
            complain(t, "'%s' in its head is not KEY=VALUE", words[i]);
            continue;
        }
        *equals = 0;
        compare_pair(t, how, words[i], equals + 1, outcome);
    }
    free(copy);
}

/* "begin; inc i=1; inc i=2" from the JSON trace. */
static char *trace_words(json_t *trace)
{
    struct text text = {0};
    size_t i;
    json_t *step, *value;
    const char *key;
    text_put(&text, "");
    json_array_foreach(json_object_get(trace, "steps"), i, step)
    {
        text_format(&text, "%s%s", i ? "; " : "", json_string_value(json_object_get(step, "rule")));
        json_object_foreach(json_object_get(step, "parameters"), key, value)
        {
            char *word = json_dumps(value, JSON_ENCODE_ANY);
            text_format(&text, " %s=", key);
            text_put(&text, json_is_string(value) ? json_string_value(value) : word);
            free(word);
        }
    }
    return text.bytes;
}

static void compare_trace(struct trial *t, const char *how, const struct outcome *outcome)
{
    char *words = trace_words(field(outcome, NULL, "trace"));
    if (strcmp(words, t->head.trace))
        complain(t, "%s: the trace is '%s', not '%s'", how, words, t->head.trace);
    free(words);
}

/* NAME=VERDICT, or NAME=met, unmet, vacuous. */
static bool has_property(const struct outcome *outcome, const char *name, const char *verdict)
{
    size_t i;
    json_t *property;
    json_array_foreach(field(outcome, NULL, "properties"), i, property)
    {
        if (strcmp(json_string_value(json_object_get(property, "name")), name))
            continue;
        json_t *met = json_object_get(property, "met");
        if (!strcmp(verdict, "met") || !strcmp(verdict, "unmet"))
            return json_is_true(met) == !strcmp(verdict, "met");
        if (!strcmp(verdict, "vacuous"))
            return json_is_true(json_object_get(property, "vacuous"));
        return !strcmp(json_string_value(json_object_get(property, "verdict")), verdict);
    }
    return false;
}

static void compare_properties(struct trial *t, const char *how, const struct outcome *outcome)
{
    for (unsigned i = 0; i < t->head.property_count; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s", t->head.properties[i]);
        char *equals = strrchr(name, '=');
        if (!equals) {
            complain(t, "'%s' in its head is not NAME=VERDICT", name);
            continue;
        }
        *equals = 0;
        if (!has_property(outcome, name, equals + 1))
            complain(t, "%s: property '%s' is not %s", how, name, equals + 1);
    }
}

static void compare(struct trial *t, const char *how, const char *expect, const struct outcome *outcome)
{
    if (!outcome->json) {
        complain(t, "%s: no report, exit code %d: %s", how, outcome->code, first_line(outcome->err));
        return;
    }
    compare_pairs(t, how, expect, outcome);
    if (t->head.trace)
        compare_trace(t, how, outcome);
    compare_properties(t, how, outcome);
    for (unsigned i = 0; i < t->head.text_count; i++)
        if (!strstr(outcome->out, t->head.texts[i]))
            complain(t, "%s: nothing like '%s' in its output", how, t->head.texts[i]);
}

/* ---- the same in every configuration ---- */

static json_t *essence(const struct outcome *outcome)
{
    static const char *const keys[] = {"verdict", "reason", "states", "rules_fired", "depth", "properties",
                                       "unfired_rules", "covers", "violations", "witness", "trace"};
    json_t *object = json_object();
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (field(outcome, NULL, keys[i]))
            json_object_set(object, keys[i], field(outcome, NULL, keys[i]));
    return object;
}

enum compiler { TCC, LEVEL_0, LEVEL_2 };

/* One configuration.  `expect` holds of the first of a symmetry; the report of
 * the rest is equal to the first one's, which is kept in *reference, byte by byte. */
static void run_one(struct trial *t, bool exact, enum compiler compiler, unsigned way, const char *expect, char **reference)
{
    static const char *const threads[WAYS] = {"1", "2", "8", "1"}, *const stores[WAYS] = {"flat", "flat", "flat", "judy"};
    static const char *const options[] = {"--cc", "--opt", "--opt"}, *const values[] = {"tcc", "0", "2"};
    char how[100];
    /* Exact is what is done where nothing is asked for. */
    const char *extra[] = {"--multiset-reduction", exact ? "on" : "off", "--threads", threads[way], "--store", stores[way],
                           options[compiler], values[compiler], exact ? NULL : "--symmetry", "off", NULL};
    snprintf(how, sizeof how, "symmetry %s, %s threads, %s, %s %s", exact ? "exact" : "off", threads[way], stores[way],
             options[compiler], values[compiler]);
    struct outcome outcome = check(t, extra);
    json_t *object = essence(&outcome);
    char *text = json_dumps(object, JSON_SORT_KEYS);
    if (!*reference) {
        compare(t, how, expect, &outcome);
        *reference = strdup(text);
    } else if (strcmp(*reference, text)) {
        complain(t, "%s: another report than with one thread on flat", how);
    }
    json_decref(object);
    free(text);
    release(&outcome);
}

/* Whether its search is known to fire fewer rules than that. */
static bool fires_less(const struct trial *t, unsigned long long limit)
{
    char rules[64];
    return find_pair(t->head.expect, "rules", rules, sizeof rules) && strtoull(rules, NULL, 10) < limit;
}

/* Whether optimising the model would take longer than its search; by night all are compiled as users have them. */
static bool is_short(const struct trial *t)
{
    return !t->whole && fires_less(t, SHORT_RULES);
}

/* By day a row with a long search runs once: unreduced with one thread or, every second, reduced with two. */
static bool is_cut(const struct trial *t)
{
    return t->row && !t->whole && !is_short(t);
}

/* A number for its name, so that what it decides is the same each day. */
static unsigned name_sum(const struct trial *t)
{
    unsigned sum = 0;
    for (const char *c = t->path; *c; c++)
        sum += (unsigned char)*c;
    return sum;
}

/* One in so many. */
static bool has_turn(const struct trial *t, unsigned of)
{
    return name_sum(t) % of == 0;
}

/* Whether a way is left to the night: of a row's by day one thread unreduced, and one of the others in each symmetry,
 * not the same one; that the counts depend on no way is held by models that cost less. */
static bool is_left(const struct trial *t, bool exact, unsigned way)
{
    if (t->whole || !t->row)
        return false;
    if (is_cut(t))
        return way != exact;
    return way ? (name_sum(t) + exact) % (WAYS - 1) + 1 != way : exact;
}

static void run_matrix(struct trial *t, bool exact, const char *expect)
{
    enum compiler usual = t->large || t->whole ? LEVEL_2 : TCC;
    char *reference = NULL;
    if (is_cut(t) && exact != has_turn(t, 2))
        return;
    for (unsigned way = 0; way < WAYS; way++)
        if (!is_left(t, exact, way))
            run_one(t, exact, usual, way, expect, &reference);
    if (t->whole)
        for (enum compiler other = TCC; other <= LEVEL_2; other++)
            if (other != usual)
                run_one(t, exact, other, other == LEVEL_0, expect, &reference);
    if (exact && !t->whole && !is_cut(t) && has_turn(t, 27))
        run_one(t, exact, t->large ? TCC : LEVEL_2, 0, expect, &reference);
    free(reference);
}

/* Heuristic symmetry may visit more states; the verdict is the same. */
static void run_heuristic(struct trial *t)
{
    const char *extra[] = {"--symmetry", "heuristic", t->whole || t->large ? "--opt" : "--cc",
                           t->large ? "2" : t->whole ? "0" : "tcc", NULL};
    char verdict[32];
    struct outcome outcome = check(t, extra);
    if (find_pair(t->head.expect, "verdict", verdict, sizeof verdict))
        expect_word(t, "symmetry heuristic", "verdict", verdict, field(&outcome, NULL, "verdict"));
    release(&outcome);
}

/* ---- the oracle ---- */

/* Only the way deadlocks are looked for is known to it. */
static bool oracle_applies(const struct trial *t, struct oracle_options *options)
{
    const char *given = t->head.options ? t->head.options : "";
    *options = (struct oracle_options){.unmet_cover_is_violation = true, .max_states = ORACLE_STATES};
    if (!strcmp(given, "--deadlock off"))
        options->deadlock = DEADLOCK_OFF;
    else if (!strcmp(given, "--deadlock stuck"))
        options->deadlock = DEADLOCK_STUCK;
    else if (*given)
        return false;
    return true;
}

static void compare_oracle(struct trial *t, const char *expect, const struct oracle_result *result)
{
    char value[64];
    if (result->verdict == VERDICT_INCOMPLETE)
        return;
    if (find_pair(expect, "verdict", value, sizeof value) && strcmp(value, result_verdict_name(result->verdict)))
        complain(t, "the interpreter's search says %s (%s), not %s", result_verdict_name(result->verdict), result->message, value);
    if (result->verdict == VERDICT_VIOLATED) {
        if (find_pair(expect, "kind", value, sizeof value) && strcmp(value, result_kind_name(result->kind)))
            complain(t, "the interpreter's search meets %s, not %s", result_kind_name(result->kind), value);
        return;
    }
    if (find_pair(expect, "states", value, sizeof value) && strtoull(value, NULL, 10) != result->states)
        complain(t, "the interpreter's search counts %llu states, not %s", (unsigned long long)result->states, value);
    if (find_pair(expect, "rules", value, sizeof value) && strtoull(value, NULL, 10) != result->fired)
        complain(t, "the interpreter's search fires %llu rules, not %s", (unsigned long long)result->fired, value);
}

/* The interpreter's search knows nothing of runs. */
static bool has_formula(const struct program *program)
{
    for (unsigned i = 0; i < program->property_count; i++)
        if (program->properties[i].rule->property->formula)
            return true;
    return false;
}

static void ask_oracle(struct trial *t, const char *exact)
{
    struct oracle_options options;
    if (t->row || !oracle_applies(t, &options))
        return;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, t->path, (struct place){0});
    struct program *program = source ? parse_program(arena, diagnostics, source, DIALECT_RUMUR) : NULL;
    if (program && !diagnostics_errors(diagnostics) && types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0) &&
        !has_formula(program)) {
        struct oracle_result result = oracle_check(program, &options);
        compare_oracle(t, t->head.expect, &result);
        options.orbits = true;
        bool small = true;
        for (unsigned i = 0; i < program->scalarset_count; i++)
            small &= program->scalarsets[i]->high < 5;
        /* Liveness is left out up to orbits. */
        if (small && result.verdict == VERDICT_HOLDS) {
            result = oracle_check(program, &options);
            compare_oracle(t, exact, &result);
        }
    }
    arena_free(arena);
}

/* ---- a case ---- */

/* What symmetry does not change is as without it. */
static char *merge(const char *expect, const char *exact)
{
    struct text text = {0};
    char *words[WORDS], *copy = strdup(expect), value[200];
    unsigned count = split(copy, words, WORDS);
    text_put(&text, "");
    for (unsigned i = 0; i < count; i++) {
        char *equals = strchr(words[i], '=');
        if (!equals)
            continue;
        *equals = 0;
        const char *own = exact ? find_pair(exact, words[i], value, sizeof value) : NULL;
        text_format(&text, "\"%s=%s\" ", words[i], own ? own : equals + 1);
    }
    free(copy);
    return text.bytes;
}

static char *filled(const char *text)
{
    return *text ? strdup(text) : NULL;
}

/* The head of a row; its text, which the head points into, is never freed. */
static void read_row(struct trial *t)
{
    const struct cell *cells = t->row->cells;
    struct text options = {0};
    char *words[WORDS], *constants = strdup(cells[ROW_CONSTANTS].text);
    unsigned count = split(constants, words, WORDS);
    text_put(&options, cells[ROW_OPTIONS].text);
    for (unsigned i = 0; i < count; i++)
        text_format(&options, " --const %s", words[i]);
    free(constants);
    t->head = (struct head){.why = filled(cells[ROW_WHY].text), .options = options.bytes,
                            .expect = filled(cells[ROW_EXPECT].text), .expect_exact = filled(cells[ROW_EXACT].text),
                            .once = *cells[ROW_RUNS].text != 0};
    if (!t->head.why || !t->head.expect || !*cells[ROW_INVARIANTS].text)
        complain(t, "its row lacks why it exists, what it expects, or its invariants");
    if (t->head.once && strcmp(cells[ROW_RUNS].text, "once") && strcmp(cells[ROW_RUNS].text, "night"))
        complain(t, "a row runs once, by night, as a big one, or, where nothing is said, in every configuration");
}

static void run_once(struct trial *t)
{
    const char *quickly[] = {"--cc", "tcc", NULL};
    struct outcome outcome = check(t, is_short(t) ? quickly : NULL);
    compare(t, "as given", t->head.expect, &outcome);
    release(&outcome);
}

static void run_case(struct trial *t)
{
    char *text = t->row ? NULL : read_file(t->path);
    if (t->row)
        read_row(t);
    else
        read_head(t, text);
    if (t->failures) {
        free(text);
        return;
    }
    if (t->head.error_count) {
        struct outcome outcome = check(t, NULL);
        compare_diagnostics(t, outcome.err, "error", t->head.errors, t->head.error_count);
        if (outcome.code != 2)
            complain(t, "the exit code is %d, not 2", outcome.code);
        release(&outcome);
    } else if (t->head.once) {
        run_once(t);
    } else {
        char *exact = merge(t->head.expect, t->head.expect_exact);
        run_matrix(t, false, t->head.expect);
        run_matrix(t, true, exact);
        if (!is_cut(t))
            run_heuristic(t);
        ask_oracle(t, exact);
        free(exact);
    }
    if (t->head.warning_count) {
        struct outcome outcome = check(t, NULL);
        compare_diagnostics(t, outcome.err, "warning", t->head.warnings, t->head.warning_count);
        release(&outcome);
    }
    free(text);
}

/* ---- all of them ---- */

struct list {
    struct arena *arena;
    struct trial *trials;
    unsigned count, left_out;
    bool night; /* -n */
};

/* How many rules its search fires, or 0 where its row does not say. */
static unsigned long long rules_of(const struct row *row)
{
    char rules[64];
    return find_pair(row->cells[ROW_EXPECT].text, "rules", rules, sizeof rules) ? strtoull(rules, NULL, 10) : 0;
}

/* Lists of names with commas between them, in any order. */
static bool same_names(const char *a, const char *b)
{
    if (strlen(a) != strlen(b))
        return false;
    for (size_t length; *a; a += length + (a[length] == ',')) {
        const char *at = b;
        length = strcspn(a, ",");
        while (*at && (strncmp(at, a, length) || (at[length] && at[length] != ',')))
            at += strcspn(at, ","), at += *at == ',';
        if (!*at)
            return false;
    }
    return true;
}

/* Of one machine, whatever its variants, under one driver, for the same invariants, with the same verdict. */
static bool are_alike(const struct row *a, const struct row *b)
{
    const char *machines[] = {a->cells[ROW_MACHINE].text, b->cells[ROW_MACHINE].text};
    size_t length = strcspn(machines[0], ":");
    char verdicts[2][64];
    return length == strcspn(machines[1], ":") && !strncmp(machines[0], machines[1], length) &&
           !strcmp(a->cells[ROW_DRIVER].text, b->cells[ROW_DRIVER].text) &&
           same_names(a->cells[ROW_INVARIANTS].text, b->cells[ROW_INVARIANTS].text) &&
           find_pair(a->cells[ROW_EXPECT].text, "verdict", verdicts[0], sizeof verdicts[0]) &&
           find_pair(b->cells[ROW_EXPECT].text, "verdict", verdicts[1], sizeof verdicts[1]) && !strcmp(verdicts[0], verdicts[1]);
}

/* By day a long search is left out where a shorter one looks at the same. */
static bool is_left_out(const struct list *list, const struct row *row)
{
    if (list->night || rules_of(row) <= LONG_RULES)
        return false;
    for (unsigned i = 0; i < list->count; i++) {
        const struct row *other = list->trials[i].row;
        if (other && are_alike(row, other) && rules_of(other) && rules_of(other) < rules_of(row))
            return true;
    }
    return false;
}

static void leave_out_long_ones(struct list *list)
{
    unsigned kept = 0;
    bool *out = arena_alloc(list->arena, list->count * sizeof *out);
    for (unsigned i = 0; i < list->count; i++)
        out[i] = list->trials[i].row && is_left_out(list, list->trials[i].row);
    for (unsigned i = 0; i < list->count; i++)
        if (out[i])
            printf("skip %s: by night\n", list->trials[i].path);
        else
            list->trials[kept++] = list->trials[i];
    list->left_out = list->count - kept;
    list->count = kept;
}

static void add_row(struct list *list, const struct row *row)
{
    struct trial t = {.path = row->cells[ROW_CHECK].text, .row = row};
    for (unsigned i = 0; i < list->count; i++)
        if (list->trials[i].row && !strcmp(list->trials[i].path, t.path))
            die("the check %s is there twice", t.path);
    if (*row->cells[ROW_RUNS].text && *row->cells[ROW_EXACT].text) /* by day too, when it does not run */
        die("the check %s runs as it is given alone, and has counts for two ways", t.path);
    if (strcmp(row->cells[ROW_RUNS].text, "big") && (list->night || strcmp(row->cells[ROW_RUNS].text, "night")))
        ARENA_PUSH(list->arena, list->trials, list->count, t);
}

static void add_table(struct list *list, const char *path)
{
    struct diagnostics *diagnostics = diagnostics_new(list->arena);
    struct rows *rows = rows_read(list->arena, diagnostics, path, row_columns);
    diagnostics_print(diagnostics, stderr, 0);
    if (!rows)
        die("%s is no table of checks", path);
    for (unsigned i = 0; i < rows->count; i++)
        add_row(list, &rows->rows[i]);
}

static void add_path(struct list *list, const char *path)
{
    struct trial t = {.path = path};
    size_t length = strlen(path);
    if (length > 4 && !strcmp(path + length - 4, ".tsv"))
        add_table(list, path);
    else
        ARENA_PUSH(list->arena, list->trials, list->count, t);
}

/* What this process and its children have taken of the processor, in milliseconds. */
static long spent(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    const struct timeval *const parts[] = {&own.ru_utime, &own.ru_stime, &children.ru_utime, &children.ru_stime};
    long sum = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        sum += parts[i]->tv_sec * 1000 + parts[i]->tv_usec / 1000;
    return sum;
}

/* A line for tests/run, as tests/lib.sh writes them. */
static void note_cost(const struct trial *t, long cost)
{
    const char *counts = getenv("TEST_COUNTS");
    char path[300];
    if (!counts || !getenv("COSTS"))
        return;
    snprintf(path, sizeof path, "%s.costs", counts);
    FILE *file = fopen(path, "a");
    if (!file)
        die("%s cannot be written", path);
    fprintf(file, "%ld\t0\t%s\n", cost, t->path);
    fclose(file);
}

static unsigned run_share(const struct trial *options, const struct list *list, unsigned share, unsigned shares)
{
    unsigned failed = 0;
    char directory[300];
    snprintf(directory, sizeof directory, "%s/%u", options->directory, share);
    if (mkdir(directory, 0700))
        die("%s cannot be made", directory);
    for (unsigned i = share; i < list->count; i += shares) {
        struct trial t = *options;
        t.path = list->trials[i].path;
        t.row = list->trials[i].row;
        t.directory = directory;
        long before = spent();
        run_case(&t);
        note_cost(&t, spent() - before);
        failed += t.failures > 0;
    }
    rmdir(directory);
    return failed;
}

static bool read_options(int argc, char **argv, struct trial *options, struct list *list, unsigned *shares)
{
    int letter;
    while ((letter = getopt(argc, argv, "j:lnwv")) != -1) {
        if (letter == 'j')
            *shares = (unsigned)atoi(optarg);
        else if (letter == 'l')
            options->large = true;
        else if (letter == 'n')
            list->night = true;
        else if (letter == 'w')
            options->whole = true;
        else if (letter == 'v')
            options->verbose = true;
        else
            return false;
    }
    return argc - optind >= 2 && *shares;
}

/* Each share in a process of its own; how many of the cases fail. */
static unsigned run_shares(const struct trial *options, const struct list *list, unsigned shares)
{
    unsigned failed = 0, part;
    int ends[2];
    if (pipe(ends))
        die("no pipe: %s", strerror(errno));
    fflush(stdout);
    for (unsigned i = 0; i < shares; i++) {
        pid_t child = fork();
        if (child < 0)
            die("fork failed: %s", strerror(errno));
        if (!child) {
            part = run_share(options, list, i, shares);
            _exit(write(ends[1], &part, sizeof part) != (ssize_t)sizeof part);
        }
    }
    close(ends[1]);
    while (read(ends[0], &part, sizeof part) == (ssize_t)sizeof part)
        failed += part;
    for (unsigned i = 0; i < shares; i++) {
        int status;
        if (wait(&status) < 0 || status) {
            printf("FAIL a share of the cases died (status %d)\n", status);
            failed++;
        }
    }
    return failed;
}

int main(int argc, char **argv)
{
    struct trial options = {0};
    unsigned shares = 1;
    struct list list = {.arena = arena_new()};
    if (!read_options(argc, argv, &options, &list, &shares))
        return fputs("usage: cases [-j JOBS] [-l] [-w] [-n] [-v] MURRELET CASE.m|TABLE.tsv...\n", stderr), 2;
    options.murrelet = argv[optind];
    for (int i = optind + 1; i < argc; i++)
        add_path(&list, argv[i]);
    leave_out_long_ones(&list);
    const char *base = getenv("TMPDIR");
    char directory[200];
    snprintf(directory, sizeof directory, "%s/murrelet-cases.XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(directory))
        die("%s cannot be made", directory);
    options.directory = directory;
    unsigned count = list.count, failed = run_shares(&options, &list, shares);
    rmdir(directory);
    printf("%u %u %u\n", count > failed ? count - failed : 0, failed, list.left_out);
    arena_free(list.arena);
    return failed != 0;
}
