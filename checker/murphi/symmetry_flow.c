/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_flow.c - local variables: who wrote them last.
 *
 * A local variable often serves as scratch: each round of a loop writes it
 * before it reads it, and nobody asks for it afterwards.  So each leaf of the
 * local variables that are alive has a *level*: of the loops over elements at
 * hand, how many have written it for sure in the round that they are in (the
 * outer ones count along).  What a round reads of such a leaf is its own.  And
 * a leaf is *spoiled* after a loop whose rounds left different values in it,
 * until it is written again; to read it then shows the order.
 *
 * Where two ways meet, the lesser level counts, and a leaf is spoiled that is
 * so on either.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "symmetry_private.h"

enum { SPOILED = 1 };

static bool is_local(const struct symbol *symbol)
{
    return symbol->kind == SYMBOL_LOCAL;
}

static void number_locals(struct walk *w, struct decl *const *decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (decls[i]->kind != DECL_VARIABLE)
            continue;
        const struct symbol *symbol = decls[i]->symbol;
        unsigned leaves = type_of(symbol->type)->leaves;
        if (leaves > LOCAL_LEAVES - w->local_leaves)
            continue;
        w->local_base[symbol->id] = w->local_leaves + 1;
        w->local_leaves += leaves;
    }
}

void flow_number_locals(struct walk *w)
{
    const struct program *p = w->program;
    w->local_base = arena_alloc(w->arena, (p->symbol_count + 1) * sizeof *w->local_base);
    for (unsigned i = 0; i < p->routine_count; i++)
        number_locals(w, p->routines[i]->decls, p->routines[i]->decl_count);
    unsigned routines = w->local_leaves, most = routines;
    /* No two rules are ever at work at once: their variables share room. */
    const struct flat_rule *const lists[] = {p->rules, p->start_states};
    const unsigned counts[] = {p->rule_count, p->start_state_count};
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < counts[k]; i++) {
            w->local_leaves = routines;
            number_locals(w, lists[k][i].rule->decls, lists[k][i].rule->decl_count);
            most = w->local_leaves > most ? w->local_leaves : most;
        }
    w->local_leaves = most;
}

void flow_begin(struct walk *w)
{
    if (!w->flow.leaves && !(w->flow.leaves = malloc(w->local_leaves + 1)))
        die_memory(w->local_leaves);
    memset(w->flow.leaves, 0, w->local_leaves);
    w->flow.dead = false;
}

struct flow flow_copy(struct walk *w, const struct flow *flow)
{
    struct flow copy = {.leaves = malloc(w->local_leaves + 1), .dead = flow->dead};
    if (!copy.leaves)
        die_memory(w->local_leaves);
    memcpy(copy.leaves, flow->leaves, w->local_leaves);
    return copy;
}

void flow_free(struct flow *flow)
{
    free(flow->leaves);
    flow->leaves = NULL;
}

bool flow_join(struct walk *w, struct flow *into, const struct flow *other)
{
    bool changed = false;
    if (other->dead)
        return false;
    if (into->dead) {
        memcpy(into->leaves, other->leaves, w->local_leaves);
        into->dead = false;
        return true;
    }
    for (unsigned i = 0; i < w->local_leaves; i++) {
        unsigned char a = into->leaves[i], b = other->leaves[i];
        unsigned char level = a >> 1 < b >> 1 ? a >> 1 : b >> 1;
        unsigned char joined = (unsigned char)(level << 1 | ((a | b) & SPOILED));
        changed |= joined != a;
        into->leaves[i] = joined;
    }
    return changed;
}

/* ---- the leaves of a place ---- */

struct range {
    unsigned first, count;
    bool exact;               /* else the place is somewhere within */
};

static struct range range_of(const struct walk *w, const struct path *path)
{
    struct range range = {.exact = true};
    if (!path->root || !is_local(path->root) || !w->local_base[path->root->id])
        return range;
    const struct type *type = type_of(path->root->type);
    range.first = w->local_base[path->root->id] - 1;
    range.count = type->leaves;
    for (unsigned i = 0; i < path->count; i++) {
        const struct path_step *step = &path->steps[i];
        if (step->is_field) {
            range.first += type->fields[step->field].leaf;
            type = type_of(type->fields[step->field].type);
        } else if (type->kind == TYPE_ARRAY && step->index.known == KNOWN_NUMBER
                   && step->index.number >= type_of(type->index)->low && step->index.number <= type_of(type->index)->high) {
            const struct type *element = type_of(type->element);
            range.first += (unsigned)(step->index.number - type_of(type->index)->low) * element->leaves;
            type = element;
        } else {
            range.exact = false;
            return range;
        }
        range.count = type->leaves;
    }
    return range;
}

bool flow_is_followed(const struct walk *w, const struct path *path)
{
    return path->root && is_local(path->root) && w->local_base[path->root->id];
}

/* A local variable begins undefined, anew for each call. */
void flow_enter(struct walk *w, const struct symbol *local)
{
    struct path whole = path_root(local);
    flow_write(w, &whole);
}

void flow_write(struct walk *w, const struct path *path)
{
    struct range range = range_of(w, path);
    unsigned level = w->loop ? w->loop->level : 0;
    if (range.exact)
        memset(w->flow.leaves + range.first, (int)(level << 1), range.count);
}

unsigned flow_own(const struct walk *w, const struct path *path)
{
    struct range range = range_of(w, path);
    unsigned own = range.count ? LEVEL_LIMIT : 0;
    for (unsigned i = 0; i < range.count; i++) {
        unsigned level = w->flow.leaves[range.first + i] >> 1;
        own = level < own ? level : own;
    }
    return own;
}

bool flow_spoiled(const struct walk *w, const struct path *path)
{
    struct range range = range_of(w, path);
    for (unsigned i = 0; i < range.count; i++)
        if (w->flow.leaves[range.first + i] & SPOILED)
            return true;
    return false;
}

static void blame(struct walk *w, const struct symbol *local, const struct type *type)
{
    bool **blamed = &w->blamed[local->id];
    if (!*blamed)
        *blamed = arena_alloc(w->arena, w->program->scalarset_count + 1);
    if (type->kind == TYPE_SCALARSET && type->scalarset >= 0)
        (*blamed)[type->scalarset] = true;
    for (unsigned i = 0; type->kind == TYPE_UNION && i < type->part_count; i++)
        blame(w, local, type_of(type->parts[i]));
}

void flow_spoil(struct walk *w, const struct path *path, const struct loop *loop)
{
    struct range range = range_of(w, path);
    for (unsigned i = 0; i < range.count; i++)
        w->flow.leaves[range.first + i] |= SPOILED;
    blame(w, path->root, type_of(loop->quantifier->symbol->type));
}

/* After its last round the walk is no longer in the loop. */
void flow_leave(struct walk *w, const struct loop *loop)
{
    for (unsigned i = 0; i < w->local_leaves; i++)
        if (w->flow.leaves[i] >> 1 >= loop->level)
            w->flow.leaves[i] = (unsigned char)((loop->level - 1) << 1 | (w->flow.leaves[i] & SPOILED));
}
