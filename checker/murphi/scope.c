/* SPDX-License-Identifier: BSD-2-Clause */
/* scope.c - an array of symbols for each scope; the outermost, which may be
 * large, has an index by name besides. */
#include "scope.h"

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

enum { SLIP_NAME = 64 }; /* longer names are not compared */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits (a letter added, dropped, changed, or two swapped) from a to b; case counts as nothing. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][SLIP_NAME + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > SLIP_NAME || n > SLIP_NAME)
        return SLIP_NAME;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned same = !strncasecmp(&a[i - 1], &b[j - 1], 1);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

struct nearest {
    const char *name, *best;
    unsigned distance;
};

static struct nearest nearest_start(const char *name)
{
    /* A third of the letters may be wrong: none but the case in a name of one or two. */
    return (struct nearest){ name, NULL, (unsigned)strlen(name) / 3 + 1 };
}

static void nearest_try(struct nearest *nearest, const char *candidate)
{
    unsigned d = distance(nearest->name, candidate);
    if (d < nearest->distance) {
        nearest->distance = d;
        nearest->best = candidate;
    }
}

const char *scope_nearest(const struct scope *scope, const char *name)
{
    struct nearest nearest = nearest_start(name);
    for (; scope; scope = scope->outer)
        for (unsigned i = 0; i < scope->count; i++)
            nearest_try(&nearest, scope->symbols[i]->name);
    return nearest.best;
}

const char *scope_nearest_of(const char *name, const char *(*get)(const void *, unsigned), const void *from, unsigned count)
{
    struct nearest nearest = nearest_start(name);
    for (unsigned i = 0; i < count; i++)
        nearest_try(&nearest, get(from, i));
    return nearest.best;
}
