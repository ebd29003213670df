/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * races.c - heterogeneous races by brute force and from the definitions: the
 * oracle of `murrelet races`.  It shares the parser with the checker, and
 * nothing else.
 *
 *     races [--actions N] [--most N] FILE...
 *
 * prints a line a test: its name, then `free` or `racy` under each of drf,
 * hrf-direct, hrf-indirect, hrf-direct-relaxed, hrf-indirect-relaxed, literal,
 * rsp and rsp strict, then `all`, `cut` (a thread was stopped after N accesses,
 * default 12) or `part` (the bound on executions, default 200000, was reached),
 * then how many executions there were.
 *
 * Every interleaving is performed as a list of actions; neighbours that
 * commute are taken in one order.  For each action the set of the actions that
 * happen before it is computed from those of its predecessors: program order,
 * and every release that it synchronises with.  Two conflicting actions neither
 * of which is in the other's set race.  Only interleavings: what candidates add
 * is enumerate.c's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "litmus/parse.h"

enum { THREADS = 6, REGISTERS = 24, LOCATIONS = 10, ACTIONS = 64, VIEWS = 36, PENDING = 32 };

enum model { DRF, DIRECT, INDIRECT, DIRECT_RELAXED, INDIRECT_RELAXED, LITERAL, RSP, RSP_STRICT, MODELS };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "races: %s\n", why);
    exit(2);
}

/* ---- executions ---- */

struct action {
    unsigned thread;
    bool fence, reads, writes, rmw;
    enum litmus_order order;
    int level, location;
};

struct state {
    unsigned pc[THREADS], steps[THREADS];
    struct litmus_value registers[THREADS][REGISTERS], memory[LOCATIONS];
};

struct run {
    const struct litmus_test *test;
    unsigned most_steps;
    unsigned long most, executions;
    bool cut, part;
    bool racy[MODELS];
    struct action actions[ACTIONS];
};

static struct litmus_value num(int64_t n)
{
    return (struct litmus_value){n, -1};
}

static bool same(struct litmus_value a, struct litmus_value b)
{
    return a.number == b.number && a.location == b.location;
}

static struct litmus_value get(const struct litmus_operand *o, const struct litmus_value *registers, struct litmus_value old)
{
    if (o->kind == OPERAND_REGISTER)
        return registers[o->reg];
    return o->kind == OPERAND_OLD ? old : o->kind == OPERAND_VALUE ? o->value : num(0);
}

static struct litmus_value compute(const struct litmus_expression *e, const struct litmus_value *registers, struct litmus_value old)
{
    struct litmus_value a = get(&e->left, registers, old), b = get(&e->right, registers, old);

    switch (e->operator) {
    case OPERATOR_COPY: return a;
    case OPERATOR_ADD: return num(a.number + b.number);
    case OPERATOR_SUB: return num(a.number - b.number);
    case OPERATOR_AND: return num(a.number & b.number);
    case OPERATOR_OR: return num(a.number | b.number);
    case OPERATOR_XOR: return num(a.number ^ b.number);
    case OPERATOR_MUL: return num(a.number * b.number);
    case OPERATOR_DIV: return num(b.number ? a.number / b.number : 0);
    case OPERATOR_MIN: return a.number < b.number ? a : b;
    case OPERATOR_MAX: return a.number < b.number ? b : a;
    case OPERATOR_EQ: return num(same(a, b));
    case OPERATOR_NE: return num(!same(a, b));
    case OPERATOR_LT: return num(a.number < b.number);
    case OPERATOR_LE: return num(a.number <= b.number);
    case OPERATOR_GT: return num(a.number > b.number);
    case OPERATOR_GE: return num(a.number >= b.number);
    case OPERATOR_CAS: return b;
    }
    stop("operator without a value");
}

/* Moves and branches up to the next access or fence.  A loop has an access. */
static void advance(const struct litmus_test *test, struct state *s, unsigned t)
{
    const struct litmus_thread *thread = &test->threads[t];

    while (s->pc[t] < thread->length) {
        const struct litmus_instruction *i = &thread->code[s->pc[t]];
        struct litmus_value value = num(0);
        if (i->kind <= LITMUS_FENCE)
            return;
        if (i->kind != LITMUS_JUMP)
            value = compute(&i->value, s->registers[t], num(0));
        if (i->kind == LITMUS_MOVE && i->target >= 0)
            s->registers[t][i->target] = value;
        bool goes = i->kind == LITMUS_JUMP || (i->kind == LITMUS_BRANCH && (value.number != 0 || value.location >= 0));
        s->pc[t] = goes ? i->goal : s->pc[t] + 1;
    }
}

/* The access or fence at a thread's pc, performed. */
static struct action perform(const struct litmus_test *test, struct state *s, unsigned t)
{
    const struct litmus_instruction *i = &test->threads[t].code[s->pc[t]];
    struct litmus_value *registers = s->registers[t];
    struct action a = {.thread = t, .fence = i->kind == LITMUS_FENCE, .rmw = i->kind == LITMUS_RMW, .order = i->order,
                       .level = (int)i->level, .location = -1};

    s->pc[t]++;
    s->steps[t]++;
    if (!a.fence) {
        a.location = get(&i->address, registers, num(0)).location;
        if (a.location < 0)
            stop("an address is no location");
        struct litmus_value old = s->memory[a.location];
        a.reads = i->kind != LITMUS_STORE;
        a.writes = i->kind == LITMUS_STORE || (a.rmw && (i->value.operator != OPERATOR_CAS || same(get(&i->value.left, registers, old), old)));
        if (a.writes)
            s->memory[a.location] = compute(&i->value, registers, old);
        if (a.reads && i->target >= 0)
            registers[i->target] = old;
    }
    advance(test, s, t);
    return a;
}

/* ---- definitions ---- */

static bool atomic(const struct action *a)
{
    return a->order != LITMUS_NA;
}

static bool remote(const struct action *a)
{
    return a->order == LITMUS_RM_ACQ || a->order == LITMUS_RM_REL || a->order == LITMUS_RM_AR;
}

static bool acquires(const struct action *a)
{
    switch (a->order) {
    case LITMUS_ACQ: case LITMUS_AR: case LITMUS_SC: case LITMUS_RM_ACQ: case LITMUS_RM_AR: return a->fence || a->reads;
    default: return false;
    }
}

static bool releases(const struct action *a)
{
    switch (a->order) {
    case LITMUS_REL: case LITMUS_AR: case LITMUS_SC: case LITMUS_RM_REL: case LITMUS_RM_AR: return a->fence || a->writes;
    default: return false;
    }
}

/* Whether thread b is in the scope instance of thread a at a level. */
static bool member(const struct litmus_test *test, unsigned a, int level, unsigned b)
{
    return a == b || test->scopes.group[a][level] == test->scopes.group[b][level];
}

/* Whether every thread of one scope instance is in the other. */
static bool contained(const struct litmus_test *test, unsigned a, int la, unsigned b, int lb)
{
    for (unsigned t = 0; t < test->thread_count; t++)
        if (member(test, a, la, t) && !member(test, b, lb, t))
            return false;
    return true;
}

/* One instance holds the other: by what the levels say, as instances of one
 * tree, and not by chance members. */
static bool nests(const struct litmus_test *test, unsigned a, int la, unsigned b, int lb)
{
    return la <= lb && contained(test, a, la, b, lb) && member(test, b, lb, a);
}

static bool fits(const struct litmus_test *test, enum model m, unsigned a, int la, unsigned b, int lb)
{
    switch (m) {
    case DRF: return true;
    case DIRECT: case INDIRECT: return la == lb && member(test, a, la, b);
    case LITERAL: return nests(test, a, la, b, lb) || nests(test, b, lb, a, la);
    default: return member(test, a, la, b) && member(test, b, lb, a);
    }
}

/* A release that has been performed on a location, by an access or by a fence
 * and a later access: what it covers is what happens before the anchor, and
 * the anchor itself. */
struct release {
    unsigned anchor, object;
    int level;
};

/* An atomic read, and what it may synchronise with once a fence comes. */
struct heard {
    unsigned read;
    int level;
    unsigned release_anchor;
    int release_level;
};

struct judge {
    const struct litmus_test *test;
    enum model model;
    const struct action *actions;
    int access_level[ACTIONS];
    uint64_t before[VIEWS][ACTIONS];
    unsigned views;
    struct release releases[ACTIONS * 4];
    unsigned release_count;
    struct heard heard[ACTIONS * ACTIONS];
    unsigned heard_count;
    struct { int location, level; unsigned thread; } pending[PENDING];
    unsigned pending_count;
};

static bool promotes(const struct judge *j)
{
    return j->model == RSP || j->model == RSP_STRICT;
}

/* Whether an edge between two scoped sides counts in a view. */
static bool viewed(const struct judge *j, unsigned view, unsigned a, int la, unsigned b, int lb)
{
    if (j->model == DIRECT) /* a view for each level and group */
        return (int)view / THREADS == la && j->test->scopes.group[a][la] == view % THREADS;
    if (j->model == DIRECT_RELAXED)
        return member(j->test, a, la, view) && member(j->test, b, lb, view);
    return true;
}

static void after(struct judge *j, unsigned view, unsigned earlier, unsigned later)
{
    j->before[view][later] |= j->before[view][earlier] | UINT64_C(1) << earlier;
}

static void synchronise(struct judge *j, unsigned anchor, int la, unsigned i, int lb)
{
    unsigned a = j->actions[anchor].thread, b = j->actions[i].thread;

    if (a == b || !fits(j->test, j->model, a, la, b, lb))
        return;
    for (unsigned v = 0; v < j->views; v++)
        if (viewed(j, v, a, la, b, lb))
            after(j, v, anchor, i);
}

static bool promoted_remote(const struct judge *j, const struct action *a)
{
    return promotes(j) && remote(a);
}

static bool compatible(const struct judge *j, unsigned x, unsigned y)
{
    const struct action *a = &j->actions[x], *b = &j->actions[y];

    if (j->model == RSP && promoted_remote(j, a) && member(j->test, a->thread, j->access_level[x], b->thread))
        return true;
    if (j->model == RSP && promoted_remote(j, b) && member(j->test, b->thread, j->access_level[y], a->thread))
        return true;
    return fits(j->test, j->model, a->thread, j->access_level[x], b->thread, j->access_level[y]);
}

static bool races_with(const struct judge *j, unsigned x, unsigned y)
{
    const struct action *a = &j->actions[x], *b = &j->actions[y];

    if (a->thread == b->thread || a->location < 0 || a->location != b->location || !(a->writes || b->writes))
        return false;
    if (atomic(a) && atomic(b) && compatible(j, x, y))
        return false;
    for (unsigned v = 0; v < j->views; v++)
        if (j->before[v][y] >> x & 1)
            return false;
    return true;
}

static int level_of(const struct judge *j, const struct action *a)
{
    return j->model == DRF ? (int)LITMUS_SYS : a->level;
}

/* Promotions by a read, as they are when it is performed; its acquire level. */
static int promote(struct judge *j, unsigned i)
{
    const struct action *a = &j->actions[i];
    int level = level_of(j, a);
    unsigned kept = 0;

    if (!promotes(j) || !acquires(a))
        return level;
    for (unsigned r = j->release_count; remote(a) && r-- > 0;) {
        struct release *release = &j->releases[r];
        if (j->actions[release->object].location != a->location || release->anchor != release->object)
            continue;
        if (release->level < a->level && member(j->test, a->thread, a->level, j->actions[release->object].thread)) {
            release->level = a->level;
            if (j->access_level[release->object] < a->level)
                j->access_level[release->object] = a->level;
        }
        break; /* the last one alone */
    }
    for (unsigned p = 0; p < j->pending_count; p++) {
        if (j->pending[p].location != a->location) {
            j->pending[kept++] = j->pending[p];
            continue;
        }
        if (j->pending[p].level > level && member(j->test, j->pending[p].thread, j->pending[p].level, a->thread))
            level = j->pending[p].level;
    }
    j->pending_count = kept;
    return level;
}

static void add_release(struct judge *j, unsigned anchor, unsigned object, int level)
{
    if (j->release_count == sizeof j->releases / sizeof *j->releases)
        stop("too many releases");
    j->releases[j->release_count++] = (struct release){anchor, object, level};
}

static void read_side(struct judge *j, unsigned i)
{
    const struct action *a = &j->actions[i];
    int level = promote(j, i);

    j->access_level[i] = a->writes ? level_of(j, a) : level;
    for (unsigned r = 0; r < j->release_count; r++) {
        const struct release *release = &j->releases[r];
        if (j->actions[release->object].location != a->location)
            continue;
        if (acquires(a))
            synchronise(j, release->anchor, release->level, i, level);
        j->heard[j->heard_count++] = (struct heard){i, level, release->anchor, release->level};
    }
}

static void write_side(struct judge *j, unsigned i)
{
    const struct action *a = &j->actions[i];

    for (unsigned f = 0; f < i; f++) {
        const struct action *fence = &j->actions[f];
        if (fence->fence && fence->thread == a->thread && releases(fence))
            add_release(j, f, i, level_of(j, fence) < level_of(j, a) ? level_of(j, fence) : level_of(j, a));
    }
    if (!releases(a))
        return;
    add_release(j, i, i, level_of(j, a));
    if (promotes(j) && remote(a)) {
        if (j->pending_count == PENDING)
            stop("too many remote releases");
        j->pending[j->pending_count].location = a->location;
        j->pending[j->pending_count].level = a->level;
        j->pending[j->pending_count++].thread = a->thread;
    }
}

static void acquire_fence(struct judge *j, unsigned i)
{
    const struct action *a = &j->actions[i];

    for (unsigned h = 0; h < j->heard_count; h++) {
        const struct heard *heard = &j->heard[h];
        if (j->actions[heard->read].thread == a->thread)
            synchronise(j, heard->release_anchor, heard->release_level, i,
                        heard->level < level_of(j, a) ? heard->level : level_of(j, a));
    }
}

static bool has_race(const struct litmus_test *test, enum model model, const struct action *actions, unsigned count)
{
    static struct judge judge;
    struct judge *j = &judge;

    memset(j, 0, sizeof *j);
    j->test = test;
    j->model = model;
    j->actions = actions;
    j->views = model == DIRECT ? THREADS * LITMUS_LEVELS : model == DIRECT_RELAXED ? test->thread_count : 1;
    if (j->views > VIEWS)
        stop("too many views");
    for (unsigned i = 0; i < count; i++) {
        const struct action *a = &actions[i];
        j->access_level[i] = level_of(j, a);
        for (unsigned k = 0; k < i; k++)
            for (unsigned v = 0; actions[k].thread == a->thread && v < j->views; v++)
                after(j, v, k, i);
        if (a->fence && acquires(a))
            acquire_fence(j, i);
        if (atomic(a) && a->reads)
            read_side(j, i);
        for (unsigned k = 0; k < i; k++)
            if (races_with(j, k, i))
                return true;
        if (atomic(a) && a->writes)
            write_side(j, i);
    }
    return false;
}

/* ---- all interleavings ---- */

static void judge_all(struct run *run, unsigned count)
{
    run->executions++;
    for (int m = 0; m < MODELS; m++)
        if (!run->racy[m])
            run->racy[m] = has_race(run->test, (enum model)m, run->actions, count);
}

/* Neighbours that may change places: all definitions give the same. */
static bool commute(const struct action *a, const struct action *b)
{
    if (a->thread == b->thread)
        return false;
    if (a->fence || b->fence || a->location != b->location)
        return true;
    return !a->writes && !b->writes && !(acquires(a) && acquires(b));
}

static void interleave(struct run *run, const struct state *state, unsigned count)
{
    bool ended = true;

    if (run->executions >= run->most) {
        run->part = true;
        return;
    }
    for (unsigned t = 0; t < run->test->thread_count; t++) {
        if (state->pc[t] == run->test->threads[t].length)
            continue;
        if (state->steps[t] == run->most_steps || count == ACTIONS) {
            run->cut = true;
            continue;
        }
        ended = false;
        struct state next = *state;
        run->actions[count] = perform(run->test, &next, t);
        if (count && run->actions[count - 1].thread > t && commute(&run->actions[count - 1], &run->actions[count]))
            continue;
        interleave(run, &next, count + 1);
    }
    if (ended)
        judge_all(run, count);
}

static void decide(const struct litmus_test *test, unsigned steps, unsigned long most)
{
    static const char *const how[] = {"all", "cut", "part"};
    struct run run = {.test = test, .most_steps = steps, .most = most};
    static struct state start;

    if (test->thread_count > THREADS || test->location_count > LOCATIONS)
        stop("a test is too large");
    memset(&start, 0, sizeof start);
    for (unsigned l = 0; l < test->location_count; l++)
        start.memory[l] = test->locations[l].initial;
    for (unsigned t = 0; t < test->thread_count; t++) {
        if (test->threads[t].register_count > REGISTERS)
            stop("a test is too large");
        for (unsigned r = 0; r < test->threads[t].register_count; r++)
            start.registers[t][r] = test->threads[t].registers[r].initial;
        advance(test, &start, t);
    }
    interleave(&run, &start, 0);
    printf("%s", test->name);
    for (int m = 0; m < MODELS; m++)
        printf("\t%s", run.racy[m] ? "racy" : "free");
    printf("\t%s\t%lu\n", how[run.part ? 2 : run.cut ? 1 : 0], run.executions);
}

int main(int argc, char **argv)
{
    unsigned steps = 12;
    unsigned long most = 200000;
    int status = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--actions") == 0 && i + 1 < argc) {
            steps = (unsigned)atoi(argv[++i]);
            continue;
        }
        if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            most = strtoul(argv[++i], NULL, 10);
            continue;
        }
        struct arena *arena = arena_new();
        struct diagnostics *diagnostics = diagnostics_new(arena);
        const struct source *source = source_read(arena, diagnostics, argv[i], (struct place){0});
        struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
        if (test)
            decide(test, steps, most);
        else
            status = 2;
        diagnostics_print(diagnostics, stderr, 0);
        fflush(stdout);
        arena_free(arena);
    }
    return status;
}
