/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lint.h - warnings for what is almost surely a mistake.
 */
#ifndef MURRELET_LINT_H
#define MURRELET_LINT_H

#include "../murphi/ast.h"

void lint_program(struct diagnostics *, struct program *);

#endif
