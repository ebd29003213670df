/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * path_walk.c - the paths of one thread, each read taking in turn every value
 * that its location is known to have.
 */
#include "path_walk.h"

#include <string.h>

#include "../base/arena.h"
#include "../litmus/operator.h"
#include "live.h"
#include "path_loops.h"

enum { PATHS = 20000 /* of a thread */ };

static struct litmus_value whole(int64_t number)
{
    return (struct litmus_value){number, -1};
}

/* Of values that no execution has, such as addresses that are multiplied, any number. */
static struct litmus_value apply(enum litmus_operator operator, struct litmus_value a, struct litmus_value b)
{
    struct litmus_value result = whole(0);
    if (operator == OPERATOR_CAS)
        return a;
    operator_apply(operator, a, b, &result);
    return result;
}

/* A path through a thread as far as it has been walked, with the values of the registers. */
struct walk {
    struct paths *paths;
    struct arena *arena;
    const struct litmus_test *test;
    const struct path_options *options;
    struct effort *effort;
    unsigned thread;
    struct path_event events[PATH_EVENTS];
    unsigned count;
    struct litmus_value *registers;
    uint32_t *from;           /* by register: the reads that it depends on */
    int *opened;              /* by register: as in struct path */
    const bool *open;         /* by instruction: the value of this load stays open */
    uint32_t branches;        /* the reads that the branches so far depend on */
    unsigned *back;           /* by instruction: back edges taken */
    bool keep_cut;            /* keep paths that end at a back edge: for their writes */
    struct path_loops *loops; /* NULL: where it comes again to where it was is not asked, or it cannot */
    unsigned visits;          /* places of them that this path came through */
    unsigned round;           /* events of the round that is walked again; 0: none is */
    unsigned rounds_from, rounds_at; /* ... which begins after so many events, at this instruction */
    struct path *found;
    unsigned found_count;
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

/* ---- going back ---- */

/* What of a walk is as it was when another way is tried. */
struct kept {
    unsigned count, visits;
    uint32_t branches;
    struct litmus_value registers[LITMUS_MAX_REGISTERS];
    uint32_t from[LITMUS_MAX_REGISTERS];
    int opened[LITMUS_MAX_REGISTERS];
    unsigned back[LITMUS_MAX_CODE];
};

static void keep(const struct walk *w, struct kept *k)
{
    const struct litmus_thread *thread = &w->test->threads[w->thread];
    k->count = w->count;
    k->visits = w->visits;
    k->branches = w->branches;
    memcpy(k->registers, w->registers, thread->register_count * sizeof *k->registers);
    memcpy(k->from, w->from, thread->register_count * sizeof *k->from);
    memcpy(k->opened, w->opened, thread->register_count * sizeof *k->opened);
    memcpy(k->back, w->back, thread->length * sizeof *k->back);
}

static void go_back(struct walk *w, const struct kept *k)
{
    const struct litmus_thread *thread = &w->test->threads[w->thread];
    w->count = k->count;
    w->visits = k->visits;
    w->branches = k->branches;
    memcpy(w->registers, k->registers, thread->register_count * sizeof *k->registers);
    memcpy(w->from, k->from, thread->register_count * sizeof *k->from);
    memcpy(w->opened, k->opened, thread->register_count * sizeof *k->opened);
    memcpy(w->back, k->back, thread->length * sizeof *k->back);
}

/* ---- steps ---- */

static void end_path(struct walk *w, enum path_end end, unsigned spin)
{
    struct arena *arena = w->arena;
    unsigned registers = w->test->threads[w->thread].register_count;
    if (w->found_count == PATHS) {
        effort_give_up(w->effort, "a thread has too many paths");
        return;
    }
    struct path path = {.count = w->count, .end = end, .spin = spin, .still = w->round != 0};
    path.events = arena_alloc(arena, (w->count + 1) * sizeof *path.events);
    memcpy(path.events, w->events, w->count * sizeof *path.events);
    path.registers = arena_alloc(arena, (registers + 1) * sizeof *path.registers);
    memcpy(path.registers, w->registers, registers * sizeof *path.registers);
    path.opened = arena_alloc(arena, (registers + 1) * sizeof *path.opened);
    memcpy(path.opened, w->opened, registers * sizeof *path.opened);
    ARENA_PUSH(arena, w->found, w->found_count, path);
}

static void walk_from(struct walk *w, unsigned pc);

/* The location whose memory an access is at, and the one by whose address; -1: at none. */
static int memory_of(const struct walk *w, int location, int *address)
{
    *address = location < 0 ? -1 : (int)w->test->locations[location].address;
    return location < 0 ? -1 : (int)w->test->locations[location].memory;
}

/* An access whose location and dependencies are known; false: too many. */
static struct path_event *add_event(struct walk *w, unsigned pc)
{
    const struct litmus_instruction *i = &w->test->threads[w->thread].code[pc];
    if (w->count == PATH_EVENTS) {
        effort_give_up(w->effort, "a thread has too many accesses");
        return NULL;
    }
    struct path_event *e = &w->events[w->count++];
    *e = (struct path_event){.action = {.thread = (int)w->thread, .at = pc, .kind = i->kind, .order = i->order,
                                   .level = i->level, .location = -1, .address = -1}};
    e->control = w->branches;
    if (i->kind != LITMUS_FENCE) {
        e->action.location = memory_of(w, value_of(w, &i->address, whole(0)).location, &e->action.address);
        e->address = from_of(w, &i->address);
    } else if (i->barrier) {
        e->action.id = value_of(w, &i->barrier->id, whole(0)).number;
        e->action.quorum = value_of(w, &i->barrier->quorum, whole(0)).number;
    }
    return e;
}

/* A register has a value, of the reads in `from`. */
static void set(struct walk *w, int target, struct litmus_value value, uint32_t from)
{
    if (target < 0)
        return;
    w->registers[target] = value;
    w->from[target] = from;
    w->opened[target] = -1;
}

/* Walk the rest of the path for one value that a load or an RMW may read. */
static void walk_value(struct walk *w, unsigned pc, struct litmus_value value)
{
    const struct litmus_instruction *i = &w->test->threads[w->thread].code[pc];
    struct kept kept;
    keep(w, &kept);
    struct path_event *e = add_event(w, pc);
    if (!e)
        return;
    e->action.reads = true;
    e->action.read = value;
    if (i->kind == LITMUS_RMW) {
        bool swap = i->value.operator == OPERATOR_CAS;
        bool equal = swap && litmus_value_equal(value_of(w, &i->value.left, value), value);
        e->action.writes = !swap || equal || w->test->dialect == LITMUS_PTX; /* which writes back what it read */
        if (!e->action.writes && i->failing != LITMUS_NA)
            e->action.order = i->failing;
        e->action.written = !swap ? evaluate(w, &i->value, value) : equal ? value_of(w, &i->value.right, value) : value;
        e->data = from_expression(w, &i->value);
        if (i->value.left.kind == OPERAND_OLD || i->value.right.kind == OPERAND_OLD)
            e->data |= UINT32_C(1) << (w->count - 1);
    }
    set(w, i->target, value, UINT32_C(1) << (w->count - 1));
    walk_from(w, pc + 1);
    go_back(w, &kept);
}

/* Walk the rest of the path, which is the same whatever the load, or the exchange, reads. */
static void walk_open(struct walk *w, unsigned pc)
{
    const struct litmus_instruction *i = &w->test->threads[w->thread].code[pc];
    struct path_event *e = add_event(w, pc);
    if (!e)
        return;
    e->action.reads = e->action.open = true;
    if (i->kind == LITMUS_RMW) {
        e->action.writes = true;
        e->action.written = evaluate(w, &i->value, whole(0));
        e->data = from_expression(w, &i->value);
    }
    set(w, i->target, whole(0), 0);
    if (i->target >= 0)
        w->opened[i->target] = (int)w->count - 1;
    walk_from(w, pc + 1);
}

static void walk_read(struct walk *w, unsigned pc)
{
    const struct litmus_instruction *i = &w->test->threads[w->thread].code[pc];
    int address, location = memory_of(w, value_of(w, &i->address, whole(0)).location, &address);
    if (location < 0)
        return; /* only values that no execution has lead here */
    if (w->open[pc]) {
        walk_open(w, pc);
        return;
    }
    if (w->round) {
        walk_value(w, pc, w->events[w->count - w->round].action.read);
        return;
    }
    const struct path_values *values = &w->paths->values[location];
    for (unsigned k = 0; k < values->count && !w->effort->stopped; k++)
        walk_value(w, pc, values->of[k]);
}

/* Where a thread goes from a branch or a jump; its length, if the bound of a
 * back edge ends the path there. */
static unsigned next_of(struct walk *w, unsigned pc, bool *cut)
{
    const struct litmus_instruction *i = &w->test->threads[w->thread].code[pc];
    unsigned next = i->goal;
    if (i->kind == LITMUS_BRANCH) {
        struct litmus_value value = evaluate(w, &i->value, whole(0));
        w->branches |= from_expression(w, &i->value);
        if (value.location < 0 && value.number == 0)
            next = pc + 1;
    }
    *cut = next <= pc && w->back[pc]++ >= w->options->unroll;
    return next;
}

/* Add the write of a store to the path; false: the path ends here. */
static bool walk_store(struct walk *w, unsigned pc, const struct litmus_instruction *i)
{
    struct path_event *e = add_event(w, pc);
    if (!e || e->action.location < 0)
        return false;
    e->action.writes = true;
    e->action.written = evaluate(w, &i->value, whole(0));
    e->data = from_expression(w, &i->value);
    return true;
}

static void walk_move(struct walk *w, const struct litmus_instruction *i)
{
    set(w, i->target, evaluate(w, &i->value, whole(0)), from_expression(w, &i->value));
}

/* A round of more than no events that changes nothing is walked again, as often as the bound lets it: beside one of
 * another thread that changes memory, it has to be done as often as that one is. */
static void walk_rounds(struct walk *w, unsigned pc, unsigned from)
{
    struct kept kept;
    if (w->count == from)
        return;
    keep(w, &kept);
    w->round = w->count - from;
    w->rounds_from = from;
    w->rounds_at = pc;
    walk_from(w, pc);
    w->round = 0;
    go_back(w, &kept);
}

/* Where as many rounds have been walked for the second time as for the first. */
static void end_rounds(struct walk *w, unsigned pc)
{
    unsigned events = w->count - w->rounds_from;
    if (pc == w->rounds_at && events > w->round && events % (2 * w->round) == 0)
        end_path(w, PATH_REPEATS, w->count - events / 2);
}

/* Whether the path ends here since it came to where it was before. */
static bool spins(struct walk *w, unsigned pc)
{
    struct path_place place = {.pc = pc, .count = w->count, .events = w->events, .registers = w->registers, .from = w->from};
    bool same = false;
    if (path_loops_full(w->visits)) {
        effort_give_up(w->effort, "a thread goes round too often");
        return true;
    }
    int before = path_loops_come(w->loops, &place, &w->visits, &same);
    if (before >= 0) {
        end_path(w, PATH_SPINS, (unsigned)before);
        walk_rounds(w, pc, (unsigned)before);
    }
    int last = before < 0 ? (int)w->count : -1;
    while (last >= 0 && (last = path_loops_repeat(w->loops, &place, w->visits, (unsigned)last)) >= 0)
        end_path(w, PATH_REPEATS, (unsigned)last);
    return before >= 0 && same;
}

/* The bound of a back edge ends the path: whether something is lost is asked of those that are kept. */
static void cut_path(struct walk *w)
{
    if (w->round)
        return;
    w->paths->unrolled = true;
    if (w->keep_cut || w->options->endless)
        end_path(w, PATH_IS_CUT, 0);
}

/* The thread need not take the next step. */
static void stop_before(struct walk *w, const struct litmus_instruction *i)
{
    if (w->options->stops && !w->keep_cut && !w->round && i->kind <= LITMUS_FENCE)
        end_path(w, PATH_STOPS, 0);
}

static bool walk_fence(struct walk *w, unsigned pc, const struct litmus_instruction *i)
{
    if (!add_event(w, pc))
        return false;
    if (w->options->endless && i->barrier && !i->barrier->arrives)
        end_path(w, PATH_WAITS, 0);
    return true;
}

static void walk_from(struct walk *w, unsigned pc)
{
    const struct litmus_thread *thread = &w->test->threads[w->thread];
    bool cut = false;
    while (pc < thread->length && !effort_ended(w->effort)) {
        const struct litmus_instruction *i = &thread->code[pc];
        if (w->round)
            end_rounds(w, pc);
        else if (w->loops && spins(w, pc))
            return;
        if (cut) {
            cut_path(w);
            return;
        }
        stop_before(w, i);
        switch (i->kind) {
        case LITMUS_LOAD: case LITMUS_RMW:
            walk_read(w, pc);
            return;
        case LITMUS_STORE:
            if (!walk_store(w, pc++, i))
                return;
            break;
        case LITMUS_FENCE:
            if (!walk_fence(w, pc++, i))
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
    }
    end_path(w, PATH_ENDS, 0);
}

/* Whether it stores the same whatever it reads. */
static bool is_exchange(const struct litmus_instruction *i)
{
    return i->kind == LITMUS_RMW && i->value.operator != OPERATOR_CAS && i->value.left.kind != OPERAND_OLD && i->value.right.kind != OPERAND_OLD;
}

/* The loads and exchanges that bring a value into a register that no instruction uses: a move would give it to one that the condition asks for. */
static void find_open(struct arena *arena, const struct litmus_thread *thread, bool *open)
{
    const struct live_registers *live = live_find(arena, thread, true);
    for (unsigned at = 0; at < thread->length; at++) {
        const struct litmus_instruction *i = &thread->code[at];
        open[at] = (i->kind == LITMUS_LOAD || is_exchange(i)) && (i->target < 0 || !live_has(&live[at + 1], i->target));
    }
}

void path_walk(struct paths *paths, struct arena *arena, unsigned t, const struct path_options *options, bool keep_cut,
               struct effort *effort)
{
    const struct litmus_thread *thread = &paths->test->threads[t];
    struct litmus_value registers[LITMUS_MAX_REGISTERS];
    uint32_t from[LITMUS_MAX_REGISTERS] = {0};
    unsigned back[LITMUS_MAX_CODE] = {0};
    int opened[LITMUS_MAX_REGISTERS];
    bool open[LITMUS_MAX_CODE] = {false};
    for (unsigned r = 0; r < thread->register_count; r++) {
        registers[r] = thread->registers[r].initial;
        opened[r] = -1;
    }
    if (options->open)
        find_open(arena, thread, open);
    struct walk walk = {.paths = paths, .arena = arena, .test = paths->test, .options = options, .effort = effort,
                        .thread = t, .registers = registers, .from = from, .opened = opened, .open = open, .back = back, .keep_cut = keep_cut};
    if (options->endless)
        walk.loops = path_loops_new(arena, thread);
    walk_from(&walk, 0);
    paths->of[t] = walk.found;
    paths->count[t] = walk.found_count;
}
