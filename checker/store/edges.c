/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * edges.c - write down what each state leads to, and read it in order.
 *
 * A piece has, for each state of its block up to the last one with a list, the
 * list's length and its words.  A thread makes one at a time; when the next
 * block begins, the piece goes to a chunk of the thread's memory, or to an end
 * of the file that no other thread is given.
 */
#include "edges.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/lines.h"
#include "../base/scratch_file.h"

#define FIRST_CHUNK 1024u  /* words */
#define CHUNK (1u << 16)

struct piece {
    union {
        const uint32_t *memory;
        uint64_t offset;    /* in the file */
    };
    uint32_t words;         /* 0: no state of the block has a list */
    uint32_t writer;
};

struct chunk {
    struct chunk *next;
    uint32_t words[];
};

/* One thread's: what it is writing, and what it read. */
struct scribe {
    _Alignas(OWN_LINES) uint64_t block;
    unsigned states;        /* of the block, that are in the piece */
    uint32_t *piece, *read;
    uint64_t length, space, read_space;
    struct chunk *chunks;   /* the first one is being filled */
    uint64_t used, size;    /* of that */
};

struct edges {
    struct piece *pieces;   /* by block; each written by one thread, and read after edges_finish */
    struct scribe *scribes;
    unsigned threads;
    int file;               /* or -1 */
    _Alignas(OWN_LINES) _Atomic uint64_t end; /* of the file */
    atomic_bool full;       /* the disk */
};

struct edges *edges_new(uint64_t states, unsigned threads, const char *directory)
{
    int file = directory ? scratch_open(directory) : -1;
    uint64_t blocks = (states + EDGES_BLOCK - 1) / EDGES_BLOCK;
    struct piece *pieces = calloc(blocks + 1, sizeof *pieces);
    if (!pieces || (directory && file < 0)) {
        free(pieces);
        if (file >= 0)
            close(file);
        return NULL;
    }
    struct edges *edges = own_lines(sizeof *edges);
    edges->pieces = pieces;
    edges->threads = threads;
    edges->file = file;
    edges->scribes = own_lines(threads * sizeof *edges->scribes);
    for (unsigned i = 0; i < threads; i++)
        edges->scribes[i].block = UINT64_MAX;
    return edges;
}

void edges_free(struct edges *edges)
{
    if (!edges)
        return;
    for (unsigned i = 0; i < edges->threads; i++) {
        struct scribe *scribe = &edges->scribes[i];
        while (scribe->chunks) {
            struct chunk *next = scribe->chunks->next;
            free(scribe->chunks);
            scribe->chunks = next;
        }
        free(scribe->piece);
        free(scribe->read);
    }
    if (edges->file >= 0)
        close(edges->file);
    free(edges->scribes);
    free(edges->pieces);
    free(edges);
}

uint64_t edges_bytes(uint64_t states, uint64_t words)
{
    return (states / EDGES_BLOCK + 1) * sizeof(struct piece) + (words ? words + states : 0) * sizeof(uint32_t);
}

/* --- writing ---------------------------------------------------------------- */

static void reserve(uint32_t **words, uint64_t *space, uint64_t need)
{
    if (need <= *space)
        return;
    *space = need > *space * 2 ? need : *space * 2;
    *words = realloc(*words, *space * sizeof **words);
    if (!*words)
        die_memory(*space * sizeof **words);
}

static uint32_t *in_chunk(struct scribe *scribe, uint64_t words)
{
    if (!scribe->chunks || scribe->size - scribe->used < words) {
        uint64_t size = scribe->size * 2 < FIRST_CHUNK ? FIRST_CHUNK : scribe->size * 2 > CHUNK ? CHUNK : scribe->size * 2;
        scribe->size = size < words ? words : size;
        struct chunk *chunk = malloc(sizeof *chunk + scribe->size * sizeof *chunk->words);
        if (!chunk)
            die_memory(scribe->size * sizeof *chunk->words);
        chunk->next = scribe->chunks;
        scribe->chunks = chunk;
        scribe->used = 0;
    }
    scribe->used += words;
    return scribe->chunks->words + scribe->used - words;
}

static void put_away(struct edges *edges, unsigned thread)
{
    struct scribe *scribe = &edges->scribes[thread];
    uint64_t bytes = scribe->length * sizeof *scribe->piece;
    if (scribe->length == 0)
        return;
    struct piece *piece = &edges->pieces[scribe->block];
    piece->words = (uint32_t)scribe->length;
    piece->writer = thread;
    if (edges->file < 0) {
        piece->memory = memcpy(in_chunk(scribe, scribe->length), scribe->piece, bytes);
    } else {
        /* Only bytes are handed out; and what is set is read by edges_finish, alone: relaxed. */
        piece->offset = atomic_fetch_add_explicit(&edges->end, bytes, memory_order_relaxed);
        if (!scratch_write(edges->file, scribe->piece, bytes, piece->offset))
            atomic_store_explicit(&edges->full, true, memory_order_relaxed);
    }
    scribe->length = 0;
}

uint32_t *edges_list(struct edges *edges, unsigned thread, uint64_t state, uint32_t words)
{
    struct scribe *scribe = &edges->scribes[thread];
    if (state / EDGES_BLOCK != scribe->block) {
        put_away(edges, thread);
        scribe->block = state / EDGES_BLOCK;
        scribe->states = 0;
    }
    unsigned missing = (unsigned)(state % EDGES_BLOCK) - scribe->states;
    uint64_t length = scribe->length + missing + 1 + words;
    if (length > UINT32_MAX)
        die_memory(length * sizeof *scribe->piece);
    reserve(&scribe->piece, &scribe->space, length);
    memset(scribe->piece + scribe->length, 0, missing * sizeof *scribe->piece);
    scribe->piece[scribe->length + missing] = words;
    scribe->length = length;
    scribe->states += missing + 1;
    return scribe->piece + length - words;
}

bool edges_finish(struct edges *edges)
{
    for (unsigned i = 0; i < edges->threads; i++)
        put_away(edges, i);
    return !atomic_load_explicit(&edges->full, memory_order_relaxed);
}

/* --- reading ---------------------------------------------------------------- */

static const uint32_t *from_file(const struct edges *edges, struct scribe *scribe, const struct piece *piece)
{
    reserve(&scribe->read, &scribe->read_space, piece->words);
    scratch_read(edges->file, scribe->read, piece->words * sizeof *scribe->read, piece->offset);
    return scribe->read;
}

unsigned edges_read(struct edges *edges, unsigned thread, uint64_t block, edges_lists lists)
{
    const struct piece *piece = &edges->pieces[block];
    const uint32_t *at = piece->words && edges->file >= 0 ? from_file(edges, &edges->scribes[thread], piece) : piece->memory;
    const uint32_t *end = piece->words ? at + piece->words : at;
    for (unsigned i = 0; i < EDGES_BLOCK; i++) {
        lists[i] = NULL;
        if (at < end) {
            lists[i] = at;
            at += 1 + *at;
        }
    }
    return piece->writer;
}
