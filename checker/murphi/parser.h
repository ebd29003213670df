/* SPDX-License-Identifier: BSD-2-Clause */
/* parser.h - text to syntax tree, and back to canonical text. */
#ifndef MURRELET_PARSER_H
#define MURRELET_PARSER_H

#include "../base/text.h"
#include "ast.h"

/* Parse a model and what it includes.  Never NULL; where diagnostics has
 * errors, the tree is what could be recovered and must not go further. */
struct program *parse_program(struct arena *, struct diagnostics *, struct source *, enum dialect);
/* Parse one file, and not what it includes. */
struct tokens;
struct program *parse_file(struct arena *, struct diagnostics *, struct source *, enum dialect, struct tokens **);
/* Parse one expression (for --watch, --only ...): NULL on error. */
struct expr *parse_expression(struct arena *, struct diagnostics *, struct source *, enum dialect);

/* Add to a program, before its types are checked, an `ltl` property of this formula, whose text is its name. */
void parse_program_formula(struct arena *, struct diagnostics *, struct program *, struct source *, enum dialect);

#endif
