/* SPDX-License-Identifier: BSD-2-Clause */
/* tree_inline.h - what the files of the tree share: its shape, and how a state is cut. */
#ifndef MURRELET_TREE_INLINE_H
#define MURRELET_TREE_INLINE_H

#include <string.h>

#include "table_inline.h"

#ifndef TREE_MEMO_WORDS
#define TREE_MEMO_WORDS (1u << 14)   /* that a walker keeps of blocks, and again of pairs */
#endif

enum { LEAVES, NODES, TABLES };

struct block {
    unsigned place;            /* of its root; a chunk where it is but one */
    unsigned first, count;     /* chunks */
    unsigned inner;            /* its inner nodes are the places from here to `place` */
};

struct tree {
    struct table tables[TABLES];
    unsigned bytes, words, chunk_bytes, chunks; /* chunk_bytes: of the longest */
    unsigned *offset, *shift;  /* by chunk: the 8 bytes in which it lies, and where in them */
    uint64_t *mask;            /* by chunk: as many low bits as it has */
    unsigned places;
    unsigned *left, *right;    /* by place: sons, of inner nodes */
    unsigned *parent;          /* by place; `places` where that is the root */
    unsigned top[2];
    struct block *blocks;
    unsigned block_count, block_most; /* the most chunks in one */
    unsigned *block_at;        /* by place: block + 1, or 0 */
    unsigned *block_of;        /* by chunk */
    unsigned threads;
    struct tree_walker *walkers;
};

struct tree_walker {
    _Alignas(OWN_LINES) uint64_t *base; /* walkers share no cache line: they are written all the time */
    uint32_t *numbers;         /* by place, of the base */
    uint32_t *others;          /* by place, of the state that is encoded, where it differs */
    uint64_t *pending;         /* bits by place: still to be brought up to date; all 0 between calls */
    uint64_t *differs;         /* bits by place: others, not numbers */
    uint64_t *chunks;          /* of a state whose chunks are not its words */
    uint64_t *memo;            /* of blocks: block + 1 and number in one word, then the chunks; by the chunks */
    uint64_t *decoded;         /* the same by block and number */
    uint64_t *leaves;          /* chunk, then number + 1 */
    uint64_t *pairs;           /* pair, then number + 1 */
    unsigned memo_entries, memo_stride;
    unsigned thread;
    bool valid;
};

static inline uint64_t chunk_of(const struct tree *tree, const uint64_t *state, unsigned i)
{
    uint64_t bytes;
    memcpy(&bytes, (const unsigned char *)state + tree->offset[i], sizeof bytes);
    return bytes >> tree->shift[i] & tree->mask[i];
}

/* A state from its chunks. */
static inline void tree_paste(const struct tree *tree, const uint64_t *chunks, uint64_t *state)
{
    if (tree->chunk_bytes == 8) {
        memcpy(state, chunks, tree->words * sizeof *state);
        return;
    }
    for (unsigned i = 0; i < tree->words; i++)
        state[i] = 0;
    for (unsigned i = 0; i < tree->chunks; i++) {
        uint64_t bytes;
        memcpy(&bytes, (unsigned char *)state + tree->offset[i], sizeof bytes);
        bytes |= chunks[i] << tree->shift[i];
        memcpy((unsigned char *)state + tree->offset[i], &bytes, sizeof bytes);
    }
}

/* Where a walker keeps the pair and its number + 1, if it saw it a moment ago. */
static inline uint64_t *tree_pair_memo(const struct tree_walker *walker, uint64_t pair)
{
    return walker->pairs + (pair * UINT64_C(0x9e3779b97f4a7c15) >> 40) % (TREE_MEMO_WORDS / 2) * 2;
}

#endif
