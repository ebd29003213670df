/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * walk.c - each statement and expression of a block, in the order of the text.
 */
#include "walk.h"

void slicc_walk_expr(const struct slicc_walk *walk, const struct slicc_expr *e)
{
    if (!e)
        return;
    if (walk->expr)
        walk->expr(walk->data, e);
    slicc_walk_expr(walk, e->left);
    slicc_walk_expr(walk, e->right);
    for (unsigned i = 0; i < e->argument_count; i++)
        slicc_walk_expr(walk, e->arguments[i]);
}

void slicc_walk_block(const struct slicc_walk *walk, const struct slicc_block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct slicc_stmt *s = block->list[i];
        if (walk->stmt)
            walk->stmt(walk->data, s);
        slicc_walk_expr(walk, s->target);
        slicc_walk_expr(walk, s->value);
        slicc_walk_block(walk, &s->body);
        slicc_walk_block(walk, &s->otherwise);
    }
}
