/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scoped_random.c - random litmus tests whose races depend on scopes.
 *
 *     scoped_random SEED COUNT FOLDER
 *
 * writes FOLDER/sSEED-N.litmus.  A test has two to four threads in one of
 * several scope trees, plain data, and flags that are accessed with atomics;
 * what is behind the read of a flag is often guarded by its value, so that
 * many tests are free of races under some models.  By N modulo 4: sc atomics
 * alone; acquire and release; relaxed ones and fences too; remote ones too.
 * Every other four are chains: each thread waits for the flag of the one
 * before it; or, with remote orders, relays: one flag goes round, and what is
 * local or remote changes from hand to hand; or two threads with two flags of
 * which one need not synchronise.  The same seed gives the same
 * tests.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROWS = 24, CELL = 40 };
enum mode { SC, RELACQ, WEAK, REMOTE, MODES };

static uint64_t seed_state;

/* splitmix64 */
static unsigned below(unsigned bound)
{
    uint64_t z = seed_state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) % bound);
}

static bool chance(unsigned percent)
{
    return below(100) < percent;
}

struct test {
    enum mode mode;
    unsigned threads;
    const char *scope; /* of most atomics, or NULL */
    bool two_flags;
    bool clusters; /* between work-groups and agents */
    char cells[THREADS][ROWS][CELL];
    unsigned rows[THREADS], registers[THREADS], guards[THREADS];
    const char *link[THREADS]; /* a chain: the scope that a thread and the next have in mind */
    bool uses[128];
};

static void cell(struct test *test, unsigned t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(test->cells[t][test->rows[t]++], CELL, format, arguments);
    va_end(arguments);
}

static const char *scope(const struct test *test)
{
    static const char *const names[] = {"wv", "wg", "wg", "wg", "agent", "agent", "agent", "sys"};
    const char *name = test->scope && chance(75) ? test->scope : names[below(8)];

    return test->clusters && !strcmp(name, "agent") && chance(60) ? "cluster" : name;
}

static const char *use(struct test *test, const char *name)
{
    test->uses[(unsigned char)name[0]] = true;
    return name;
}

static const char *flag(struct test *test)
{
    return use(test, test->two_flags && chance(50) ? "y" : "x");
}

enum access { LOAD, STORE, RMW, FENCE };

static const char *order(const struct test *test, enum access access)
{
    static const char *const relacq[] = {"acq", "rel", "ar", "ar"};
    static const char *const remote[] = {"rm_acq", "rm_rel", "rm_ar", "ar"};
    unsigned dice = below(100);

    if (test->mode == SC || dice < 5)
        return "sc";
    if (test->mode == WEAK && access != FENCE && dice < 45)
        return "rlx";
    if (test->mode == REMOTE && dice < 45)
        return access == RMW && dice < 15 ? remote[below(2)] : remote[access];
    if ((access == RMW || access == FENCE) && dice < 75)
        return relacq[below(3)];
    return relacq[access];
}

static void add_plain(struct test *test, unsigned t)
{
    use(test, "d");
    if (chance(50))
        cell(test, t, "w[na] d %u", t + 1);
    else
        cell(test, t, "r[na] r%u d", ++test->registers[t]);
}

static void add_guard(struct test *test, unsigned t, unsigned wanted)
{
    cell(test, t, "mov r9 (neq r%u %u)", test->registers[t], wanted);
    cell(test, t, "b[] r9 E%u", t);
    test->guards[t]++;
}

static void add_item(struct test *test, unsigned t)
{
    unsigned kind = below(100), r = 0;

    if (kind < 36) {
        add_plain(test, t);
    } else if (kind < 60) {
        cell(test, t, "w[%s,%s] %s 1", order(test, STORE), scope(test), flag(test));
    } else if (kind < 84) {
        r = ++test->registers[t];
        cell(test, t, "r[%s,%s] r%u %s", order(test, LOAD), scope(test), r, flag(test));
    } else {
        r = ++test->registers[t];
        switch (below(3)) {
        case 0: cell(test, t, "rmw[%s,%s] r%u (add r%u 1) %s", order(test, RMW), scope(test), r, r, flag(test)); break;
        case 1: cell(test, t, "rmw[%s,%s] r%u 1 %s", order(test, RMW), scope(test), r, flag(test)); break;
        default: cell(test, t, "rmw[%s,%s] r%u (cas 0 1) %s", order(test, RMW), scope(test), r, flag(test)); break;
        }
    }
    if (test->mode == WEAK && chance(25))
        cell(test, t, "f[%s,%s]", order(test, FENCE), scope(test));
    if (kind >= 60 && chance(60)) /* what follows waits for the flag, or for the lock */
        add_guard(test, t, kind < 84 ? 1 : 0);
}

static const char *link_scope(const struct test *test, unsigned t);

/* Two threads in an order that only one of two flags makes happens-before: an
 * RMW that is no release lets the other one go on all the same. */
static void add_pair(struct test *test, unsigned t)
{
    if (t == 0) {
        add_plain(test, t);
        cell(test, t, "w[%s,%s] x 1", order(test, STORE), link_scope(test, 0));
        if (chance(60))
            add_plain(test, t);
        cell(test, t, "rmw[%s,%s] r%u 1 y", chance(70) ? "acq" : order(test, RMW), link_scope(test, 1), ++test->registers[t]);
        if (chance(20))
            cell(test, t, "w[%s,%s] x 1", order(test, STORE), link_scope(test, 0));
        use(test, "x");
        use(test, "y");
        return;
    }
    bool first = chance(70);
    cell(test, t, "r[%s,%s] r%u %s", order(test, LOAD), link_scope(test, !first), ++test->registers[t], first ? "x" : "y");
    add_guard(test, t, 1);
    cell(test, t, "r[%s,%s] r%u %s", order(test, LOAD), link_scope(test, first), ++test->registers[t], first ? "y" : "x");
    add_guard(test, t, 1);
    if (chance(70))
        add_plain(test, t);
}

static const char *link_scope(const struct test *test, unsigned t)
{
    return chance(80) ? test->link[t] : scope(test);
}

/* A thread of a chain: after the flag of the one before, before its own. */
static void add_link(struct test *test, unsigned t)
{
    static const char *const flags[] = {"x", "y", "z"};

    if (t) {
        cell(test, t, "r[%s,%s] r%u %s", order(test, LOAD), link_scope(test, t - 1), ++test->registers[t], flags[t - 1]);
        if (test->mode == WEAK && chance(40))
            cell(test, t, "f[%s,%s]", order(test, FENCE), scope(test));
        if (chance(90))
            add_guard(test, t, 1);
    }
    if (t + 1 < test->threads && chance(15)) /* a plain store to what becomes a flag */
        cell(test, t, "w[na] %s 0", use(test, flags[t]));
    if (t == 0 || t + 1 == test->threads || chance(50))
        add_plain(test, t);
    if (test->mode == WEAK && chance(40))
        cell(test, t, "f[%s,%s]", order(test, FENCE), scope(test));
    if (t + 1 < test->threads)
        cell(test, t, "w[%s,%s] %s 1", order(test, STORE), link_scope(test, t), use(test, flags[t]));
    else if (test->mode == REMOTE && chance(30))
        cell(test, t, "rmw[%s,%s] r%u 2 %s", order(test, RMW), scope(test), ++test->registers[t], flags[0]);
}

/* Local at the work-group, or remote at some target. */
static const char *hand(enum access access)
{
    static const char *const local[] = {"acq,wg", "rel,wg", "ar,wg"}, *const remote[] = {"rm_acq", "rm_rel", "rm_ar"};
    static const char *const targets[] = {"wg", "agent", "agent", "agent", "sys"};
    static char text[4][32];
    static unsigned turn;

    if (chance(45))
        return local[access];
    turn = (turn + 1) % 4;
    if (chance(12))
        snprintf(text[turn], sizeof text[turn], "%s,%s", access == RMW ? "ar" : access == LOAD ? "acq" : "rel", targets[below(5)]);
    else
        snprintf(text[turn], sizeof text[turn], "%s,%s", remote[access], targets[below(5)]);
    return text[turn];
}

/* A thread of a relay: it waits for its number on the flag, and passes it on. */
static void add_hand(struct test *test, unsigned t)
{
    unsigned r;

    use(test, "x");
    if (t == 0 && chance(15))
        cell(test, t, "w[na] x 0");
    if (t) {
        r = ++test->registers[t];
        if (chance(25))
            cell(test, t, "rmw[%s] r%u (cas %u %u) x", hand(RMW), r, t, t + 10);
        else
            cell(test, t, "r[%s] r%u x", hand(LOAD), r);
        if (chance(92))
            add_guard(test, t, t);
    }
    if (chance(80))
        add_plain(test, t);
    if (t + 1 < test->threads || chance(30)) {
        if (chance(65))
            cell(test, t, "w[%s] x %u", hand(STORE), t + 1);
        else if (chance(40)) /* no release */
            cell(test, t, "rmw[%s,agent] r%u %u x", chance(50) ? "acq" : "rm_acq", ++test->registers[t], t + 1);
        else
            cell(test, t, "rmw[%s] r%u %u x", hand(RMW), ++test->registers[t], t + 1);
    }
    switch (below(8)) {
    case 0: cell(test, t, "r[%s] r%u x", hand(LOAD), ++test->registers[t]); break;
    case 1: cell(test, t, "w[%s] x %u", hand(STORE), t + 1); break;
    case 2: add_plain(test, t); break;
    }
}

static void write_test(const struct test *test, FILE *out, const char *name, const char *tree)
{
    unsigned rows = 0;

    fprintf(out, "LISA %s\n{ }\n", name);
    for (unsigned t = 0; t < test->threads; t++)
        fprintf(out, "%s P%u ", t ? "|" : "", t);
    fprintf(out, ";\n");
    for (unsigned t = 0; t < test->threads; t++)
        rows = test->rows[t] > rows ? test->rows[t] : rows;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned t = 0; t < test->threads; t++)
            fprintf(out, "%s %-32s ", t ? "|" : "", row < test->rows[t] ? test->cells[t][row] : "");
        fprintf(out, ";\n");
    }
    fprintf(out, "scopes: (sys %s)\nlocations [", tree);
    for (unsigned t = 0; t < test->threads; t++)
        for (unsigned r = 1; r <= test->registers[t]; r++)
            fprintf(out, "%u:r%u; ", t, r);
    for (const char *l = "dxyz"; *l; l++)
        if (test->uses[(unsigned char)*l])
            fprintf(out, "%c; ", *l);
    fprintf(out, "]\nexists (true)\n");
}

static void make(struct test *test, unsigned long n)
{
    static const char *const scopes[] = {"wg", "agent", "agent", "sys", NULL};

    test->mode = (enum mode)(n % MODES);
    test->threads = 2 + below(10) / 5 + chance(10);
    test->scope = scopes[below(5)];
    test->two_flags = chance(35);
    test->clusters = n / MODES / 2 % 3 == 1;
    unsigned left = test->threads == 2 ? 8 : 9;
    bool pair = n / MODES % 4 == 2 && test->threads == 2;
    bool chain = n / MODES % 2;
    if (chain)
        test->scope = chance(50) ? "agent" : NULL;
    for (unsigned t = 0; t < THREADS; t++)
        test->link[t] = scopes[below(4)];
    for (unsigned t = 0; t < test->threads; t++) {
        unsigned items = 2 + below(test->threads == 2 ? 3 : 2);
        items = items < left ? items : left;
        left -= items;
        for (unsigned i = 0; i < items && !chain && !pair; i++)
            add_item(test, t);
        if (pair)
            add_pair(test, t);
        else if (chain && test->mode == REMOTE)
            add_hand(test, t);
        else if (chain)
            add_link(test, t);
        if (test->guards[t])
            cell(test, t, "E%u:", t);
    }
}

int main(int argc, char **argv)
{
    static const char *const trees[THREADS - 1][5] = {
        {"(agent (wg 0 1))", "(agent (wg 0) (wg 1))", "(agent (wg 0) (wg 1))", "(agent (wg (wv 0 1)))", "(agent (wg 0)) (agent (wg 1))"},
        {"(agent (wg 0 1) (wg 2))", "(agent (wg 0) (wg 1 2))", "(agent (wg 0) (wg 1) (wg 2))", "(agent (wg 0 1 2))", "(agent (wg 0 1)) (agent (wg 2))"},
        {"(agent (wg 0 1) (wg 2 3))", "(agent (wg 0) (wg 1) (wg 2 3))", "(agent (wg 0) (wg 1 2) (wg 3))", "(agent (wg 0 1)) (agent (wg 2 3))", "(agent (wg 0) (wg 1)) (agent (wg 2 3))"},
    };

    static const char *const clustered[THREADS - 1][5] = {
        {"(agent (cluster (wg 0) (wg 1)))", "(agent (cluster (wg 0)) (cluster (wg 1)))", "(agent (cluster (wg 0 1)))", "(agent (cluster (wg (wv 0 1))))", "(agent (cluster (wg 0))) (agent (cluster (wg 1)))"},
        {"(agent (cluster (wg 0) (wg 1)) (cluster (wg 2)))", "(agent (cluster (wg 0)) (cluster (wg 1) (wg 2)))", "(agent (cluster (wg 0) (wg 1) (wg 2)))", "(agent (cluster (wg 0 1) (wg 2)))", "(agent (cluster (wg 0) (wg 1))) (agent (wg 2))"},
        {"(agent (cluster (wg 0) (wg 1)) (cluster (wg 2) (wg 3)))", "(agent (cluster (wg 0) (wg 1)) (cluster (wg 2 3)))", "(agent (cluster (wg 0) (wg 1 2)) (wg 3))", "(agent (cluster (wg 0 1) (wg 2 3)))", "(agent (cluster (wg 0) (wg 1))) (agent (wg 2 3))"},
    };

    if (argc != 4) {
        fprintf(stderr, "usage: scoped_random SEED COUNT FOLDER\n");
        return 2;
    }
    unsigned long seed = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
    for (unsigned long n = 0; n < count; n++) {
        static struct test test;
        char name[64], path[4096];
        seed_state = seed * UINT64_C(1000003) + n;
        memset(&test, 0, sizeof test);
        make(&test, n);
        snprintf(name, sizeof name, "s%lu-%lu", seed, n);
        snprintf(path, sizeof path, "%s/%s.litmus", argv[3], name);
        FILE *out = fopen(path, "w");
        if (!out) {
            perror(path);
            return 2;
        }
        write_test(&test, out, name, (test.clusters ? clustered : trees)[test.threads - 2][below(5)]);
        fclose(out);
    }
    return 0;
}
