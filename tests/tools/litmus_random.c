/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_random.c - random litmus tests, to compare machines with the
 * enumerator on programs that nobody thought of.
 *
 *     litmus_random SEED COUNT FOLDER [MOST]
 *
 * writes FOLDER/rSEED-N.litmus.  A test has two or three threads, two or three
 * locations and at most nine accesses, or MOST; all registers that are loaded are
 * observed, and all locations.  Half of the tests have no plain access and one
 * scope for all, wide enough, and so no race.  The same seed gives the same tests.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, ROWS = 16, CELL = 40 };

struct random {
    uint64_t state;
};

/* splitmix64 */
static uint64_t next(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static unsigned below(struct random *random, unsigned bound)
{
    return (unsigned)(next(random) % bound);
}

static bool chance(struct random *random, unsigned percent)
{
    return below(random, 100) < percent;
}

struct test {
    struct random *random;
    unsigned threads, locations, values;
    bool tame;       /* atomics at one scope alone */
    const char *scope; /* that one */
    char cells[THREADS][ROWS][CELL];
    unsigned rows[THREADS];
    bool loaded[THREADS][ROWS]; /* register r1 .. holds what was loaded */
    unsigned registers[THREADS];
};

static void cell(struct test *test, unsigned t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(test->cells[t][test->rows[t]++], CELL, format, arguments);
    va_end(arguments);
}

static const char *scope(struct test *test)
{
    static const char *const names[] = {"wg", "agent", "agent", "sys"};

    if (test->tame)
        return test->scope;
    return names[below(test->random, 4)];
}

static const char *location(struct test *test)
{
    static const char *const names[] = {"x", "y", "z"};

    return names[below(test->random, test->locations)];
}

/* "[ORDER,SCOPE]", or "[na]" where a plain access may stand. */
static const char *annotation(struct test *test, const char *const *orders, unsigned count)
{
    static char text[4][32];
    static unsigned turn;
    const char *order = orders[below(test->random, count)];

    if (test->tame && strcmp(order, "na") == 0)
        order = "rlx";

    turn = (turn + 1) % 4;
    if (strcmp(order, "na") == 0)
        snprintf(text[turn], sizeof text[turn], "[na]");
    else
        snprintf(text[turn], sizeof text[turn], "[%s,%s]", order, scope(test));
    return text[turn];
}

static void add_load(struct test *test, unsigned t)
{
    static const char *const orders[] = {"na", "rlx", "rlx", "acq", "acq", "sc"};
    unsigned r = ++test->registers[t];

    cell(test, t, "r%s r%u %s", annotation(test, orders, 6), r, location(test));
}

static void add_store(struct test *test, unsigned t)
{
    static const char *const orders[] = {"na", "rlx", "rlx", "rel", "rel", "sc"};

    if (test->registers[t] && chance(test->random, 20))
        cell(test, t, "w%s %s r%u", annotation(test, orders, 6), location(test), 1 + below(test->random, test->registers[t]));
    else
        cell(test, t, "w%s %s %u", annotation(test, orders, 6), location(test), 1 + below(test->random, test->values));
}

static void add_rmw(struct test *test, unsigned t)
{
    static const char *const orders[] = {"rlx", "acq", "rel", "ar", "sc"};
    unsigned r = ++test->registers[t];
    const char *a = annotation(test, orders, 5), *l = location(test);

    switch (below(test->random, 3)) {
    case 0: cell(test, t, "rmw%s r%u (add r%u 1) %s", a, r, r, l); break;
    case 1: cell(test, t, "rmw%s r%u %u %s", a, r, 1 + below(test->random, test->values), l); break;
    default: cell(test, t, "rmw%s r%u (cas %u %u) %s", a, r, below(test->random, 2), 1 + below(test->random, test->values), l); break;
    }
}

static void add_fence(struct test *test, unsigned t)
{
    static const char *const orders[] = {"acq", "rel", "ar", "sc"};

    cell(test, t, "f%s", annotation(test, orders, 4));
}

/* A branch over the rest of the thread, on what was loaded. */
static void add_branch(struct test *test, unsigned t)
{
    cell(test, t, "mov r9 (neq r%u %u)", 1 + below(test->random, test->registers[t]), below(test->random, 2));
    cell(test, t, "b[] r9 E%u", t);
}

static void fill_thread(struct test *test, unsigned t, unsigned accesses)
{
    bool branched = false;

    for (unsigned i = 0; i < accesses; i++) {
        unsigned kind = below(test->random, 100);
        if (kind < 42)
            add_load(test, t);
        else if (kind < 84)
            add_store(test, t);
        else
            add_rmw(test, t);
        if (i + 1 < accesses && chance(test->random, 20))
            add_fence(test, t);
        if (i + 1 < accesses && !branched && test->registers[t] && chance(test->random, 12)) {
            add_branch(test, t);
            branched = true;
        }
    }
    if (branched)
        cell(test, t, "E%u:", t);
}

static void write_test(const struct test *test, FILE *out, const char *name, bool together)
{
    unsigned rows = 0, observed = 0;

    fprintf(out, "LISA %s\n{ }\n", name);
    for (unsigned t = 0; t < test->threads; t++)
        fprintf(out, "%s P%u ", t ? "|" : "", t);
    fprintf(out, ";\n");
    for (unsigned t = 0; t < test->threads; t++)
        rows = test->rows[t] > rows ? test->rows[t] : rows;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned t = 0; t < test->threads; t++)
            fprintf(out, "%s %-26s ", t ? "|" : "", row < test->rows[t] ? test->cells[t][row] : "");
        fprintf(out, ";\n");
    }
    fprintf(out, "scopes: (sys (agent ");
    for (unsigned t = 0; t < test->threads; t++)
        fprintf(out, together && t == 0 ? "(wg 0 1)" : together && t == 1 ? "" : "(wg %u)", t);
    fprintf(out, "))\nlocations [");
    for (unsigned t = 0; t < test->threads; t++)
        for (unsigned r = 1; r <= test->registers[t]; r++)
            fprintf(out, "%u:r%u; ", t, r);
    for (unsigned l = 0; l < test->locations; l++, observed++)
        fprintf(out, "%c; ", "xyz"[l]);
    fprintf(out, "]\nexists (true)\n");
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: litmus_random SEED COUNT FOLDER [MOST]\n");
        return 2;
    }
    unsigned long seed = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
    unsigned most = argc == 5 ? (unsigned)strtoul(argv[4], NULL, 10) : 9;
    for (unsigned long n = 0; n < count; n++) {
        struct random random = {seed * UINT64_C(1000003) + n};
        struct test test = {.random = &random};
        char name[64], path[4096];
        test.threads = 2 + below(&random, 2);
        test.locations = 2 + (unsigned)chance(&random, 20);
        test.values = 1 + below(&random, 2);
        bool together = chance(&random, 30);
        test.tame = chance(&random, 50);
        test.scope = together && test.threads == 2 && chance(&random, 50) ? "wg" : chance(&random, 80) ? "agent" : "sys";
        unsigned left = most;
        for (unsigned t = 0; t < test.threads; t++) {
            unsigned accesses = test.threads == 2 ? 2 + below(&random, 3) : 1 + below(&random, 3);
            accesses = accesses < left ? accesses : left;
            fill_thread(&test, t, accesses);
            left -= accesses;
        }
        snprintf(name, sizeof name, "r%lu-%lu", seed, n);
        snprintf(path, sizeof path, "%s/%s.litmus", argv[3], name);
        FILE *out = fopen(path, "w");
        if (!out) {
            perror(path);
            return 2;
        }
        write_test(&test, out, name, together);
        fclose(out);
    }
    return 0;
}
