/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_slot.c - what the parameters that stand for elements of multisets are
 * used for.
 *
 * A parameter of choose, multisetcount or multisetremovepred stands for an
 * element, and where it is used with anything else - the element is gone, the
 * multiset is another one - the firing fails, whatever lies in the slot.  So
 * slots are not seen, firings commute with exchanging them, and states that
 * differ in their order may be taken for one.  Two things are left that show
 * the order, and the multisets concerned, those alone, are never sorted:
 *
 *  - What multisetcount or multisetremovepred asks of the elements in turn has
 *    an effect.
 *  - A liveness property stands in a choose: it follows a slot from state to
 *    state.
 *
 * A multiset is concerned where the designator may name it: by its variable,
 * its fields, and its indices as far as they are constant.  A parameter by
 * reference may be any of its type; where multisets of the type are copied
 * whole, the order is copied too, and all of the type are concerned.
 *
 * For the code generator it is found where a use may need its check: `stray`
 * where it is not shown that the multiset is the parameter's own, `guarded`
 * where something may take the element away while it can be named.
 *
 * Whether an element may be gone at a use is also followed through each body,
 * over-approximated: statements in their order, branches apart, loops and
 * calls until nothing changes.  That is for those who cannot check it in each
 * firing (flatten).
 */
#include "types_compare.h"
#include "types_private.h"

/* Of an element, at a point of a body: the greater includes the less. */
enum fate { NOWHERE, PRESENT, GONE, FATES };

struct slots {
    struct checker *checker;
    struct program *program;
    bool *refuses;                 /* by routine: it, or what it calls, has an `assume` or is external */
    /* The current rule, or NULL. */
    const struct flat_rule *rule;
    bool unchanging;               /* in a guard, a property, or what stands around them */
    /* The element whose fate is followed. */
    const struct symbol *element;  /* its parameter; NULL within routines */
    const struct symbol *root;     /* the variable that holds its multiset */
    const struct type *type;       /* its multiset's */
    enum fate (*after)[FATES];     /* by routine: its fate at the end, by that at the call */
    enum fate returned;            /* at any `return` so far */
    bool *late;                    /* by routine: an argument of some call of it takes elements away */
    bool frees;                    /* see block_frees */
    bool *copied;                  /* by type: a value that holds multisets of it is copied */
};

/* ---- walking ---- */

typedef void visitor(struct slots *, struct expr *);

static void each_expr(struct slots *, struct expr *, visitor *);

static void each_bound(struct slots *s, const struct quantifier *q, visitor *visit)
{
    each_expr(s, q->from, visit);
    each_expr(s, q->to, visit);
    each_expr(s, q->by, visit);
    each_expr(s, q->multiset, visit);
}

/* The expression and all within it; not what an alias stands for. */
static void each_expr(struct slots *s, struct expr *e, visitor *visit)
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

/* Whether a designator goes through an element, or a parameter that does. */
static bool is_within_element(const struct expr *e, const bool *within)
{
    for (; e; e = e->left) {
        if (e->kind == EXPR_INDEX && type_of(e->left->type)->kind == TYPE_MULTISET)
            return true;
        if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_ALIAS && e->symbol->by_reference)
            return is_within_element(e->symbol->expr, within);
        if (e->kind == EXPR_NAME)
            return e->symbol && e->symbol->by_reference && within[e->symbol->id];
        if (e->kind != EXPR_FIELD && e->kind != EXPR_INDEX)
            return false;
    }
    return false;
}

static void note_loose(struct slots *s, struct place place)
{
    if (!s->program->loose_use.source)
        s->program->loose_use = place;
}

static void tell_gone(struct slots *s, struct expr *e)
{
    if (e->kind == EXPR_NAME && stands_for_element(s, e))
        note_loose(s, e->place);
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
static enum fate evaluate_all(struct slots *s, const struct stmt *stmt, struct expr *const *parts, unsigned count,
                              enum fate fate)
{
    enum fate before;
    do {
        before = fate;
        for (unsigned i = 0; i < count; i++)
            fate = fate_after_calls(s, parts[i], fate);
    } while (fate != before);
    bool silent = stmt && stmt->kind == STMT_PUT && stmt->value && stmt->value->designator;
    for (unsigned i = 0; i < count && fate == GONE && s->element && !silent; i++)
        each_expr(s, parts[i], tell_gone);
    return fate;
}

static enum fate evaluate(struct slots *s, struct expr *e, enum fate fate)
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

/* Whether the statement itself takes elements away from multisets. */
static bool takes_away(const struct stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_MULTISET_REMOVE: case STMT_MULTISET_REMOVEPRED:
        return true;
    case STMT_CLEAR: case STMT_UNDEFINE: case STMT_ASSIGN:
        return type_of(stmt->target->type)->contains_multiset;
    default:
        return false;
    }
}

/* What a statement itself does to the element. */
static enum fate effect(const struct slots *s, const struct stmt *stmt, enum fate fate)
{
    const struct expr *place = stmt->kind == STMT_MULTISET_REMOVEPRED ? stmt->quantifier->multiset : stmt->target;
    if (!place || !may_hold(s, place))
        return fate;
    return takes_away(stmt) ? later(fate, GONE) : fate;
}

static enum fate follow(struct slots *s, const struct stmt *stmt, enum fate fate)
{
    if (stmt->kind == STMT_IF)
        return follow_if(s, stmt, fate);
    if (stmt->kind == STMT_SWITCH)
        return follow_switch(s, stmt, fate);
    const struct quantifier *q = stmt->quantifier;
    struct expr *parts[] = {
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

/* ---- which multisets ---- */

static void list_multisets(struct slots *s, const struct type *type, unsigned leaf)
{
    type = type_of((struct type *)type);
    if (!type->contains_multiset)
        return;
    const struct type *element = type_of(type->element);
    if (type->kind == TYPE_MULTISET) {
        struct state_multiset multiset = { leaf, type, NULL };
        ARENA_PUSH(s->checker->arena, s->program->multisets, s->program->multiset_count, multiset);
    }
    for (unsigned i = 0; type->kind == TYPE_ARRAY && i < type->slots; i++)
        list_multisets(s, element, leaf + i * element->leaves);
    for (unsigned i = 0; type->kind == TYPE_RECORD && i < type->field_count; i++)
        list_multisets(s, type->fields[i].type, leaf + type->fields[i].leaf);
}

struct leaves {
    unsigned *list, count;
};

/* The first leaves of what the designator may name; false where its root is no
 * variable of the state. */
static bool leaves_of(struct slots *s, const struct expr *e, struct leaves *leaves)
{
    struct leaves whole = { 0 };
    if (e->kind == EXPR_NAME && e->symbol->kind == SYMBOL_VARIABLE) {
        ARENA_PUSH(s->checker->arena, leaves->list, leaves->count, e->symbol->leaf);
        return true;
    }
    if (e->kind == EXPR_NAME)
        return e->symbol->kind == SYMBOL_ALIAS && e->symbol->by_reference && leaves_of(s, e->symbol->expr, leaves);
    if ((e->kind != EXPR_FIELD && e->kind != EXPR_INDEX) || !leaves_of(s, e->left, &whole))
        return false;
    const struct type *type = type_of(e->left->type), *element = type_of(type->element);
    for (unsigned i = 0; i < whole.count; i++) {
        if (e->kind == EXPR_FIELD)
            ARENA_PUSH(s->checker->arena, leaves->list, leaves->count, whole.list[i] + type->fields[e->field].leaf);
        for (unsigned k = 0; e->kind == EXPR_INDEX && k < type->slots; k++)
            if (!e->right->constant || e->right->number == type_of(type->index)->low + k)
                ARENA_PUSH(s->checker->arena, leaves->list, leaves->count, whole.list[i] + k * element->leaves);
    }
    return true;
}

unsigned types_first_multiset(const struct program *p, unsigned leaf)
{
    unsigned low = 0, high = p->multiset_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (p->multisets[middle].leaf < leaf)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void keep_at(struct slots *s, unsigned leaf, const struct slot_use *use)
{
    const struct program *p = s->program;
    unsigned at = types_first_multiset(p, leaf);
    if (at < p->multiset_count && p->multisets[at].leaf == leaf && !p->multisets[at].kept)
        p->multisets[at].kept = use;
}

/* The multisets that the designator may name keep their order from now on. */
static void keep_order(struct slots *s, const struct expr *multiset, struct place place, const char *why, const char *name)
{
    struct program *p = s->program;
    const struct type *type = type_of(multiset->type);
    struct leaves leaves = { 0 };
    for (unsigned i = 0; i < p->slot_use_count; i++)
        if (!place_compare(p->slot_uses[i]->place, place))
            return;
    struct slot_use *use = arena_alloc(s->checker->arena, sizeof *use);
    *use = (struct slot_use){ place, why, name };
    ARENA_PUSH(s->checker->arena, p->slot_uses, p->slot_use_count, use);
    bool known = leaves_of(s, multiset, &leaves) && !s->copied[type->id];
    for (unsigned i = 0; i < leaves.count && known; i++)
        keep_at(s, leaves.list[i], use);
    for (unsigned i = 0; i < p->multiset_count && !known; i++)
        if (!p->multisets[i].kept && types_equal(p->multisets[i].type, type))
            p->multisets[i].kept = use;
}

static void note_copy(struct slots *s, const struct type *whole)
{
    for (unsigned i = 0; i < s->program->type_count; i++) {
        const struct type *type = s->program->types[i];
        s->copied[type->id] |= type->kind == TYPE_MULTISET && whole && contains_type(whole, type);
    }
}

static void note_copies(struct slots *s, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct stmt *stmt = block->stmts[i];
        if (stmt->kind == STMT_ASSIGN)
            note_copy(s, stmt->target->type);
        for (unsigned k = 0; k < stmt->alias_count; k++)
            if (!stmt->aliases[k]->by_reference)
                note_copy(s, stmt->aliases[k]->type);
        for (const struct stmt *branch = stmt; branch; branch = branch->otherwise)
            note_copies(s, &branch->body);
        for (unsigned k = 0; k < stmt->case_count; k++)
            note_copies(s, &stmt->cases[k].body);
    }
}

static void find_copies(struct slots *s)
{
    struct program *p = s->program;
    for (unsigned i = 0; i < p->routine_count; i++) {
        note_copies(s, &p->routines[i]->body);
        note_copy(s, p->routines[i]->result);
        for (unsigned k = 0; k < p->routines[i]->parameter_count; k++)
            if (!p->routines[i]->parameters[k]->by_reference)
                note_copy(s, p->routines[i]->parameters[k]->type);
    }
    for (unsigned i = 0; i < p->rule_count; i++) {
        note_copies(s, &p->rules[i].rule->body);
        for (unsigned k = 0; k < p->rules[i].enclosing_count; k++)
            if (p->rules[i].enclosing[k].alias && !p->rules[i].enclosing[k].alias->by_reference)
                note_copy(s, p->rules[i].enclosing[k].alias->type);
    }
    for (unsigned i = 0; i < p->start_state_count; i++)
        note_copies(s, &p->start_states[i].rule->body);
}

/* ---- what takes elements away ---- */

static bool expr_frees(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_CALL && e->symbol && e->symbol->routine->frees)
        return true;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (expr_frees(e->arguments[i]))
            return true;
    const struct quantifier *q = e->quantifier;
    return expr_frees(e->condition) || expr_frees(e->left) || expr_frees(e->right)
        || (q && (expr_frees(q->from) || expr_frees(q->to) || expr_frees(q->by) || expr_frees(q->multiset)));
}

static void find_freeing_expr(struct slots *s, struct expr *e)
{
    s->frees |= e->kind == EXPR_CALL && e->symbol && e->symbol->routine->frees;
}

/* Whether running the block may, itself or through what it calls. */
static bool block_frees(struct slots *s, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct stmt *stmt = block->stmts[i];
        s->frees = takes_away(stmt);
        for (const struct stmt *branch = stmt; branch; branch = branch->otherwise)
            each_of_stmt(s, branch, find_freeing_expr);
        if (s->frees)
            return true;
        for (const struct stmt *branch = stmt; branch; branch = branch->otherwise)
            if (block_frees(s, &branch->body))
                return true;
        for (unsigned k = 0; k < stmt->case_count; k++)
            if (block_frees(s, &stmt->cases[k].body))
                return true;
    }
    return false;
}

static void find_freeing(struct slots *s)
{
    struct program *p = s->program;
    bool changed;
    do {
        changed = false;
        for (unsigned i = 0; i < p->routine_count; i++)
            if (!p->routines[i]->frees && block_frees(s, &p->routines[i]->body))
                changed = p->routines[i]->frees = true;
    } while (changed);
}

/* A parameter by reference may be within an element, and the element may be
 * gone by the time that the parameter is used. */
static void find_guarded_parameters(struct slots *s)
{
    struct checker *c = s->checker;
    struct program *p = s->program;
    bool changed, *within = arena_alloc(c->arena, p->symbol_count + 1);
    do {
        changed = false;
        for (unsigned i = 0; i < c->flow_count; i++) {
            const struct flow *flow = &c->flows[i];
            if (!within[flow->parameter->id] && is_within_element(flow->argument, within))
                changed = within[flow->parameter->id] = true;
        }
    } while (changed);
    for (unsigned i = 0; i < p->routine_count; i++)
        for (unsigned k = 0; k < p->routines[i]->parameter_count; k++) {
            struct symbol *parameter = p->routines[i]->parameters[k];
            parameter->guarded = within[parameter->id] && (p->routines[i]->frees || s->late[i]);
            p->guards |= parameter->guarded;
            if (parameter->guarded)
                note_loose(s, parameter->place);
        }
}

/* ---- every use ---- */

/* Nothing changes in a guard, in a property, nor while multisetcount and
 * multisetremovepred ask what has no effect. */
static void expect_own(struct slots *s, struct expr *use, const struct expr *slot, const struct expr *multiset)
{
    const struct quantifier *q = slot->symbol->quantifier;
    bool unchanging = s->unchanging || (!is_chosen(s, q) && !q->effects);
    use->stray = !same_place(s, q->multiset, multiset, unchanging);
    slot->symbol->strays |= use->stray;
    if (use->stray)
        note_loose(s, use->place);
}

static void look_at_question(struct slots *s, struct quantifier *q, const struct expr *condition)
{
    q->effects = has_effect(s, condition);
    q->symbol->guarded = expr_frees(condition);
    s->program->guards |= q->symbol->guarded;
    if (q->symbol->guarded)
        note_loose(s, condition->place);
    if (q->effects)
        keep_order(s, q->multiset, condition->place, "it calls what has an effect, in the order of the elements",
                   q->symbol->name);
}

static void look_at(struct slots *s, struct expr *e)
{
    if (e->kind == EXPR_INDEX && is_slot_name(e->right))
        expect_own(s, e, e->right, e->left);
    if (e->kind == EXPR_BINARY && is_slot_name(e->left) && is_slot_name(e->right)) {
        expect_own(s, e, e->left, e->right->symbol->quantifier->multiset);
        e->right->symbol->strays |= e->stray;
    }
    if (e->kind == EXPR_MULTISETCOUNT)
        look_at_question(s, e->quantifier, e->left);
    for (unsigned i = 0; e->kind == EXPR_CALL && e->symbol && i < e->argument_count; i++)
        s->late[e->symbol->routine->id] |= expr_frees(e->arguments[i]);
}

static void look_at_block(struct slots *s, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct stmt *stmt = block->stmts[i];
        if (stmt->kind == STMT_MULTISET_REMOVEPRED)
            look_at_question(s, stmt->quantifier, stmt->condition);
        each_of_stmt(s, stmt, look_at);
        if (stmt->kind == STMT_MULTISET_REMOVE)
            expect_own(s, stmt->value, stmt->value, stmt->target);
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
            struct quantifier *q = rule->enclosing[k].quantifier;
            if (!q)
                continue;
            each_bound(s, q, look_at);
            if (q->multiset && rule->rule->property && rule->rule->property->kind == PROPERTY_LIVENESS)
                keep_order(s, q->multiset, q->place, "a liveness property follows it from state to state", q->symbol->name);
            if (q->multiset)
                s->program->guards |= q->symbol->guarded |= block_frees(s, &rule->rule->body);
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
    s.late = arena_alloc(c->arena, p->routine_count + 1);
    s.copied = arena_alloc(c->arena, p->type_count + 1);
    s.after = arena_alloc(c->arena, (p->routine_count + 1) * sizeof *s.after);
    for (unsigned i = 0; i < p->variable_count; i++)
        list_multisets(&s, p->variables[i]->type, p->variables[i]->leaf);
    find_refusing(&s);
    find_copies(&s);
    find_freeing(&s);
    for (unsigned i = 0; i < p->routine_count; i++)
        look_at_block(&s, &p->routines[i]->body);
    look_at_rules(&s, p->start_states, p->start_state_count);
    look_at_rules(&s, p->rules, p->rule_count);
    look_at_rules(&s, p->properties, p->property_count);
    find_guarded_parameters(&s);
    for (unsigned i = 0; i < p->rule_count; i++)
        follow_rule(&s, &p->rules[i]);
}
