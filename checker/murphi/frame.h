/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * frame.h - what a call counts for, in bytes: alike in the interpreter and in
 * generated code, whatever compiled it, for it is found from the syntax tree.
 *
 * The sizes of the parameters (8 where by reference) and of the local
 * variables, in the working form of layout.h; the copies of compound values
 * that the body makes; and 16 for each of its expressions and statements, and
 * FRAME_LEAST for the call itself, which is what no declaration shows.
 */
#ifndef MURRELET_FRAME_H
#define MURRELET_FRAME_H

#include "ast.h"

enum { FRAME_LEAST = 64, FRAME_FREE = 1 << 20 };

/* frames[routine->id]: what each call of a routine counts for, or 0 where its calls are not counted; false where none
 * are.  Counted are those of recursive routines; of all, where the others nested in each other would take more than
 * FRAME_FREE, which any stack is sure to have. */
bool frame_counts(const struct program *, uint64_t *frames);

#endif
