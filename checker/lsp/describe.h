/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * describe.h - what a name stands for, in the language's own words.
 */
#ifndef MURRELET_LSP_DESCRIBE_H
#define MURRELET_LSP_DESCRIBE_H

#include "../base/text.h"
#include "../murphi/uses.h"

/* Its declaration on one line, as in `const N: 3` or `var a: array [p] of 0..1`. */
void describe_declaration(struct text *, const struct name_use *);
/* What the declaration does not say: a constant's value, what values a type has.  Nothing where there is no more. */
void describe_more(struct text *, const struct name_use *);

#endif
