/* SPDX-License-Identifier: BSD-2-Clause */
/* ast_dump.h - the syntax tree as S-expressions, as the parser made it: for
 * debugging (-d a) and for comparing trees. */
#ifndef MURRELET_AST_DUMP_H
#define MURRELET_AST_DUMP_H

#include "../base/text.h"
#include "ast.h"

void ast_dump(struct text *, const struct program *); /* a line for each declaration */
void ast_dump_expr(struct text *, const struct expr *);
void ast_dump_type(struct text *, const struct type *);
void ast_dump_stmt(struct text *, const struct stmt *);

#endif
