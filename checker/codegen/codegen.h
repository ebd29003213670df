/* SPDX-License-Identifier: BSD-2-Clause */
/* codegen.h - a checked program to C against model.h and its groups. */
#ifndef MURRELET_CODEGEN_H
#define MURRELET_CODEGEN_H

#include "../murphi/types.h"

/* Append one C99 translation unit to `out`: deterministic, self-contained but
 * for #include "model.h" and the groups that it has, and exporting murrelet_model(). */
void codegen_program(struct text *out, const struct program *);

#endif
