/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_walk.c - the abstract walk through statements and expressions.
 *
 * Statements are walked in their order, each branch of a condition on its own
 * (but for those that constants rule out), each loop until the flow of local
 * variables changes no more, each call where it is made.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "symmetry_private.h"

static const struct known_value nothing;

static struct known_value number(int64_t value)
{
    return (struct known_value){.known = KNOWN_NUMBER, .number = value};
}

static bool over_budget(struct walk *w)
{
    w->gave_up |= ++w->steps > WALK_LIMIT;
    return w->gave_up;
}

/* ---- accesses ---- */

static struct access *record(struct walk *w, enum access_kind kind, struct path path, struct place place)
{
    static struct access unseen;
    if (!w->loop || path.temporary)
        return &unseen;
    if (w->access_count == w->access_capacity) {
        w->access_capacity = w->access_capacity ? 2 * w->access_capacity : 256;
        w->accesses = realloc(w->accesses, w->access_capacity * sizeof *w->accesses);
        if (!w->accesses)
            die_memory(w->access_capacity * sizeof *w->accesses);
    }
    struct access *access = &w->accesses[w->access_count++];
    *access = (struct access){.kind = kind, .path = path, .place = place, .own = flow_own(w, &path)};
    return access;
}

static void expect_unspoiled(struct walk *w, const struct path *path, struct place place)
{
    if (!flow_spoiled(w, path))
        return;
    const bool *blamed = w->blamed[path->root->id];
    for (unsigned i = 0; i < w->program->scalarset_count; i++)
        if (blamed[i])
            symmetry_refuse(w, w->program->scalarsets[i], place,
                            arena_format(w->results, "`%s` may hold what the last round of a loop over `%s` wrote",
                                         path->root->name, w->program->scalarsets[i]->name));
}

static void read_place(struct walk *w, struct path path, struct place place)
{
    if (path.temporary)
        return;
    expect_unspoiled(w, &path, place);
    record(w, ACCESS_IS_READ, path, place);
}

static void write_place(struct walk *w, struct path path, struct place place)
{
    record(w, ACCESS_IS_WRITE, path, place);
    flow_write(w, &path);
    defined_drop(w, &path);
}

/* ---- names ---- */

void walk_bind(struct walk *w, const struct symbol *symbol, struct known_value value)
{
    if (value.known == KNOWN_NOTHING)
        value = (struct known_value){.known = KNOWN_NAME, .symbol = symbol};
    w->bound[symbol->id] = (struct bound){.value = value, .since = ++w->sequence, .frame = w->depth};
}

static void bind_place(struct walk *w, const struct symbol *symbol, struct path path)
{
    w->bound[symbol->id] = (struct bound){.path = path, .since = ++w->sequence, .frame = w->depth};
}

static bool is_reference(const struct symbol *symbol)
{
    return (symbol->kind == SYMBOL_PARAMETER || symbol->kind == SYMBOL_ALIAS) && symbol->by_reference;
}

/* A variable, or a whole value that was copied to a name; else a scalar's name. */
static bool is_place(const struct symbol *symbol)
{
    return symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_LOCAL || is_reference(symbol)
        || ((symbol->kind == SYMBOL_PARAMETER || symbol->kind == SYMBOL_ALIAS) && !type_is_scalar(type_of(symbol->type)));
}

/* The place that a designator names; what its indices read is noted. */
static struct path place_of(struct walk *w, const struct expr *e)
{
    struct path path = {.temporary = true};
    switch (e->kind) {
    case EXPR_NAME:
        if (!is_place(e->symbol))
            return path;
        return is_reference(e->symbol) ? w->bound[e->symbol->id].path : path_root(e->symbol);
    case EXPR_FIELD:
        path = place_of(w, e->left);
        return path.temporary || !path.root ? path : path_field(w, path, e->field);
    case EXPR_INDEX: {
        path = place_of(w, e->left);
        struct known_value index = walk_expr(w, e->right);
        return path.temporary || !path.root ? path : path_index(w, path, index);
    }
    default:
        walk_expr(w, e);
        return path;
    }
}

void walk_alias(struct walk *w, const struct symbol *alias)
{
    if (alias->by_reference)
        bind_place(w, alias, place_of(w, alias->expr));
    else
        walk_bind(w, alias, walk_expr(w, alias->expr));
}

void walk_quantifier(struct walk *w, const struct quantifier *q)
{
    if (q->multiset) {
        read_place(w, place_of(w, q->multiset), q->multiset->place);
    } else if (!q->constant) {
        walk_expr(w, q->from);
        walk_expr(w, q->to);
        if (q->by)
            walk_expr(w, q->by);
    }
    walk_bind(w, q->symbol, nothing);
}

void walk_locals(struct walk *w, struct decl *const *decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (decls[i]->kind == DECL_VARIABLE) {
            w->bound[decls[i]->symbol->id] = (struct bound){.since = ++w->sequence, .frame = w->depth};
            flow_enter(w, decls[i]->symbol);
        }
}

/* ---- loops ---- */

static void push_loop(struct walk *w, struct loop *loop, struct quantifier *q, struct place place)
{
    *loop = (struct loop){
        .quantifier = q, .place = place, .outer = w->loop, .frame = w->depth,
        .level = w->loop ? w->loop->level + 1 : 1, .first = w->access_count, .begun = ++w->sequence,
        .asks_all = q->asks_all,
    };
    if (loop->level >= LEVEL_LIMIT)
        w->gave_up = true;
    w->loop = loop;
}

static void pop_loop(struct walk *w, struct loop *loop)
{
    if (!loop->acts_once)
        loop_check(w, loop);
    w->loop = loop->outer;
    flow_leave(w, loop);
    if (!w->loop)
        w->access_count = 0;
}

static void drop_here(struct walk *w, struct place place)
{
    for (struct loop *loop = w->loop; loop; loop = loop->outer)
        if (!loop->drops) {
            loop->drops = true;
            loop->drop_place = place;
        }
}

static void return_here(struct walk *w, const struct stmt *s)
{
    bool constant = !s->value || s->value->constant;
    int64_t value = s->value && constant ? s->value->number : 0;
    for (struct loop *loop = w->loop; loop && loop->frame == w->depth; loop = loop->outer) {
        if (!constant || (loop->returns && value != loop->returned)) {
            loop->returns_differ = true;
            loop->return_place = s->place;
        }
        if (!loop->returns)
            loop->return_place = s->place;
        loop->returns = true;
        loop->returned = value;
    }
}

/* The body, until what one round leaves to the next changes nothing. */
static void repeat(struct walk *w, const struct block *body, const struct expr *condition, bool once_at_least)
{
    struct flow entry = flow_copy(w, &w->flow);
    unsigned mark = defined_mark(w), valid;
    bool changed;
    do {
        valid = defined_valid(w, mark);
        flow_free(&w->flow);
        w->flow = flow_copy(w, &entry);
        if (condition)
            walk_expr(w, condition);
        struct flow asked = flow_copy(w, &w->flow);
        walk_block(w, body);
        defined_release(w, mark);
        changed = flow_join(w, &entry, &w->flow) || defined_valid(w, mark) != valid;
        if (condition || !once_at_least) {
            /* It ends where the condition was asked, or had nothing to do. */
            if (!condition)
                flow_join(w, &asked, &w->flow);
            flow_free(&w->flow);
            w->flow = asked;
        } else {
            flow_free(&asked);
        }
    } while (changed && !over_budget(w));
    flow_free(&entry);
}

static void walk_for(struct walk *w, const struct stmt *s)
{
    struct quantifier *q = s->quantifier;
    struct loop loop;
    walk_quantifier(w, q);
    if (!symmetry_matters(q)) {
        repeat(w, &s->body, NULL, q->constant && q->count > 0);
        return;
    }
    push_loop(w, &loop, q, s->place);
    loop.is_statement = true;
    loop.acts_once = only_acts_once(w, s);
    walk_bind(w, q->symbol, nothing);
    repeat(w, &s->body, NULL, true);
    pop_loop(w, &loop);
}

/* ---- calls ---- */

/* One argument by value: what is known of it. */
static struct known_value pass_value(struct walk *w, const struct expr *e)
{
    return e->kind == EXPR_UNDEFINED ? nothing : walk_expr(w, e);
}

static void refuse_types(struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    const char *why = "an external routine may tell the elements apart";
    for (unsigned i = 0; i < routine->parameter_count; i++)
        symmetry_refuse(w, routine->parameters[i]->type, e->place, why);
    if (routine->result)
        symmetry_refuse(w, routine->result, e->place, why);
}

static void call_external(struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    for (unsigned i = 0; i < e->argument_count; i++) {
        if (!routine->parameters[i]->by_reference) {
            pass_value(w, e->arguments[i]);
            continue;
        }
        struct path path = place_of(w, e->arguments[i]);
        read_place(w, path, e->place);
        write_place(w, path, e->place);
    }
    defined_drop(w, NULL);
    refuse_types(w, e);
    symmetry_refuse_loops(w, e->place, "an external routine is called for one element after another");
}

/* A recursive routine is not followed. */
static void call_recursive(struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    const char *why = "a recursive routine has an effect, for one element after another";
    for (unsigned i = 0; i < e->argument_count; i++) {
        if (routine->parameters[i]->by_reference) {
            struct path path = place_of(w, e->arguments[i]);
            read_place(w, path, e->place);
            if (routine->parameters[i]->written)
                write_place(w, path, e->place);
        } else {
            pass_value(w, e->arguments[i]);
        }
    }
    if (w->has_effect[routine->id]) {
        defined_drop(w, NULL);
        symmetry_refuse_loops(w, e->place, why);
    }
    if (routine->reads_state)
        record(w, ACCESS_IS_READ, (struct path){0}, e->place);
    if (w->loops_within[routine->id])
        for (unsigned i = 0; i < w->program->scalarset_count; i++)
            symmetry_refuse(w, w->program->scalarsets[i], e->place, "a recursive routine loops over elements");
}

static bool is_at_work(const struct walk *w, const struct routine *routine)
{
    for (const struct frame *frame = w->frame; frame; frame = frame->outer)
        if (frame->routine == routine)
            return true;
    return false;
}

static void follow_call(struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    struct bound *bound = arena_alloc(w->places, (e->argument_count + 1) * sizeof *bound);
    struct frame frame = {.routine = routine, .outer = w->frame};
    for (unsigned i = 0; i < e->argument_count; i++) {
        if (routine->parameters[i]->by_reference)
            bound[i].path = place_of(w, e->arguments[i]);
        else
            bound[i].value = pass_value(w, e->arguments[i]);
    }
    unsigned mark = defined_mark(w);
    w->depth++;
    w->frame = &frame;
    for (unsigned i = 0; i < e->argument_count; i++) {
        if (routine->parameters[i]->by_reference)
            bind_place(w, routine->parameters[i], bound[i].path);
        else
            walk_bind(w, routine->parameters[i], bound[i].value);
    }
    walk_locals(w, routine->decls, routine->decl_count);
    walk_block(w, &routine->body);
    if (frame.returned.leaves) {
        flow_join(w, &w->flow, &frame.returned);
        flow_free(&frame.returned);
    }
    defined_release(w, mark);
    w->frame = frame.outer;
    w->depth--;
}

/* Out of all loops a call matters only for the loops within it, and for what
 * becomes of local variables. */
static bool is_of_no_matter(const struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    if (w->loop || w->loops_within[routine->id])
        return false;
    for (unsigned i = 0; i < routine->parameter_count; i++)
        if (routine->parameters[i]->by_reference)
            return false;
    return true;
}

static void walk_call(struct walk *w, const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    if (routine->external) {
        call_external(w, e);
    } else if (routine->recursive || is_at_work(w, routine)) {
        call_recursive(w, e);
    } else if (is_of_no_matter(w, e)) {
        if (w->has_effect[routine->id])
            defined_drop(w, NULL);
        for (unsigned i = 0; i < e->argument_count; i++)
            pass_value(w, e->arguments[i]);
    } else {
        follow_call(w, e);
    }
}

/* ---- expressions ---- */

static void walk_quantified(struct walk *w, const struct expr *e)
{
    struct quantifier *q = e->quantifier;
    struct loop loop;
    walk_quantifier(w, q);
    if (e->kind == EXPR_MULTISETCOUNT || !symmetry_matters(q)) {
        walk_expr(w, e->left);
        return;
    }
    if (!q->asks_all)
        symmetry_refuse(w, q->symbol->type, e->place,
                        arena_format(w->results, "it stops at the first `%s` that decides, and what it calls has an effect", q->symbol->name));
    push_loop(w, &loop, q, e->place);
    walk_bind(w, q->symbol, nothing);
    walk_expr(w, e->left);
    pop_loop(w, &loop);
}

static struct known_value walk_name(struct walk *w, const struct expr *e)
{
    const struct symbol *symbol = e->symbol;
    if (is_place(symbol)) {
        read_place(w, place_of(w, e), e->place);
        return nothing;
    }
    if (symbol->kind == SYMBOL_CONST || symbol->kind == SYMBOL_MEMBER)
        return number(symbol->value);
    return w->bound[symbol->id].value;
}

/* A part that is read, of a place or of what an expression gives. */
static void walk_read(struct walk *w, const struct expr *e)
{
    bool is_part = e->kind == EXPR_FIELD || e->kind == EXPR_INDEX;
    const struct expr *of = is_part ? e : e->left;
    if (of->designator) {
        read_place(w, place_of(w, of), e->place);
        return;
    }
    walk_expr(w, is_part ? e->left : of);
    if (is_part && e->right)
        walk_expr(w, e->right);
}

struct known_value walk_expr(struct walk *w, const struct expr *e)
{
    if (!e || over_budget(w))
        return nothing;
    if (e->constant)
        return number(e->number);
    switch (e->kind) {
    case EXPR_NUMBER:
        return number(e->number);
    case EXPR_NAME:
        return walk_name(w, e);
    case EXPR_FIELD: case EXPR_INDEX: case EXPR_ISUNDEFINED: case EXPR_ISMEMBER:
        walk_read(w, e);
        return nothing;
    case EXPR_CALL:
        walk_call(w, e);
        return nothing;
    case EXPR_CONVERT: /* one to one, where it does not fail */
        return walk_expr(w, e->left);
    case EXPR_CONDITIONAL:
        walk_expr(w, e->condition);
        if (!e->condition->constant || e->condition->number)
            walk_expr(w, e->left);
        if (!e->condition->constant || !e->condition->number)
            walk_expr(w, e->right);
        return nothing;
    case EXPR_FORALL: case EXPR_EXISTS: case EXPR_MULTISETCOUNT:
        walk_quantified(w, e);
        return nothing;
    case EXPR_UNDEFINED:
        return nothing;
    case EXPR_UNARY: case EXPR_BINARY:
        walk_expr(w, e->left);
        walk_expr(w, e->right);
        return nothing;
    }
    return nothing;
}

/* ---- assignments ---- */

static bool same_designator(const struct expr *a, const struct expr *b)
{
    if (a->constant || b->constant)
        return a->constant && b->constant && a->number == b->number;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case EXPR_NAME:
        return a->symbol == b->symbol;
    case EXPR_FIELD:
        return a->field == b->field && same_designator(a->left, b->left);
    case EXPR_INDEX:
        return same_designator(a->left, b->left) && same_designator(a->right, b->right);
    case EXPR_CONVERT:
        return a->type == b->type && same_designator(a->left, b->left);
    default:
        return false;
    }
}

/* Whether a number is never below 0 (`sign` 1), or never above (-1). */
static bool has_sign(const struct expr *e, int sign)
{
    const struct type *type = type_of(e->type);
    if (e->constant)
        return sign > 0 ? e->number >= 0 : e->number <= 0;
    if (e->kind == EXPR_CONDITIONAL)
        return has_sign(e->left, sign) && has_sign(e->right, sign);
    if (e->kind == EXPR_MULTISETCOUNT)
        return sign > 0;
    if (e->kind == EXPR_UNARY && e->op == OP_NEGATE)
        return has_sign(e->left, -sign);
    if (e->kind == EXPR_BINARY && e->op == OP_ADD)
        return has_sign(e->left, sign) && has_sign(e->right, sign);
    if (e->kind == EXPR_BINARY && e->op == OP_SUBTRACT)
        return has_sign(e->left, sign) && has_sign(e->right, -sign);
    if (e->kind == EXPR_BINARY && (e->op == OP_MULTIPLY || e->op == OP_DIVIDE || e->op == OP_MODULO))
        return sign > 0 && has_sign(e->left, 1) && has_sign(e->right, 1);
    if (!type || type->kind != TYPE_RANGE || e->kind == EXPR_BINARY || e->kind == EXPR_UNARY)
        return false;
    return sign > 0 ? type->low >= 0 : type->high <= 0;
}

/* `target + a - b ...`: whether all that is added has the sign. */
static bool is_sum(const struct expr *target, const struct expr *e, int sign)
{
    if (same_designator(target, e))
        return true;
    if (e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUBTRACT) || e->constant)
        return false;
    if (is_sum(target, e->left, sign))
        return has_sign(e->right, e->op == OP_ADD ? sign : -sign);
    return e->op == OP_ADD && is_sum(target, e->right, sign) && has_sign(e->left, sign);
}

/* Whether each index of a designator is within its array. */
static bool cannot_miss(const struct expr *e)
{
    if (e->kind == EXPR_FIELD)
        return cannot_miss(e->left);
    if (e->kind == EXPR_INDEX) {
        const struct type *array = type_of(e->left->type), *index = type_of(e->right->type);
        return array->kind == TYPE_ARRAY && type_of(array->index) == index && e->right->kind == EXPR_NAME
            && e->right->symbol->kind == SYMBOL_QUANTIFIER && cannot_miss(e->left);
    }
    return e->kind == EXPR_NAME;
}

bool walk_cannot_fail(const struct expr *e)
{
    if (e->constant)
        return true;
    switch (e->kind) {
    case EXPR_NAME:
        return e->symbol->kind == SYMBOL_QUANTIFIER;
    case EXPR_UNARY:
        return e->op == OP_NOT && walk_cannot_fail(e->left);
    case EXPR_BINARY:
        return e->op <= OP_GREATER_EQUAL && walk_cannot_fail(e->left) && walk_cannot_fail(e->right);
    case EXPR_ISUNDEFINED:
        return cannot_miss(e->left);
    case EXPR_FORALL: case EXPR_EXISTS:
        return e->quantifier->constant && walk_cannot_fail(e->left);
    default:
        return false;
    }
}

static bool is_connective(const struct expr *target, const struct expr *e, enum op op)
{
    return e->kind == EXPR_BINARY && e->op == op && !e->constant
        && (same_designator(target, e->right) || same_designator(target, e->left));
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t value_since(const struct walk *w, struct known_value value)
{
    if (value.known == KNOWN_NUMBER)
        return 0;
    return value.known == KNOWN_NAME ? w->bound[value.symbol->id].since : UINT64_MAX;
}

/* Since when the places and values have been bound that a name stands for. */
static uint64_t name_since(const struct walk *w, const struct symbol *symbol, unsigned *own)
{
    uint64_t since = 0;
    if (!is_place(symbol))
        return symbol->kind == SYMBOL_CONST || symbol->kind == SYMBOL_MEMBER ? 0 : value_since(w, w->bound[symbol->id].value);
    struct path path = is_reference(symbol) ? w->bound[symbol->id].path : path_root(symbol);
    for (unsigned i = 0; i < path.count; i++)
        if (!path.steps[i].is_field)
            since = later(since, value_since(w, path.steps[i].index));
    if (!path.root || path.root->kind == SYMBOL_PARAMETER || path.root->kind == SYMBOL_ALIAS)
        since = path.root ? later(since, w->bound[path.root->id].since) : UINT64_MAX;
    unsigned level = flow_own(w, &path);
    *own = level > *own ? level : *own;
    return since;
}

/* Of all names in an expression.  (One that it binds itself is bound anew each
 * time, and so counts as late: too careful.) */
static uint64_t names_since(const struct walk *w, const struct expr *e, unsigned *own)
{
    if (!e || e->constant)
        return 0;
    uint64_t since = e->kind == EXPR_NAME ? name_since(w, e->symbol, own) : 0;
    for (unsigned i = 0; i < e->argument_count; i++)
        since = later(since, names_since(w, e->arguments[i], own));
    since = later(since, names_since(w, e->condition, own));
    since = later(since, names_since(w, e->left, own));
    return later(since, names_since(w, e->right, own));
}

/* `target | e` asks e only where the target has not decided; `e | target` asks e always. */
static void note_asking(const struct walk *w, struct access *access, const struct expr *target, const struct expr *value)
{
    if (same_designator(target, value->right) || walk_cannot_fail(value->right))
        return;
    access->can_fail = true;
    access->asked_since = names_since(w, value->right, &access->asked_own);
}

/* How the value is made of what stands in the target; ACCESS_IS_WRITE where it is not. */
static enum access_kind accumulation(const struct walk *w, const struct expr *target, const struct expr *value)
{
    if (symmetry_has_effect(w, value) || same_designator(target, value))
        return ACCESS_IS_WRITE;
    if (is_connective(target, value, OP_OR))
        return ACCESS_IS_OR;
    if (is_connective(target, value, OP_AND))
        return ACCESS_IS_AND;
    if (is_sum(target, value, 1))
        return ACCESS_IS_ADDED;
    return is_sum(target, value, -1) ? ACCESS_IS_TAKEN : ACCESS_IS_WRITE;
}

/* All of the value but the target in it. */
static void walk_rest(struct walk *w, const struct expr *target, const struct expr *e)
{
    if (same_designator(target, e))
        return;
    if (e->kind == EXPR_BINARY && !e->constant) {
        walk_rest(w, target, e->left);
        walk_rest(w, target, e->right);
    } else {
        walk_expr(w, e);
    }
}

static void walk_assign(struct walk *w, const struct stmt *s)
{
    struct path path = place_of(w, s->target);
    bool scalar = type_is_scalar(type_of(s->target->type));
    enum access_kind kind = scalar ? accumulation(w, s->target, s->value) : ACCESS_IS_WRITE;
    if (kind != ACCESS_IS_WRITE) {
        walk_rest(w, s->target, s->value);
        expect_unspoiled(w, &path, s->target->place);
        struct access *access = record(w, kind, path, s->target->place);
        if (kind == ACCESS_IS_OR || kind == ACCESS_IS_AND) {
            access->reads_always = same_designator(s->target, s->value->left);
            access->defined_since = defined_since(w, &path);
            note_asking(w, access, s->target, s->value);
        }
        return;
    }
    struct known_value value = walk_expr(w, s->value);
    if (scalar && value.known != KNOWN_NOTHING) {
        struct access *access = record(w, ACCESS_IS_FIXED, path, s->target->place);
        access->value = value;
        flow_write(w, &path);
    } else {
        record(w, ACCESS_IS_WRITE, path, s->target->place);
        flow_write(w, &path);
    }
    /* CMurphi copies what is undefined. */
    if (scalar && (w->program->dialect == DIALECT_RUMUR || s->value->constant || !s->value->designator))
        defined_add(w, &path);
    else
        defined_drop(w, &path);
}

/* Clearing names the first element.  It is refused before, but for types that
 * are told to be scalarsets only in the end. */
static void refuse_held(struct walk *w, const struct type *type, struct place place)
{
    type = type_of((struct type *)type);
    if (type->kind == TYPE_ARRAY)
        refuse_held(w, type->element, place);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        refuse_held(w, type->fields[i].type, place);
    symmetry_refuse(w, type, place, "clearing takes the first element");
}

static void walk_reset(struct walk *w, const struct stmt *s)
{
    struct path path = place_of(w, s->target);
    if (s->kind == STMT_CLEAR)
        refuse_held(w, s->target->type, s->place);
    record(w, ACCESS_IS_FIXED, path, s->target->place)->fixed = s->kind == STMT_CLEAR ? FIXED_CLEARED : FIXED_UNDEFINED;
    flow_write(w, &path);
    if (s->kind == STMT_UNDEFINE)
        defined_drop(w, &path);
}

/* ---- conditions ---- */

static bool is_constantly(const struct expr *e, bool value)
{
    return e && e->constant && (e->number != 0) == value;
}

/* `if E > T then T := E end`, and so with the other comparisons: T keeps the
 * greatest, or the least, of itself and E; with `isundefined(T) | E > T`,
 * what is undefined counts as nothing.  In CMurphi's dialect E may be
 * undefined then. */
struct selection {
    enum access_kind kind;    /* ACCESS_IS_WRITE: of any other statement */
    bool from_undefined;
};

static enum access_kind kept_kind(const struct expr *asked, const struct expr *kept, const struct expr *value)
{
    bool more = asked->op == OP_GREATER || asked->op == OP_GREATER_EQUAL;
    bool less = asked->op == OP_LESS || asked->op == OP_LESS_EQUAL;
    if (asked->kind != EXPR_BINARY || asked->constant || (!more && !less) || same_designator(kept, value))
        return ACCESS_IS_WRITE;
    if (same_designator(asked->left, value) && same_designator(asked->right, kept))
        return more ? ACCESS_IS_GREATEST : ACCESS_IS_LEAST;
    if (same_designator(asked->right, value) && same_designator(asked->left, kept))
        return more ? ACCESS_IS_LEAST : ACCESS_IS_GREATEST;
    return ACCESS_IS_WRITE;
}

static struct selection selection(const struct walk *w, const struct stmt *s)
{
    struct selection none = {.kind = ACCESS_IS_WRITE}, found = none;
    const struct expr *asked = s->condition;
    if (s->otherwise || s->body.count != 1 || s->body.stmts[0]->kind != STMT_ASSIGN || !asked || asked->constant)
        return none;
    const struct stmt *kept = s->body.stmts[0];
    if (asked->kind == EXPR_BINARY && asked->op == OP_OR && asked->left->kind == EXPR_ISUNDEFINED
        && !asked->left->constant && w->program->dialect == DIALECT_RUMUR
        && same_designator(asked->left->left, kept->target)) {
        found.from_undefined = true;
        asked = asked->right;
    }
    found.kind = kept_kind(asked, kept->target, kept->value);
    return found;
}

static void walk_selection(struct walk *w, const struct stmt *s, struct selection selection)
{
    const struct stmt *kept = s->body.stmts[0];
    struct path path = place_of(w, kept->target);
    walk_expr(w, kept->value);
    expect_unspoiled(w, &path, kept->target->place);
    record(w, selection.kind, path, kept->target->place)->from_undefined = selection.from_undefined;
}

static void walk_if(struct walk *w, const struct stmt *s)
{
    struct flow after = {0};
    bool certain = false;
    struct selection kept = selection(w, s);
    if (kept.kind != ACCESS_IS_WRITE) {
        walk_selection(w, s, kept);
        return;
    }
    for (; s && !certain; s = s->otherwise) {
        walk_expr(w, s->condition);
        if (is_constantly(s->condition, false))
            continue;
        certain = !s->condition || is_constantly(s->condition, true);
        struct flow otherwise = flow_copy(w, &w->flow);
        unsigned mark = defined_mark(w);
        walk_block(w, &s->body);
        defined_release(w, mark);
        if (after.leaves) {
            flow_join(w, &after, &w->flow);
            flow_free(&w->flow);
        } else {
            after = w->flow;
        }
        w->flow = otherwise;
    }
    if (certain)
        w->flow.dead = true; /* none of the branches: impossible */
    if (after.leaves) {
        flow_join(w, &w->flow, &after);
        flow_free(&after);
    }
}

static bool can_be(const struct stmt *s, const struct switch_case *branch)
{
    if (!s->value->constant || !branch->value_count)
        return true;
    for (unsigned i = 0; i < branch->value_count; i++)
        if (!branch->values[i]->constant || branch->values[i]->number == s->value->number)
            return true;
    return false;
}

static void walk_switch(struct walk *w, const struct stmt *s)
{
    struct flow after = flow_copy(w, &w->flow);
    after.dead = true;
    walk_expr(w, s->value);
    for (unsigned i = 0; i < s->case_count; i++) {
        const struct switch_case *branch = &s->cases[i];
        for (unsigned k = 0; k < branch->value_count; k++)
            walk_expr(w, branch->values[k]);
        if (!can_be(s, branch))
            continue;
        struct flow otherwise = flow_copy(w, &w->flow);
        unsigned mark = defined_mark(w);
        walk_block(w, &branch->body);
        defined_release(w, mark);
        flow_join(w, &after, &w->flow);
        flow_free(&w->flow);
        w->flow = otherwise;
        if (!branch->value_count)
            w->flow.dead = true;
    }
    flow_join(w, &w->flow, &after);
    flow_free(&after);
}

/* ---- statements ---- */

static void walk_return(struct walk *w, const struct stmt *s)
{
    walk_expr(w, s->value);
    return_here(w, s);
    if (w->frame && !w->frame->returned.leaves)
        w->frame->returned = flow_copy(w, &w->flow);
    else if (w->frame)
        flow_join(w, &w->frame->returned, &w->flow);
    w->flow.dead = true;
}

/* Whether the order in which it was filled may show in a multiset. */
static bool keeps_order(const struct walk *w, const struct symbol *root)
{
    const struct program *p = w->program;
    if (!root || root->kind != SYMBOL_VARIABLE)
        return p->slot_use_count > 0;
    for (unsigned i = 0; i < p->multiset_count; i++)
        if (p->multisets[i].kept && p->multisets[i].leaf - root->leaf < type_of(root->type)->leaves)
            return true;
    return false;
}

static void walk_insert(struct walk *w, const struct stmt *s)
{
    walk_expr(w, s->value);
    struct path path = place_of(w, s->target);
    record(w, keeps_order(w, path.root) ? ACCESS_IS_WRITE : ACCESS_IS_INSERT, path, s->target->place);
}

static void walk_removal(struct walk *w, const struct stmt *s)
{
    const struct expr *multiset = s->kind == STMT_MULTISET_REMOVE ? s->target : s->quantifier->multiset;
    struct path path = place_of(w, multiset);
    if (s->kind == STMT_MULTISET_REMOVE) {
        walk_expr(w, s->value);
    } else {
        walk_bind(w, s->quantifier->symbol, nothing);
        walk_expr(w, s->condition);
    }
    read_place(w, path, multiset->place);
    record(w, ACCESS_IS_WRITE, path, multiset->place);
}

static void walk_property(struct walk *w, const struct property *property)
{
    walk_expr(w, property->condition);
    if (property->kind == PROPERTY_ASSUME && !is_constantly(property->condition, true))
        drop_here(w, property->place);
}

/* What is named by an alias of its own is no longer named so afterwards. */
static void walk_aliased(struct walk *w, const struct stmt *s)
{
    unsigned mark = defined_mark(w);
    walk_block(w, &s->body);
    defined_release(w, mark);
}

static void walk_stmt(struct walk *w, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        walk_assign(w, s);
        return;
    case STMT_IF:
        walk_if(w, s);
        return;
    case STMT_SWITCH:
        walk_switch(w, s);
        return;
    case STMT_FOR:
        walk_for(w, s);
        return;
    case STMT_WHILE:
        if (!is_constantly(s->condition, false))
            repeat(w, &s->body, s->condition, false);
        return;
    case STMT_ALIAS:
        for (unsigned i = 0; i < s->alias_count; i++)
            walk_alias(w, s->aliases[i]);
        walk_aliased(w, s);
        return;
    case STMT_CALL:
        walk_call(w, s->value);
        return;
    case STMT_CLEAR: case STMT_UNDEFINE:
        walk_reset(w, s);
        return;
    case STMT_PUT: /* a designator is not looked at */
        if (s->value && !s->value->designator)
            walk_expr(w, s->value);
        return;
    case STMT_PROPERTY:
        walk_property(w, s->property);
        return;
    case STMT_ERROR:
        w->flow.dead = true;
        return;
    case STMT_RETURN:
        walk_return(w, s);
        return;
    case STMT_MULTISET_ADD:
        walk_insert(w, s);
        return;
    case STMT_MULTISET_REMOVE: case STMT_MULTISET_REMOVEPRED:
        walk_removal(w, s);
        return;
    }
}

void walk_block(struct walk *w, const struct block *block)
{
    for (unsigned i = 0; i < block->count && !over_budget(w); i++)
        walk_stmt(w, block->stmts[i]);
}
