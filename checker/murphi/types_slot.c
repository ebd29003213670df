/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_slot.c - whether the order of a multiset's slots can matter.
 *
 * Multiset reduction takes states that differ in the order of slots for one.
 * That is right where every firing commutes with exchanging slots: where a
 * parameter of choose, multisetcount or multisetremovepred stands for an
 * *element*, and nothing else looks at slots.  There are three ways to break
 * it, and wherever one of them may be, the use is noted and the model is
 * searched without reduction:
 *
 *  - The element is gone, the slot was taken by another one, and the parameter
 *    is used again.  Every body is followed with the *fate* of the element at
 *    each point, over-approximated: statements in their order, branches apart,
 *    loops and calls until nothing changes.  Multisets are told apart by their
 *    variable only, and a parameter by reference may be any of its type.
 *  - The parameter is used with another multiset than its own, or compared
 *    with a parameter of another one.
 *  - What multisetcount or multisetremovepred asks of the elements in turn has
 *    an effect, so that the order in which they are asked shows.
 *
 * Where the element is gone and its slot still free, what is written there must
 * not outlive the firing: see fills_free_slots.
 */
#include "types_private.h"

/* Of an element, at a point of a body: the greater includes the less. */
enum fate { NOWHERE, PRESENT, FREED, REUSED, FATES };

struct slots {
    struct checker *checker;
    struct program *program;
    bool *refuses;                 /* by routine: it, or what it calls, has an `assume` or is external */
    /* The rule at hand, or NULL. */
    const struct flat_rule *rule;
    bool unchanging;               /* in a guard, a property, or what stands around them */
    /* The element whose fate is followed. */
    const struct symbol *element;  /* its parameter; NULL within routines */
    const struct symbol *root;     /* the variable that holds its multiset */
    const struct type *type;       /* its multiset's */
    enum fate (*after)[FATES];     /* by routine: its fate at the end, by that at the call */
    enum fate returned;            /* at any `return` so far */
    bool told;
};

static void note_use(struct slots *s, struct place place, const char *why, const char *name)
{
    struct program *p = s->program;
    struct slot_use use = { place, why, name };
    for (unsigned i = 0; i < p->slot_use_count; i++)
        if (!place_compare(p->slot_uses[i].place, place))
            return;
    ARENA_PUSH(s->checker->arena, p->slot_uses, p->slot_use_count, use);
    p->fills_free_slots = true;
}

/* ---- walking ---- */

typedef void visitor(struct slots *, const struct expr *);

static void each_expr(struct slots *, const struct expr *, visitor *);

static void each_bound(struct slots *s, const struct quantifier *q, visitor *visit)
{
    each_expr(s, q->from, visit);
    each_expr(s, q->to, visit);
    each_expr(s, q->by, visit);
    each_expr(s, q->multiset, visit);
}

/* The expression and all within it; not what an alias stands for. */
static void each_expr(struct slots *s, const struct expr *e, visitor *visit)
{
    if (!e)
        return;
    visit(s, e);
    each_expr(s, e->condition, visit);
    each_expr(s, e->left, visit);
    each_expr(s, e->right, visit);
    for (unsigned i = 0; i < e->argument_count; i++)
        each_expr(s, e->arguments[i], visit);
    if (e->quantifier)
        each_bound(s, e->quantifier, visit);
}

/* The expressions of a statement, those in its body left out. */
static void each_of_stmt(struct slots *s, const struct stmt *stmt, visitor *visit)
{
    each_expr(s, stmt->target, visit);
    each_expr(s, stmt->value, visit);
    each_expr(s, stmt->condition, visit);
    if (stmt->quantifier)
        each_bound(s, stmt->quantifier, visit);
    for (unsigned i = 0; i < stmt->alias_count; i++)
        each_expr(s, stmt->aliases[i]->expr, visit);
    for (unsigned i = 0; i < stmt->case_count; i++)
        for (unsigned k = 0; k < stmt->cases[i].value_count; k++)
            each_expr(s, stmt->cases[i].values[k], visit);
    if (stmt->property)
        each_expr(s, stmt->property->condition, visit);
}

static bool is_slot_name(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_QUANTIFIER && e->symbol->quantifier
        && e->symbol->quantifier->multiset;
}

/* ---- the fate of an element ---- */

static enum fate later(enum fate a, enum fate b)
{
    return a > b ? a : b;
}

static bool contains_type(const struct type *whole, const struct type *part)
{
    whole = type_of((struct type *)whole);
    if (!whole->contains_multiset)
        return false;
    if (whole->kind == TYPE_ARRAY)
        return contains_type(whole->element, part);
    for (unsigned i = 0; whole->kind == TYPE_RECORD && i < whole->field_count; i++)
        if (contains_type(whole->fields[i].type, part))
            return true;
    return whole->kind == TYPE_MULTISET && types_equal(whole, part);
}

/* Whether the element's multiset may lie in this place. */
static bool may_hold(const struct slots *s, const struct expr *place)
{
    const struct symbol *root = types_root(place);
    bool any = root && root->kind == SYMBOL_PARAMETER && root->by_reference;
    return root && (any || root == s->root) && contains_type(place->type, s->type);
}

/* Whether the name, or what it is an alias of, goes through the element. */
static bool stands_for_element(const struct slots *s, const struct expr *e)
{
    for (; e; e = e->left) {
        if (e->kind == EXPR_NAME && e->symbol == s->element)
            return true;
        if (e->kind == EXPR_INDEX && e->right->kind == EXPR_NAME && e->right->symbol == s->element)
            return true;
        if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_ALIAS && e->symbol->by_reference)
            return stands_for_element(s, e->symbol->expr);
        if (e->kind != EXPR_FIELD && e->kind != EXPR_INDEX)
            return false;
    }
    return false;
}

static void tell_freed(struct slots *s, const struct expr *e)
{
    s->program->fills_free_slots |= e->kind == EXPR_NAME && stands_for_element(s, e);
}

static void tell_reused(struct slots *s, const struct expr *e)
{
    if (s->told || e->kind != EXPR_NAME || !stands_for_element(s, e))
        return;
    note_use(s, e->place, "its element may be gone, and another one in its slot", e->name);
    s->told = true;
}

static enum fate fate_after_calls(const struct slots *s, const struct expr *e, enum fate fate)
{
    if (!e)
        return fate;
    if (e->kind == EXPR_CALL && e->symbol)
        fate = later(fate, s->after[e->symbol->routine->id][fate]);
    fate = fate_after_calls(s, e->condition, fate);
    fate = fate_after_calls(s, e->left, fate);
    fate = fate_after_calls(s, e->right, fate);
    for (unsigned i = 0; i < e->argument_count; i++)
        fate = fate_after_calls(s, e->arguments[i], fate);
    if (e->quantifier) {
        fate = fate_after_calls(s, e->quantifier->from, fate);
        fate = fate_after_calls(s, e->quantifier->to, fate);
        fate = fate_after_calls(s, e->quantifier->by, fate);
        fate = fate_after_calls(s, e->quantifier->multiset, fate);
    }
    return fate;
}

/* Whatever the order in which its parts are evaluated, and however often: the
 * calls come first, and what is named is used after them. */
static enum fate evaluate_all(struct slots *s, const struct stmt *stmt, const struct expr *const *parts, unsigned count,
                              enum fate fate)
{
    enum fate before;
    do {
        before = fate;
        for (unsigned i = 0; i < count; i++)
            fate = fate_after_calls(s, parts[i], fate);
    } while (fate != before);
    bool silent = stmt && stmt->kind == STMT_PUT && stmt->value && stmt->value->designator;
    for (unsigned i = 0; i < count && fate >= FREED && s->element && !silent; i++)
        each_expr(s, parts[i], fate == FREED ? tell_freed : tell_reused);
    return fate;
}

static enum fate evaluate(struct slots *s, const struct expr *e, enum fate fate)
{
    return evaluate_all(s, NULL, &e, 1, fate);
}

static enum fate follow_block(struct slots *, const struct block *, enum fate);

static enum fate follow_if(struct slots *s, const struct stmt *stmt, enum fate fate)
{
    enum fate end = NOWHERE;
    for (; stmt; stmt = stmt->otherwise) {
        if (stmt->condition)
            fate = evaluate(s, stmt->condition, fate);
        end = later(end, follow_block(s, &stmt->body, fate));
        if (!stmt->condition)
            return end;
    }
    return later(end, fate);
}

static enum fate follow_switch(struct slots *s, const struct stmt *stmt, enum fate fate)
{
    enum fate end = NOWHERE;
    fate = evaluate(s, stmt->value, fate);
    for (unsigned i = 0; i < stmt->case_count; i++) {
        const struct switch_case *branch = &stmt->cases[i];
        for (unsigned k = 0; k < branch->value_count; k++)
            fate = evaluate(s, branch->values[k], fate);
        end = later(end, follow_block(s, &branch->body, fate));
        if (!branch->value_count)
            return end;
    }
    return later(end, fate);
}

static enum fate follow_loop(struct slots *s, const struct stmt *stmt, enum fate fate)
{
    enum fate before;
    do {
        before = fate;
        fate = evaluate(s, stmt->condition, fate);
        fate = later(fate, follow_block(s, &stmt->body, fate));
    } while (fate != before);
    return fate;
}

/* What a statement itself does to the element, or to its slot. */
static enum fate effect(const struct slots *s, const struct stmt *stmt, enum fate fate)
{
    const struct expr *place = stmt->kind == STMT_MULTISET_REMOVEPRED ? stmt->quantifier->multiset : stmt->target;
    if (!place || !may_hold(s, place))
        return fate;
    switch (stmt->kind) {
    case STMT_MULTISET_REMOVE: case STMT_MULTISET_REMOVEPRED: case STMT_CLEAR: case STMT_UNDEFINE:
        return later(fate, FREED);
    case STMT_MULTISET_ADD:
        return fate == FREED ? REUSED : fate;
    case STMT_ASSIGN:
        return REUSED;
    default:
        return fate;
    }
}

static enum fate follow(struct slots *s, const struct stmt *stmt, enum fate fate)
{
    if (stmt->kind == STMT_IF)
        return follow_if(s, stmt, fate);
    if (stmt->kind == STMT_SWITCH)
        return follow_switch(s, stmt, fate);
    const struct quantifier *q = stmt->quantifier;
    const struct expr *parts[] = {
        stmt->target, stmt->value, stmt->kind == STMT_WHILE ? NULL : stmt->condition, q ? q->from : NULL,
        q ? q->to : NULL, q ? q->by : NULL, q ? q->multiset : NULL, stmt->property ? stmt->property->condition : NULL,
    };
    fate = evaluate_all(s, stmt, parts, sizeof parts / sizeof *parts, fate);
    for (unsigned i = 0; i < stmt->alias_count; i++)
        fate = evaluate(s, stmt->aliases[i]->expr, fate);
    switch (stmt->kind) {
    case STMT_FOR: case STMT_WHILE:
        return follow_loop(s, stmt, fate);
    case STMT_ALIAS:
        return follow_block(s, &stmt->body, fate);
    case STMT_RETURN:
        s->returned = later(s->returned, fate);
        return NOWHERE;
    case STMT_ERROR:
        return NOWHERE;
    default:
        return effect(s, stmt, fate);
    }
}

static enum fate follow_block(struct slots *s, const struct block *block, enum fate fate)
{
    for (unsigned i = 0; i < block->count && fate != NOWHERE; i++)
        fate = follow(s, block->stmts[i], fate);
    return fate;
}

/* What each routine does to the element, or to any other in its place. */
static void summarise_routines(struct slots *s)
{
    struct program *p = s->program;
    bool changed;
    s->element = NULL;
    for (unsigned i = 0; i < p->routine_count; i++)
        for (unsigned fate = 0; fate < FATES; fate++)
            s->after[i][fate] = (enum fate)fate;
    do {
        changed = false;
        for (unsigned i = 0; i < p->routine_count; i++)
            for (unsigned fate = PRESENT; fate < FATES; fate++) {
                s->returned = NOWHERE;
                enum fate end = follow_block(s, &p->routines[i]->body, (enum fate)fate);
                end = later(later(end, s->returned), s->after[i][fate]);
                changed |= end != s->after[i][fate];
                s->after[i][fate] = end;
            }
    } while (changed);
}

static void follow_rule(struct slots *s, const struct flat_rule *rule)
{
    for (unsigned i = 0; i < rule->enclosing_count; i++) {
        const struct quantifier *q = rule->enclosing[i].quantifier;
        if (!q || !q->multiset)
            continue;
        const struct symbol *root = types_root(q->multiset);
        const struct type *type = type_of(q->multiset->type);
        if (root != s->root || type != s->type) {
            s->root = root;
            s->type = type;
            summarise_routines(s);
        }
        s->element = q->symbol;
        s->told = false;
        follow_block(s, &rule->rule->body, PRESENT);
    }
}

/* ---- one multiset or another ---- */

/* Whether two indices have the same value.  Where something may have changed
 * between them, they must be made of what never does. */
static bool same_index(const struct expr *a, const struct expr *b, bool unchanging)
{
    if (a->constant || b->constant)
        return a->constant && b->constant && a->number == b->number;
    if (a->kind != b->kind || a->op != b->op)
        return false;
    switch (a->kind) {
    case EXPR_NAME:
        return a->symbol == b->symbol
            && (unchanging || a->symbol->kind == SYMBOL_QUANTIFIER
                || (a->symbol->kind == SYMBOL_PARAMETER && !a->symbol->by_reference)
                || (a->symbol->kind == SYMBOL_ALIAS && !a->symbol->by_reference));
    case EXPR_FIELD:
        return unchanging && a->field == b->field && same_index(a->left, b->left, unchanging);
    case EXPR_INDEX:
        return unchanging && same_index(a->left, b->left, unchanging) && same_index(a->right, b->right, unchanging);
    case EXPR_BINARY:
        return same_index(a->left, b->left, unchanging) && same_index(a->right, b->right, unchanging);
    case EXPR_UNARY: case EXPR_CONVERT:
        return a->type == b->type && same_index(a->left, b->left, unchanging);
    default:
        return false;
    }
}

static bool is_reference(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol->kind == SYMBOL_ALIAS && e->symbol->by_reference;
}

static bool same_place(const struct slots *s, const struct expr *a, const struct expr *b, bool unchanging)
{
    if (a->kind == EXPR_NAME && b->kind == EXPR_NAME && a->symbol == b->symbol)
        return true;
    /* Outside of rules an alias may be older than the parameter. */
    if (is_reference(a))
        return same_place(s, a->symbol->expr, b, unchanging && s->unchanging);
    if (is_reference(b))
        return same_place(s, a, b->symbol->expr, unchanging && s->unchanging);
    if (a->kind != b->kind)
        return false;
    if (a->kind == EXPR_FIELD)
        return a->field == b->field && same_place(s, a->left, b->left, unchanging);
    return a->kind == EXPR_INDEX && same_place(s, a->left, b->left, unchanging)
        && same_index(a->right, b->right, unchanging);
}

static bool is_chosen(const struct slots *s, const struct quantifier *q)
{
    for (unsigned i = 0; s->rule && i < s->rule->enclosing_count; i++)
        if (s->rule->enclosing[i].quantifier == q)
            return true;
    return false;
}

/* Nothing changes while multisetcount and multisetremovepred ask (that they
 * are pure is asked elsewhere), nor in a guard or a property. */
static void expect_own(struct slots *s, const struct expr *slot, const struct expr *multiset)
{
    const struct quantifier *q = slot->symbol->quantifier;
    if (!same_place(s, q->multiset, multiset, s->unchanging || !is_chosen(s, q)))
        note_use(s, slot->place, "it stands for an element of another multiset, or may do so", slot->name);
}

/* ---- what is asked of elements ---- */

static bool has_effect(const struct slots *s, const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_CALL && e->symbol) {
        const struct routine *routine = e->symbol->routine;
        if (routine->writes_state || s->refuses[routine->id])
            return true;
        for (unsigned i = 0; i < routine->parameter_count; i++)
            if (routine->parameters[i]->by_reference && routine->parameters[i]->written)
                return true;
    }
    for (unsigned i = 0; i < e->argument_count; i++)
        if (has_effect(s, e->arguments[i]))
            return true;
    const struct quantifier *q = e->quantifier;
    return has_effect(s, e->condition) || has_effect(s, e->left) || has_effect(s, e->right)
        || (q && (has_effect(s, q->from) || has_effect(s, q->to) || has_effect(s, q->by) || has_effect(s, q->multiset)));
}

static void expect_no_effect(struct slots *s, const struct quantifier *q, const struct expr *condition)
{
    if (has_effect(s, condition))
        note_use(s, condition->place, "it calls what has an effect, in the order of the elements", q->symbol->name);
}

static bool block_refuses(const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct stmt *stmt = block->stmts[i];
        if (stmt->property && stmt->property->kind == PROPERTY_ASSUME)
            return true;
        for (const struct stmt *branch = stmt; branch; branch = branch->otherwise)
            if (block_refuses(&branch->body))
                return true;
        for (unsigned k = 0; k < stmt->case_count; k++)
            if (block_refuses(&stmt->cases[k].body))
                return true;
    }
    return false;
}

static void find_refusing(struct slots *s)
{
    const struct checker *c = s->checker;
    bool changed;
    for (unsigned i = 0; i < s->program->routine_count; i++)
        s->refuses[i] = s->program->routines[i]->external || block_refuses(&s->program->routines[i]->body);
    do {
        changed = false;
        for (unsigned i = 0; i < c->call_count; i++) {
            const struct call *call = &c->calls[i];
            if (call->caller && s->refuses[call->callee->id] && !s->refuses[call->caller->id])
                changed = s->refuses[call->caller->id] = true;
        }
    } while (changed);
}

/* ---- every use ---- */

static void look_at(struct slots *s, const struct expr *e)
{
    if (e->kind == EXPR_INDEX && is_slot_name(e->right))
        expect_own(s, e->right, e->left);
    if (e->kind == EXPR_BINARY && is_slot_name(e->left) && is_slot_name(e->right))
        expect_own(s, e->left, e->right->symbol->quantifier->multiset);
    if (e->kind == EXPR_MULTISETCOUNT)
        expect_no_effect(s, e->quantifier, e->left);
}

static void look_at_block(struct slots *s, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct stmt *stmt = block->stmts[i];
        each_of_stmt(s, stmt, look_at);
        if (stmt->kind == STMT_MULTISET_REMOVE)
            expect_own(s, stmt->value, stmt->target);
        if (stmt->kind == STMT_MULTISET_REMOVEPRED)
            expect_no_effect(s, stmt->quantifier, stmt->condition);
        look_at_block(s, &stmt->body);
        for (const struct stmt *branch = stmt->otherwise; branch; branch = branch->otherwise) {
            each_of_stmt(s, branch, look_at);
            look_at_block(s, &branch->body);
        }
        for (unsigned k = 0; k < stmt->case_count; k++)
            look_at_block(s, &stmt->cases[k].body);
    }
}

static void look_at_rules(struct slots *s, const struct flat_rule *rules, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct flat_rule *rule = s->rule = &rules[i];
        s->unchanging = true;
        for (unsigned k = 0; k < rule->enclosing_count; k++) {
            if (rule->enclosing[k].alias)
                each_expr(s, rule->enclosing[k].alias->expr, look_at);
            if (rule->enclosing[k].quantifier)
                each_bound(s, rule->enclosing[k].quantifier, look_at);
        }
        each_expr(s, rule->rule->guard, look_at);
        if (rule->rule->property)
            each_expr(s, rule->rule->property->condition, look_at);
        s->unchanging = false;
        look_at_block(s, &rule->rule->body);
    }
    s->rule = NULL;
}

static bool has_multisets(const struct program *p)
{
    for (unsigned i = 0; i < p->type_count; i++)
        if (p->types[i]->kind == TYPE_MULTISET)
            return true;
    return false;
}

void types_slots(struct checker *c)
{
    struct program *p = c->program;
    if (!has_multisets(p))
        return;
    struct slots s = { .checker = c, .program = p };
    s.refuses = arena_alloc(c->arena, p->routine_count + 1);
    s.after = arena_alloc(c->arena, (p->routine_count + 1) * sizeof *s.after);
    find_refusing(&s);
    for (unsigned i = 0; i < p->routine_count; i++)
        look_at_block(&s, &p->routines[i]->body);
    look_at_rules(&s, p->start_states, p->start_state_count);
    look_at_rules(&s, p->rules, p->rule_count);
    look_at_rules(&s, p->properties, p->property_count);
    for (unsigned i = 0; i < p->rule_count; i++)
        follow_rule(&s, &p->rules[i]);
}
