/* SPDX-License-Identifier: BSD-2-Clause */
/* scope.c - an array of symbols for each scope; the outermost, which may be
 * large, has an index by name besides. */
#include "scope.h"

#include "../base/nearest.h"

#include <string.h>
#include <strings.h>

#include <Judy.h>

#include "../base/arena.h"
#include "../base/die.h"

struct scope {
    struct scope *outer;
    struct symbol **symbols;
    unsigned count;
    Pvoid_t index; /* JudySL, name to symbol; the outermost scope only */
};

struct scope *scope_open(struct arena *arena, struct scope *outer)
{
    struct scope *scope = arena_alloc(arena, sizeof *scope);
    scope->outer = outer;
    return scope;
}

struct scope *scope_close(struct scope *scope)
{
    struct scope *outer = scope->outer;
    JudySLFreeArray(&scope->index, PJE0);
    return outer;
}

bool scope_is_outermost(const struct scope *scope)
{
    return !scope->outer;
}

static struct symbol *find_here(const struct scope *scope, const char *name)
{
    if (!scope->outer) {
        PPvoid_t entry = JudySLGet(scope->index, (const uint8_t *)name, PJE0);
        return entry ? *(struct symbol **)entry : NULL;
    }
    for (unsigned i = 0; i < scope->count; i++)
        if (!strcmp(scope->symbols[i]->name, name))
            return scope->symbols[i];
    return NULL;
}

struct symbol *scope_add(struct arena *arena, struct scope *scope, struct symbol *symbol)
{
    struct symbol *other = find_here(scope, symbol->name);
    if (other)
        return other;
    ARENA_PUSH(arena, scope->symbols, scope->count, symbol);
    if (!scope->outer) {
        PPvoid_t entry = JudySLIns(&scope->index, (const uint8_t *)symbol->name, PJE0);
        if (!entry || entry == PPJERR)
            die_memory(strlen(symbol->name));
        *(struct symbol **)entry = symbol;
    }
    return NULL;
}

static struct symbol *find_exactly(const struct scope *scope, const char *name)
{
    for (; scope; scope = scope->outer) {
        struct symbol *symbol = find_here(scope, name);
        if (symbol)
            return symbol;
    }
    return NULL;
}

struct symbol *scope_find(const struct scope *scope, const char *name)
{
    static const char *const any_case[] = { "true", "false", "boolean" };
    struct symbol *symbol = find_exactly(scope, name);
    for (unsigned i = 0; !symbol && i < sizeof any_case / sizeof any_case[0]; i++)
        if (!strcasecmp(name, any_case[i]))
            symbol = find_exactly(scope, any_case[i]);
    return symbol;
}

/* ---- slips ---- */

const char *scope_nearest(const struct scope *scope, const char *name)
{
    struct nearest nearest = nearest_start(name);
    for (; scope; scope = scope->outer)
        for (unsigned i = 0; i < scope->count; i++)
            nearest_try(&nearest, scope->symbols[i]->name);
    return nearest.best;
}

