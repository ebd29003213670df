/* SPDX-License-Identifier: BSD-2-Clause */
/* cell_words.h - what was seen of a cell, in the words of its table, and how that differs from what is printed. */
#ifndef MURRELET_CELL_WORDS_H
#define MURRELET_CELL_WORDS_H

#include "cells.h"

/* "GETX -> V_M", "INV x2 -> S_M", "nothing". */
const char *cell_effect_words(struct arena *, const struct table *, const struct table_effect *);
/* Fill in `does` and the differences of every cell that has a cover; `complete`: what was not seen is not done. */
void cell_words(struct arena *, struct table *, bool complete);

#endif
