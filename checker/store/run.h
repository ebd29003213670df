/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run.h - a run: keys in ascending order, each once, in a file that memory need
 * not hold.
 *
 * A key is a packed state, whole, and the order is that of its words, the
 * first one first.  So a run is exact, and says of any key whether it has it.
 *
 * The file is cut into blocks, each with a hash of its bytes, of its place and
 * of a number that the run drew when it was made; a block that is not as it was
 * written is found when it is read.  In memory a run has the first key of each block.  A
 * run of one block has no file: it is in memory whole.
 *
 * One thread writes a run; then any number read it, each with a cursor of its own.
 */
#ifndef MURRELET_RUN_H
#define MURRELET_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_shape {
    uint32_t words;        /* of a key */
    uint32_t block;        /* bytes of a block, at most */
    bool depths;           /* each key has a depth with it, which is no part of the key */
};

struct run {
    struct run_shape shape;
    uint64_t number;       /* drawn at random */
    uint64_t count;        /* keys; at least 1 */
    uint64_t blocks;
    uint64_t *offsets;     /* by block: where it begins; and the end of the file */
    uint64_t *firsts;      /* by block: its first key */
    uint64_t *last;        /* the last key of all */
    int file;              /* or -1: */
    unsigned char *inside; /* its one block; else NULL */
};

/* What came in between. */
enum run_trouble { RUN_FINE, RUN_STOPPED, RUN_NO_ROOM, RUN_DAMAGED };

static inline int run_compare(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* About `block` bytes a block, or as many as a few keys need. */
struct run_shape run_shape(uint32_t words, uint64_t block, bool depths);
/* Bytes of the file (or of the block that is in memory), and of memory. */
uint64_t run_bytes(const struct run *);
uint64_t run_memory(const struct run *);
void run_free(struct run *);

/* ---- run_write.c ---- */
struct run_writer;
struct run_writer *run_begin(const struct run_shape *, const char *directory);
/* The next key, greater than the one before.  False, with errno: it cannot be written, nor can any other. */
bool run_put(struct run_writer *, const uint64_t *key, uint32_t depth);
uint64_t run_written(const struct run_writer *); /* keys so far */
/* The run, or NULL where it has no key, or, with errno, where it could not be written; the writer is gone. */
struct run *run_end(struct run_writer *);
void run_drop(struct run_writer *);

/* ---- run_read.c ---- */
struct run_cursor {
    const struct run *run;
    bool there;            /* a key is at hand */
    bool damaged;          /* it ended since the file is not as it was written */
    uint64_t *key;
    uint32_t depth;
    uint64_t block;        /* that the cursor is in */
    uint32_t left;         /* keys of it after this one */
    const unsigned char *at, *end;
    unsigned char *bytes;
};
/* Before the first key. */
void run_open(struct run_cursor *, const struct run *);
void run_close(struct run_cursor *);
/* The next key; false: there is none, or damage. */
bool run_next(struct run_cursor *);
/* The first key that is not less than this one, which is not less than the one at hand. */
bool run_seek(struct run_cursor *, const uint64_t *key);
/* Before the first key of a block; the cursor then ends with it (run_next goes no further).  False: damage. */
bool run_enter(struct run_cursor *, uint64_t block);
bool run_next_in_block(struct run_cursor *);
/* All blocks, from the first to the last: whether they are as they were written. */
bool run_sound(const struct run *);

#endif
