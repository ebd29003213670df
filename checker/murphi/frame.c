/* SPDX-License-Identifier: BSD-2-Clause */
/* frame.c - see frame.h. */
#include "frame.h"

#include "layout.h"

enum { SCALAR = 16 };

static uint64_t bytes_of_block(const struct block *);

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t bytes_of_type(const struct type *type)
{
    return type ? layout_size(type_of((struct type *)type)) : 0;
}

static bool is_compound(const struct type *type)
{
    return type && !type_is_scalar(type_of((struct type *)type));
}

static uint64_t bytes_of_expr(const struct expr *);

static uint64_t bytes_of_quantifier(const struct quantifier *q)
{
    uint64_t bytes = 4 * SCALAR;
    bytes = plus(bytes, plus(bytes_of_expr(q->from), bytes_of_expr(q->to)));
    return plus(bytes, plus(bytes_of_expr(q->by), bytes_of_expr(q->multiset)));
}

/* A compound argument by value, and a compound result, are copied by the caller. */
static uint64_t bytes_of_call(const struct expr *e)
{
    const struct routine *routine = e->symbol->routine;
    uint64_t bytes = is_compound(routine->result) ? bytes_of_type(routine->result) : SCALAR;
    for (unsigned i = 0; i < e->argument_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        bool copied = !parameter->by_reference && is_compound(parameter->type);
        bytes = plus(bytes, plus(copied ? bytes_of_type(parameter->type) : SCALAR, bytes_of_expr(e->arguments[i])));
    }
    return bytes;
}

static uint64_t bytes_of_expr(const struct expr *e)
{
    if (!e)
        return 0;
    uint64_t bytes = SCALAR;
    if (e->kind == EXPR_CALL)
        bytes = plus(bytes, bytes_of_call(e));
    if (e->quantifier)
        bytes = plus(bytes, bytes_of_quantifier(e->quantifier));
    bytes = plus(bytes, plus(bytes_of_expr(e->left), bytes_of_expr(e->right)));
    return plus(bytes, bytes_of_expr(e->condition));
}

static uint64_t bytes_of_stmt(const struct stmt *s)
{
    uint64_t bytes = plus(SCALAR, plus(bytes_of_expr(s->target), bytes_of_expr(s->value)));
    bytes = plus(bytes, plus(bytes_of_expr(s->condition), bytes_of_block(&s->body)));
    if (s->otherwise)
        bytes = plus(bytes, bytes_of_stmt(s->otherwise));
    if (s->quantifier)
        bytes = plus(bytes, bytes_of_quantifier(s->quantifier));
    if (s->property)
        bytes = plus(bytes, bytes_of_expr(s->property->condition));
    if (s->kind == STMT_MULTISET_ADD)
        bytes = plus(bytes, bytes_of_type(type_of(type_of(s->target->type)->element)));
    if (s->kind == STMT_MULTISET_REMOVEPRED)
        bytes = plus(bytes, type_of(s->quantifier->multiset->type)->slots);
    for (unsigned i = 0; i < s->alias_count; i++) {
        bytes = plus(bytes, bytes_of_expr(s->aliases[i]->expr));
        if (!s->aliases[i]->by_reference && is_compound(s->aliases[i]->type))
            bytes = plus(bytes, bytes_of_type(s->aliases[i]->type));
    }
    for (unsigned i = 0; i < s->case_count; i++) {
        for (unsigned j = 0; j < s->cases[i].value_count; j++)
            bytes = plus(bytes, bytes_of_expr(s->cases[i].values[j]));
        bytes = plus(bytes, bytes_of_block(&s->cases[i].body));
    }
    return bytes;
}

static uint64_t bytes_of_block(const struct block *block)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < block->count; i++)
        bytes = plus(bytes, bytes_of_stmt(block->stmts[i]));
    return bytes;
}

static uint64_t frame_of(const struct routine *routine)
{
    uint64_t bytes = FRAME_LEAST;
    for (unsigned i = 0; i < routine->parameter_count; i++)
        bytes = plus(bytes, routine->parameters[i]->by_reference ? 8 : bytes_of_type(routine->parameters[i]->type));
    for (unsigned i = 0; i < routine->decl_count; i++)
        if (routine->decls[i]->kind == DECL_VARIABLE)
            bytes = plus(bytes, bytes_of_type(routine->decls[i]->symbol->type));
    return plus(bytes, bytes_of_block(&routine->body));
}

/* All that is on a stack at once of routines that are not recursive: each of them once. */
static uint64_t bytes_of_others(const struct program *program)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < program->routine_count; i++)
        if (!program->routines[i]->external && !program->routines[i]->recursive)
            bytes = plus(bytes, frame_of(program->routines[i]));
    return bytes;
}

bool frame_counts(const struct program *program, uint64_t *frames)
{
    bool others = bytes_of_others(program) > FRAME_FREE, any = false;
    for (unsigned i = 0; i < program->routine_count; i++) {
        const struct routine *routine = program->routines[i];
        bool counted = !routine->external && (others || routine->recursive);
        frames[routine->id] = counted ? frame_of(routine) : 0;
        any |= counted;
    }
    return any;
}
