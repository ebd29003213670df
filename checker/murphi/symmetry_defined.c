/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_defined.c - scalars that are defined for sure.
 *
 * `b := e | b` does not read b where e decides.  If b may be undefined, whether
 * that is seen hangs on which round comes first.  So the walk keeps a list of
 * the scalars that were assigned on the way to where it is, in the rule at
 * hand: what a branch, a loop or a call adds is taken away at its end, and what
 * is undefined or copied over as a part of something is no longer valid.
 */
#include <stdlib.h>

#include "../base/die.h"
#include "symmetry_private.h"

static bool is_fixed(const struct path *path)
{
    for (unsigned i = 0; i < path->count; i++)
        if (!path->steps[i].is_field && path->steps[i].index.known == KNOWN_NOTHING)
            return false;
    return path->root && !path->temporary;
}

void defined_add(struct walk *w, const struct path *path)
{
    if (!is_fixed(path) || defined_since(w, path) != UINT64_MAX)
        return;
    if (w->defined_count == w->defined_capacity) {
        w->defined_capacity = w->defined_capacity ? 2 * w->defined_capacity : 64;
        w->defined = realloc(w->defined, w->defined_capacity * sizeof *w->defined);
        if (!w->defined)
            die_memory(w->defined_capacity * sizeof *w->defined);
    }
    w->defined[w->defined_count++] = (struct defined_place){.path = *path, .since = ++w->sequence, .valid = true};
}

void defined_drop(struct walk *w, const struct path *path)
{
    for (unsigned i = 0; i < w->defined_count; i++)
        if (!path || !path->root || path->root == w->defined[i].path.root)
            w->defined[i].valid = false;
}

uint64_t defined_since(const struct walk *w, const struct path *path)
{
    for (unsigned i = 0; i < w->defined_count; i++)
        if (w->defined[i].valid && path_same(&w->defined[i].path, path))
            return w->defined[i].since;
    return UINT64_MAX;
}

unsigned defined_mark(const struct walk *w)
{
    return w->defined_count;
}

void defined_release(struct walk *w, unsigned mark)
{
    w->defined_count = mark;
}

unsigned defined_valid(const struct walk *w, unsigned mark)
{
    unsigned valid = 0;
    for (unsigned i = 0; i < mark; i++)
        valid += w->defined[i].valid;
    return valid;
}
