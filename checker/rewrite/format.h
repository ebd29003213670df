/* SPDX-License-Identifier: BSD-2-Clause */
/* format.h - models as text: the canonical layout of a source, and single
 * expressions and types from the tree. */
#ifndef MURRELET_FORMAT_H
#define MURRELET_FORMAT_H

#include "../base/text.h"
#include "../murphi/parser.h"

/* Append the source in the canonical layout: the tokens are the author's, in
 * their order, and so are the comments; only white space, the case of
 * keywords and the semicolons that the grammar makes optional change.  Breaks
 * of lines within an expression or a list stay where the author put them.
 * What is included is not read.  Nonzero, with errors added, where the source
 * does not parse. */
int format_source(struct text *, struct diagnostics *, struct source *, enum dialect);

/* Append an expression on one line, in ASCII, with the author's parentheses
 * and those that are needed.  The tree may be checked or not; conversions
 * that `types` inserted do not show. */
void format_expr(struct text *, const struct expr *);
/* Append a type on one line, as it was written. */
void format_type(struct text *, const struct type *);
/* `name: type`, `name := from to to by step` or `name: multiset`. */
void format_quantifier(struct text *, const struct quantifier *);

#endif
