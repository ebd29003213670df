/* SPDX-License-Identifier: BSD-2-Clause */
/* code.c - see code.h.  Registers are followed through moves, as far as generated code has any. */
#include "code.h"

#include <string.h>

/* What a register holds: what an access read; nothing but a dependency on it (r xor r); a number that depends; whether the
 * access read another number. */
enum holds { HOLDS_NOTHING, HOLDS_READ, HOLDS_ZERO, HOLDS_NUMBER, HOLDS_OTHER_THAN };

struct held {
    enum holds what;
    unsigned event;
    int64_t number;
};

struct reader {
    const struct litmus_test *test;
    struct code_of_test *out;
    unsigned thread;
    struct held held[LITMUS_MAX_REGISTERS];
};

static const char *read_level(enum litmus_level level, enum access_scope *scope)
{
    if (level < LITMUS_WG)
        return "a scope below the work-group";
    *scope = level == LITMUS_WG ? SCOPE_WG : level == LITMUS_AGENT ? SCOPE_AGENT : SCOPE_SYS;
    return NULL;
}

static struct code_event *last(struct reader *r)
{
    struct code_of_test *out = r->out;
    return out->count > out->first[r->thread] ? &out->events[out->count - 1] : NULL;
}

/* The dependency of the next access, by what a register holds. */
static const char *depend(struct reader *r, const struct held *held, enum access_dependency dependency)
{
    struct code_event *before = last(r);
    if (held->what == HOLDS_READ)
        return dependency == DEPENDS_ADDR ? "an address that it has read" : "it stores what it has read";
    if (!before || held->event != r->out->count - 1)
        return "a dependency on an earlier access";
    if (before->dependency != DEPENDS_NOT)
        return "two dependencies between two accesses";
    before->dependency = dependency;
    return NULL;
}

/* ---- what changes no outcome ---- */

/* The location that stands in the instruction as an address, or -1. */
static int named(const struct litmus_instruction *at)
{
    return at->address.kind == OPERAND_VALUE ? at->address.value.location : -1;
}

static bool is_plain_store_of_number(const struct litmus_instruction *at)
{
    return at->kind == LITMUS_STORE && at->order == LITMUS_NA && at->value.operator == OPERATOR_COPY && at->value.left.kind == OPERAND_VALUE && at->value.left.value.location < 0;
}

static bool uses(const struct litmus_operand *operand, unsigned location)
{
    return operand->kind == OPERAND_VALUE && operand->value.location == (int)location;
}

/* The instructions that have the location as an address or a number, and the registers that begin with it. */
static unsigned count_uses(const struct litmus_test *test, unsigned location)
{
    unsigned count = 0;
    for (unsigned t = 0; t < test->thread_count; t++) {
        const struct litmus_thread *thread = &test->threads[t];
        for (unsigned i = 0; i < thread->length; i++)
            count += uses(&thread->code[i].address, location) || uses(&thread->code[i].value.left, location) || uses(&thread->code[i].value.right, location);
        for (unsigned r = 0; r < thread->register_count; r++)
            count += thread->registers[r].initial.location == (int)location;
    }
    return count;
}

/* A register of the thread, or of thread -1 a location. */
static bool is_asked_for(const struct litmus_test *test, int thread, int index)
{
    for (unsigned i = 0; i < test->watch_count; i++)
        if (test->watches[i].thread == thread && test->watches[i].index == index)
            return true;
    return false;
}

/* The one other location of its line, or -1. */
static int beside(const struct litmus_test *test, unsigned location)
{
    int found = -1;
    for (unsigned l = 0; l < test->location_count; l++)
        if (l != location && test->layout.line[l] == test->layout.line[location]) {
            if (found >= 0)
                return -1;
            found = (int)l;
        }
    return found;
}

static void find_own_words(struct code_of_test *out, const struct litmus_test *test)
{
    memset(out->beside, -1, sizeof out->beside);
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *at = &test->threads[t].code[i];
            int location = named(at);
            if (location < 0 || !is_plain_store_of_number(at) || count_uses(test, (unsigned)location) > 1 ||
                is_asked_for(test, -1, location))
                continue;
            out->beside[location] = beside(test, (unsigned)location);
        }
}

static bool has_register(const struct litmus_operand *operand, int reg)
{
    return operand->kind == OPERAND_REGISTER && (int)operand->reg == reg;
}

/* Whether nothing is done with the register but to load into it. */
static bool is_idle(const struct reader *r, int reg)
{
    const struct litmus_thread *thread = &r->test->threads[r->thread];
    for (unsigned i = 0; i < thread->length; i++) {
        const struct litmus_instruction *at = &thread->code[i];
        if (has_register(&at->address, reg) || has_register(&at->value.left, reg) || has_register(&at->value.right, reg))
            return false;
    }
    return !is_asked_for(r->test, (int)r->thread, reg);
}

/* Before all else a copy is loaded, and nobody asks what it holds. */
static bool is_warm_load(const struct reader *r, const struct litmus_instruction *at)
{
    return at->kind == LITMUS_LOAD && (at->order == LITMUS_NA || at->order == LITMUS_RLX) && r->out->count == r->out->first[r->thread] &&
           named(at) >= 0 && is_idle(r, at->target);
}

static bool is_before_all(const struct reader *r, const struct litmus_instruction *at)
{
    return at < r->out->events[r->out->first[r->thread]].instruction;
}

static const char *prelude_of(const struct reader *r, const struct litmus_instruction *at, const struct code_event *e, enum access_prelude *prelude)
{
    if (at->kind == LITMUS_LOAD) {
        *prelude = PRELUDE_WARM;
        bool alike = at->order == LITMUS_NA ? e->order == ORDER_NA : e->order != ORDER_NA && at->level == e->instruction->level;
        return alike ? NULL : "a load that nobody asks for, with another scope than the access it comes before";
    }
    *prelude = is_before_all(r, at) ? PRELUDE_OWN : PRELUDE_LATE;
    return *prelude == PRELUDE_OWN || at + 1 == e->instruction ? NULL : "a word of a thread's own that is stored to between other accesses";
}

/* It belongs to the thread's first access of the location. */
static const char *read_prelude(struct reader *r, const struct litmus_instruction *at, int place)
{
    struct code_of_test *out = r->out;
    for (unsigned i = out->first[r->thread]; i < out->count; i++) {
        struct code_event *e = &out->events[i];
        if ((int)e->location == place)
            return e->prelude ? "two words or copies of a location" : prelude_of(r, at, e, &e->prelude);
    }
    return at->kind == LITMUS_LOAD ? "a load that nobody asks for" : "a word beside a location that its thread leaves alone";
}

/* Once the thread's accesses are known: the words that it has of its own, and the copies. */
static const char *read_preludes(struct reader *r)
{
    const struct litmus_thread *thread = &r->test->threads[r->thread];
    const char *why = NULL;
    for (unsigned i = 0; i < thread->length && !why; i++) {
        const struct litmus_instruction *at = &thread->code[i];
        int place = named(at);
        if (place >= 0 && r->out->beside[place] >= 0)
            why = read_prelude(r, at, r->out->beside[place]);
        else if (at->kind == LITMUS_LOAD && is_before_all(r, at) && place >= 0)
            why = read_prelude(r, at, place);
    }
    return why;
}

/* ---- accesses ---- */

/* Element 0 of an array of one is the location itself, with or without a dependency. */
static const char *read_address(struct reader *r, const struct litmus_instruction *at, unsigned *location)
{
    if (at->address.kind == OPERAND_VALUE && at->address.value.location >= 0) {
        *location = (unsigned)at->address.value.location;
        return NULL;
    }
    const struct held *held = at->address.kind == OPERAND_REGISTER ? &r->held[at->address.reg] : NULL;
    const struct litmus_value *initial = held ? &r->test->threads[r->thread].registers[at->address.reg].initial : NULL;
    if (held && held->what == HOLDS_NOTHING && initial->location >= 0) {
        *location = (unsigned)initial->location;
        return NULL;
    }
    return "an address that it has read";
}

static const char *read_operand(struct reader *r, const struct litmus_operand *operand, struct code_event *e)
{
    if (operand->kind == OPERAND_VALUE && operand->value.location < 0) {
        e->stores_number = true;
        e->number = operand->value.number;
        return NULL;
    }
    if (operand->kind != OPERAND_REGISTER)
        return "it stores an address";
    const struct held *held = &r->held[operand->reg];
    if (held->what == HOLDS_NOTHING || held->what == HOLDS_OTHER_THAN)
        return "it stores what is computed";
    e->stores_number = held->what == HOLDS_NUMBER;
    e->number = held->number;
    return depend(r, held, DEPENDS_DATA);
}

static const char *read_stored(struct reader *r, const struct litmus_instruction *at, struct code_event *e)
{
    const struct litmus_expression *value = &at->value;
    switch (at->kind) {
    case LITMUS_LOAD: return NULL;
    case LITMUS_STORE: return value->operator == OPERATOR_COPY ? read_operand(r, &value->left, e) : "it stores what is computed";
    default: break;
    }
    if (value->operator == OPERATOR_ADD && value->left.kind == OPERAND_OLD)
        return read_operand(r, &value->right, e);
    if (value->operator == OPERATOR_COPY && value->left.kind != OPERAND_OLD)
        return read_operand(r, &value->left, e);
    if (value->operator == OPERATOR_CAS && value->left.kind == OPERAND_VALUE)
        return read_operand(r, &value->right, e);
    return "an operation that no vocabulary has";
}

static const char *read_access(struct reader *r, const struct litmus_instruction *at)
{
    struct code_of_test *out = r->out;
    if (out->count == CYCLE_EDGES)
        return "more accesses than any cycle has";
    struct code_event e = {.thread = r->thread, .instruction = at, .order = (enum access_order)at->order};
    const char *why = e.order == ORDER_NA ? NULL : read_level(at->level, &e.scope);
    why = why ? why : read_address(r, at, &e.location);
    if (!why && (out->beside[e.location] >= 0 || is_warm_load(r, at)))
        return NULL;
    why = why ? why : read_stored(r, at, &e);
    if (why)
        return why;
    if (at->target >= 0)
        r->held[at->target] = (struct held){HOLDS_READ, out->count, 0};
    out->events[out->count++] = e;
    return NULL;
}

/* ---- what lies between ---- */

static const char *read_fence(struct reader *r, const struct litmus_instruction *at)
{
    struct code_event *before = last(r);
    if (!before)
        return "a fence before all accesses";
    if (before->fence != FENCE_NONE)
        return "two fences between two accesses";
    if (before->dependency != DEPENDS_NOT)
        return "a fence behind a dependency";
    static const enum access_fence fences[LITMUS_ORDERS] = {
        [LITMUS_ACQ] = FENCE_ACQ, [LITMUS_REL] = FENCE_REL, [LITMUS_AR] = FENCE_AR, [LITMUS_SC] = FENCE_SC};
    before->fence = fences[at->order];
    return before->fence == FENCE_NONE ? "a fence that no vocabulary has" : read_level(at->level, &before->fence_scope);
}

static const char *read_move(struct reader *r, const struct litmus_instruction *at)
{
    const struct litmus_expression *value = &at->value;
    const struct held *left = value->left.kind == OPERAND_REGISTER ? &r->held[value->left.reg] : NULL;
    bool number = value->right.kind == OPERAND_VALUE && value->right.value.location < 0;
    if (left && left->what == HOLDS_READ && value->operator == OPERATOR_XOR && value->right.kind == OPERAND_REGISTER &&
        value->right.reg == value->left.reg)
        r->held[at->target] = (struct held){HOLDS_ZERO, left->event, 0};
    else if (left && left->what == HOLDS_ZERO && value->operator == OPERATOR_ADD && number)
        r->held[at->target] = (struct held){HOLDS_NUMBER, left->event, value->right.value.number};
    else if (left && left->what == HOLDS_READ && value->operator == OPERATOR_NE && number)
        r->held[at->target] = (struct held){HOLDS_OTHER_THAN, left->event, value->right.value.number};
    else
        return "it computes";
    return NULL;
}

/* A branch past all accesses that follow, unless one number was read. */
static const char *read_branch(struct reader *r, const struct litmus_instruction *at, unsigned index)
{
    const struct litmus_thread *thread = &r->test->threads[r->thread];
    if (at->goal <= index)
        return "a loop";
    for (unsigned i = at->goal; i < thread->length; i++)
        if (thread->code[i].kind <= LITMUS_FENCE)
            return "a branch past some of the accesses that follow";
    if (at->kind == LITMUS_JUMP || at->value.operator != OPERATOR_COPY || at->value.left.kind != OPERAND_REGISTER)
        return "a branch that no vocabulary has";
    const struct held *held = &r->held[at->value.left.reg];
    if (held->what != HOLDS_OTHER_THAN)
        return "a branch that no vocabulary has";
    const char *why = depend(r, held, DEPENDS_CTRL);
    if (!why)
        last(r)->guarded_by = held->number;
    return why;
}

static const char *read_instruction(struct reader *r, const struct litmus_instruction *at, unsigned index)
{
    switch (at->kind) {
    case LITMUS_LOAD:
    case LITMUS_STORE:
    case LITMUS_RMW: return read_access(r, at);
    case LITMUS_FENCE: return read_fence(r, at);
    case LITMUS_MOVE: return read_move(r, at);
    case LITMUS_BRANCH:
    case LITMUS_JUMP: return read_branch(r, at, index);
    }
    return NULL;
}

/* Between two accesses only: what is behind the last one orders nothing. */
static const char *read_thread(struct reader *r)
{
    const struct litmus_thread *thread = &r->test->threads[r->thread];
    memset(r->held, 0, sizeof r->held);
    r->out->first[r->thread] = r->out->count;
    for (unsigned i = 0; i < thread->length; i++) {
        const char *why = read_instruction(r, &thread->code[i], i);
        if (why)
            return why;
    }
    if (!last(r))
        return "a thread without accesses";
    const char *why = read_preludes(r);
    return why ? why : last(r)->fence || last(r)->dependency ? "a fence or a branch behind all accesses" : NULL;
}

const char *code_read(const struct litmus_test *test, struct code_of_test *out)
{
    struct reader r = {.test = test, .out = out};
    *out = (struct code_of_test){0};
    find_own_words(out, test);
    if (test->thread_count > CYCLE_THREADS)
        return "more threads than any cycle has";
    for (r.thread = 0; r.thread < test->thread_count; r.thread++) {
        const char *why = read_thread(&r);
        if (why)
            return why;
    }
    out->first[r.thread] = out->count;
    return NULL;
}
