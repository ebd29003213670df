/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * edges.h - what each state leads to: written down once, read often.
 *
 * Each state has a list of words, whose meaning is the user's.  The lists of
 * EDGES_BLOCK states lie in one piece, in memory or in a nameless file.
 */
#ifndef MURRELET_EDGES_H
#define MURRELET_EDGES_H

#include <stdbool.h>
#include <stdint.h>

#define EDGES_BLOCK 64u

struct edges;
/* For states 0 .. states - 1.  `directory`: for the file; NULL: in memory.
 * NULL where there is neither the memory for an index nor such a file. */
struct edges *edges_new(uint64_t states, unsigned threads, const char *directory);
void edges_free(struct edges *);
/* What it takes of memory for `words` words of lists, and without these (in a file). */
uint64_t edges_bytes(uint64_t states, uint64_t words);

/* Room for a state's list, to be filled in before the thread's next call.  The
 * states of a block come one after the other, in this order, from one thread. */
uint32_t *edges_list(struct edges *, unsigned thread, uint64_t state, uint32_t words);
/* Alone, after the last list.  False: the disk is full. */
bool edges_finish(struct edges *);

/* The list of a state: its length, and so many words; NULL: it has none. */
typedef const uint32_t *edges_lists[EDGES_BLOCK];
/* The lists of a block, until the thread reads another one; returns the thread that wrote them. */
unsigned edges_read(struct edges *, unsigned thread, uint64_t block, edges_lists lists);

#endif
