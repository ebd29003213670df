/* SPDX-License-Identifier: BSD-2-Clause */
/* A search that was stopped, or killed, and went on gives what one run gives. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/search.h"
#include "engine_graph.h"

static struct search_result *run(const struct graph *g, struct search_options options)
{
    struct model_external_binding binding = {NULL, (void *)(uintptr_t)g, 0};
    options.bindings = &binding;
    return search_run(graph_model(g), &options);
}

static void temporary(char *path)
{
    strcpy(path, "/tmp/murrelet-checkpoint.XXXXXX");
    close(mkstemp(path));
    unlink(path);
}

static struct graph long_graph(uint64_t seed, unsigned words)
{
    struct graph g = {.seed = seed, .words = words, .nodes = 12000, .rules = 3, .starts = 2, .span = 400, .enabled = 100};
    g.rare[GRAPH_COVER] = 100;
    g.rare[GRAPH_LOCAL_COVER] = 100;
    return g;
}

static void same(const struct search_result *a, const struct search_result *b, bool stats)
{
    cr_assert_eq(a->verdict, b->verdict);
    cr_assert_eq(a->states, b->states, "%lu and %lu states", (unsigned long)a->states, (unsigned long)b->states);
    cr_assert_eq(a->rules_fired, b->rules_fired);
    cr_assert_eq(a->depth, b->depth);
    cr_assert_eq(a->level_count, b->level_count);
    cr_assert_arr_eq(a->level_states, b->level_states, a->level_count * sizeof *a->level_states);
    for (unsigned p = 0; p < GRAPH_PROPERTIES; p++)
        cr_assert_eq(a->properties[p].met, b->properties[p].met);
    for (unsigned r = 0; stats && r < 3; r++)
        cr_assert(a->rules[r].fired == b->rules[r].fired && a->rules[r].tested == b->rules[r].tested);
    cr_assert_eq(a->violation_count, b->violation_count);
    for (unsigned i = 0; i < a->violation_count; i++) {
        cr_assert_eq(a->violations[i].trace.count, b->violations[i].trace.count);
        for (unsigned s = 0; s < a->violations[i].trace.count; s++)
            cr_assert_eq(a->violations[i].trace.steps[s].instance, b->violations[i].trace.steps[s].instance);
    }
}

Test(checkpoint, a_search_that_was_stopped_goes_on)
{
    char path[64];
    temporary(path);
    for (uint64_t seed = 0; seed < 9; seed++) {
        struct graph g = long_graph(seed, 1 + (unsigned)(seed % 3));
        struct model_external_binding binding;
        struct search_options options = graph_options(&g, &binding);
        g.rare[GRAPH_INVARIANT] = seed % 2 ? 15000 : 0;
        options.stats = true;
        options.threads = 1 + (unsigned)(seed % 2);
        struct search_result *whole = run(&g, options);

        options.checkpoint = path;
        options.max_states = 3000;
        search_result_free(run(&g, options));
        options.resume = path;
        options.max_states = 6000;
        options.threads = 3; /* not the number that it was stopped with */
        search_result_free(run(&g, options));
        options.max_states = 0;
        options.threads = 1 + (unsigned)(seed % 3);
        struct search_result *parts = run(&g, options);
        cr_assert_null(parts->trouble, "%s", parts->trouble);
        same(whole, parts, true);
        search_result_free(whole);
        search_result_free(parts);
    }
    unlink(path);
}

Test(checkpoint, another_question_is_refused)
{
    char path[64];
    struct graph g = long_graph(1, 2);
    struct model_external_binding binding;
    struct search_options options = graph_options(&g, &binding);
    temporary(path);
    options.checkpoint = path;
    options.max_states = 3000;
    options.identity = "one model";
    search_result_free(run(&g, options));
    options.resume = path;
    options.identity = "another";
    struct search_result *result = run(&g, options);
    cr_assert_not_null(result->trouble);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert(result->refused && strstr(result->trouble, "another model"), "%s", result->trouble);
    search_result_free(result);
    options.identity = "one model";
    cr_assert_eq(truncate(path, 1000), 0);
    result = run(&g, options);
    cr_assert_not_null(result->trouble);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    search_result_free(result);
    unlink(path);
}

/* ---- damages ---- */

struct content {
    unsigned char *bytes;
    size_t length;
};

static struct content read_content(const char *path)
{
    struct content content = {malloc(1 << 24), 0};
    FILE *file = fopen(path, "r");
    cr_assert(file, "there is a checkpoint");
    content.length = fread(content.bytes, 1, 1 << 24, file);
    fclose(file);
    return content;
}

static void write_content(const char *path, const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    cr_assert_eq(fwrite(bytes, 1, length, file), length);
    cr_assert_eq(fclose(file), 0);
}

/* A checkpoint of this many states of the graph, or about that. */
static struct content checkpoint_of(const struct graph *g, struct search_options options, const char *path, uint64_t states)
{
    options.checkpoint = path;
    options.max_states = states;
    search_result_free(run(g, options));
    return read_content(path);
}

static void refused(const struct graph *g, struct search_options options, const char *path, const char *what)
{
    options.resume = path;
    struct search_result *result = run(g, options);
    cr_assert(result->refused, "%s", what);
    cr_assert(result->trouble && strstr(result->trouble, path), "%s: %s", what, result->trouble);
    cr_assert_eq(result->verdict, VERDICT_INCOMPLETE);
    cr_assert(result->states == 0 && result->rules_fired == 0 && result->violation_count == 0, "%s", what);
    search_result_free(result);
}

static unsigned rounds(void)
{
    return getenv("NIGHTLY") && *getenv("NIGHTLY") ? 500 : 40;
}

static struct search_options with_identity(const struct graph *g, struct model_external_binding *binding)
{
    struct search_options options = graph_options(g, binding);
    options.identity = "model\tone\n";
    options.threads = 1;
    return options;
}

static void damage(unsigned words, const char *spill)
{
    char path[64];
    struct graph g = long_graph(words, words);
    struct model_external_binding binding;
    struct search_options options = with_identity(&g, &binding);
    options.spill = spill;
    temporary(path);
    srand(words);
    struct content old = checkpoint_of(&g, options, path, 2000), whole = checkpoint_of(&g, options, path, 6000);
    unsigned char *bytes = malloc(whole.length + 4096);
    for (unsigned i = 0; i < rounds(); i++) {
        size_t bit = i < 20 ? 1 + i * 41 : (size_t)rand() % (whole.length * 8), at = (size_t)rand() % whole.length;
        memcpy(bytes, whole.bytes, whole.length);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        write_content(path, bytes, whole.length);
        refused(&g, options, path, "a bit differs");
        write_content(path, whole.bytes, i < 10 ? i * 13 : i < 20 ? whole.length - i + 9 : at);
        refused(&g, options, path, "cut");
        memcpy(bytes, whole.bytes, whole.length);
        size_t more = 1 + (size_t)rand() % 4000;
        memcpy(bytes + whole.length, i % 2 ? old.bytes : whole.bytes + whole.length - more, more);
        write_content(path, bytes, whole.length + more);
        refused(&g, options, path, "extended");
        memcpy(bytes, whole.bytes, whole.length);
        size_t length = 16 + (size_t)rand() % 2000, most = old.length < whole.length ? old.length : whole.length;
        at = (size_t)rand() % (most - length);
        if (memcmp(bytes + at, old.bytes + at, length) == 0)
            continue;
        memcpy(bytes + at, old.bytes + at, length);
        write_content(path, bytes, whole.length);
        refused(&g, options, path, "partly another one's");
    }
    options.resume = path;
    write_content(path, whole.bytes, whole.length);
    struct search_result *parts = run(&g, options);
    options.resume = NULL;
    struct search_result *straight = run(&g, options);
    cr_assert_null(parts->trouble, "%s", parts->trouble);
    same(straight, parts, false);
    search_result_free(parts);
    search_result_free(straight);
    free(bytes);
    free(old.bytes);
    free(whole.bytes);
    unlink(path);
}

Test(checkpoint, damaged_and_of_short_states_is_refused)
{
    damage(1, NULL);
}

Test(checkpoint, damaged_and_of_long_states_is_refused)
{
    damage(3, NULL);
}

Test(checkpoint, damaged_and_spilled_is_refused)
{
    damage(2, "/tmp");
}

/* As the file is laid out: a head of 56 bytes; frames of 24 bytes, their content, and a hash of 16. */
static unsigned find_frames(const struct content *content, size_t *at, unsigned most)
{
    unsigned count = 0;
    for (size_t offset = 56; offset < content->length && count < most;) {
        uint32_t length;
        memcpy(&length, content->bytes + offset + 4, sizeof length);
        at[count++] = offset;
        offset += 24 + length + 16;
    }
    return count;
}

Test(checkpoint, no_frame_stands_in_for_another)
{
    char path[64];
    size_t at[64], other_at[64];
    struct graph g = long_graph(5, 3);
    g.nodes = 120000;
    g.span = 4000;
    struct model_external_binding binding;
    struct search_options options = with_identity(&g, &binding);
    temporary(path);
    struct content other = checkpoint_of(&g, options, path, 60000), whole = checkpoint_of(&g, options, path, 60000);
    unsigned count = find_frames(&whole, at, 64), other_count = find_frames(&other, other_at, 64);
    cr_assert(count == other_count && count > 6 && whole.length == other.length, "%u frames", count);
    unsigned char *bytes = malloc(whole.length);
    for (unsigned i = 0; i + 1 < count; i++) {
        size_t length = at[i + 1] - at[i];
        memcpy(bytes, whole.bytes, whole.length);
        memcpy(bytes + at[i], other.bytes + at[i], length);
        write_content(path, bytes, whole.length);
        refused(&g, options, path, "a frame of another file");
        for (unsigned j = i + 1; j + 1 < count; j++) {
            if (at[j + 1] - at[j] != length)
                continue;
            for (size_t skip = 0; skip <= 24; skip += 24) { /* with its head, and without */
                memcpy(bytes, whole.bytes, whole.length);
                memcpy(bytes + at[i] + skip, whole.bytes + at[j] + skip, length - skip);
                memcpy(bytes + at[j] + skip, whole.bytes + at[i] + skip, length - skip);
                write_content(path, bytes, whole.length);
                refused(&g, options, path, "two frames have changed places");
            }
        }
        memmove(bytes, whole.bytes, whole.length);
        memmove(bytes + at[i], bytes + at[i] + length, whole.length - at[i] - length);
        write_content(path, bytes, whole.length - length);
        refused(&g, options, path, "a frame is missing");
    }
    free(bytes);
    free(other.bytes);
    free(whole.bytes);
    unlink(path);
}

Test(checkpoint, another_question_is_refused_by_name)
{
    char path[64];
    struct graph g = long_graph(1, 2);
    struct model_external_binding binding;
    struct search_options options = with_identity(&g, &binding), other;
    unsigned char enabled[GRAPH_PROPERTIES + 8];
    temporary(path);
    free(checkpoint_of(&g, options, path, 3000).bytes);
    options.resume = path;
    const struct {
        const char *says;
        int which;
    } cases[] = {{"--deadlock", 0}, {"--only and --skip", 1}, {"--loop-limit", 2}, {"--recursion-limit", 3},
                 {"--stats", 4}, {"--symmetry", 5}, {"another model", 6}, {"--max-depth is 1", 7}};
    memset(enabled, 1, sizeof enabled);
    enabled[1] = 0;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        other = options;
        switch (cases[i].which) {
        case 0: other.deadlock = options.deadlock == DEADLOCK_OFF ? DEADLOCK_STUCK : DEADLOCK_OFF; break;
        case 1: other.enabled = enabled; break;
        case 2: other.loop_limit = 77; break;
        case 3: other.recursion_limit = 77; break;
        case 4: other.stats = true; break;
        case 5: other.symmetry = options.symmetry == MODEL_SYMMETRY_OFF ? MODEL_SYMMETRY_EXACT : MODEL_SYMMETRY_OFF; break;
        case 6: other.identity = "model\tanother\n"; break;
        case 7: other.max_depth = 1; break;
        }
        struct search_result *result = run(&g, other);
        cr_assert(result->refused && result->trouble && strstr(result->trouble, cases[i].says), "%s: %s", cases[i].says,
                  result->trouble);
        search_result_free(result);
    }
    unlink(path);
}

Test(checkpoint, one_that_does_not_fit_is_no_damaged_one)
{
    char path[64];
    struct graph g = long_graph(1, 3);
    struct model_external_binding binding;
    struct search_options options = with_identity(&g, &binding);
    g.nodes = 200000;
    g.span = 8000;
    temporary(path);
    free(checkpoint_of(&g, options, path, 100000).bytes);
    options.resume = path;
    options.memory = 1 << 20;
    struct search_result *result = run(&g, options);
    cr_assert(!result->refused && !result->trouble);
    cr_assert_eq(result->reason, REASON_MEMORY);
    cr_assert(result->states == 0 && result->violation_count == 0);
    search_result_free(result);
    unlink(path);
}

/* Two runs write one file, and a third goes on from whatever is there. */
Test(checkpoint, two_runs_may_write_one_file, .timeout = 120)
{
    char path[64];
    struct graph g = long_graph(3, 2);
    struct model_external_binding binding;
    struct search_options options = with_identity(&g, &binding);
    pid_t children[2];
    temporary(path);
    struct search_result *straight = run(&g, options);
    free(checkpoint_of(&g, options, path, 3000).bytes);
    for (unsigned i = 0; i < 2; i++)
        if ((children[i] = fork()) == 0) {
            options.checkpoint = path;
            for (;;)
                search_result_free(run(&g, options));
        }
    options.resume = path;
    for (unsigned i = 0; i < 40; i++) {
        struct search_result *parts = run(&g, options);
        cr_assert_null(parts->trouble, "%s", parts->trouble);
        same(straight, parts, false);
        search_result_free(parts);
    }
    for (unsigned i = 0; i < 2; i++) {
        int status;
        kill(children[i], SIGKILL);
        waitpid(children[i], &status, 0);
    }
    search_result_free(straight);
    unlink(path);
}

/* What a killed child sends when it comes to its end. */
struct outcome {
    uint64_t states, fired, depth, length, sum;
};

static struct outcome outcome_of(const struct search_result *result)
{
    struct outcome outcome = {.states = result->states, .fired = result->rules_fired, .depth = result->depth};
    for (unsigned i = 0; i < result->violation_count; i++)
        for (unsigned s = 0; s < result->violations[i].trace.count; s++, outcome.length++)
            outcome.sum = outcome.sum * 31 + result->violations[i].trace.steps[s].instance;
    return outcome;
}

static void search_in_child(const struct graph *g, struct search_options options, const char *path, int to)
{
    options.checkpoint = path;
    if (access(path, R_OK) == 0)
        options.resume = path;
    struct search_result *result = run(g, options);
    struct outcome outcome = outcome_of(result);
    if (result->trouble || write(to, &outcome, sizeof outcome) != sizeof outcome)
        _exit(1);
    _exit(0);
}

/* Start children until one comes to its end; kill the others, the later the more there were: one
 * that gets little of a busy processor has to come to an end too.  Returns the kills. */
static unsigned search_with_kills(const struct graph *g, struct search_options options, unsigned *seed,
                                  struct outcome *outcome)
{
    char path[64];
    unsigned kills = 0;
    temporary(path);
    for (;;) {
        int ends[2], status;
        cr_assert_eq(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            search_in_child(g, options, path, ends[1]);
        close(ends[1]);
        usleep((unsigned)rand_r(seed) % (25000 + 5000 * kills));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        bool ended = read(ends[0], outcome, sizeof *outcome) == sizeof *outcome;
        close(ends[0]);
        if (ended)
            break;
        cr_assert(WIFSIGNALED(status), "it can go on from what the last one left");
        kills++;
    }
    unlink(path);
    return kills;
}

Test(checkpoint, a_search_killed_at_any_moment_goes_on, .timeout = 300)
{
    unsigned kills = 0, seed = 7, rounds = 0;
    for (; kills < 50 && rounds < 200; rounds++) {
        struct graph g = long_graph(rounds, 1 + rounds % 2);
        struct model_external_binding binding;
        struct search_options options = graph_options(&g, &binding);
        struct outcome killed;
        g.rare[GRAPH_INVARIANT] = rounds % 3 ? 25000 : 0;
        options.threads = 1 + rounds % 2;
        struct search_result *whole = run(&g, options);
        struct outcome expected = outcome_of(whole);
        search_result_free(whole);
        kills += search_with_kills(&g, options, &seed, &killed);
        cr_assert_eq(memcmp(&killed, &expected, sizeof killed), 0, "round %u: %lu states, not %lu", rounds,
                     (unsigned long)killed.states, (unsigned long)expected.states);
    }
    cr_assert(kills >= 50, "%u kills in %u rounds", kills, rounds);
}
