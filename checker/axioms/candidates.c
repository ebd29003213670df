/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * candidates.c - enumerate the candidate executions of a test under the
 * relaxed HRF models.
 *
 * Choices are made in three layers: a path through each thread (its reads take
 * any value that the location can have), then for each location an order of its
 * writes and a source for each of its reads, then the checks on the whole.
 * Each layer drops early what it can refute: a value that nobody writes, an
 * order of writes against the program's.
 *
 * Relations are matrices of bits over the events of an execution, at most 64.
 */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../base/machine.h"
#include "../base/stop.h"

enum {
    EVENTS = 64,       /* of an execution */
    THREAD_EVENTS = 32, /* of a path: sets of them are 32 bits */
    VALUES = 64,       /* of a location */
    PATHS = 20000,     /* of a thread */
    INITIAL = -1,      /* the source of a read: the location's initial value */
};

struct event {
    struct race_action action;
    uint32_t depends; /* earlier reads of the thread that the address, value or branches depend on */
    uint32_t data;    /* those that the value alone depends on; an RMW's own read too */
};

struct path {
    struct event *events;
    unsigned count;
    struct litmus_value *registers;
};

struct values {
    struct litmus_value of[VALUES];
    unsigned depth[VALUES]; /* writes in the shortest chain that makes the value, each computed from the last */
    unsigned count;
};

/* The values that a path reads from each location and writes to it, by their
 * places in the location's list. */
struct traffic {
    uint64_t needs, gives;
};

struct finder {
    struct arena *arena;
    const struct litmus_test *test;
    const struct candidate_options *options;
    struct outcomes *outcomes;
    struct candidates *result;
    struct values *values;      /* by location */
    struct path *paths[LITMUS_MAX_THREADS];
    struct traffic *traffic[LITMUS_MAX_THREADS]; /* [path * locations + location] */
    unsigned path_count[LITMUS_MAX_THREADS];
    uint64_t *may_give;         /* [thread * locations + location] */
    bool stopped;
    uint64_t steps;
    /* the current execution */
    const struct path *chosen[LITMUS_MAX_THREADS];
    struct event events[EVENTS];
    unsigned count, first[LITMUS_MAX_THREADS + 1];
    int source[EVENTS];         /* of reads */
    int place[EVENTS];          /* in the order of the location's accesses */
    unsigned written[LITMUS_MAX_LOCATIONS]; /* how many writes are in order */
    int last[LITMUS_MAX_LOCATIONS];         /* the last of them */
};

bool candidates_matter(const struct litmus_test *test)
{
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *x = &test->threads[t].code[i];
            if (x->kind == LITMUS_FENCE)
                return true;
            if (x->kind > LITMUS_FENCE)
                continue;
            if (x->order != LITMUS_NA && x->order != LITMUS_SC)
                return true; /* a remote order is a plain one, but under rsp */
        }
    return false;
}

static void give_up(struct finder *f, const char *why)
{
    f->result->complete = false;
    f->result->left_out = why;
    f->stopped = true;
}

/* Whether to end the enumeration; asked at each step of a part that may take long. */
static bool must_stop(struct finder *f)
{
    if (++f->steps % 4096 == 0 && !f->stopped) {
        if (stop_asked())
            give_up(f, "interrupted");
        else if (f->options->until > 0 && machine_clock() > f->options->until)
            give_up(f, "the time is up");
    }
    return f->stopped;
}

/* ---- one thread ---- */

static struct litmus_value whole(int64_t number)
{
    return (struct litmus_value){number, -1};
}

static struct litmus_value apply(enum litmus_operator operator, struct litmus_value a, struct litmus_value b)
{
    bool equal = litmus_value_equal(a, b);
    int64_t x = a.number, y = b.number;
    switch (operator) {
    case OPERATOR_COPY: case OPERATOR_CAS: return a;
    case OPERATOR_ADD: return a.location >= 0 ? a : b.location >= 0 ? b : whole(x + y);
    case OPERATOR_SUB: return whole(x - y);
    case OPERATOR_AND: return whole(x & y);
    case OPERATOR_OR: return whole(x | y);
    case OPERATOR_XOR: return equal ? whole(0) : whole(x ^ y);
    case OPERATOR_EQ: return whole(equal);
    case OPERATOR_NE: return whole(!equal);
    case OPERATOR_LT: return whole(x < y);
    case OPERATOR_LE: return whole(x <= y);
    case OPERATOR_GT: return whole(x > y);
    case OPERATOR_GE: return whole(x >= y);
    }
    die("an operator without a meaning");
}

/* A path through a thread as far as it has been walked, with the values of the registers. */
struct walk {
    struct finder *finder;
    unsigned thread;
    struct event events[THREAD_EVENTS];
    unsigned count;
    struct litmus_value *registers;
    uint32_t *from;           /* by register: the reads that it depends on */
    uint32_t branches;        /* the reads that the branches so far depend on */
    unsigned *back;           /* by instruction: back edges taken */
    bool keep_cut;            /* keep paths that end at a back edge: for their writes */
    struct path *paths;
    unsigned path_count;
};

static struct litmus_value value_of(const struct walk *w, const struct litmus_operand *o, struct litmus_value old)
{
    return o->kind == OPERAND_REGISTER ? w->registers[o->reg] : o->kind == OPERAND_OLD ? old
         : o->kind == OPERAND_VALUE    ? o->value : whole(0);
}

static uint32_t from_of(const struct walk *w, const struct litmus_operand *o)
{
    return o->kind == OPERAND_REGISTER ? w->from[o->reg] : 0;
}

static uint32_t from_expression(const struct walk *w, const struct litmus_expression *e)
{
    return from_of(w, &e->left) | from_of(w, &e->right);
}

static struct litmus_value evaluate(const struct walk *w, const struct litmus_expression *e, struct litmus_value old)
{
    return apply(e->operator, value_of(w, &e->left, old), value_of(w, &e->right, old));
}

static void end_path(struct walk *w)
{
    struct arena *arena = w->finder->arena;
    unsigned registers = w->finder->test->threads[w->thread].register_count;
    if (w->path_count == PATHS) {
        give_up(w->finder, "a thread has too many paths");
        return;
    }
    struct path path = {.count = w->count};
    path.events = arena_alloc(arena, (w->count + 1) * sizeof *path.events);
    memcpy(path.events, w->events, w->count * sizeof *path.events);
    path.registers = arena_alloc(arena, (registers + 1) * sizeof *path.registers);
    memcpy(path.registers, w->registers, registers * sizeof *path.registers);
    ARENA_PUSH(arena, w->paths, w->path_count, path);
}

static void walk_from(struct walk *w, unsigned pc);

static enum litmus_level effective_level(const struct finder *f, const struct litmus_instruction *i)
{
    return f->options->rules.wide ? LITMUS_SYS : i->level;
}

/* An access whose location and dependencies are known; false: too many. */
static struct event *add_event(struct walk *w, unsigned pc)
{
    const struct litmus_instruction *i = &w->finder->test->threads[w->thread].code[pc];
    if (w->count == THREAD_EVENTS) {
        give_up(w->finder, "a thread has too many accesses");
        return NULL;
    }
    struct event *e = &w->events[w->count++];
    *e = (struct event){.action = {.thread = (int)w->thread, .at = pc, .kind = i->kind, .order = i->order,
                                   .level = effective_level(w->finder, i), .location = -1}};
    e->depends = w->branches;
    if (i->kind != LITMUS_FENCE) {
        e->action.location = value_of(w, &i->address, whole(0)).location;
        e->depends |= from_of(w, &i->address) | from_expression(w, &i->value);
    }
    return e;
}

/* Walk the rest of the path for one value that a load or an RMW may read. */
static void walk_value(struct walk *w, unsigned pc, struct litmus_value value)
{
    const struct litmus_instruction *i = &w->finder->test->threads[w->thread].code[pc];
    struct walk saved = *w;
    unsigned registers = w->finder->test->threads[w->thread].register_count;
    struct litmus_value old_registers[LITMUS_MAX_REGISTERS];
    uint32_t old_from[LITMUS_MAX_REGISTERS];
    memcpy(old_registers, w->registers, registers * sizeof *old_registers);
    memcpy(old_from, w->from, registers * sizeof *old_from);
    struct event *e = add_event(w, pc);
    if (!e)
        return;
    e->action.reads = true;
    e->action.read = value;
    if (i->kind == LITMUS_RMW) {
        bool swap = i->value.operator == OPERATOR_CAS;
        e->action.writes = !swap || litmus_value_equal(value_of(w, &i->value.left, value), value);
        e->action.written = swap ? value_of(w, &i->value.right, value) : evaluate(w, &i->value, value);
        e->data = from_expression(w, &i->value);
        if (i->value.left.kind == OPERAND_OLD || i->value.right.kind == OPERAND_OLD)
            e->data |= UINT32_C(1) << (w->count - 1);
    }
    if (i->target >= 0) {
        w->registers[i->target] = value;
        w->from[i->target] = UINT32_C(1) << (w->count - 1);
    }
    unsigned length = w->finder->test->threads[w->thread].length;
    unsigned back[LITMUS_MAX_CODE];
    memcpy(back, w->back, length * sizeof *back);
    walk_from(w, pc + 1);
    memcpy(w->back, back, length * sizeof *back);
    memcpy(w->registers, old_registers, registers * sizeof *old_registers);
    memcpy(w->from, old_from, registers * sizeof *old_from);
    w->count = saved.count;
    w->branches = saved.branches;
}

static void walk_read(struct walk *w, unsigned pc)
{
    const struct litmus_instruction *i = &w->finder->test->threads[w->thread].code[pc];
    int location = value_of(w, &i->address, whole(0)).location;
    if (location < 0)
        return; /* only values that no execution has lead here */
    const struct values *values = &w->finder->values[location];
    for (unsigned k = 0; k < values->count && !w->finder->stopped; k++)
        walk_value(w, pc, values->of[k]);
}

/* Where a thread goes from a branch or a jump; its length, if the bound of a
 * back edge ends the path there. */
static unsigned next_of(struct walk *w, unsigned pc, bool *cut)
{
    const struct litmus_instruction *i = &w->finder->test->threads[w->thread].code[pc];
    unsigned next = i->goal;
    if (i->kind == LITMUS_BRANCH) {
        struct litmus_value value = evaluate(w, &i->value, whole(0));
        w->branches |= from_expression(w, &i->value);
        if (value.location < 0 && value.number == 0)
            next = pc + 1;
    }
    *cut = next <= pc && w->back[pc]++ >= w->finder->options->unroll;
    return next;
}

/* Add the write of a store to the path; false: the path ends here. */
static bool walk_store(struct walk *w, unsigned pc, const struct litmus_instruction *i)
{
    struct event *e = add_event(w, pc);
    if (!e || e->action.location < 0)
        return false;
    e->action.writes = true;
    e->action.written = evaluate(w, &i->value, whole(0));
    e->data = from_expression(w, &i->value);
    return true;
}

static void walk_move(struct walk *w, const struct litmus_instruction *i)
{
    if (i->target < 0)
        return;
    struct litmus_value value = evaluate(w, &i->value, whole(0));
    w->from[i->target] = from_expression(w, &i->value);
    w->registers[i->target] = value;
}

static void walk_from(struct walk *w, unsigned pc)
{
    const struct litmus_thread *thread = &w->finder->test->threads[w->thread];
    while (pc < thread->length && !must_stop(w->finder)) {
        const struct litmus_instruction *i = &thread->code[pc];
        bool cut = false;
        switch (i->kind) {
        case LITMUS_LOAD: case LITMUS_RMW:
            walk_read(w, pc);
            return;
        case LITMUS_STORE:
            if (!walk_store(w, pc++, i))
                return;
            break;
        case LITMUS_FENCE:
            if (!add_event(w, pc++))
                return;
            break;
        case LITMUS_MOVE:
            walk_move(w, i);
            pc++;
            break;
        case LITMUS_BRANCH: case LITMUS_JUMP:
            pc = next_of(w, pc, &cut);
            break;
        }
        if (cut) {
            w->finder->result->unrolled = true;
            if (!w->keep_cut)
                return;
            break;
        }
    }
    end_path(w);
}

static void find_paths(struct finder *f, unsigned t, bool keep_cut)
{
    const struct litmus_thread *thread = &f->test->threads[t];
    struct litmus_value registers[LITMUS_MAX_REGISTERS];
    uint32_t from[LITMUS_MAX_REGISTERS] = {0};
    unsigned back[LITMUS_MAX_CODE] = {0};
    for (unsigned r = 0; r < thread->register_count; r++)
        registers[r] = thread->registers[r].initial;
    struct walk walk = {.finder = f, .thread = t, .registers = registers, .from = from, .back = back,
                        .keep_cut = keep_cut};
    walk_from(&walk, 0);
    f->paths[t] = walk.paths;
    f->path_count[t] = walk.path_count;
}

/* ---- the values that a location can have ---- */

static int value_index(const struct values *values, struct litmus_value value)
{
    for (unsigned i = 0; i < values->count; i++)
        if (litmus_value_equal(values->of[i], value))
            return (int)i;
    return -1;
}

static bool add_value(struct finder *f, int location, struct litmus_value value, unsigned depth)
{
    struct values *values = &f->values[location];
    int at = value_index(values, value);
    if (at >= 0) {
        bool sooner = depth < values->depth[at];
        values->depth[at] = sooner ? depth : values->depth[at];
        return sooner;
    }
    if (values->count == VALUES) {
        give_up(f, "a location has too many values");
        return false;
    }
    values->depth[values->count] = depth;
    values->of[values->count++] = value;
    return true;
}

/* From which locations' values the values of a location are computed, directly or through others. */
static void find_sources(const struct finder *f, bool *from)
{
    unsigned n = f->test->location_count;
    memset(from, 0, n * n * sizeof *from);
    for (unsigned t = 0; t < f->test->thread_count; t++)
        for (unsigned p = 0; p < f->path_count[t]; p++)
            for (unsigned i = 0; i < f->paths[t][p].count; i++) {
                const struct event *events = f->paths[t][p].events, *e = &events[i];
                if (!e->action.writes)
                    continue;
                from[(unsigned)e->action.location * n + (unsigned)e->action.location] = true;
                for (unsigned j = 0; j <= i; j++)
                    if (e->data >> j & 1)
                        from[(unsigned)e->action.location * n + (unsigned)events[j].action.location] = true;
            }
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n; j++)
                from[i * n + j] |= from[i * n + k] && from[k * n + j];
}

/* How many writes an execution has, at most, to the locations of a set. */
static unsigned writes_to(const struct finder *f, const bool *set)
{
    unsigned sum = 0;
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        unsigned most = 0;
        for (unsigned p = 0; p < f->path_count[t]; p++) {
            unsigned n = 0;
            for (unsigned i = 0; i < f->paths[t][p].count; i++) {
                const struct race_action *x = &f->paths[t][p].events[i].action;
                n += x->writes && set[x->location];
            }
            most = n > most ? n : most;
        }
        sum += most;
    }
    return sum;
}

static unsigned depth_of(const struct finder *f, const struct event *events, const struct event *e)
{
    unsigned depth = 0;
    for (unsigned j = 0; j < THREAD_EVENTS; j++) {
        if (!(e->data >> j & 1))
            continue;
        const struct values *values = &f->values[events[j].action.location];
        unsigned before = values->depth[value_index(values, events[j].action.read)];
        depth = before > depth ? before : depth;
    }
    return depth + 1;
}

static bool add_written(struct finder *f, const unsigned *most)
{
    bool changed = false;
    for (unsigned t = 0; t < f->test->thread_count; t++)
        for (unsigned p = 0; p < f->path_count[t]; p++)
            for (unsigned i = 0; i < f->paths[t][p].count && !f->stopped; i++) {
                const struct event *events = f->paths[t][p].events, *e = &events[i];
                unsigned depth = e->action.writes ? depth_of(f, events, e) : 0;
                if (e->action.writes && depth <= most[e->action.location])
                    changed |= add_value(f, e->action.location, e->action.written, depth);
            }
    return changed;
}

/* A value comes about by a chain of different writes, each computed from what
 * the one before wrote: so chains are no longer than there are writes. */
static void find_values(struct finder *f)
{
    unsigned n = f->test->location_count;
    bool *from = arena_alloc(f->arena, (n * n + 1) * sizeof *from);
    unsigned *most = arena_alloc(f->arena, (n + 1) * sizeof *most);
    for (unsigned l = 0; l < n; l++)
        add_value(f, (int)l, f->test->locations[l].initial, 0);
    for (bool changed = true; changed && !f->stopped;) {
        for (unsigned t = 0; t < f->test->thread_count; t++)
            find_paths(f, t, true);
        find_sources(f, from);
        for (unsigned l = 0; l < n; l++)
            most[l] = writes_to(f, from + l * n);
        changed = add_written(f, most);
    }
    f->result->unrolled = false;
    for (unsigned t = 0; t < f->test->thread_count && !f->stopped; t++)
        find_paths(f, t, false);
}

static void find_traffic(struct finder *f)
{
    unsigned locations = f->test->location_count;
    f->may_give = arena_alloc(f->arena, (f->test->thread_count * locations + 1) * sizeof *f->may_give);
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        f->traffic[t] = arena_alloc(f->arena, (f->path_count[t] * locations + 1) * sizeof *f->traffic[t]);
        for (unsigned p = 0; p < f->path_count[t]; p++)
            for (unsigned i = 0; i < f->paths[t][p].count; i++) {
                const struct race_action *x = &f->paths[t][p].events[i].action;
                if (x->location < 0)
                    continue;
                struct traffic *traffic = &f->traffic[t][p * locations + (unsigned)x->location];
                int read = x->reads ? value_index(&f->values[x->location], x->read) : -1;
                int written = x->writes ? value_index(&f->values[x->location], x->written) : -1;
                if (read > 0) /* the initial value is there for all */
                    traffic->needs |= UINT64_C(1) << read;
                if (written >= 0) /* else no execution has the value */
                    traffic->gives |= UINT64_C(1) << written;
                f->may_give[t * locations + (unsigned)x->location] |= traffic->gives;
            }
    }
}

/* ---- relations ---- */

struct relation {
    uint64_t after[EVENTS];
};

static void relate(struct relation *r, unsigned a, unsigned b)
{
    r->after[a] |= UINT64_C(1) << b;
}

static bool related(const struct relation *r, unsigned a, unsigned b)
{
    return r->after[a] >> b & 1;
}

static void close_transitively(struct relation *r, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < count; i++)
            if (related(r, i, k))
                r->after[i] |= r->after[k];
}

/* Close the relation under transitivity. */
static bool has_cycle(const struct relation *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (related(r, i, i))
            return true;
    return false;
}

static bool coherent_before(const struct finder *f, unsigned a, unsigned b)
{
    const struct race_action *x = &f->events[a].action, *y = &f->events[b].action;
    return x->location >= 0 && x->location == y->location && f->place[a] < f->place[b];
}

/* ---- happens-before ---- */

static int common(const struct finder *f, unsigned a, unsigned b)
{
    enum litmus_level level = litmus_common_level(&f->test->scopes, a, b);
    return a == b ? (int)LITMUS_WI : f->options->rules.wide && level > LITMUS_SYS ? (int)LITMUS_SYS : (int)level;
}

static bool inclusive(const struct finder *f, unsigned a, int la, unsigned b, int lb)
{
    int least = la < lb ? la : lb, most = la < lb ? lb : la;
    return common(f, a, b) <= (f->options->rules.literal ? most : least);
}

static bool acquires(const struct race_action *x)
{
    return (x->kind == LITMUS_FENCE || x->reads) &&
           (x->order == LITMUS_ACQ || x->order == LITMUS_AR || x->order == LITMUS_SC || x->order == LITMUS_RM_ACQ ||
            x->order == LITMUS_RM_AR);
}

static bool releases(const struct race_action *x)
{
    return (x->kind == LITMUS_FENCE || x->writes) &&
           (x->order == LITMUS_REL || x->order == LITMUS_AR || x->order == LITMUS_SC || x->order == LITMUS_RM_REL ||
            x->order == LITMUS_RM_AR);
}

/* What synchronises: an access by itself, or a fence by an atomic near it. */
struct pattern {
    unsigned anchor, object;
    int level;
};

static bool is_object(const struct race_action *x, bool release)
{
    return x->location >= 0 && x->order != LITMUS_NA && (release ? x->writes : x->reads);
}

static unsigned find_patterns(const struct finder *f, bool release, struct pattern *out)
{
    unsigned count = 0;
    for (unsigned i = 0; i < f->count; i++) {
        const struct race_action *x = &f->events[i].action;
        if (!(release ? releases(x) : acquires(x)))
            continue;
        if (x->kind != LITMUS_FENCE) {
            out[count++] = (struct pattern){i, i, (int)x->level};
            continue;
        }
        unsigned from = release ? i + 1 : f->first[x->thread], to = release ? f->first[x->thread + 1] : i;
        for (unsigned j = from; j < to; j++) {
            const struct race_action *o = &f->events[j].action;
            if (is_object(o, release))
                out[count++] = (struct pattern){i, j, (int)(x->level < o->level ? x->level : o->level)};
        }
    }
    return count;
}

static bool in_instance(const struct finder *f, unsigned thread, unsigned of, int level)
{
    return common(f, thread, of) <= level;
}

/* Edges that synchronise; for one thread alone if `view` is not negative. */
static void synchronise(const struct finder *f, struct relation *hb, int view)
{
    static _Thread_local struct pattern release[EVENTS * EVENTS], acquire[EVENTS * EVENTS];
    unsigned n = find_patterns(f, true, release), m = find_patterns(f, false, acquire);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++) {
            const struct pattern *p = &release[i], *q = &acquire[j];
            unsigned a = (unsigned)f->events[p->anchor].action.thread, b = (unsigned)f->events[q->anchor].action.thread;
            if (a == b || !coherent_before(f, p->object, q->object) || !inclusive(f, a, p->level, b, q->level))
                continue;
            if (view >= 0 && !(in_instance(f, (unsigned)view, a, p->level) && in_instance(f, (unsigned)view, b, q->level)))
                continue;
            relate(hb, p->anchor, q->anchor);
        }
}

static void program_order(const struct finder *f, struct relation *r)
{
    for (unsigned t = 0; t < f->test->thread_count; t++)
        for (unsigned i = f->first[t]; i < f->first[t + 1]; i++)
            for (unsigned j = i + 1; j < f->first[t + 1]; j++)
                relate(r, i, j);
}

/* Compute happens-before; false: it has a cycle. */
static bool happens_before(const struct finder *f, struct relation *hb)
{
    *hb = (struct relation){{0}};
    program_order(f, hb);
    synchronise(f, hb, -1);
    close_transitively(hb, f->count);
    if (has_cycle(hb, f->count))
        return false;
    if (f->options->rules.model != RACE_HRF_DIRECT_RELAXED)
        return true;
    struct relation all = {{0}};
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        struct relation view = {{0}};
        program_order(f, &view);
        synchronise(f, &view, (int)t);
        close_transitively(&view, f->count);
        for (unsigned i = 0; i < f->count; i++)
            all.after[i] |= view.after[i];
    }
    *hb = all;
    return true;
}

/* ---- the checks on a whole execution ---- */

/* No value out of thin air: dependencies and sources have no cycle. */
static bool grounded(const struct finder *f)
{
    struct relation r = {{0}};
    for (unsigned i = 0; i < f->count; i++) {
        unsigned first = f->first[f->events[i].action.thread];
        for (unsigned j = first; j < i; j++)
            if (f->events[i].depends >> (j - first) & 1)
                relate(&r, j, i);
        if (f->events[i].action.reads && f->source[i] != INITIAL)
            relate(&r, (unsigned)f->source[i], i);
    }
    close_transitively(&r, f->count);
    return !has_cycle(&r, f->count);
}

/* Of the sc events, those that stand for an access towards what is before it,
 * or after: itself, and sc fences beyond it in its thread. */
static bool stands_for(const struct finder *f, unsigned s, unsigned access, bool beyond_after)
{
    const struct race_action *x = &f->events[s].action, *y = &f->events[access].action;
    if (x->order != LITMUS_SC)
        return false;
    return s == access || (x->kind == LITMUS_FENCE && x->thread == y->thread && (beyond_after ? s > access : s < access));
}

static void order_sc(const struct finder *f, struct relation *sc, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < f->count; i++)
        for (unsigned j = 0; j < f->count; j++) {
            if (!stands_for(f, i, a, false) || !stands_for(f, j, b, true))
                continue;
            const struct race_action *x = &f->events[i].action, *y = &f->events[j].action;
            bool fence = x->kind == LITMUS_FENCE || y->kind == LITMUS_FENCE;
            if (!fence || inclusive(f, (unsigned)x->thread, (int)x->level, (unsigned)y->thread, (int)y->level))
                relate(sc, i, j);
        }
}

static bool agree(const struct finder *f, const struct relation *hb)
{
    struct relation sc = {{0}};
    for (unsigned i = 0; i < f->count; i++)
        for (unsigned j = 0; j < f->count; j++) {
            const struct race_action *x = &f->events[i].action, *y = &f->events[j].action;
            if (related(hb, i, j) && coherent_before(f, j, i))
                return false;
            bool two_reads = x->location >= 0 && x->location == y->location && x->reads && y->reads;
            if (coherent_before(f, i, j) || (two_reads && related(hb, i, j)))
                order_sc(f, &sc, i, j);
            if (x->thread == y->thread && i < j && x->order == LITMUS_SC && y->order == LITMUS_SC)
                relate(&sc, i, j);
        }
    close_transitively(&sc, f->count);
    return !has_cycle(&sc, f->count);
}

static bool conflict(const struct finder *f, const struct race_action *x, const struct race_action *y)
{
    if (x->thread == y->thread || x->location < 0 || x->location != y->location || !(x->writes || y->writes))
        return false;
    if (x->order == LITMUS_NA || y->order == LITMUS_NA)
        return true;
    return !inclusive(f, (unsigned)x->thread, (int)x->level, (unsigned)y->thread, (int)y->level);
}

static void find_race(struct finder *f, const struct relation *hb)
{
    for (unsigned j = 0; j < f->count; j++)
        for (unsigned i = 0; i < j; i++) {
            if (!conflict(f, &f->events[i].action, &f->events[j].action) || related(hb, i, j) || related(hb, j, i))
                continue;
            f->result->racy = true;
            f->result->first = i;
            f->result->second = j;
            f->result->action_count = f->count;
            f->result->actions = arena_alloc(f->arena, f->count * sizeof *f->result->actions);
            for (unsigned k = 0; k < f->count; k++)
                f->result->actions[k] = f->events[k].action;
            return;
        }
}

static void add_outcome(struct finder *f)
{
    struct litmus_value values[f->test->watch_count + 1];
    for (unsigned i = 0; i < f->test->watch_count; i++) {
        const struct litmus_watch *w = &f->test->watches[i];
        if (w->thread >= 0)
            values[i] = f->chosen[w->thread]->registers[w->index];
        else if (f->last[w->index] == INITIAL)
            values[i] = f->test->locations[w->index].initial;
        else
            values[i] = f->events[f->last[w->index]].action.written;
    }
    outcomes_add(f->outcomes, values, 1);
}

static void judge(struct finder *f)
{
    struct relation hb;
    if (f->options->most && f->result->executions == f->options->most) {
        give_up(f, "the bound on executions was reached");
        return;
    }
    f->result->executions++;
    if (!grounded(f) || !happens_before(f, &hb) || !agree(f, &hb))
        return;
    f->result->count++;
    if (!f->result->racy)
        find_race(f, &hb);
    if (f->outcomes)
        add_outcome(f);
}

/* ---- orders of writes, and sources of reads ---- */

static void choose_location(struct finder *f, unsigned location);

/* Whether the access keeps the program's order with earlier ones of its thread
 * at its location, that have their places. */
static bool keeps_order(const struct finder *f, unsigned i)
{
    for (unsigned j = f->first[f->events[i].action.thread]; j < i; j++)
        if (coherent_before(f, i, j))
            return false;
    return true;
}

static bool writes_keep_order(const struct finder *f, unsigned i)
{
    for (unsigned j = i + 1; j < f->first[f->events[i].action.thread + 1]; j++)
        if (f->events[j].action.writes && coherent_before(f, j, i))
            return false;
    return true;
}

/* Places: 0 the initial value, 2k the k-th write, one more for a read of it.
 * An RMW that writes has the place of its write, right after what it read. */
static void choose_source(struct finder *f, unsigned location, unsigned i)
{
    while (i < f->count && !(f->events[i].action.location == (int)location && f->events[i].action.reads &&
                             !f->events[i].action.writes))
        i++;
    if (i == f->count) {
        for (unsigned j = 0; j < f->count; j++)
            if (f->events[j].action.location == (int)location && !keeps_order(f, j))
                return;
        choose_location(f, location + 1);
        return;
    }
    for (int s = INITIAL; s < (int)f->count && !must_stop(f); s++) {
        const struct race_action *x = s == INITIAL ? NULL : &f->events[s].action;
        if (x && (!x->writes || x->location != (int)location))
            continue;
        struct litmus_value value = x ? x->written : f->test->locations[location].initial;
        if (!litmus_value_equal(value, f->events[i].action.read))
            continue;
        f->source[i] = s;
        f->place[i] = x ? f->place[s] + 1 : 1;
        if (writes_keep_order(f, i))
            choose_source(f, location, i + 1);
    }
}

static void choose_order(struct finder *f, unsigned location, unsigned left)
{
    if (!left) {
        choose_source(f, location, 0);
        return;
    }
    int last = f->last[location];
    struct litmus_value value = last == INITIAL ? f->test->locations[location].initial : f->events[last].action.written;
    for (unsigned i = 0; i < f->count && !must_stop(f); i++) {
        const struct race_action *x = &f->events[i].action;
        bool ready = x->writes && x->location == (int)location && !f->place[i] &&
                     (!x->reads || litmus_value_equal(x->read, value));
        for (unsigned j = f->first[x->thread]; ready && j < i; j++)
            ready = !(f->events[j].action.writes && f->events[j].action.location == (int)location && !f->place[j]);
        if (!ready)
            continue;
        f->source[i] = last;
        f->last[location] = (int)i;
        f->place[i] = 2 * (int)++f->written[location];
        choose_order(f, location, left - 1);
        f->place[i] = 0;
        f->written[location]--;
        f->last[location] = last;
    }
}

static void choose_location(struct finder *f, unsigned location)
{
    unsigned writes = 0;
    if (location == f->test->location_count) {
        judge(f);
        return;
    }
    for (unsigned i = 0; i < f->count; i++)
        if (f->events[i].action.location == (int)location) {
            f->place[i] = 0;
            writes += f->events[i].action.writes;
        }
    f->written[location] = 0;
    f->last[location] = INITIAL;
    choose_order(f, location, writes);
}

/* ---- paths ---- */

static void gather(struct finder *f)
{
    f->count = 0;
    for (unsigned t = 0; t < f->test->thread_count; t++) {
        f->first[t] = f->count;
        for (unsigned i = 0; i < f->chosen[t]->count; i++) {
            if (f->count == EVENTS) {
                give_up(f, "an execution has too many accesses");
                return;
            }
            f->events[f->count++] = f->chosen[t]->events[i];
        }
    }
    f->first[f->test->thread_count] = f->count;
}

/* Whether what is read may be written: by the threads before `next` as chosen,
 * by the others as they may. */
static bool may_be_written(const struct finder *f, unsigned next, const struct traffic *sum)
{
    unsigned locations = f->test->location_count;
    for (unsigned l = 0; l < locations; l++) {
        uint64_t gives = sum[l].gives;
        for (unsigned t = next; t < f->test->thread_count; t++)
            gives |= f->may_give[t * locations + l];
        if (sum[l].needs & ~gives)
            return false;
    }
    return true;
}

static void choose_path(struct finder *f, unsigned t, const struct traffic *before)
{
    unsigned locations = f->test->location_count;
    if (t == f->test->thread_count) {
        gather(f);
        if (!f->stopped)
            choose_location(f, 0);
        return;
    }
    for (unsigned p = 0; p < f->path_count[t] && !must_stop(f); p++) {
        struct traffic sum[locations + 1];
        for (unsigned l = 0; l < locations; l++) {
            sum[l].needs = before[l].needs | f->traffic[t][p * locations + l].needs;
            sum[l].gives = before[l].gives | f->traffic[t][p * locations + l].gives;
        }
        if (!may_be_written(f, t + 1, sum))
            continue;
        f->chosen[t] = &f->paths[t][p];
        choose_path(f, t + 1, sum);
    }
}

struct candidates candidates_find(struct arena *arena, const struct litmus_test *test,
                                  const struct candidate_options *options, struct outcomes *outcomes)
{
    struct candidates result = {.complete = true};
    struct arena *work = arena_new();
    struct finder *f = arena_alloc(work, sizeof *f);
    *f = (struct finder){.arena = work, .test = test, .options = options, .outcomes = outcomes, .result = &result};
    f->values = arena_alloc(work, (test->location_count + 1) * sizeof *f->values);
    find_values(f);
    if (!f->stopped) {
        struct traffic none[LITMUS_MAX_LOCATIONS] = {{0}};
        find_traffic(f);
        choose_path(f, 0, none);
    }
    if (result.racy) {
        struct race_action *actions = arena_alloc(arena, result.action_count * sizeof *actions);
        memcpy(actions, result.actions, result.action_count * sizeof *actions);
        result.actions = actions;
    }
    arena_free(work);
    return result;
}
