/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_private.h - what the parts of the check share.
 */
#ifndef MURRELET_SLICC_CHECK_PRIVATE_H
#define MURRELET_SLICC_CHECK_PRIVATE_H

#include <string.h>

#include "../base/arena.h"
#include "builtin.h"
#include "symbols.h"

struct slicc_checker {
    struct slicc_symbols *symbols;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct slicc_decl *machine; /* that is checked, or NULL */
    struct slicc_decl *unit;    /* the routine, action or port */
    struct slicc_local **locals;/* that are seen here, the innermost last */
    unsigned local_count;
    unsigned block;             /* the first of the block that is checked */
};

/* An error at a place, once for each. */
void slicc_wrong(struct slicc_checker *, struct place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The type of this name; an unknown one, and an error, where there is none. */
const struct slicc_type *slicc_need_type(struct slicc_checker *, const char *name, struct place);
/* Whether a value of the second can stand where the first is wanted. */
bool slicc_type_fits(const struct slicc_type *wanted, const struct slicc_type *given);
struct slicc_local *slicc_add_local(struct slicc_checker *, const char *name, const struct slicc_type *, struct place);

void slicc_check_expr(struct slicc_checker *, struct slicc_expr *);
/* The same, and its type must fit. */
void slicc_check_value(struct slicc_checker *, struct slicc_expr *, const struct slicc_type *wanted);
void slicc_check_block(struct slicc_checker *, struct slicc_block *);

#endif
