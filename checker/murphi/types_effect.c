/* SPDX-License-Identifier: BSD-2-Clause */
/* types_effect.c - what routines read and write, directly and through calls.
 *
 * A parameter by reference that is read or written passes that on to the root
 * of every argument it is given; a routine passes what it does to the state on
 * to its callers.  Both are carried along until nothing changes.  What is
 * found then decides whether a guard or a property may call it. */
#include "types_private.h"

void types_mark(struct checker *c, struct symbol *symbol, enum access access)
{
    if (access == ACCESS_NONE)
        return;
    bool *flag = access == ACCESS_READ ? &symbol->read : &symbol->written;
    *flag = true;
    if (symbol->kind == SYMBOL_ALIAS && symbol->by_reference) {
        struct symbol *root = types_root(symbol->expr);
        if (root)
            types_mark(c, root, access);
    }
    if (symbol->kind == SYMBOL_VARIABLE && c->routine) {
        bool *effect = access == ACCESS_READ ? &c->routine->reads_state : &c->routine->writes_state;
        *effect = true;
    }
}

static bool raise(bool *flag, bool value)
{
    if (*flag || !value)
        return false;
    *flag = true;
    return true;
}

static bool carry_flow(struct flow *flow)
{
    bool changed = false;
    if (!flow->root)
        return false;
    changed |= raise(&flow->root->read, flow->parameter->read);
    changed |= raise(&flow->root->written, flow->parameter->written);
    if (flow->caller && flow->root->kind == SYMBOL_VARIABLE) {
        changed |= raise(&flow->caller->reads_state, flow->parameter->read);
        changed |= raise(&flow->caller->writes_state, flow->parameter->written);
    }
    return changed;
}

static bool carry_call(struct call *call)
{
    bool changed = false;
    if (!call->caller)
        return raise(&call->callee->used, true);
    changed |= raise(&call->caller->reads_state, call->callee->reads_state);
    changed |= raise(&call->caller->writes_state, call->callee->writes_state);
    changed |= raise(&call->callee->used, call->caller->used);
    return changed;
}

static void carry(struct checker *c)
{
    bool changed;
    do {
        changed = false;
        for (unsigned i = 0; i < c->flow_count; i++)
            changed |= carry_flow(&c->flows[i]);
        for (unsigned i = 0; i < c->call_count; i++)
            changed |= carry_call(&c->calls[i]);
    } while (changed);
}

/* reached[i]: routine i can be called, at any depth, from routine `from`. */
static void mark_recursive(struct checker *c, struct routine *from, bool *reached)
{
    bool changed;
    for (unsigned i = 0; i < c->program->routine_count; i++)
        reached[i] = false;
    do {
        changed = false;
        for (unsigned i = 0; i < c->call_count; i++) {
            const struct call *call = &c->calls[i];
            if (call->caller && (call->caller == from || reached[call->caller->id]))
                changed |= raise(&reached[call->callee->id], true);
        }
    } while (changed);
    from->recursive = reached[from->id];
}

static void refuse_effects(struct checker *c)
{
    for (unsigned i = 0; i < c->call_count; i++) {
        const struct call *call = &c->calls[i];
        if (call->pure && call->callee->writes_state)
            types_error(c, call->place, NULL, "%s must not change the state, but `%s` does", call->pure, call->callee->name);
    }
    for (unsigned i = 0; i < c->flow_count; i++) {
        const struct flow *flow = &c->flows[i];
        if (flow->pure && flow->root && flow->root->kind == SYMBOL_VARIABLE && flow->parameter->written)
            types_error(c, flow->place, NULL, "%s must not change the state, but `%s` is passed by reference here and written",
                        flow->pure, flow->root->name);
    }
}

void types_effects(struct checker *c)
{
    struct program *p = c->program;
    bool *reached = arena_alloc(c->arena, p->routine_count + 1);
    for (unsigned i = 0; i < p->routine_count; i++)
        for (unsigned k = 0; p->routines[i]->external && k < p->routines[i]->parameter_count; k++) {
            /* A host's routine does with its arguments what it likes. */
            p->routines[i]->parameters[k]->read = true;
            p->routines[i]->parameters[k]->written = p->routines[i]->parameters[k]->by_reference;
        }
    carry(c);
    for (unsigned i = 0; i < p->routine_count; i++)
        mark_recursive(c, p->routines[i], reached);
    refuse_effects(c);
}
