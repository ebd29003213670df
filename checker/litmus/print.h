/* SPDX-License-Identifier: BSD-2-Clause */
/* print.h - a test, or parts of it, as text. */
#ifndef MURRELET_LITMUS_PRINT_H
#define MURRELET_LITMUS_PRINT_H

#include "program.h"

struct text;

/* One instruction in LISA, as herd7 prints it. */
void litmus_print_instruction(struct text *, const struct litmus_test *, unsigned thread, unsigned at);
void litmus_print_value(struct text *, const struct litmus_test *, struct litmus_value);
/* `1:r0`, `[x]`. */
void litmus_print_watch(struct text *, const struct litmus_test *, unsigned watch);
/* With parentheses where herd7 prints them. */
void litmus_print_proposition(struct text *, const struct litmus_test *, const struct litmus_proposition *);
void litmus_print_quantifier(struct text *, enum litmus_quantifier);
void litmus_print_scopes(struct text *, const struct litmus_test *);
/* The whole test in LISA; reading it again gives an equal test. */
void litmus_print(struct text *, const struct litmus_test *);
/* The 32 hexadecimal digits by which herd7 knows the test, and a final 0. */
void litmus_hash(const struct litmus_test *, char hash[33]);

#endif
