/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * evaluate.c - the interpreter's values and expressions.
 *
 * Evaluation goes from left to right.  It stops at the first violation by a
 * longjmp to the entry point (interp.c), which reports it.
 */
#include "evaluate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

/* ---- the stack ---- */

enum { CHUNK_LEAVES = 4096 };

struct mark evaluate_mark(struct interp *in)
{
    return (struct mark){ in->top, in->top->used };
}

void evaluate_release(struct interp *in, struct mark mark)
{
    in->top = mark.chunk;
    in->top->used = mark.used;
}

static struct chunk *add_chunk(size_t leaves)
{
    size_t size = leaves > CHUNK_LEAVES ? leaves : CHUNK_LEAVES;
    struct chunk *chunk = malloc(sizeof *chunk + size * sizeof(int64_t));
    if (!chunk)
        die_memory(size * sizeof(int64_t));
    *chunk = (struct chunk){ .size = size };
    return chunk;
}

/* Addresses stay good until they are released, so chunks never move; one that
 * is too small for a request is passed over. */
int64_t *evaluate_room(struct interp *in, size_t leaves)
{
    while (!in->top || in->top->size - in->top->used < leaves) {
        struct chunk *next = in->top ? in->top->next : in->first;
        if (!next || next->size < leaves) {
            struct chunk *chunk = add_chunk(leaves);
            chunk->next = next;
            next = chunk;
            *(in->top ? &in->top->next : &in->first) = chunk;
        }
        next->used = 0;
        in->top = next;
    }
    int64_t *room = in->top->leaves + in->top->used;
    in->top->used += leaves;
    return room;
}

/* ---- violations ---- */

static _Noreturn void escape(struct interp *in, enum interp_status status)
{
    in->escaped = status;
    longjmp(in->escape, 1);
}

_Noreturn void evaluate_fail(struct interp *in, enum model_property_kind kind, struct place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    in->fault = (struct interp_fault){ .kind = kind, .place = place };
    vsnprintf(in->fault.message, sizeof in->fault.message, format, arguments);
    va_end(arguments);
    escape(in, INTERP_VIOLATED);
}

enum { STEPS_AT_ONCE = 65536 };

void evaluate_look(struct interp *in, struct place place)
{
    const struct interp_options *options = &in->options;
    if (options->step_limit && in->steps > options->step_limit)
        evaluate_fail(in, MODEL_LOOP, place, "this takes too many steps");
    if (options->stopped && options->stopped(options->stop_data))
        escape(in, INTERP_STOPPED);
    in->look_at = in->steps + STEPS_AT_ONCE;
    if (options->step_limit && options->step_limit < in->look_at)
        in->look_at = options->step_limit;
}

/* What is told evaluates the condition again, and ends where that fails. */
static void tell_failed(struct interp *in, const struct property *property)
{
    void (*failed)(void *, struct interp *, const struct property *) = in->options.failed;
    in->options.failed = NULL;
    if (failed)
        failed(in->options.failed_data, in, property);
    in->options.failed = failed;
}

_Noreturn void evaluate_fail_property(struct interp *in, const struct property *property)
{
    bool error = property->kind == PROPERTY_ERROR;
    if (!error)
        tell_failed(in, property);
    in->fault = (struct interp_fault){ .kind = error ? MODEL_ERROR : MODEL_ASSERT, .place = property->place, .property = property };
    snprintf(in->fault.message, sizeof in->fault.message, "%s",
             property->message ? property->message : error ? "an error statement" : "an assertion fails");
    escape(in, INTERP_VIOLATED);
}

_Noreturn void evaluate_drop(struct interp *in)
{
    escape(in, INTERP_DISABLED);
}

/* ---- whole values ---- */

void evaluate_undefine(const struct type *type, int64_t *leaves)
{
    type = type_of((struct type *)type);
    switch (type->kind) {
    case TYPE_ARRAY: {
        const struct type *element = type_of(type->element);
        for (unsigned i = 0; i < type->slots; i++)
            evaluate_undefine(element, leaves + (size_t)i * element->leaves);
        break;
    }
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            evaluate_undefine(type->fields[i].type, leaves + type->fields[i].leaf);
        break;
    case TYPE_MULTISET: {
        const struct type *element = type_of(type->element);
        for (unsigned i = 0; i < type->slots; i++) {
            *leaves++ = 0;
            evaluate_undefine(element, leaves);
            leaves += element->leaves;
        }
        break;
    }
    default:
        *leaves = MODEL_UNDEFINED;
    }
}

void evaluate_clear(const struct type *type, int64_t *leaves)
{
    type = type_of((struct type *)type);
    switch (type->kind) {
    case TYPE_ARRAY: {
        const struct type *element = type_of(type->element);
        for (unsigned i = 0; i < type->slots; i++)
            evaluate_clear(element, leaves + (size_t)i * element->leaves);
        break;
    }
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            evaluate_clear(type->fields[i].type, leaves + type->fields[i].leaf);
        break;
    case TYPE_MULTISET:
        evaluate_undefine(type, leaves);
        break;
    default:
        *leaves = type->low;
    }
}

/* ---- the elements of multisets ---- */

void evaluate_hold_slot(struct interp *in, const struct symbol *slot, const int64_t *mark)
{
    in->elements[slot->id] = (struct element){ .mark = mark, .number = *mark };
}

void evaluate_expect_element(struct interp *in, const struct held *held, const struct place *place)
{
    const struct element *element = &held->element;
    if (!element->mark)
        return;
    if (held->mark != element->mark)
        evaluate_fail(in, MODEL_MULTISET, place ? *place : held->name->place, "the parameter stands for an element of another multiset");
    if (*element->mark != element->number)
        evaluate_fail(in, MODEL_MULTISET, place ? *place : held->name->place, "the element is gone");
}

/* The elements here are new ones, whatever they are copies of. */
static void number_elements(struct interp *in, const struct type *named, int64_t *leaves)
{
    const struct type *type = type_of((struct type *)named);
    if (!type->contains_multiset)
        return;
    const struct type *element = type_of(type->element);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        number_elements(in, type->fields[i].type, leaves + type->fields[i].leaf);
    for (unsigned i = 0; type->kind == TYPE_ARRAY && i < type->slots; i++)
        number_elements(in, element, leaves + (size_t)i * element->leaves);
    for (unsigned i = 0; type->kind == TYPE_MULTISET && i < type->slots; i++, leaves += 1 + element->leaves)
        if (*leaves)
            *leaves = ++in->births;
}

/* ---- designators ---- */

static int64_t *index_array(struct interp *in, const struct expr *e, const struct type *array, struct held *held)
{
    int64_t *base = evaluate_place(in, e->left, held);
    int64_t at = evaluate_scalar(in, e->right);
    const struct type *index = type_of(array->index);
    if (at < index->low || at > index->high)
        evaluate_fail(in, MODEL_INDEX, e->right->place, "index %lld is outside %lld..%lld", (long long)at,
                      (long long)index->low, (long long)index->high);
    return base + (size_t)(at - index->low) * type_of(array->element)->leaves;
}

/* A slot is named by a choose parameter, so it is within the multiset. */
static int64_t *index_multiset(struct interp *in, const struct expr *e, const struct type *multiset, struct held *held)
{
    int64_t *base = evaluate_place(in, e->left, held);
    int64_t slot = evaluate_scalar(in, e->right);
    int64_t *mark = base + (size_t)slot * (1 + type_of(multiset->element)->leaves);
    *held = (struct held){ .element = in->elements[e->right->symbol->id], .name = e, .mark = mark };
    return mark + 1;
}

/* Evaluate a place, and note the element of a multiset that the way to it leads
 * through, if any: the caller checks that the element is still there when it uses
 * the place. */
int64_t *evaluate_place(struct interp *in, const struct expr *e, struct held *held)
{
    const struct type *left;
    switch (e->kind) {
    case EXPR_NAME:
        if (!in->slots[e->symbol->id])
            die("the interpreter met the name '%s' outside its scope", e->symbol->name);
        if (e->symbol->by_reference) {
            const struct element *element = &in->elements[e->symbol->id];
            *held = (struct held){ .element = *element, .name = e, .mark = element->mark };
        }
        return in->slots[e->symbol->id];
    case EXPR_FIELD:
        left = type_of(e->left->type);
        return evaluate_place(in, e->left, held) + left->fields[e->field].leaf;
    case EXPR_INDEX:
        left = type_of(e->left->type);
        return left->kind == TYPE_MULTISET ? index_multiset(in, e, left, held) : index_array(in, e, left, held);
    default:
        die("the interpreter was asked for the address of an expression that has none (kind %d)", (int)e->kind);
    }
}

int64_t *evaluate_address(struct interp *in, const struct expr *e)
{
    struct held held = { .name = e };
    int64_t *place = evaluate_place(in, e, &held);
    evaluate_expect_element(in, &held, NULL);
    return place;
}

/* Parameters of quantifiers and aliases of values hold any 64-bit number, and
 * are never undefined. */
static bool always_defined(const struct expr *e)
{
    return e->kind == EXPR_NAME
        && (e->symbol->kind == SYMBOL_QUANTIFIER || (e->symbol->kind == SYMBOL_ALIAS && !e->symbol->by_reference));
}

static int64_t read_scalar(struct interp *in, const struct expr *e)
{
    int64_t value = *evaluate_address(in, e);
    if (value == MODEL_UNDEFINED && !always_defined(e))
        evaluate_fail(in, MODEL_UNDEFINED_READ, e->place, "reading an undefined value");
    return value;
}

/* ---- operators ---- */

static int64_t shift(struct interp *in, const struct expr *e, int64_t a, int64_t b)
{
    if (b < 0 || b > 63)
        evaluate_fail(in, MODEL_SHIFT, e->place, "shift by %lld", (long long)b);
    if (e->op == OP_SHIFT_LEFT)
        return (int64_t)((uint64_t)a << b);
    return a >= 0 ? a >> b : -1 - ((-1 - a) >> b);
}

static _Noreturn void fail_overflow(struct interp *in, const struct expr *e)
{
    evaluate_fail(in, MODEL_OVERFLOW, e->place, "the result does not fit in 64 bits");
}

static int64_t divide(struct interp *in, const struct expr *e, int64_t a, int64_t b)
{
    if (b == 0)
        evaluate_fail(in, MODEL_DIVISION, e->place, "division by zero");
    if (a == INT64_MIN && b == -1)
        fail_overflow(in, e);
    return e->op == OP_DIVIDE ? a / b : a % b;
}

static int64_t arithmetic(struct interp *in, const struct expr *e, int64_t a, int64_t b)
{
    int64_t result;
    switch (e->op) {
    case OP_ADD:
        if (__builtin_add_overflow(a, b, &result))
            fail_overflow(in, e);
        return result;
    case OP_SUBTRACT:
        if (__builtin_sub_overflow(a, b, &result))
            fail_overflow(in, e);
        return result;
    case OP_MULTIPLY:
        if (__builtin_mul_overflow(a, b, &result))
            fail_overflow(in, e);
        return result;
    case OP_DIVIDE: case OP_MODULO:
        return divide(in, e, a, b);
    case OP_BIT_AND: return a & b;
    case OP_BIT_OR: return a | b;
    case OP_BIT_XOR: return a ^ b;
    case OP_SHIFT_LEFT: case OP_SHIFT_RIGHT:
        return shift(in, e, a, b);
    case OP_EQUAL: return a == b;
    case OP_NOT_EQUAL: return a != b;
    case OP_LESS: return a < b;
    case OP_LESS_EQUAL: return a <= b;
    case OP_GREATER: return a > b;
    case OP_GREATER_EQUAL: return a >= b;
    default:
        die("the interpreter met the operator %d between two numbers", (int)e->op);
    }
}

static bool compounds_equal(struct interp *in, const struct expr *e)
{
    struct mark mark = evaluate_mark(in);
    size_t bytes = type_of(e->left->type)->leaves * sizeof(int64_t);
    int64_t *left = evaluate_room(in, type_of(e->left->type)->leaves);
    memcpy(left, evaluate_value(in, e->left), bytes); /* evaluating the right side may change the left value */
    bool equal = !memcmp(left, evaluate_value(in, e->right), bytes);
    evaluate_release(in, mark);
    return equal;
}

static const struct element *chosen(const struct interp *in, const struct expr *e)
{
    bool is = e->kind == EXPR_NAME && e->symbol->kind == SYMBOL_QUANTIFIER && e->symbol->quantifier
           && e->symbol->quantifier->multiset;
    return is ? &in->elements[e->symbol->id] : NULL;
}

static int64_t binary(struct interp *in, const struct expr *e)
{
    switch (e->op) {
    case OP_IMPLIES:
        return !evaluate_scalar(in, e->left) || evaluate_scalar(in, e->right);
    case OP_OR:
        return evaluate_scalar(in, e->left) || evaluate_scalar(in, e->right);
    case OP_AND:
        return evaluate_scalar(in, e->left) && evaluate_scalar(in, e->right);
    default:
        break;
    }
    if (!type_is_scalar(type_of(e->left->type)))
        return compounds_equal(in, e) == (e->op == OP_EQUAL);
    const struct element *one = chosen(in, e->left), *other = chosen(in, e->right);
    if (one && other)
        return (one->mark == other->mark && one->number == other->number) == (e->op == OP_EQUAL);
    int64_t a = evaluate_scalar(in, e->left);
    int64_t b = evaluate_scalar(in, e->right);
    return arithmetic(in, e, a, b);
}

static int64_t unary(struct interp *in, const struct expr *e)
{
    int64_t a = evaluate_scalar(in, e->left);
    switch (e->op) {
    case OP_NOT:
        return !a;
    case OP_COMPLEMENT:
        return ~a;
    case OP_NEGATE:
        if (a == INT64_MIN)
            fail_overflow(in, e);
        return -a;
    default:
        die("the interpreter met the unary operator %d", (int)e->op);
    }
}

/* ---- unions ---- */

/* The part of a union in which a value lies; *value becomes the ordinal there. */
static const struct type *part_at(const struct type *whole, int64_t *value)
{
    for (unsigned i = 0; i < whole->part_count; i++) {
        const struct type *part = type_of(whole->parts[i]);
        if (*value <= part->high)
            return part;
        *value -= part->high + 1;
    }
    die("a value lies outside its union");
}

static int64_t convert(struct interp *in, const struct expr *e)
{
    const struct type *from = type_of(e->left->type), *to = type_of(e->type);
    int64_t value = evaluate_scalar(in, e->left);
    if (from->kind == TYPE_UNION)
        from = part_at(from, &value);
    if (from == to)
        return value;
    for (unsigned i = 0; to->kind == TYPE_UNION && i < to->part_count; i++) {
        const struct type *part = type_of(to->parts[i]);
        if (part == from)
            return value;
        value += part->high + 1;
    }
    evaluate_fail(in, MODEL_RANGE, e->place, "the union holds a value of another part");
}

static bool is_member(struct interp *in, const struct expr *e)
{
    const struct type *type = type_of(e->left->type);
    int64_t value = evaluate_scalar(in, e->left);
    if (type->kind == TYPE_UNION)
        type = part_at(type, &value);
    return type == type_of(e->type_argument);
}

/* ---- quantifiers ---- */

static struct walk walk_bounds(struct interp *in, const struct quantifier *q)
{
    struct walk walk = { .at = evaluate_scalar(in, q->from) };
    int64_t to = evaluate_scalar(in, q->to);
    bool rumur = in->program->dialect == DIALECT_RUMUR && !in->options.as_cmurphi, down = rumur && to < walk.at;
    walk.step = q->by ? evaluate_scalar(in, q->by) : down ? -1 : 1;
    if (walk.step == 0)
        evaluate_fail(in, MODEL_LOOP, q->place, "a step of 0 never ends");
    uint64_t gap = to > walk.at ? (uint64_t)to - (uint64_t)walk.at : (uint64_t)walk.at - (uint64_t)to;
    bool astray = to > walk.at ? walk.step < 0 : to < walk.at && walk.step > 0;
    if (astray && rumur)
        evaluate_fail(in, MODEL_LOOP, q->place, "from %lld, steps of %lld never get to %lld", (long long)walk.at,
                      (long long)walk.step, (long long)to);
    if (!astray)
        walk.left = gap / (walk.step > 0 ? (uint64_t)walk.step : -(uint64_t)walk.step) + 1;
    return walk;
}

struct walk evaluate_walk(struct interp *in, const struct quantifier *q)
{
    if (q->multiset) {
        const struct type *type = type_of(q->multiset->type);
        return (struct walk){ .step = 1, .left = type->slots, .slots = evaluate_address(in, q->multiset),
                              .stride = 1 + type_of(type->element)->leaves };
    }
    if (q->constant)
        return (struct walk){ .at = q->first, .step = q->step, .left = q->count };
    return walk_bounds(in, q);
}

bool evaluate_next(struct walk *walk, int64_t *value)
{
    while (walk->left) {
        walk->left--;
        *value = walk->at;
        walk->at = (int64_t)((uint64_t)walk->at + (uint64_t)walk->step);
        if (!walk->slots || walk->slots[(size_t)*value * walk->stride])
            return true;
    }
    return false;
}

/* How often the condition holds, counting no further than `enough` of `wanted`,
 * but where each element is to be asked. */
static uint64_t count_values(struct interp *in, const struct expr *e, bool wanted, uint64_t enough)
{
    struct mark mark = evaluate_mark(in);
    int64_t **slot = &in->slots[e->quantifier->symbol->id], *outer = *slot, *room = evaluate_room(in, 1);
    struct walk walk = evaluate_walk(in, e->quantifier);
    uint64_t count = 0;
    struct element outer_element = in->elements[e->quantifier->symbol->id];
    *slot = room;
    while ((count < enough || e->quantifier->asks_all) && evaluate_next(&walk, room)) {
        if (walk.slots)
            evaluate_hold_slot(in, e->quantifier->symbol, walk.slots + (size_t)*room * walk.stride);
        count += (evaluate_scalar(in, e->left) != 0) == wanted;
    }
    *slot = outer;
    in->elements[e->quantifier->symbol->id] = outer_element;
    evaluate_release(in, mark);
    return count;
}

/* ---- expressions ---- */

static int64_t call_scalar(struct interp *in, const struct expr *e)
{
    int64_t result;
    evaluate_call(in, e, &result);
    return result;
}

int64_t evaluate_scalar(struct interp *in, const struct expr *e)
{
    evaluate_count_step(in, e->place);
    if (e->constant)
        return e->number;
    switch (e->kind) {
    case EXPR_NUMBER:
        return e->number;
    case EXPR_NAME: case EXPR_FIELD: case EXPR_INDEX:
        return read_scalar(in, e);
    case EXPR_CALL:
        return call_scalar(in, e);
    case EXPR_UNARY:
        return unary(in, e);
    case EXPR_BINARY:
        return binary(in, e);
    case EXPR_CONDITIONAL:
        return evaluate_scalar(in, evaluate_scalar(in, e->condition) ? e->left : e->right);
    case EXPR_FORALL:
        return !count_values(in, e, false, 1);
    case EXPR_EXISTS:
        return count_values(in, e, true, 1) != 0;
    case EXPR_ISUNDEFINED:
        return *evaluate_address(in, e->left) == MODEL_UNDEFINED;
    case EXPR_ISMEMBER:
        return is_member(in, e);
    case EXPR_MULTISETCOUNT:
        return (int64_t)count_values(in, e, true, UINT64_MAX);
    case EXPR_CONVERT:
        return convert(in, e);
    case EXPR_UNDEFINED:
        break; /* only an argument, which is passed elsewhere */
    }
    die("the interpreter met an expression of kind %d", (int)e->kind);
}

static const int64_t *compound(struct interp *in, const struct expr *e, const struct type *type)
{
    int64_t *room;
    switch (e->kind) {
    case EXPR_CONDITIONAL:
        return evaluate_value(in, evaluate_scalar(in, e->condition) ? e->left : e->right);
    case EXPR_CALL:
        room = evaluate_room(in, type->leaves);
        evaluate_call(in, e, room);
        return room;
    default:
        return evaluate_address(in, e);
    }
}

const int64_t *evaluate_value(struct interp *in, const struct expr *e)
{
    const struct type *type = type_of(e->type);
    if (!type_is_scalar(type))
        return compound(in, e, type);
    if (e->designator && !e->constant)
        return evaluate_address(in, e);
    int64_t value = evaluate_scalar(in, e), *room = evaluate_room(in, 1);
    *room = value;
    return room;
}

/* `held`: what is on the way to the place, which the value may have taken away. */
static void store(struct interp *in, const struct type *named, int64_t *place, const struct held *held,
                  const struct expr *value)
{
    const struct type *type = type_of((struct type *)named);
    if (!type_is_scalar(type)) {
        struct mark mark = evaluate_mark(in);
        const int64_t *from = evaluate_value(in, value);
        evaluate_expect_element(in, held, NULL);
        memmove(place, from, type->leaves * sizeof *place);
        number_elements(in, type, place);
        evaluate_release(in, mark);
        return;
    }
    int64_t number = evaluate_scalar(in, value);
    if (number < type->low || number > type->high)
        evaluate_fail(in, MODEL_RANGE, value->place, "%lld is outside %lld..%lld", (long long)number,
                      (long long)type->low, (long long)type->high);
    evaluate_expect_element(in, held, NULL);
    *place = number;
}

void evaluate_store(struct interp *in, const struct type *type, int64_t *place, const struct expr *value)
{
    store(in, type, place, &(struct held){ .name = value }, value);
}

void evaluate_assign(struct interp *in, const struct expr *target, const struct expr *value)
{
    struct held held = { .name = target };
    int64_t *place = evaluate_place(in, target, &held);
    evaluate_expect_element(in, &held, NULL);
    store(in, target->type, place, &held, value);
}

/* ---- calls ---- */

static unsigned external_number(const struct interp *in, const struct routine *routine)
{
    for (unsigned i = 0; i < in->external_count; i++)
        if (in->externals[i] == routine)
            return i;
    die("the external routine '%s' is not in the program", routine->name);
}

static int64_t checked(struct interp *in, const struct expr *call, const struct type *type, int64_t value)
{
    type = type_of((struct type *)type);
    if (value < type->low || value > type->high)
        evaluate_fail(in, MODEL_RANGE, call->place, "the host's value %lld is outside %lld..%lld", (long long)value,
                      (long long)type->low, (long long)type->high);
    return value;
}

static void call_host(struct interp *in, const struct expr *e, int64_t **addresses, const struct held *held,
                      int64_t *result)
{
    const struct routine *routine = e->symbol->routine;
    unsigned number = external_number(in, routine);
    const struct model_external_binding *binding = in->options.bindings ? &in->options.bindings[number] : NULL;
    if (!binding || !binding->function)
        die("the external routine '%s' is not bound", routine->name);
    int64_t *arguments = evaluate_room(in, e->argument_count + 1);
    for (unsigned i = 0; i < e->argument_count; i++) {
        evaluate_expect_element(in, &held[i], NULL); /* evaluating a later argument may have removed the element */
        arguments[i] = *addresses[i];
    }
    int64_t value = binding->function(binding->host, arguments);
    for (unsigned i = 0; i < e->argument_count; i++)
        if (routine->parameters[i]->by_reference && arguments[i] != *addresses[i])
            *addresses[i] = arguments[i] == MODEL_UNDEFINED ? MODEL_UNDEFINED
                                                            : checked(in, e, routine->parameters[i]->type, arguments[i]);
    if (routine->result)
        *result = checked(in, e, routine->result, value);
}

static void count_call(struct interp *in, const struct expr *e, uint64_t frame)
{
    if (!frame)
        return;
    if (in->depth >= in->options.recursion_limit)
        evaluate_fail(in, MODEL_RECURSION, e->place, "calls nest deeper than %lu", (unsigned long)in->options.recursion_limit);
    if (frame > in->frame_limit - in->frames)
        evaluate_fail(in, MODEL_RECURSION, e->place, "the frames of nested calls take more than %llu bytes",
                      (unsigned long long)in->frame_limit);
    in->depth++;
    in->frames += frame;
}

/* Parameters and locals take the place of those of an outer call of the same
 * routine, which come back after it. */
static void call_routine(struct interp *in, const struct expr *e, int64_t **addresses, const struct held *held,
                         int64_t *result)
{
    const struct routine *routine = e->symbol->routine;
    unsigned parameters = routine->parameter_count;
    int64_t *saved[parameters + routine->decl_count + 1];
    struct element saved_elements[parameters + 1];
    int64_t *outer_result = in->result;
    struct type *outer_type = in->result_type;
    for (unsigned i = 0; i < parameters; i++) {
        saved[i] = in->slots[routine->parameters[i]->id];
        saved_elements[i] = in->elements[routine->parameters[i]->id];
        in->slots[routine->parameters[i]->id] = addresses[i];
        in->elements[routine->parameters[i]->id] = held[i].element;
    }
    interp_locals(in, routine->decls, routine->decl_count, saved + parameters);
    in->result = result;
    in->result_type = type_of(routine->result);
    const uint64_t frame = in->frame_of[routine->id];
    count_call(in, e, frame);
    bool returned = interp_block(in, &routine->body);
    in->depth -= frame > 0;
    in->frames -= frame;
    if (!returned && routine->result)
        evaluate_fail(in, MODEL_RETURN, routine->place, "function %s ends without a value", routine->name);
    in->result = outer_result;
    in->result_type = outer_type;
    for (unsigned i = 0; i < routine->decl_count; i++)
        if (routine->decls[i]->kind == DECL_VARIABLE)
            in->slots[routine->decls[i]->symbol->id] = saved[parameters + i];
    for (unsigned i = 0; i < parameters; i++) {
        in->slots[routine->parameters[i]->id] = saved[i];
        in->elements[routine->parameters[i]->id] = saved_elements[i];
    }
}

/* As Rumur has it, a scalar variable passed by value may be undefined: that is
 * for the routine to read or not. */
static bool is_undefined_scalar(struct interp *in, const struct expr *e)
{
    return e->designator && !e->constant && type_is_scalar(type_of(e->type)) && !always_defined(e)
        && *evaluate_address(in, e) == MODEL_UNDEFINED;
}

void evaluate_call(struct interp *in, const struct expr *e, int64_t *result)
{
    struct routine *routine = e->symbol->routine;
    struct mark mark = evaluate_mark(in);
    int64_t *addresses[e->argument_count + 1];
    struct held held[e->argument_count + 1];
    for (unsigned i = 0; i < e->argument_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        held[i] = (struct held){ .name = e->arguments[i] };
        if (parameter->by_reference) {
            addresses[i] = evaluate_place(in, e->arguments[i], &held[i]);
            evaluate_expect_element(in, &held[i], NULL);
        } else {
            addresses[i] = evaluate_room(in, type_of(parameter->type)->leaves);
            if (e->arguments[i]->kind == EXPR_UNDEFINED)
                evaluate_undefine(parameter->type, addresses[i]);
            else if (is_undefined_scalar(in, e->arguments[i]))
                *addresses[i] = MODEL_UNDEFINED;
            else
                evaluate_store(in, parameter->type, addresses[i], e->arguments[i]);
        }
    }
    if (routine->external)
        call_host(in, e, addresses, held, result);
    else
        call_routine(in, e, addresses, held, result);
    evaluate_release(in, mark);
}
