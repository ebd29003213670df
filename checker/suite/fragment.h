/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fragment.h - what programs are made of, and without which of it a machine keeps a model.
 *
 * A word is an order, a scope, a fence, or that something reads and writes at once; a test has the words that stand in its
 * code.  A model that some tests break is kept by all tests without these words: the fewest that leave
 * none of those out of account.
 */
#ifndef MURRELET_SUITE_FRAGMENT_H
#define MURRELET_SUITE_FRAGMENT_H

#include "../base/arena.h"
#include "../litmus/program.h"

enum { FRAGMENT_WORDS = 17 };

const char *fragment_word(unsigned word);
/* A bit for each word. */
unsigned fragment_words(const struct litmus_test *);

struct fragments {
    unsigned *without; /* sets of words, the smaller first: no other is a part of one */
    unsigned count;
};

/* `broken`: the words of each test that breaks it.  A test without words leaves nothing: then there are none. */
struct fragments fragments_find(struct arena *, const unsigned *broken, unsigned count);

#endif
