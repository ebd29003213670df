/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * interp.c - the interpreter's statements, rules and entry points.
 *
 * The interpreter runs the checked tree directly.  It is slow and simple, and
 * shares no code with generated models: traces are verified by it (replay.c).
 * run() executes a statement; evaluate.c evaluates the expressions.
 */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/stack.h"
#include "../murphi/frame.h"

/* ---- scopes ---- */

/* Give each variable that is declared undefined leaves of its own; `saved` takes the
 * address that it had before (in an outer call), by declaration. */
void interp_locals(struct interp *in, struct decl **decls, unsigned count, int64_t **saved)
{
    for (unsigned i = 0; i < count; i++) {
        if (decls[i]->kind != DECL_VARIABLE)
            continue;
        const struct symbol *symbol = decls[i]->symbol;
        const struct type *type = type_of(symbol->type);
        int64_t *leaves = evaluate_room(in, type->leaves);
        evaluate_undefine(type, leaves);
        saved[i] = in->slots[symbol->id];
        in->slots[symbol->id] = leaves;
    }
}

struct bound {
    int64_t *place;
    struct element element;
};

/* Let the alias stand for its designator; returns what it stood for before. */
static struct bound bind_alias(struct interp *in, const struct symbol *alias)
{
    struct bound outer = { in->slots[alias->id], in->elements[alias->id] };
    const struct type *type = type_of(alias->type);
    if (alias->by_reference) {
        struct held held = { .name = alias->expr };
        in->slots[alias->id] = evaluate_place(in, alias->expr, &held);
        evaluate_expect_element(in, &held, NULL);
        in->elements[alias->id] = held.element;
    } else {
        int64_t *room = evaluate_room(in, type->leaves);
        if (type_is_scalar(type))
            *room = evaluate_scalar(in, alias->expr);
        else
            memcpy(room, evaluate_value(in, alias->expr), type->leaves * sizeof *room);
        in->slots[alias->id] = room;
    }
    return outer;
}

/* ---- printing ---- */

static void print_scalar(const struct type *type, int64_t value, struct text *out)
{
    if (value == MODEL_UNDEFINED) {
        text_put(out, "Undefined");
        return;
    }
    switch (type->kind) {
    case TYPE_BOOLEAN:
        text_put(out, value ? "true" : "false");
        break;
    case TYPE_ENUM:
        text_put(out, type->members[value]->name);
        break;
    case TYPE_SCALARSET:
        text_format(out, "%s_%lld", type->name ? type->name : "scalarset", (long long)value + 1);
        break;
    case TYPE_UNION:
        for (unsigned i = 0; i < type->part_count; i++) {
            const struct type *part = type_of(type->parts[i]);
            if (value <= part->high) {
                print_scalar(part, value, out);
                break;
            }
            value -= part->high + 1;
        }
        break;
    default:
        text_format(out, "%lld", (long long)value);
    }
}

static void print_multiset(const struct type *type, const int64_t *leaves, struct text *out)
{
    const struct type *element = type_of(type->element);
    const char *between = "";
    text_char(out, '{');
    for (unsigned i = 0; i < type->slots; i++, leaves += 1 + element->leaves)
        if (*leaves) {
            text_put(out, between);
            interp_print_leaves(element, leaves + 1, out);
            between = ", ";
        }
    text_char(out, '}');
}

void interp_print_leaves(const struct type *type, const int64_t *leaves, struct text *out)
{
    type = type_of((struct type *)type);
    switch (type->kind) {
    case TYPE_ARRAY:
        for (unsigned i = 0; i < type->slots; i++) {
            text_put(out, i ? ", " : "[");
            interp_print_leaves(type->element, leaves + (size_t)i * type_of(type->element)->leaves, out);
        }
        text_char(out, ']');
        break;
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++) {
            text_format(out, "%s%s: ", i ? ", " : "{", type->fields[i].name);
            interp_print_leaves(type->fields[i].type, leaves + type->fields[i].leaf, out);
        }
        text_put(out, type->field_count ? "}" : "{}");
        break;
    case TYPE_MULTISET:
        print_multiset(type, leaves, out);
        break;
    default:
        print_scalar(type, *leaves, out);
    }
}

/* ---- statements ---- */

/* A number that was computed is never undefined, though it may be the one that
 * stands for that. */
static void print_value(struct interp *in, const struct expr *e, struct text *out)
{
    const int64_t *leaves = evaluate_value(in, e);
    if (type_of(e->type)->kind == TYPE_RANGE && (!e->designator || e->constant))
        text_format(out, "%lld", (long long)*leaves);
    else
        interp_print_leaves(e->type, leaves, out);
}

/* What cannot be evaluated prints as undefined: the search does not look at a
 * variable that is put. */
static void put_variable(struct interp *in, const struct expr *e, struct text *out)
{
    jmp_buf outer;
    unsigned count = in->program->symbol_count;
    int64_t **slots = malloc(count * sizeof *slots + 1);
    struct element *elements = malloc(count * sizeof *elements + 1);
    if (!slots || !elements)
        die_memory(count * (sizeof *slots + sizeof *elements));
    memcpy(slots, in->slots, count * sizeof *slots);
    memcpy(elements, in->elements, count * sizeof *elements);
    memcpy(&outer, &in->escape, sizeof outer);
    const uint32_t depth = in->depth;
    if (!setjmp(in->escape)) {
        interp_print_leaves(e->type, evaluate_value(in, e), out);
    } else {
        text_put(out, "Undefined");
        memcpy(in->slots, slots, count * sizeof *slots);
        memcpy(in->elements, elements, count * sizeof *elements);
        in->depth = depth;
        in->fault = (struct interp_fault){ 0 };
    }
    memcpy(&in->escape, &outer, sizeof outer);
    free(slots);
    free(elements);
}

/* As both peers: a variable prints as a line `name:value`, any other value
 * and a string as themselves. */
static void run_put(struct interp *in, const struct stmt *s)
{
    if (!in->options.put) {
        if (s->value && !s->value->designator)
            evaluate_value(in, s->value);
        return;
    }
    if (!s->value) {
        in->options.put(in->options.put_data, s->text);
        return;
    }
    struct text out = { 0 };
    if (s->value->designator && !s->value->constant) {
        text_add(&out, s->value->place.source->text + s->value->place.start, s->value->place.end - s->value->place.start);
        text_char(&out, ':');
        put_variable(in, s->value, &out);
        text_char(&out, '\n');
    } else {
        print_value(in, s->value, &out);
    }
    in->options.put(in->options.put_data, out.bytes);
    text_free(&out);
}

static bool run_if(struct interp *in, const struct stmt *s)
{
    for (; s; s = s->otherwise)
        if (!s->condition || evaluate_scalar(in, s->condition))
            return interp_block(in, &s->body);
    return false;
}

static bool run_switch(struct interp *in, const struct stmt *s)
{
    int64_t value = evaluate_scalar(in, s->value);
    for (unsigned i = 0; i < s->case_count; i++) {
        const struct switch_case *branch = &s->cases[i];
        if (!branch->value_count)
            return interp_block(in, &branch->body);
        for (unsigned j = 0; j < branch->value_count; j++)
            if (evaluate_scalar(in, branch->values[j]) == value)
                return interp_block(in, &branch->body);
    }
    return false;
}

static bool run_for(struct interp *in, const struct stmt *s)
{
    int64_t **slot = &in->slots[s->quantifier->symbol->id], *outer = *slot, *room = evaluate_room(in, 1);
    struct walk walk = evaluate_walk(in, s->quantifier);
    bool returned = false;
    *slot = room;
    while ((!returned || s->quantifier->asks_all) && evaluate_next(&walk, room))
        returned |= interp_block(in, &s->body);
    *slot = outer;
    return returned;
}

static bool run_while(struct interp *in, const struct stmt *s)
{
    for (uint64_t i = 0; evaluate_scalar(in, s->condition); i++) {
        if (i == in->options.loop_limit)
            evaluate_fail(in, MODEL_LOOP, s->place, "the loop goes on after %llu iterations", (unsigned long long)i);
        if (interp_block(in, &s->body))
            return true;
    }
    return false;
}

static bool run_alias(struct interp *in, const struct stmt *s)
{
    struct bound outer[s->alias_count + 1];
    for (unsigned i = 0; i < s->alias_count; i++)
        outer[i] = bind_alias(in, s->aliases[i]);
    bool returned = interp_block(in, &s->body);
    for (unsigned i = s->alias_count; i-- > 0;) {
        in->slots[s->aliases[i]->id] = outer[i].place;
        in->elements[s->aliases[i]->id] = outer[i].element;
    }
    return returned;
}

static bool is_skipped(const struct interp *in, const struct property *property)
{
    return in->options.skipped && in->options.skipped[property->id];
}

static void run_property(struct interp *in, const struct property *property)
{
    if (is_skipped(in, property))
        return;
    bool holds = evaluate_scalar(in, property->condition) != 0;
    if (property->kind == PROPERTY_COVER)
        in->met[property->id] |= holds;
    else if (!holds && property->kind == PROPERTY_ASSUME)
        evaluate_drop(in);
    else if (!holds)
        evaluate_fail_property(in, property);
}

static bool run_return(struct interp *in, const struct stmt *s)
{
    if (s->value)
        evaluate_store(in, in->result_type, in->result, s->value);
    return true;
}

static void run_multiset_add(struct interp *in, const struct stmt *s)
{
    const struct type *type = type_of(s->target->type), *element = type_of(type->element);
    int64_t *value = evaluate_room(in, element->leaves);
    evaluate_store(in, element, value, s->value);
    int64_t *slot = evaluate_address(in, s->target);
    for (unsigned i = 0; i < type->slots; i++, slot += 1 + element->leaves)
        if (!*slot) {
            *slot = ++in->births;
            memcpy(slot + 1, value, element->leaves * sizeof *value);
            return;
        }
    evaluate_fail(in, MODEL_MULTISET, s->place, "the multiset is full");
}

static void empty_slot(const struct type *element, int64_t *slot)
{
    *slot = 0;
    evaluate_undefine(element, slot + 1);
}

static void run_multiset_remove(struct interp *in, const struct stmt *s)
{
    const struct type *element = type_of(type_of(s->target->type)->element);
    int64_t number = evaluate_scalar(in, s->value);
    int64_t *slot = evaluate_address(in, s->target) + (size_t)number * (1 + element->leaves);
    struct held held = { in->elements[s->value->symbol->id], s->value, slot };
    evaluate_expect_element(in, &held, &s->place);
    empty_slot(element, slot);
}

/* The condition sees the multiset as it was before any element went. */
static void run_multiset_removepred(struct interp *in, const struct stmt *s)
{
    const struct type *type = type_of(s->quantifier->multiset->type), *element = type_of(type->element);
    int64_t **slot = &in->slots[s->quantifier->symbol->id], *outer = *slot, *room = evaluate_room(in, 1);
    unsigned char *goes = (unsigned char *)evaluate_room(in, type->slots);
    int64_t *first = evaluate_address(in, s->quantifier->multiset);
    struct walk walk = evaluate_walk(in, s->quantifier);
    struct element outer_element = in->elements[s->quantifier->symbol->id];
    memset(goes, 0, type->slots);
    *slot = room;
    while (evaluate_next(&walk, room)) {
        evaluate_hold_slot(in, s->quantifier->symbol, walk.slots + (size_t)*room * walk.stride);
        goes[*room] = evaluate_scalar(in, s->condition) != 0;
    }
    *slot = outer;
    in->elements[s->quantifier->symbol->id] = outer_element;
    for (unsigned i = 0; i < type->slots; i++)
        if (goes[i])
            empty_slot(element, first + (size_t)i * (1 + element->leaves));
}

/* In CMurphi `x := y` copies what is undefined; where the model is checked so, types_stmt.c has seen to it. */
static bool copies_undefined(struct interp *in, const struct stmt *s)
{
    const struct expr *variable = in->options.as_cmurphi ? types_scalar_variable(s->value) : NULL;
    return variable && *evaluate_address(in, variable) == MODEL_UNDEFINED;
}

static bool run(struct interp *in, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        if (copies_undefined(in, s))
            *evaluate_address(in, s->target) = MODEL_UNDEFINED;
        else
            evaluate_assign(in, s->target, s->value);
        break;
    case STMT_IF:
        return run_if(in, s);
    case STMT_SWITCH:
        return run_switch(in, s);
    case STMT_FOR:
        return run_for(in, s);
    case STMT_WHILE:
        return run_while(in, s);
    case STMT_ALIAS:
        return run_alias(in, s);
    case STMT_CALL: {
        const struct type *result = type_of(s->value->symbol->routine->result);
        evaluate_call(in, s->value, evaluate_room(in, result ? result->leaves : 0));
        break;
    }
    case STMT_CLEAR:
        evaluate_clear(s->target->type, evaluate_address(in, s->target));
        break;
    case STMT_UNDEFINE:
        evaluate_undefine(s->target->type, evaluate_address(in, s->target));
        break;
    case STMT_PUT:
        run_put(in, s);
        break;
    case STMT_PROPERTY:
        run_property(in, s->property);
        break;
    case STMT_ERROR:
        evaluate_fail_property(in, s->property);
    case STMT_RETURN:
        return run_return(in, s);
    case STMT_MULTISET_ADD:
        run_multiset_add(in, s);
        break;
    case STMT_MULTISET_REMOVE:
        run_multiset_remove(in, s);
        break;
    case STMT_MULTISET_REMOVEPRED:
        run_multiset_removepred(in, s);
        break;
    }
    return false;
}

bool interp_block(struct interp *in, const struct block *block)
{
    struct mark mark = evaluate_mark(in);
    evaluate_count_step(in, block->count ? block->stmts[0]->place : (struct place){0});
    for (unsigned i = 0; i < block->count; i++) {
        bool returned = run(in, block->stmts[i]);
        evaluate_release(in, mark);
        if (returned)
            return true;
    }
    return false;
}

/* The elements that are there when a firing ends are those of the next state. */
static void forget_numbers(const struct type *type, int64_t *leaves)
{
    type = type_of((struct type *)type);
    if (!type->contains_multiset)
        return;
    const struct type *element = type_of(type->element);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        forget_numbers(type->fields[i].type, leaves + type->fields[i].leaf);
    for (unsigned i = 0; type->kind == TYPE_ARRAY && i < type->slots; i++)
        forget_numbers(element, leaves + (size_t)i * element->leaves);
    for (unsigned i = 0; type->kind == TYPE_MULTISET && i < type->slots; i++, leaves += 1 + element->leaves)
        *leaves = *leaves != 0;
}

/* ---- rules ---- */

static uint64_t enclosing_count(const struct quantifier *q)
{
    return q->multiset ? type_of(q->multiset->type)->slots : q->count;
}

/* Bind what encloses a rule for one of its instances, numbered from 0 within
 * it.  False where a choose finds its slot empty. */
static bool bind_enclosing(struct interp *in, const struct flat_rule *rule, uint64_t number)
{
    uint64_t remaining = rule->instances;
    for (unsigned i = 0; i < rule->enclosing_count; i++) {
        const struct enclosing *outer = &rule->enclosing[i];
        if (outer->kind == RULE_ALIAS) {
            bind_alias(in, outer->alias);
            continue;
        }
        const struct quantifier *q = outer->quantifier;
        remaining /= enclosing_count(q);
        uint64_t at = number / remaining;
        number %= remaining;
        int64_t *room = evaluate_room(in, 1);
        *room = q->multiset ? (int64_t)at : (int64_t)((uint64_t)q->first + at * (uint64_t)q->step);
        in->slots[q->symbol->id] = room;
        if (!q->multiset)
            continue;
        const int64_t *mark = evaluate_address(in, q->multiset) + at * (1 + type_of(type_of(q->multiset->type)->element)->leaves);
        if (!*mark)
            return false;
        evaluate_hold_slot(in, q->symbol, mark);
    }
    return true;
}

static const struct flat_rule *find_rule(const struct flat_rule *rules, unsigned count, uint64_t instance)
{
    for (unsigned i = 0; i < count; i++)
        if (instance - rules[i].first_instance < rules[i].instances)
            return &rules[i];
    die("there is no rule instance %llu", (unsigned long long)instance);
}

/* An expression that was checked after the interpreter was made may have symbols of its own, the program's last ones. */
static void make_room(struct interp *in)
{
    unsigned count = in->program->symbol_count;
    if (in->slots && count <= in->symbol_room)
        return;
    in->slots = realloc(in->slots, (count + 1) * sizeof *in->slots);
    in->elements = realloc(in->elements, (count + 1) * sizeof *in->elements);
    if (!in->slots || !in->elements)
        die_memory(count * sizeof *in->slots);
    in->symbol_room = count;
}

/* Called before a setjmp: drop everything that an earlier longjmp left behind. */
static void begin(struct interp *in, int64_t *state)
{
    evaluate_release(in, (struct mark){ in->first, 0 });
    make_room(in);
    memset(in->slots, 0, in->program->symbol_count * sizeof *in->slots);
    memset(in->elements, 0, in->program->symbol_count * sizeof *in->elements);
    in->births = 1;
    memset(in->met, 0, in->program->all_property_count);
    in->state = state;
    in->depth = 0;
    in->frames = 0;
    in->fault = (struct interp_fault){ 0 };
    for (unsigned i = 0; i < in->program->variable_count; i++)
        in->slots[in->program->variables[i]->id] = state + in->program->variables[i]->leaf;
}

static void run_body(struct interp *in, const struct rule *rule)
{
    int64_t *saved[rule->decl_count + 1];
    interp_locals(in, rule->decls, rule->decl_count, saved);
    interp_block(in, &rule->body);
}

/* Where `guard_only`, stop before the body. */
static enum interp_status run_rule(struct interp *in, const struct flat_rule *rule, uint64_t number, int64_t *state, bool guard_only)
{
    begin(in, state);
    volatile bool in_guard = true;
    if (setjmp(in->escape)) {
        in->fault.in_guard = in_guard;
        return in->escaped;
    }
    if (!bind_enclosing(in, rule, number))
        return INTERP_DISABLED;
    if (rule->rule->guard && !evaluate_scalar(in, rule->rule->guard))
        return INTERP_DISABLED;
    in_guard = false;
    if (guard_only)
        return INTERP_OK;
    run_body(in, rule->rule);
    return INTERP_OK;
}

static enum interp_status fire(struct interp *in, const struct flat_rule *rule, uint64_t number, int64_t *state, bool guard_only)
{
    enum interp_status status = run_rule(in, rule, number, state, guard_only);
    for (unsigned i = 0; i < in->program->variable_count; i++)
        forget_numbers(in->program->variables[i]->type, state + in->program->variables[i]->leaf);
    return status;
}

/* ---- states but for the order of slots ---- */

/* How often the slot's content stands in the multiset. */
static unsigned count_slot(const int64_t *slots, unsigned count, size_t size, const int64_t *slot)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += !memcmp(slots + i * size, slot, size * sizeof *slot);
    return found;
}

static bool same_elements(const struct type *type, const int64_t *a, const int64_t *b)
{
    size_t size = 1 + type_of(type->element)->leaves;
    for (unsigned i = 0; i < type->slots; i++)
        if (count_slot(a, type->slots, size, a + i * size) != count_slot(b, type->slots, size, a + i * size))
            return false;
    return true;
}

bool interp_same(const struct interp *in, const int64_t *a, const int64_t *b)
{
    const struct program *p = in->program;
    unsigned leaf = 0;
    for (unsigned i = 0; i < p->multiset_count; i++) {
        const struct state_multiset *m = &p->multisets[i];
        if (m->kept)
            continue;
        if (memcmp(a + leaf, b + leaf, (m->leaf - leaf) * sizeof *a) || !same_elements(m->type, a + m->leaf, b + m->leaf))
            return false;
        leaf = m->leaf + m->type->leaves;
    }
    return !memcmp(a + leaf, b + leaf, (p->leaf_count - leaf) * sizeof *a);
}

/* ---- entry points ---- */

struct interp *interp_new(const struct program *program, const struct interp_options *options)
{
    struct interp *in = calloc(1, sizeof *in);
    if (!in)
        die_memory(sizeof *in);
    in->program = program;
    if (options)
        in->options = *options;
    if (!in->options.loop_limit)
        in->options.loop_limit = INTERP_LOOP_LIMIT;
    if (!in->options.recursion_limit)
        in->options.recursion_limit = INTERP_RECURSION_LIMIT;
    make_room(in);
    in->met = calloc(program->all_property_count + 1, 1);
    in->externals = calloc(program->routine_count + 1, sizeof(struct routine *));
    in->frame_of = calloc(program->routine_count + 1, sizeof *in->frame_of);
    if (!in->met || !in->externals || !in->frame_of)
        die_memory(program->routine_count * sizeof *in->externals);
    in->frame_limit = stack_frames();
    frame_counts(program, in->frame_of);
    for (unsigned i = 0; i < program->routine_count; i++)
        if (program->routines[i]->external)
            in->externals[in->external_count++] = program->routines[i];
    evaluate_room(in, 0);
    return in;
}

void interp_free(struct interp *in)
{
    if (!in)
        return;
    for (struct chunk *chunk = in->first, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(in->slots);
    free(in->elements);
    free(in->met);
    free(in->externals);
    free(in->frame_of);
    free(in);
}

const struct interp_fault *interp_fault(const struct interp *in)
{
    return &in->fault;
}

bool interp_met(const struct interp *in, const struct property *property)
{
    return in->met[property->id];
}

enum interp_status interp_start(struct interp *in, uint64_t instance, int64_t *out)
{
    const struct program *program = in->program;
    const struct flat_rule *rule = find_rule(program->start_states, program->start_state_count, instance);
    for (unsigned i = 0; i < program->variable_count; i++)
        evaluate_undefine(program->variables[i]->type, out + program->variables[i]->leaf);
    enum interp_status status = fire(in, rule, instance - rule->first_instance, out, false);
    in->fault.in_guard = false;
    return status;
}

/* Of a state that is only looked at: the checker of types lets no guard, property or
 * watched expression write, so the state need not be copied for each. */
static int64_t *unchanged(const int64_t *state)
{
    return (int64_t *)(uintptr_t)state;
}

static enum interp_status test_guard(struct interp *in, const struct flat_rule *rule, uint64_t number, const int64_t *from)
{
    return fire(in, rule, number, unchanged(from), true);
}

/* Whether the guard of some rule of higher priority holds. */
static bool outranked(struct interp *in, const struct flat_rule *rule, const int64_t *from)
{
    for (unsigned i = 0; rule->rank && i < in->program->rule_count; i++) {
        const struct flat_rule *other = &in->program->rules[i];
        for (uint64_t j = 0; other->rank < rule->rank && j < other->instances; j++)
            switch (test_guard(in, other, j, from)) {
            case INTERP_OK:
            case INTERP_STOPPED: /* the guard was not decided */
                return true;
            default:
                break;
            }
    }
    return false;
}

enum interp_status interp_fire(struct interp *in, uint64_t instance, const int64_t *from, int64_t *out)
{
    const struct flat_rule *rule = find_rule(in->program->rules, in->program->rule_count, instance);
    uint64_t number = instance - rule->first_instance;
    enum interp_status status = rule->rank ? test_guard(in, rule, number, from) : INTERP_OK;
    memmove(out, from, in->program->leaf_count * sizeof *out);
    if (status == INTERP_OK && outranked(in, rule, out))
        status = INTERP_DISABLED;
    return status == INTERP_OK ? fire(in, rule, number, out, false) : status;
}

bool interp_guard(struct interp *in, uint64_t instance, const int64_t *from)
{
    const struct flat_rule *rule = find_rule(in->program->rules, in->program->rule_count, instance);
    return test_guard(in, rule, instance - rule->first_instance, from) != INTERP_DISABLED;
}

bool interp_enabled(struct interp *in, uint64_t instance, const int64_t *from)
{
    const struct flat_rule *rule = find_rule(in->program->rules, in->program->rule_count, instance);
    enum interp_status status = test_guard(in, rule, instance - rule->first_instance, from);
    return status == INTERP_VIOLATED || (status == INTERP_OK && !outranked(in, rule, from));
}

/* A condition of a property; of an empty slot *holds stays as it is. */
static enum interp_status evaluate_condition(struct interp *in, const struct flat_rule *rule, const struct expr *condition,
                                             uint64_t instance, const int64_t *from, bool *holds)
{
    begin(in, unchanged(from));
    in->fault.in_guard = true;
    if (setjmp(in->escape)) {
        in->fault.in_guard = true;
        return in->escaped;
    }
    if (bind_enclosing(in, rule, instance))
        *holds = evaluate_scalar(in, condition) != 0;
    return INTERP_OK;
}

enum interp_status interp_property(struct interp *in, const struct flat_rule *rule, uint64_t instance,
                                   const int64_t *from, bool *holds)
{
    /* Of an empty slot no property says anything: all hold but a cover, which is not met. */
    const struct property *property = rule->rule->property;
    *holds = property->kind != PROPERTY_COVER;
    return evaluate_condition(in, rule, property->condition, instance, from, holds);
}

enum interp_status interp_within(struct interp *in, const struct flat_rule *rule, uint64_t instance, const int64_t *state,
                                 void (*work)(struct interp *, void *), void *data)
{
    begin(in, unchanged(state));
    if (setjmp(in->escape))
        return in->escaped;
    if (!bind_enclosing(in, rule, instance))
        return INTERP_DISABLED;
    work(in, data);
    return INTERP_OK;
}

enum interp_status interp_atom(struct interp *in, const struct flat_rule *rule, const struct atom *atom, uint64_t instance,
                               const int64_t *from, bool *holds)
{
    *holds = false;
    return evaluate_condition(in, rule, atom->condition, instance, from, holds);
}

enum interp_status interp_print(struct interp *in, const struct expr *e, const int64_t *from, struct text *out)
{
    begin(in, unchanged(from));
    if (setjmp(in->escape))
        return in->escaped;
    interp_print_leaves(e->type, evaluate_value(in, e), out);
    return INTERP_OK;
}
