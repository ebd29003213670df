/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * walk.h - each statement and expression of a block, in the order of the text.
 */
#ifndef MURRELET_SLICC_WALK_H
#define MURRELET_SLICC_WALK_H

#include "ast.h"

struct slicc_walk {
    void (*stmt)(void *data, const struct slicc_stmt *); /* or NULL */
    void (*expr)(void *data, const struct slicc_expr *); /* or NULL; an outer one before what is in it */
    void *data;
};

void slicc_walk_block(const struct slicc_walk *, const struct slicc_block *);
void slicc_walk_expr(const struct slicc_walk *, const struct slicc_expr *);

#endif
