/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * enumerate.c - every outcome of a litmus test, by brute force and from the
 * definitions: the oracle of the reference machines.  It shares the parser
 * with the checker and nothing else: no machine program, no host, no engine.
 *
 *     enumerate [--outcomes] [--loops N] [--widen] [--direct] [--literal] [--no-hrf] FILE...
 *
 * prints, per test, a line a model: name, model, whether the condition's
 * proposition is reachable (yes, no), and with --outcomes the outcomes.
 *
 *   interleaving  all interleavings of the threads
 *   sc, rc-mca, rc, rc-cumulative
 *                 executions: a path through each thread, where each read
 *                 takes its value from, and a coherence order of the writes of
 *                 each location, such that a graph has no cycle.  Its nodes
 *                 are moments: an access or fence is performed; a write
 *                 reaches another thread's view.  What the models differ in
 *                 is which moments are one and which edges there are.
 *   hrf           candidate executions of HRF-indirect-relaxed, and whether
 *                 one has a race ("race" in the third column); --widen takes
 *                 every scope for the system's, which makes it a test of DRF;
 *                 --direct makes it HRF-direct-relaxed, and --literal takes
 *                 inclusion of scopes to the letter
 *
 * A loop's back edge is taken at most N times (default 1) in all but the
 * interleavings, which have no bound.
 */
#include <Judy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "litmus/parse.h"
#include "litmus/print.h"

enum { THREADS = 6, REGISTERS = 24, LOCATIONS = 10, EVENTS = 40, NODES = 256, WORDS = NODES / 64, DOMAIN = 64 };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "enumerate: %s\n", why);
    exit(2);
}

/* ---- sets of outcomes ---- */

struct set {
    Pvoid_t lines; /* JudySL: line -> 1 + whether it satisfies */
};

static bool evaluate(const struct litmus_proposition *p, const struct litmus_value *values)
{
    switch (p->kind) {
    case PROPOSITION_TRUE: return true;
    case PROPOSITION_FALSE: return false;
    case PROPOSITION_EQUAL: return (values[p->watch].number == p->value.number && values[p->watch].location == p->value.location) != p->negated;
    case PROPOSITION_SAME: return (values[p->watch].number == values[p->other].number && values[p->watch].location == values[p->other].location) != p->negated;
    case PROPOSITION_BELOW: return (values[p->watch].number < p->value.number) != p->negated;
    case PROPOSITION_ABOVE: return (values[p->watch].number > p->value.number) != p->negated;
    case PROPOSITION_LESS: return (values[p->watch].number < values[p->other].number) != p->negated;
    case PROPOSITION_NOT: return !evaluate(p->left, values);
    case PROPOSITION_AND: return evaluate(p->left, values) && evaluate(p->right, values);
    case PROPOSITION_OR: return evaluate(p->left, values) || evaluate(p->right, values);
    case PROPOSITION_IMPLIES: return !evaluate(p->left, values) || evaluate(p->right, values);
    }
    stop("unknown proposition");
}

static char *line_of(const struct litmus_test *test, const struct litmus_value *values)
{
    struct text text = {0};

    text_put(&text, "");
    for (unsigned i = 0; i < test->watch_count; i++) {
        if (!test->watches[i].observed)
            continue;
        text_put(&text, text.length ? " " : "");
        litmus_print_watch(&text, test, i);
        text_char(&text, '=');
        litmus_print_value(&text, test, values[i]);
        text_char(&text, ';');
    }
    return text.bytes;
}

static void set_add(struct set *set, const char *line, bool holds)
{
    PWord_t slot;

    JSLI(slot, set->lines, (const uint8_t *)line);
    *slot = 1 + holds;
}

static bool set_has(const struct set *set, const char *line)
{
    PWord_t slot;

    JSLG(slot, set->lines, (const uint8_t *)line);
    return slot != NULL;
}

static bool set_allows(const struct set *set)
{
    uint8_t key[8192] = "";
    PWord_t slot;

    JSLF(slot, set->lines, key);
    while (slot) {
        if (*slot == 2)
            return true;
        JSLN(slot, set->lines, key);
    }
    return false;
}

static void set_free(struct set *set)
{
    Word_t bytes;

    JSLFA(bytes, set->lines);
    (void)bytes;
}

static void set_print(const struct set *set)
{
    uint8_t key[8192] = "";
    PWord_t slot;
    const char *between = "\t";

    JSLF(slot, set->lines, key);
    while (slot) {
        printf("%s%s", between, key);
        between = " | ";
        JSLN(slot, set->lines, key);
    }
}

/* An outcome counts unless the filter drops it. */
static void set_add_values(struct set *set, const struct litmus_test *test, const struct litmus_value *values)
{
    if (test->filter && !evaluate(test->filter, values))
        return;
    char *line = line_of(test, values);
    set_add(set, line, evaluate(test->condition, values));
    free(line);
}

/* ---- arithmetic ---- */

static struct litmus_value num(int64_t n)
{
    return (struct litmus_value){n, -1};
}

static bool same(struct litmus_value a, struct litmus_value b)
{
    return a.number == b.number && a.location == b.location;
}

static struct litmus_value compute(enum litmus_operator operator, struct litmus_value a, struct litmus_value b)
{
    switch (operator) {
    case OPERATOR_COPY: return a;
    case OPERATOR_ADD: return b.location >= 0 ? b : a.location >= 0 ? a : num(a.number + b.number);
    case OPERATOR_SUB: return num(a.number - b.number);
    case OPERATOR_AND: return num(a.number & b.number);
    case OPERATOR_OR: return num(a.number | b.number);
    case OPERATOR_XOR: return same(a, b) ? num(0) : num(a.number ^ b.number);
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
    case OPERATOR_CAS: break;
    }
    stop("operator without a value");
}

static bool truth(struct litmus_value v)
{
    return v.location >= 0 || v.number != 0;
}

static struct litmus_value operand(const struct litmus_operand *o, const struct litmus_value *registers, struct litmus_value old)
{
    switch (o->kind) {
    case OPERAND_VALUE: return o->value;
    case OPERAND_REGISTER: return registers[o->reg];
    case OPERAND_OLD: return old;
    case OPERAND_NONE: break;
    }
    return num(0);
}

/* What a store or RMW writes; false: a compare-and-swap that fails. */
static bool written(const struct litmus_instruction *i, const struct litmus_value *registers, struct litmus_value old, struct litmus_value *value)
{
    struct litmus_value left = operand(&i->value.left, registers, old), right = operand(&i->value.right, registers, old);

    if (i->value.operator == OPERATOR_CAS) {
        *value = right;
        return same(left, old);
    }
    *value = compute(i->value.operator, left, right);
    return true;
}

/* ---- interleavings ---- */

struct state {
    unsigned pc[THREADS];
    struct litmus_value registers[THREADS][REGISTERS];
    struct litmus_value memory[LOCATIONS];
};

struct interleaver {
    const struct litmus_test *test;
    Pvoid_t seen; /* JudyHS */
    struct state *stack;
    size_t depth, room;
    struct set *set;
};

static void push(struct interleaver *run, const struct state *state)
{
    PWord_t slot;

    JHSI(slot, run->seen, (void *)(uintptr_t)state, sizeof *state);
    if (*slot)
        return;
    *slot = 1;
    if (run->depth == run->room) {
        run->room = run->room ? 2 * run->room : 64;
        run->stack = realloc(run->stack, run->room * sizeof *run->stack);
        if (!run->stack)
            stop("out of memory");
    }
    run->stack[run->depth++] = *state;
}

/* One instruction of a thread. */
static void step(const struct litmus_test *test, struct state *state, unsigned t)
{
    const struct litmus_instruction *i = &test->threads[t].code[state->pc[t]];
    struct litmus_value *registers = state->registers[t], value, old = num(0);
    int location = i->address.kind ? operand(&i->address, registers, old).location : -1;

    state->pc[t]++;
    switch (i->kind) {
    case LITMUS_LOAD:
    case LITMUS_RMW:
        if (location < 0)
            stop("an address is no location");
        old = state->memory[location];
        if (i->kind == LITMUS_RMW && written(i, registers, old, &value))
            state->memory[location] = value;
        if (i->target >= 0)
            registers[i->target] = old;
        break;
    case LITMUS_STORE:
        if (location < 0)
            stop("an address is no location");
        state->memory[location] = operand(&i->value.left, registers, old);
        break;
    case LITMUS_MOVE:
        written(i, registers, old, &value);
        if (i->target >= 0)
            registers[i->target] = value;
        break;
    case LITMUS_BRANCH:
        written(i, registers, old, &value);
        if (truth(value))
            state->pc[t] = i->goal;
        break;
    case LITMUS_JUMP: state->pc[t] = i->goal; break;
    case LITMUS_FENCE: break;
    }
}

static void final_values(const struct litmus_test *test, const struct state *state, struct litmus_value *values)
{
    for (unsigned i = 0; i < test->watch_count; i++) {
        const struct litmus_watch *w = &test->watches[i];
        values[i] = w->thread < 0 ? state->memory[w->index] : state->registers[w->thread][w->index];
    }
}

static void interleave(const struct litmus_test *test, struct set *set)
{
    struct interleaver run = {.test = test, .set = set};
    struct state state;
    Word_t freed;

    memset(&state, 0, sizeof state); /* states are compared as bytes */
    for (unsigned l = 0; l < test->location_count; l++)
        state.memory[l] = test->locations[l].initial;
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned r = 0; r < test->threads[t].register_count; r++)
            state.registers[t][r] = test->threads[t].registers[r].initial;
    push(&run, &state);
    while (run.depth) {
        bool ended = true;
        state = run.stack[--run.depth];
        for (unsigned t = 0; t < test->thread_count; t++) {
            if (state.pc[t] == test->threads[t].length)
                continue;
            struct state next;
            memcpy(&next, &state, sizeof next);
            step(test, &next, t);
            push(&run, &next);
            ended = false;
        }
        if (ended) {
            struct litmus_value values[THREADS * REGISTERS + LOCATIONS];
            final_values(test, &state, values);
            set_add_values(set, test, values);
        }
    }
    free(run.stack);
    JHSFA(freed, run.seen);
    (void)freed;
}

/* ---- paths of one thread ---- */

struct event {
    enum litmus_instruction_kind kind; /* LOAD, STORE, RMW, FENCE */
    enum litmus_order order;
    enum litmus_level level;
    int location;
    bool reads, writes;
    struct litmus_value read, write;
    /* Earlier events of the thread, as a set: reads that the address, the
     * written value, the branches before depend on; and the addresses of
     * earlier accesses. */
    uint32_t address, data, control, addresses_before;
};

struct path {
    struct event events[EVENTS];
    unsigned count;
    struct litmus_value registers[REGISTERS];
};

/* The values that a path reads and writes, as sets of the domains. */
struct traffic {
    uint64_t needs[LOCATIONS], gives[LOCATIONS];
};

struct paths {
    struct path *list;
    struct traffic *traffic; /* by path: apart, since all combinations are looked at */
    struct traffic any;      /* of all paths */
    unsigned count, room;
};

struct domain {
    struct litmus_value values[DOMAIN];
    unsigned count;
};

static bool domain_add(struct domain *domain, struct litmus_value value)
{
    for (unsigned i = 0; i < domain->count; i++)
        if (same(domain->values[i], value))
            return false;
    if (domain->count == DOMAIN)
        stop("too many values");
    domain->values[domain->count++] = value;
    return true;
}

struct walker {
    const struct litmus_test *test;
    unsigned thread;
    const struct domain *domains;
    unsigned loops;
    bool cut; /* keep paths that a loop's bound cuts, for the values that they write */
    struct paths *paths;
    /* along the path */
    struct path path;
    uint32_t taint[REGISTERS], control, addresses;
    unsigned back[512]; /* back edges taken, by instruction */
};

static void walk(struct walker *w, unsigned pc);

static uint32_t operand_taint(const struct walker *w, const struct litmus_operand *o)
{
    return o->kind == OPERAND_REGISTER ? w->taint[o->reg] : 0;
}

static uint32_t value_taint(const struct walker *w, const struct litmus_instruction *i)
{
    return operand_taint(w, &i->value.left) | operand_taint(w, &i->value.right);
}

static void set_register(struct walker *w, int reg, struct litmus_value value, uint32_t taint)
{
    if (reg < 0)
        return;
    w->path.registers[reg] = value;
    w->taint[reg] = taint;
}

static struct event *add_event(struct walker *w, const struct litmus_instruction *i)
{
    if (w->path.count == EVENTS || w->path.count == 32)
        stop("too many events in a thread");
    struct event *e = &w->path.events[w->path.count++];
    *e = (struct event){.kind = i->kind, .order = i->order, .level = i->level, .location = -1, .control = w->control};
    e->addresses_before = w->addresses;
    if (i->kind != LITMUS_FENCE) {
        e->location = operand(&i->address, w->path.registers, num(0)).location;
        e->address = operand_taint(w, &i->address);
        w->addresses |= e->address;
    }
    return e;
}

static void keep_path(struct walker *w)
{
    struct paths *paths = w->paths;

    if (paths->count == paths->room) {
        paths->room = paths->room ? 2 * paths->room : 16;
        paths->list = realloc(paths->list, paths->room * sizeof *paths->list);
        if (!paths->list)
            stop("out of memory");
    }
    paths->list[paths->count++] = w->path;
}

/* A read takes each value of its location's domain in turn. */
static void walk_read(struct walker *w, unsigned pc, const struct litmus_instruction *i)
{
    struct walker before = *w;
    int location = operand(&i->address, w->path.registers, num(0)).location;

    if (location < 0)
        return; /* a path that the domains' imprecision let in */
    for (unsigned k = 0; k < w->domains[location].count; k++) {
        struct event *e = add_event(w, i);
        e->reads = true;
        e->read = w->domains[location].values[k];
        if (i->kind == LITMUS_RMW) {
            e->writes = written(i, w->path.registers, e->read, &e->write);
            e->data = value_taint(w, i);
        }
        set_register(w, i->target, e->read, UINT32_C(1) << (w->path.count - 1));
        walk(w, pc + 1);
        *w = before;
    }
}

static void walk(struct walker *w, unsigned pc)
{
    const struct litmus_thread *thread = &w->test->threads[w->thread];
    struct litmus_value value;

    while (pc < thread->length) {
        const struct litmus_instruction *i = &thread->code[pc];
        unsigned next = pc + 1;
        switch (i->kind) {
        case LITMUS_LOAD:
        case LITMUS_RMW:
            walk_read(w, pc, i);
            return;
        case LITMUS_STORE: {
            struct event *e = add_event(w, i);
            if (e->location < 0)
                return;
            e->writes = true;
            e->write = operand(&i->value.left, w->path.registers, num(0));
            e->data = value_taint(w, i);
            break;
        }
        case LITMUS_FENCE: add_event(w, i); break;
        case LITMUS_MOVE:
            written(i, w->path.registers, num(0), &value);
            set_register(w, i->target, value, value_taint(w, i));
            break;
        case LITMUS_BRANCH:
            written(i, w->path.registers, num(0), &value);
            w->control |= value_taint(w, i);
            if (truth(value))
                next = i->goal;
            break;
        case LITMUS_JUMP: next = i->goal; break;
        }
        if (next <= pc && w->back[pc]++ >= w->loops) {
            if (w->cut)
                keep_path(w);
            return;
        }
        pc = next;
    }
    keep_path(w);
}

static void find_paths(const struct litmus_test *test, const struct domain *domains, unsigned loops, bool cut, struct paths *paths)
{
    for (unsigned t = 0; t < test->thread_count; t++) {
        struct walker *w = calloc(1, sizeof *w);
        paths[t].count = 0;
        *w = (struct walker){.test = test, .thread = t, .domains = domains, .loops = loops, .cut = cut, .paths = &paths[t]};
        for (unsigned r = 0; r < test->threads[t].register_count; r++)
            w->path.registers[r] = test->threads[t].registers[r].initial;
        walk(w, 0);
        free(w);
    }
}

/* How often a write can run. */
static unsigned times(const struct litmus_thread *thread, unsigned at, unsigned loops)
{
    for (unsigned i = at; i < thread->length; i++)
        if ((thread->code[i].kind == LITMUS_BRANCH || thread->code[i].kind == LITMUS_JUMP) && thread->code[i].goal <= at)
            return loops + 1;
    return 1;
}

/* Which locations' values decide what is written to which, as far as the
 * paths show: by address, data and branches. */
static void find_influence(const struct litmus_test *test, const struct paths *paths, bool influence[LOCATIONS][LOCATIONS])
{
    for (unsigned t = 0; t < test->thread_count; t++) {
        for (unsigned p = 0; p < paths[t].count; p++) {
            const struct path *path = &paths[t].list[p];
            for (unsigned i = 0; i < path->count; i++) {
                uint32_t from = path->events[i].address | path->events[i].data | path->events[i].control;
                if (!path->events[i].writes)
                    continue;
                influence[path->events[i].location][path->events[i].location] = true;
                for (unsigned j = 0; j < i; j++)
                    if (from >> j & 1)
                        influence[path->events[i].location][path->events[j].location] = true;
            }
        }
    }
    for (unsigned k = 0; k < test->location_count; k++)
        for (unsigned i = 0; i < test->location_count; i++)
            for (unsigned j = 0; j < test->location_count; j++)
                influence[i][j] |= influence[i][k] && influence[k][j];
}

/* How many writes the chain behind a value of location `l` can have. */
static unsigned longest_chain(const struct litmus_test *test, bool influence[LOCATIONS][LOCATIONS], unsigned l, unsigned loops)
{
    unsigned length = 0;

    for (unsigned t = 0; t < test->thread_count; t++) {
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *code = &test->threads[t].code[i];
            if (code->kind != LITMUS_STORE && code->kind != LITMUS_RMW)
                continue;
            if (code->address.kind != OPERAND_VALUE || influence[l][code->address.value.location])
                length += times(&test->threads[t], i, loops);
        }
    }
    return length;
}

/* The values that each location can have.  A round adds what is written when
 * reads take the values of the rounds before, so a value whose chain of
 * writes has n of them is there after n rounds. */
static void find_domains(const struct litmus_test *test, unsigned loops, struct domain *domains, struct paths *paths)
{
    bool changed = true;

    for (unsigned l = 0; l < test->location_count; l++)
        domain_add(&domains[l], test->locations[l].initial);
    for (unsigned round = 0; changed; round++) {
        bool influence[LOCATIONS][LOCATIONS] = {{false}};
        changed = false;
        find_paths(test, domains, loops, true, paths);
        find_influence(test, paths, influence);
        for (unsigned t = 0; t < test->thread_count; t++)
            for (unsigned p = 0; p < paths[t].count; p++)
                for (unsigned e = 0; e < paths[t].list[p].count; e++) {
                    const struct event *event = &paths[t].list[p].events[e];
                    if (event->writes && round < longest_chain(test, influence, (unsigned)event->location, loops))
                        changed |= domain_add(&domains[event->location], event->write);
                }
    }
    find_paths(test, domains, loops, false, paths);
}

static uint64_t value_bit(const struct domain *domain, struct litmus_value value)
{
    for (unsigned i = 0; i < domain->count; i++)
        if (same(domain->values[i], value))
            return UINT64_C(1) << i;
    return 0; /* written only where the values' chain is longer than the writes allow */
}

static void sum_up(const struct litmus_test *test, const struct domain *domains, struct paths *paths)
{
    paths->traffic = calloc(paths->count + 1, sizeof *paths->traffic);
    for (unsigned p = 0; p < paths->count; p++) {
        for (unsigned i = 0; i < paths->list[p].count; i++) {
            const struct event *e = &paths->list[p].events[i];
            if (e->reads)
                paths->traffic[p].needs[e->location] |= value_bit(&domains[e->location], e->read);
            if (e->writes)
                paths->traffic[p].gives[e->location] |= value_bit(&domains[e->location], e->write);
        }
        for (unsigned l = 0; l < test->location_count; l++)
            paths->any.gives[l] |= paths->traffic[p].gives[l];
    }
}

/* ---- graphs of moments ---- */

struct graph {
    uint64_t edges[NODES][WORDS];
    unsigned count;
};

static void copy_graph(struct graph *to, const struct graph *from)
{
    to->count = from->count;
    memcpy(to->edges, from->edges, from->count * sizeof *from->edges);
}

static void clear_graph(struct graph *graph, unsigned count)
{
    graph->count = count;
    memset(graph->edges, 0, count * sizeof *graph->edges);
}

static void edge(struct graph *graph, unsigned from, unsigned to)
{
    graph->edges[from][to / 64] |= UINT64_C(1) << (to % 64);
}

static bool has_edge(const struct graph *graph, unsigned from, unsigned to)
{
    return graph->edges[from][to / 64] >> (to % 64) & 1;
}

/* Peel off nodes without successors; what remains lies on or leads to a cycle. */
static bool cyclic(const struct graph *graph)
{
    uint64_t left[WORDS] = {0};
    bool again = true;
    unsigned remain = graph->count, words = (graph->count + 63) / 64;

    for (unsigned i = 0; i < graph->count; i++)
        left[i / 64] |= UINT64_C(1) << (i % 64);
    while (again && remain) {
        again = false;
        for (unsigned i = graph->count; i-- > 0;) {
            uint64_t onward = 0;
            if (!(left[i / 64] >> (i % 64) & 1))
                continue;
            for (unsigned k = 0; k < words; k++)
                onward |= graph->edges[i][k] & left[k];
            if (onward)
                continue;
            left[i / 64] &= ~(UINT64_C(1) << (i % 64));
            remain--;
            again = true;
        }
    }
    return remain != 0;
}

static void close_transitively(struct graph *graph)
{
    unsigned words = (graph->count + 63) / 64;

    for (unsigned k = 0; k < graph->count; k++)
        for (unsigned i = 0; i < graph->count; i++)
            if (has_edge(graph, i, k))
                for (unsigned w = 0; w < words; w++)
                    graph->edges[i][w] |= graph->edges[k][w];
}

/* ---- executions ---- */

enum model { SC, RC_MCA, RC, RC_CUMULATIVE, HRF, MODELS };
static const char *const model_names[MODELS] = {"sc", "rc-mca", "rc", "rc-cumulative", "hrf"};

enum { INITIAL = -1, NONE = -2 };

struct search {
    const struct litmus_test *test;
    unsigned loops;
    struct domain domains[LOCATIONS];
    struct paths paths[THREADS];
    struct set sets[MODELS];
    bool race;
    bool memory_observed;
    unsigned wanted; /* models to enumerate */
    bool direct, literal; /* what hrf is */
    /* the current execution */
    const struct path *chosen[THREADS];
    struct event events[THREADS * EVENTS];
    unsigned thread_of[THREADS * EVENTS], first[THREADS + 1], count;
    int source[THREADS * EVENTS];          /* reads: an event, or INITIAL */
    int order[LOCATIONS][EVENTS];          /* coherence order of the writes */
    unsigned order_count[LOCATIONS];
    int slot[THREADS * EVENTS];            /* writes: 1 + place in that order; 0 is the initial write */
    struct graph base[MODELS];             /* what the paths alone demand */
    unsigned node[THREADS * EVENTS][THREADS]; /* of a write's arrival at a thread, in rc */
    struct litmus_value values[THREADS * REGISTERS + LOCATIONS];
};

static bool acquires(const struct event *e)
{
    switch (e->order) {
    case LITMUS_ACQ: case LITMUS_AR: case LITMUS_RM_ACQ: case LITMUS_RM_AR: return e->kind == LITMUS_FENCE || e->reads;
    case LITMUS_SC: return true; /* nothing passes an sc access backwards */
    default: return false;
    }
}

static bool releases(const struct event *e)
{
    switch (e->order) {
    case LITMUS_REL: case LITMUS_AR: case LITMUS_RM_REL: case LITMUS_RM_AR: return true;
    case LITMUS_SC: return e->kind != LITMUS_LOAD;
    default: return false;
    }
}

static bool is_store(const struct event *e)
{
    return e->kind == LITMUS_STORE || e->kind == LITMUS_RMW;
}

/* Whether a read may take a store's value before it is performed. */
static bool may_forward(const struct event *store, const struct event *load)
{
    return store->kind == LITMUS_STORE && load->kind == LITMUS_LOAD && !acquires(load);
}

/* Whether `a` is performed before `b`, later in its thread: the orders,
 * dependencies towards stores, and what must be known to perform `b` at all. */
static bool ordered(const struct event *a, unsigned index, const struct event *b)
{
    uint32_t bit = UINT32_C(1) << index;

    if (acquires(a))
        return true;
    if (a->kind == LITMUS_FENCE) /* f[rel] */
        return is_store(b);
    if (b->kind == LITMUS_FENCE)
        return releases(b) || a->reads; /* f[acq] is after reads only */
    if (releases(b) || (b->order == LITMUS_SC && is_store(a)))
        return true;
    if (b->address & bit)
        return true;
    return is_store(b) && ((b->data | b->control | b->addresses_before) & bit);
}

/* Whether `b` waits until the store `a`, earlier in its thread, is in all views. */
static bool waits_for_views(const struct event *b)
{
    return releases(b) || (b->order == LITMUS_SC && b->kind != LITMUS_FENCE);
}

static void base_of_model(struct search *s, enum model model)
{
    struct graph *g = &s->base[model];

    memset(g, 0, sizeof *g);
    g->count = s->count;
    for (unsigned t = 0; t < s->test->thread_count; t++) {
        for (unsigned i = s->first[t]; i < s->first[t + 1]; i++) {
            for (unsigned j = s->first[t]; j < i; j++) {
                const struct event *a = &s->events[j], *b = &s->events[i];
                if (model == SC || ordered(a, j - s->first[t], b))
                    edge(g, j, i);
            }
        }
    }
    if (model != RC && model != RC_CUMULATIVE)
        return;
    for (unsigned i = 0; i < s->count; i++) {
        const struct event *e = &s->events[i];
        if (!e->writes)
            continue;
        for (unsigned t = 0; t < s->test->thread_count; t++) {
            bool at_once = t == s->thread_of[i] || e->order == LITMUS_SC;
            s->node[i][t] = at_once ? i : g->count++;
            if (g->count >= NODES)
                stop("too many moments");
            if (!at_once)
                edge(g, i, s->node[i][t]);
            for (unsigned j = i + 1; j < s->first[s->thread_of[i] + 1]; j++)
                if (waits_for_views(&s->events[j]))
                    edge(g, s->node[i][t], j);
        }
    }
}

static unsigned arrival(const struct search *s, enum model model, int write, unsigned thread)
{
    return model == RC || model == RC_CUMULATIVE ? s->node[write][thread] : (unsigned)write;
}

/* A read that takes the coherence-latest value, not its thread's view. */
static bool reads_latest(const struct event *e)
{
    return e->kind == LITMUS_RMW || e->order == LITMUS_SC;
}

static int after(const struct search *s, int location, int slot)
{
    return (unsigned)slot < s->order_count[location] ? s->order[location][slot] : NONE;
}

/* Edges of a read: after its source has arrived, before the next write does. */
static void add_read(const struct search *s, enum model model, struct graph *g, unsigned i)
{
    const struct event *e = &s->events[i];
    unsigned t = s->thread_of[i];
    int source = s->source[i];
    int next = after(s, e->location, source == INITIAL ? 0 : s->slot[source]);
    bool forwarded = model != SC && source != INITIAL && s->thread_of[source] == t && may_forward(&s->events[source], e);

    if (next >= 0 && next != (int)i)
        edge(g, i, reads_latest(e) ? (unsigned)next : arrival(s, model, next, t));
    if (source == INITIAL)
        return;
    if (!forwarded) {
        edge(g, arrival(s, model, source, t), i);
        for (unsigned u = 0; e->order == LITMUS_SC && u < s->test->thread_count; u++)
            edge(g, arrival(s, model, source, u), i);
    } else { /* needs the value; a fence f[acq] waits until the store is performed */
        for (unsigned j = s->first[t]; j < (unsigned)source; j++)
            if (s->events[source].data >> (j - s->first[t]) & 1)
                edge(g, j, i);
        for (unsigned j = i + 1; j < s->first[t + 1]; j++)
            if (s->events[j].kind == LITMUS_FENCE && acquires(&s->events[j]))
                edge(g, (unsigned)source, j);
    }
    for (unsigned j = i + 1; model == RC_CUMULATIVE && j < s->first[t + 1]; j++)
        for (unsigned u = 0; s->events[j].kind == LITMUS_FENCE && releases(&s->events[j]) && u < s->test->thread_count; u++)
            edge(g, arrival(s, model, source, u), j);
}

/* Accesses of one thread to one location are performed in program order, but
 * for a read and the store that it may take its value from early. */
static void add_same_location(const struct search *s, enum model model, struct graph *g, int location)
{
    for (unsigned t = 0; t < s->test->thread_count; t++) {
        for (unsigned i = s->first[t]; i < s->first[t + 1]; i++) {
            for (unsigned j = s->first[t]; j < i; j++) {
                if (s->events[i].location != location || s->events[j].location != location)
                    continue;
                bool early = model != SC && s->events[i].reads && s->source[i] == (int)j && may_forward(&s->events[j], &s->events[i]);
                if (!early)
                    edge(g, j, i);
            }
        }
    }
}

static void add_order(const struct search *s, enum model model, struct graph *g, int location)
{
    for (unsigned k = 0; k + 1 < s->order_count[location]; k++) {
        int a = s->order[location][k], b = s->order[location][k + 1];
        edge(g, (unsigned)a, (unsigned)b);
        for (unsigned t = 0; t < s->test->thread_count; t++) {
            if (arrival(s, model, a, t) != arrival(s, model, b, t))
                edge(g, arrival(s, model, a, t), arrival(s, model, b, t));
        }
    }
}

/* All that a location adds, once its order and its reads' sources are chosen. */
static void add_location(const struct search *s, enum model model, struct graph *g, int location)
{
    add_order(s, model, g, location);
    add_same_location(s, model, g, location);
    for (unsigned i = 0; i < s->count; i++)
        if (s->events[i].reads && s->events[i].location == location)
            add_read(s, model, g, i);
}

/* ---- HRF-indirect-relaxed candidates ---- */

static bool in_scope(const struct search *s, unsigned a, enum litmus_level la, unsigned b, enum litmus_level lb)
{
    enum litmus_level least = la < lb ? la : lb;

    if (s->literal)
        least = la < lb ? lb : la;
    return s->test->scopes.group[a][least] == s->test->scopes.group[b][least];
}

/* Position in the order of all accesses of a location: twice the slot of the
 * write or the source, one more for a read. */
static int position(const struct search *s, unsigned i)
{
    if (s->events[i].writes)
        return 2 * s->slot[i];
    return 2 * (s->source[i] == INITIAL ? 0 : s->slot[s->source[i]]) + 1;
}

static bool coherent_before(const struct search *s, unsigned a, unsigned b)
{
    return s->events[a].location >= 0 && s->events[a].location == s->events[b].location && position(s, a) < position(s, b);
}

static bool is_atomic(const struct event *e)
{
    return e->order != LITMUS_NA;
}

static bool release_mark(const struct event *e)
{
    return releases(e) && (e->kind == LITMUS_FENCE || e->writes);
}

static bool acquire_mark(const struct event *e)
{
    return acquires(e) && (e->kind == LITMUS_FENCE || e->reads);
}

struct pattern {
    unsigned anchor, object;
    enum litmus_level level;
};

static enum litmus_level least(enum litmus_level a, enum litmus_level b)
{
    return a < b ? a : b;
}

static unsigned find_patterns(const struct search *s, bool release, struct pattern *patterns)
{
    unsigned count = 0;

    for (unsigned t = 0; t < s->test->thread_count; t++) {
        for (unsigned i = s->first[t]; i < s->first[t + 1]; i++) {
            const struct event *e = &s->events[i];
            if (e->kind != LITMUS_FENCE) {
                if (release ? release_mark(e) : acquire_mark(e))
                    patterns[count++] = (struct pattern){i, i, e->level};
                continue;
            }
            if (!(release ? release_mark(e) : acquire_mark(e)))
                continue;
            for (unsigned j = release ? i + 1 : s->first[t]; j < (release ? s->first[t + 1] : i); j++) {
                const struct event *o = &s->events[j];
                if (o->kind != LITMUS_FENCE && is_atomic(o) && (release ? o->writes : o->reads))
                    patterns[count++] = (struct pattern){i, j, least(e->level, o->level)};
            }
        }
    }
    return count;
}

static bool hrf_race(const struct search *s, const struct graph *hhb)
{
    for (unsigned i = 0; i < s->count; i++) {
        for (unsigned j = 0; j < i; j++) {
            const struct event *a = &s->events[i], *b = &s->events[j];
            if (s->thread_of[i] == s->thread_of[j] || a->location < 0 || a->location != b->location)
                continue;
            if (!a->writes && !b->writes) /* a compare-and-swap that fails is a read */
                continue;
            if (is_atomic(a) && is_atomic(b) && in_scope(s, s->thread_of[i], a->level, s->thread_of[j], b->level))
                continue;
            if (!has_edge(hhb, i, j) && !has_edge(hhb, j, i))
                return true;
        }
    }
    return false;
}

/* The sc event that stands for `i` on one side: itself, or an sc fence. */
static bool stands_for(const struct search *s, unsigned x, unsigned i, bool before)
{
    const struct event *e = &s->events[x];

    if (e->order != LITMUS_SC)
        return false;
    if (x == i)
        return true;
    return e->kind == LITMUS_FENCE && s->thread_of[x] == s->thread_of[i] && (before ? x < i : x > i);
}

static void demand_sc(const struct search *s, struct graph *sc, unsigned a, unsigned b)
{
    for (unsigned x = 0; x < s->count; x++) {
        for (unsigned y = 0; y < s->count; y++) {
            if (!stands_for(s, x, a, true) || !stands_for(s, y, b, false))
                continue;
            bool fence = s->events[x].kind == LITMUS_FENCE || s->events[y].kind == LITMUS_FENCE;
            if (!fence || in_scope(s, s->thread_of[x], s->events[x].level, s->thread_of[y], s->events[y].level))
                edge(sc, x, y);
        }
    }
}

/* HRF-direct-relaxed: happens-before as each thread has it, from the edges
 * whose scopes both hold it, and then all of these together. */
static void hrf_direct(const struct search *s, struct graph *hhb, const struct pattern *release, unsigned releases_count,
                       const struct pattern *acquire, unsigned acquires_count)
{
    static struct graph view;

    clear_graph(hhb, s->count);
    for (unsigned t = 0; t < s->test->thread_count; t++) {
        clear_graph(&view, s->count);
        for (unsigned u = 0; u < s->test->thread_count; u++)
            for (unsigned i = s->first[u]; i < s->first[u + 1]; i++)
                for (unsigned j = s->first[u]; j < i; j++)
                    edge(&view, j, i);
        for (unsigned i = 0; i < releases_count; i++)
            for (unsigned j = 0; j < acquires_count; j++) {
                unsigned a = s->thread_of[release[i].anchor], b = s->thread_of[acquire[j].anchor];
                bool holds = s->test->scopes.group[t][release[i].level] == s->test->scopes.group[a][release[i].level] &&
                             s->test->scopes.group[t][acquire[j].level] == s->test->scopes.group[b][acquire[j].level];
                if (a != b && holds && coherent_before(s, release[i].object, acquire[j].object) &&
                    in_scope(s, a, release[i].level, b, acquire[j].level))
                    edge(&view, release[i].anchor, acquire[j].anchor);
            }
        close_transitively(&view);
        for (unsigned i = 0; i < s->count; i++)
            for (unsigned k = 0; k < WORDS; k++)
                hhb->edges[i][k] |= view.edges[i][k];
    }
}

/* Whether the complete execution is a candidate; notes a race. */
/* What program order gives to each of the three; false where it contradicts coherence. */
static bool hrf_within_threads(struct search *s, struct graph *hhb, struct graph *sc, struct graph *thin)
{
    for (unsigned t = 0; t < s->test->thread_count; t++) {
        for (unsigned i = s->first[t]; i < s->first[t + 1]; i++) {
            for (unsigned j = s->first[t]; j < i; j++) {
                const struct event *e = &s->events[i];
                edge(hhb, j, i);
                if (coherent_before(s, i, j))
                    return false;
                if ((e->address | e->data | e->control) >> (j - s->first[t]) & 1)
                    edge(thin, j, i);
                if (e->order == LITMUS_SC && s->events[j].order == LITMUS_SC)
                    edge(sc, j, i);
            }
        }
    }
    return true;
}

/* No value comes out of thin air: what a read hangs on, and where it reads from, go in no circle. */
static bool hrf_grounded(struct search *s, struct graph *thin)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->events[i].reads && s->source[i] >= 0 && s->source[i] != (int)i)
            edge(thin, (unsigned)s->source[i], i);
    return !cyclic(thin);
}

static bool synchronises(struct search *s, const struct pattern *release, const struct pattern *acquire)
{
    unsigned from = s->thread_of[release->anchor], to = s->thread_of[acquire->anchor];
    return from != to && release->object != acquire->object && coherent_before(s, release->object, acquire->object) &&
           in_scope(s, from, release->level, to, acquire->level);
}

/* Happens-before goes with coherence; both ask what they say of sc accesses too. */
static bool hrf_demands(struct search *s, const struct graph *hhb, struct graph *sc)
{
    for (unsigned i = 0; i < s->count; i++) {
        for (unsigned j = 0; j < s->count; j++) {
            const struct event *a = &s->events[i], *b = &s->events[j];
            if (has_edge(hhb, i, j) && coherent_before(s, j, i))
                return false;
            if (coherent_before(s, i, j) ||
                (has_edge(hhb, i, j) && a->location >= 0 && a->location == b->location && a->reads && b->reads))
                demand_sc(s, sc, i, j);
        }
    }
    return !cyclic(sc);
}

static bool hrf_candidate(struct search *s)
{
    static struct graph hhb, sc, thin;
    struct pattern release[THREADS * EVENTS], acquire[THREADS * EVENTS];
    unsigned releases_count = find_patterns(s, true, release), acquires_count = find_patterns(s, false, acquire);

    clear_graph(&hhb, s->count);
    clear_graph(&sc, s->count);
    clear_graph(&thin, s->count);
    if (!hrf_within_threads(s, &hhb, &sc, &thin) || !hrf_grounded(s, &thin))
        return false;
    for (unsigned i = 0; i < releases_count; i++)
        for (unsigned j = 0; j < acquires_count; j++)
            if (synchronises(s, &release[i], &acquire[j]))
                edge(&hhb, release[i].anchor, acquire[j].anchor);
    close_transitively(&hhb);
    for (unsigned i = 0; i < s->count; i++)
        if (has_edge(&hhb, i, i))
            return false;
    if (s->direct)
        hrf_direct(s, &hhb, release, releases_count, acquire, acquires_count);
    if (!hrf_demands(s, &hhb, &sc))
        return false;
    s->race = s->race || hrf_race(s, &hhb);
    return true;
}

/* ---- choosing coherence orders and sources ---- */

static bool wanted(const struct search *s, enum model model)
{
    return s->wanted >> model & 1;
}

static void finish(struct search *s, unsigned alive)
{
    const struct litmus_test *test = s->test;

    for (unsigned i = 0; i < test->watch_count; i++) {
        const struct litmus_watch *w = &test->watches[i];
        if (w->thread >= 0)
            continue;
        unsigned last = s->order_count[w->index];
        s->values[i] = last ? s->events[s->order[w->index][last - 1]].write : test->locations[w->index].initial;
    }
    if (alive >> HRF & 1 && !hrf_candidate(s))
        alive &= ~(1u << HRF);
    for (unsigned m = 0; m < MODELS; m++)
        if (alive >> m & 1)
            set_add_values(&s->sets[m], test, s->values);
}

static void choose_location(struct search *s, int location, unsigned alive, const struct graph *graphs);

/* All sources of the location's reads are chosen: prune, and go on. */
static void close_location(struct search *s, int location, unsigned alive, const struct graph *graphs)
{
    struct graph *next = malloc(MODELS * sizeof *next);

    for (unsigned m = 0; m < HRF; m++) {
        if (!(alive >> m & 1))
            continue;
        copy_graph(&next[m], &graphs[m]);
        add_location(s, (enum model)m, &next[m], location);
        if (cyclic(&next[m]))
            alive &= ~(1u << m);
    }
    if (alive)
        choose_location(s, location + 1, alive, next);
    free(next);
}

static void choose_source(struct search *s, int location, unsigned from, unsigned alive, const struct graph *graphs)
{
    unsigned i = from;

    while (i < s->count && !(s->events[i].reads && s->events[i].location == location && !s->events[i].writes))
        i++;
    if (i == s->count) {
        close_location(s, location, alive, graphs);
        return;
    }
    if (same(s->test->locations[location].initial, s->events[i].read)) {
        s->source[i] = INITIAL;
        choose_source(s, location, i + 1, alive, graphs);
    }
    for (unsigned k = 0; k < s->order_count[location]; k++) {
        int write = s->order[location][k];
        bool later = s->thread_of[write] == s->thread_of[i] && write > (int)i;
        if (later || !same(s->events[write].write, s->events[i].read))
            continue;
        s->source[i] = write;
        choose_source(s, location, i + 1, alive, graphs);
    }
}

/* Place one more write in the coherence order: program order of its thread,
 * and an RMW right after a write of what it read. */
static void choose_order(struct search *s, int location, unsigned total, unsigned alive, const struct graph *graphs)
{
    unsigned placed = s->order_count[location];
    struct litmus_value last = placed ? s->events[s->order[location][placed - 1]].write : s->test->locations[location].initial;

    if (placed == total) {
        choose_source(s, location, 0, alive, graphs);
        return;
    }
    for (unsigned i = 0; i < s->count; i++) {
        const struct event *e = &s->events[i];
        bool first = true;
        if (!e->writes || e->location != location || s->slot[i])
            continue;
        for (unsigned j = s->first[s->thread_of[i]]; j < i; j++)
            first = first && !(s->events[j].writes && s->events[j].location == location && !s->slot[j]);
        if (!first || (e->reads && !same(e->read, last)))
            continue;
        if (e->reads)
            s->source[i] = placed ? s->order[location][placed - 1] : INITIAL;
        s->order[location][placed] = (int)i;
        s->order_count[location]++;
        s->slot[i] = (int)placed + 1;
        choose_order(s, location, total, alive, graphs);
        s->slot[i] = 0;
        s->order_count[location]--;
    }
}

static void choose_location(struct search *s, int location, unsigned alive, const struct graph *graphs)
{
    unsigned total = 0;

    if ((unsigned)location == s->test->location_count) {
        finish(s, alive);
        return;
    }
    for (unsigned i = 0; i < s->count; i++)
        total += s->events[i].writes && s->events[i].location == location;
    s->order_count[location] = 0;
    choose_order(s, location, total, alive, graphs);
}

/* ---- choosing paths ---- */

/* Whether every value that is read is written by somebody, as far as threads
 * before `next` are chosen and the others do all they can. */
static bool values_available(const struct search *s, unsigned next, const struct traffic *chosen)
{
    for (unsigned l = 0; l < s->test->location_count; l++) {
        uint64_t gives = chosen->gives[l];
        for (unsigned t = next; t < s->test->thread_count; t++)
            gives |= s->paths[t].any.gives[l];
        if (chosen->needs[l] & ~gives)
            return false;
    }
    return true;
}

static void gather(struct search *s)
{
    const struct litmus_test *test = s->test;

    s->count = 0;
    for (unsigned t = 0; t < test->thread_count; t++) {
        s->first[t] = s->count;
        for (unsigned i = 0; i < s->chosen[t]->count; i++) {
            s->thread_of[s->count] = t;
            s->slot[s->count] = 0;
            s->events[s->count++] = s->chosen[t]->events[i];
        }
    }
    s->first[test->thread_count] = s->count;
    for (unsigned i = 0; i < test->watch_count; i++)
        if (test->watches[i].thread >= 0)
            s->values[i] = s->chosen[test->watches[i].thread]->registers[test->watches[i].index];
}

/* Which models still lack the outcome, when the registers alone decide it. */
static unsigned models_left(const struct search *s)
{
    unsigned alive = s->wanted;

    if (s->memory_observed)
        return alive;
    char *line = line_of(s->test, s->values);
    for (unsigned m = 0; m < HRF; m++)
        if (set_has(&s->sets[m], line))
            alive &= ~(1u << m);
    if (s->race) /* nothing more to learn of this outcome */
        alive &= set_has(&s->sets[HRF], line) ? ~(1u << HRF) : ~0u;
    free(line);
    return alive;
}

static void choose_path(struct search *s, unsigned t, const struct traffic *before)
{
    if (t < s->test->thread_count) {
        for (unsigned p = 0; p < s->paths[t].count; p++) {
            struct traffic chosen = *before;
            for (unsigned l = 0; l < s->test->location_count; l++) {
                chosen.needs[l] |= s->paths[t].traffic[p].needs[l];
                chosen.gives[l] |= s->paths[t].traffic[p].gives[l];
            }
            if (!values_available(s, t + 1, &chosen))
                continue;
            s->chosen[t] = &s->paths[t].list[p];
            choose_path(s, t + 1, &chosen);
        }
        return;
    }
    gather(s);
    unsigned alive = models_left(s);
    if (!alive)
        return;
    for (unsigned m = 0; m < HRF; m++) {
        if (!(alive >> m & 1))
            continue;
        base_of_model(s, (enum model)m);
        if (cyclic(&s->base[m]))
            stop("a thread's own orders are cyclic");
    }
    choose_location(s, 0, alive, s->base);
}

static void execute(struct search *s)
{
    const struct litmus_test *test = s->test;
    struct traffic start = {{0}, {0}};

    for (unsigned l = 0; l < test->location_count; l++)
        start.gives[l] = 1; /* the initial value comes first in a domain */
    for (unsigned i = 0; i < test->watch_count; i++)
        s->memory_observed = s->memory_observed || test->watches[i].thread < 0 || !test->watches[i].observed;
    find_domains(test, s->loops, s->domains, s->paths);
    for (unsigned t = 0; t < test->thread_count; t++)
        sum_up(test, s->domains, &s->paths[t]);
    choose_path(s, 0, &start);
    for (unsigned t = 0; t < test->thread_count; t++) {
        free(s->paths[t].list);
        free(s->paths[t].traffic);
    }
}

/* ---- command ---- */

static bool fits(const struct litmus_test *test)
{
    bool good = test->thread_count <= THREADS && test->location_count <= LOCATIONS;

    for (unsigned t = 0; good && t < test->thread_count; t++)
        good = test->threads[t].register_count <= REGISTERS && test->threads[t].length < 512;
    return good;
}

static void print_model(const struct litmus_test *test, const char *model, const struct set *set, const char *allows, bool outcomes)
{
    printf("%s\t%s\t%s", test->name, model, allows ? allows : set_allows(set) ? "yes" : "no");
    if (outcomes)
        set_print(set);
    printf("\n");
}

/* What the options before a file say. */
struct asked {
    bool outcomes, wide, direct, literal;
    unsigned loops, models;
};

static void run(const struct litmus_test *test, const struct asked *asked)
{
    struct search *s = calloc(1, sizeof *s);
    struct set interleavings = {0};

    if (!s || !fits(test))
        stop("a test is too large");
    interleave(test, &interleavings);
    print_model(test, "interleaving", &interleavings, NULL, asked->outcomes);
    s->test = test;
    s->loops = asked->loops;
    s->wanted = asked->models;
    s->direct = asked->direct;
    s->literal = asked->literal;
    execute(s);
    for (unsigned m = 0; m < MODELS; m++)
        if (wanted(s, (enum model)m))
            print_model(test, model_names[m], &s->sets[m], m == HRF && s->race ? "race" : NULL, asked->outcomes);
    for (unsigned m = 0; m < MODELS; m++)
        set_free(&s->sets[m]);
    set_free(&interleavings);
    free(s);
}

static void widen(struct litmus_test *test)
{
    for (unsigned t = 0; t < test->thread_count; t++) {
        test->scopes.group[t][LITMUS_SYS] = 0;
        for (unsigned i = 0; i < test->threads[t].length; i++)
            test->threads[t].code[i].level = LITMUS_SYS;
    }
}

static bool option(struct asked *asked, char **argv, int argc, int *at)
{
    const char *word = argv[*at];
    if (strcmp(word, "--outcomes") == 0)
        asked->outcomes = true;
    else if (strcmp(word, "--widen") == 0)
        asked->wide = true;
    else if (strcmp(word, "--direct") == 0)
        asked->direct = true;
    else if (strcmp(word, "--literal") == 0)
        asked->literal = true;
    else if (strcmp(word, "--no-hrf") == 0)
        asked->models &= ~(1u << HRF);
    else if (strcmp(word, "--loops") == 0 && *at + 1 < argc)
        asked->loops = (unsigned)atoi(argv[++*at]);
    else
        return false;
    return true;
}

static bool run_file(const char *path, const struct asked *asked)
{
    struct place nowhere = {0};
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct source *source = source_read(arena, diagnostics, path, nowhere);
    struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    if (test && asked->wide)
        widen(test);
    if (test)
        run(test, asked);
    diagnostics_print(diagnostics, stderr, 0);
    fflush(stdout);
    arena_free(arena);
    return test != NULL;
}

int main(int argc, char **argv)
{
    struct asked asked = {.loops = 1, .models = (1u << MODELS) - 1};
    int status = 0;
    for (int i = 1; i < argc; i++)
        if (!option(&asked, argv, argc, &i) && !run_file(argv[i], &asked))
            status = 2;
    return status;
}
