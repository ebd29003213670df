/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_path.c - places, and whether two rounds of a loop can meet in one.
 *
 * A place is a variable and the fields and indices that lead into it.  Two
 * rounds of a loop have two elements, so what is indexed by the loop's
 * variable, at the same depth of the same variable, is never the same place;
 * what is indexed by two constants that differ neither.  Of any other two
 * indices it is not known.
 */
#include "symmetry_private.h"

struct path path_root(const struct symbol *root)
{
    return (struct path){.root = root};
}

static struct path longer(struct walk *w, struct path path, struct path_step step)
{
    struct path_step *steps = arena_alloc(w->places, (path.count + 1) * sizeof *steps);
    for (unsigned i = 0; i < path.count; i++)
        steps[i] = path.steps[i];
    steps[path.count] = step;
    path.steps = steps;
    path.count++;
    return path;
}

struct path path_field(struct walk *w, struct path path, unsigned field)
{
    return longer(w, path, (struct path_step){.is_field = true, .field = field});
}

struct path path_index(struct walk *w, struct path path, struct known_value index)
{
    return longer(w, path, (struct path_step){.index = index});
}

bool value_same(struct known_value a, struct known_value b)
{
    if (a.known != b.known || a.known == KNOWN_NOTHING)
        return false;
    return a.known == KNOWN_NUMBER ? a.number == b.number : a.symbol == b.symbol;
}

static bool apart(const struct loop *loop, const struct path_step *a, const struct path_step *b)
{
    const struct symbol *element = loop->quantifier->symbol;
    if (a->is_field || b->is_field)
        return a->is_field && b->is_field && a->field != b->field;
    if (a->index.known == KNOWN_NUMBER && b->index.known == KNOWN_NUMBER)
        return a->index.number != b->index.number;
    return a->index.known == KNOWN_NAME && b->index.known == KNOWN_NAME && a->index.symbol == element
        && b->index.symbol == element;
}

bool path_may_meet(const struct loop *loop, const struct path *a, const struct path *b)
{
    if (!a->root || !b->root)
        return true;
    if (a->root != b->root)
        return false;
    for (unsigned i = 0; i < a->count && i < b->count; i++)
        if (apart(loop, &a->steps[i], &b->steps[i]))
            return false;
    return true;
}

bool path_same(const struct path *a, const struct path *b)
{
    if (!a->root || a->root != b->root || a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        const struct path_step *s = &a->steps[i], *t = &b->steps[i];
        if (s->is_field != t->is_field || (s->is_field ? s->field != t->field : !value_same(s->index, t->index)))
            return false;
    }
    return true;
}
