/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arcs.c - write down what each state leads to, and read it at any state.
 *
 * A piece holds a block: how many arcs each of its states has, then all the
 * targets, then all the labels.  The numbers are bytes, or words of 4 bytes where some state has
 * more arcs than a byte counts.  A thread makes one piece at a time; when the next block
 * begins, the piece goes to a chunk of the thread's memory, or to an end of the file that no
 * other thread is given.  Pieces from the file are kept, the last one of each of some slots; so are
 * the arcs of states, where they are found again.
 */
#include "arcs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/lines.h"
#include "../base/scratch_file.h"

#define FIRST_CHUNK 4096u /* bytes */
#define CHUNK (1u << 18)
#define HUGE_CHUNK (1u << 24) /* of a thread that has written twice as much */
#define SLOTS 1024u       /* pieces of the file that are kept */
#define AGAIN_SLOTS 2048u /* states whose arcs are kept, where they are found again */

struct piece {
    union {
        const unsigned char *memory; /* NULL: no state of the block has an arc */
        uint64_t offset;             /* in the file */
    };
    uint32_t count;                  /* of arcs */
    bool wide;                       /* numbers of 4 bytes */
};

/* Of pages, which go to the system when they are given up in the midst of a search: malloc would keep them. */
struct chunk {
    struct chunk *next;
    size_t mapped;
    uint32_t words[];
};

/* One thread's: the piece that it is making. */
struct scribe {
    _Alignas(OWN_LINES) uint64_t block;
    uint32_t counts[ARCS_BLOCK];
    uint32_t *targets, *labels;
    uint64_t count, space;
    unsigned char *bytes;            /* the piece as it is written */
    uint64_t byte_space;
    struct chunk *chunks;            /* the first one is being filled */
    uint64_t used, size;             /* of that, in bytes */
    uint64_t total, taken;           /* arcs, bytes */
};

struct slot {
    uint64_t block;         /* or state */
    unsigned char *bytes;
    uint64_t space;
    uint32_t count;         /* of a state's arcs */
};

struct arcs {
    struct piece *pieces;   /* by block; each written by one thread, and read after arcs_finish */
    struct scribe *scribes;
    struct slot *slots;     /* with a file, and where arcs are found again */
    unsigned slot_count;
    arcs_finder *find;      /* NULL: they are written down */
    void *find_data;
    uint64_t blocks;
    unsigned threads;
    uint32_t label_bytes;
    int file;               /* or -1 */
    _Alignas(OWN_LINES) _Atomic uint64_t end; /* of the file */
    atomic_bool full;       /* the disk */
};

static uint32_t bytes_of(uint32_t most_label)
{
    return most_label == 0 ? 0 : most_label <= UINT8_MAX ? 1 : most_label <= UINT16_MAX ? 2 : 4;
}

static struct arcs *new_arcs(uint32_t most_label, unsigned threads, struct slot *slots, unsigned slot_count)
{
    struct arcs *arcs = own_lines(sizeof *arcs);
    arcs->slots = slots;
    arcs->slot_count = slot_count;
    arcs->threads = threads;
    arcs->label_bytes = bytes_of(most_label);
    arcs->file = -1;
    arcs->scribes = own_lines(threads * sizeof *arcs->scribes);
    for (unsigned i = 0; i < threads; i++)
        arcs->scribes[i].block = UINT64_MAX;
    for (unsigned i = 0; i < slot_count; i++)
        slots[i].block = UINT64_MAX;
    return arcs;
}

struct arcs *arcs_found_again(uint32_t most_label, arcs_finder *find, void *data)
{
    struct slot *slots = calloc(AGAIN_SLOTS, sizeof *slots);
    if (!slots)
        return NULL;
    struct arcs *arcs = new_arcs(most_label, 1, slots, AGAIN_SLOTS);
    arcs->find = find;
    arcs->find_data = data;
    return arcs;
}

struct arcs *arcs_new(uint64_t states, uint32_t most_label, unsigned threads, const char *directory)
{
    int file = directory ? scratch_open(directory) : -1;
    uint64_t blocks = (states + ARCS_BLOCK - 1) / ARCS_BLOCK;
    struct piece *pieces = calloc(blocks + 1, sizeof *pieces);
    struct slot *slots = directory ? calloc(SLOTS, sizeof *slots) : NULL;
    if (!pieces || (directory && (file < 0 || !slots))) {
        free(pieces);
        free(slots);
        if (file >= 0)
            close(file);
        return NULL;
    }
    struct arcs *arcs = new_arcs(most_label, threads, slots, slots ? SLOTS : 0);
    memory_huge_pages(pieces, blocks * sizeof *pieces);
    arcs->pieces = pieces;
    arcs->blocks = blocks;
    arcs->file = file;
    return arcs;
}

void arcs_grow(struct arcs *arcs, uint64_t states)
{
    uint64_t blocks = (states + ARCS_BLOCK - 1) / ARCS_BLOCK, space = blocks + blocks / 2;
    if (blocks <= arcs->blocks)
        return;
    arcs->pieces = memory_resized(arcs->pieces, space + 1, sizeof *arcs->pieces);
    memset(arcs->pieces + arcs->blocks + 1, 0, (space - arcs->blocks) * sizeof *arcs->pieces);
    memory_huge_pages(arcs->pieces, space * sizeof *arcs->pieces);
    arcs->blocks = space;
}

static void free_scribe(struct scribe *scribe)
{
    while (scribe->chunks) {
        struct chunk *next = scribe->chunks->next;
        munmap(scribe->chunks, scribe->chunks->mapped);
        scribe->chunks = next;
    }
    free(scribe->targets);
    free(scribe->labels);
    free(scribe->bytes);
}

void arcs_free(struct arcs *arcs)
{
    if (!arcs)
        return;
    for (unsigned i = 0; i < arcs->threads; i++)
        free_scribe(&arcs->scribes[i]);
    for (unsigned i = 0; i < arcs->slot_count; i++)
        free(arcs->slots[i].bytes);
    if (arcs->file >= 0)
        close(arcs->file);
    free(arcs->slots);
    free(arcs->scribes);
    free(arcs->pieces);
    free(arcs);
}

uint64_t arcs_bytes(uint64_t states, uint64_t count, uint32_t most_label)
{
    uint64_t index = (states / ARCS_BLOCK + 1) * sizeof(struct piece);
    return count ? index + states + count * (sizeof(uint32_t) + bytes_of(most_label)) : index;
}

/* --- writing ---------------------------------------------------------------- */

static struct chunk *new_chunk(uint64_t bytes)
{
    size_t mapped = sizeof(struct chunk) + bytes;
    struct chunk *chunk = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (chunk == MAP_FAILED)
        die_memory(mapped);
    memory_huge_pages(chunk, mapped);
    chunk->mapped = mapped;
    return chunk;
}

static unsigned char *in_chunk(struct scribe *scribe, uint64_t bytes)
{
    bytes = (bytes + 3) / 4 * 4;
    if (!scribe->chunks || scribe->size - scribe->used < bytes) {
        uint64_t most = scribe->taken >= 2 * HUGE_CHUNK ? HUGE_CHUNK : CHUNK;
        uint64_t size = scribe->size * 2 < FIRST_CHUNK ? FIRST_CHUNK : scribe->size * 2 > CHUNK ? most : scribe->size * 2;
        scribe->size = size < bytes ? bytes : size;
        struct chunk *chunk = new_chunk(scribe->size);
        chunk->next = scribe->chunks;
        scribe->chunks = chunk;
        scribe->used = 0;
    }
    scribe->used += bytes;
    return (unsigned char *)scribe->chunks->words + scribe->used - bytes;
}

static bool is_wide(const struct scribe *scribe)
{
    for (unsigned i = 0; i < ARCS_BLOCK; i++)
        if (scribe->counts[i] > UINT8_MAX)
            return true;
    return false;
}

static uint64_t piece_bytes(const struct arcs *arcs, uint64_t count, bool wide)
{
    return ARCS_BLOCK * (wide ? sizeof(uint32_t) : 1) + count * (sizeof(uint32_t) + arcs->label_bytes);
}

static void put_labels(unsigned char *to, const struct scribe *scribe, uint32_t label_bytes)
{
    if (label_bytes == 1)
        for (uint64_t i = 0; i < scribe->count; i++)
            to[i] = (uint8_t)scribe->labels[i];
    else if (label_bytes == 2)
        for (uint64_t i = 0; i < scribe->count; i++)
            ((uint16_t *)(void *)to)[i] = (uint16_t)scribe->labels[i];
    else if (label_bytes == 4)
        memcpy(to, scribe->labels, scribe->count * sizeof *scribe->labels);
}

static void make_piece(const struct arcs *arcs, struct scribe *scribe, bool wide)
{
    unsigned char *at = scribe->bytes;
    for (unsigned i = 0; i < ARCS_BLOCK; i++)
        if (wide)
            ((uint32_t *)(void *)at)[i] = scribe->counts[i];
        else
            at[i] = (uint8_t)scribe->counts[i];
    at += ARCS_BLOCK * (wide ? sizeof(uint32_t) : 1);
    memcpy(at, scribe->targets, scribe->count * sizeof *scribe->targets);
    put_labels(at + scribe->count * sizeof *scribe->targets, scribe, arcs->label_bytes);
}

static void put_away(struct arcs *arcs, unsigned thread)
{
    struct scribe *scribe = &arcs->scribes[thread];
    if (scribe->count == 0)
        return;
    struct piece *piece = &arcs->pieces[scribe->block];
    bool wide = is_wide(scribe);
    uint64_t bytes = piece_bytes(arcs, scribe->count, wide);
    scribe->bytes = memory_room(scribe->bytes, bytes, &scribe->byte_space, 1);
    make_piece(arcs, scribe, wide);
    piece->count = (uint32_t)scribe->count;
    piece->wide = wide;
    if (arcs->file < 0) {
        piece->memory = memcpy(in_chunk(scribe, bytes), scribe->bytes, bytes);
    } else {
        /* Only bytes are handed out; and what is set is read by arcs_finish, alone: relaxed. */
        piece->offset = atomic_fetch_add_explicit(&arcs->end, bytes, memory_order_relaxed);
        if (!scratch_write(arcs->file, scribe->bytes, bytes, piece->offset))
            atomic_store_explicit(&arcs->full, true, memory_order_relaxed);
    }
    scribe->total += scribe->count;
    scribe->taken += bytes;
    scribe->count = 0;
}

static void make_room(struct scribe *scribe, size_t count)
{
    uint64_t space = scribe->space, needed = scribe->count + count;
    if (needed > UINT32_MAX)
        die_memory(needed * sizeof *scribe->targets);
    if (needed <= scribe->space)
        return;
    scribe->labels = memory_room(scribe->labels, needed + ARCS_BLOCK, &space, sizeof *scribe->labels);
    scribe->targets = memory_room(scribe->targets, needed + ARCS_BLOCK, &scribe->space, sizeof *scribe->targets);
}

static void begin_block(struct arcs *arcs, unsigned thread, uint64_t block)
{
    struct scribe *scribe = &arcs->scribes[thread];
    put_away(arcs, thread);
    scribe->block = block;
    memset(scribe->counts, 0, sizeof scribe->counts);
}

void arcs_add_many(struct arcs *arcs, unsigned thread, const uint64_t *states, const uint64_t *targets, const uint64_t *labels, size_t count)
{
    struct scribe *scribe = &arcs->scribes[thread];
    make_room(scribe, count);
    for (size_t i = 0; i < count; i++) {
        if (states[i] / ARCS_BLOCK != scribe->block && !arcs->find)
            begin_block(arcs, thread, states[i] / ARCS_BLOCK);
        scribe->counts[states[i] % ARCS_BLOCK]++;
        scribe->targets[scribe->count] = (uint32_t)targets[i];
        scribe->labels[scribe->count++] = (uint32_t)labels[i];
    }
}

void arcs_add(struct arcs *arcs, unsigned thread, uint64_t state, uint32_t target, uint32_t label)
{
    arcs_add_many(arcs, thread, &state, &(uint64_t){target}, &(uint64_t){label}, 1);
}

bool arcs_finish(struct arcs *arcs)
{
    for (unsigned i = 0; i < arcs->threads; i++)
        put_away(arcs, i);
    return !atomic_load_explicit(&arcs->full, memory_order_relaxed);
}

uint64_t arcs_count(const struct arcs *arcs)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < arcs->threads; i++)
        count += arcs->scribes[i].total;
    return count;
}

uint64_t arcs_taken(const struct arcs *arcs)
{
    uint64_t bytes = arcs->blocks * sizeof(struct piece);
    for (unsigned i = 0; i < arcs->threads; i++)
        bytes += arcs->scribes[i].taken;
    return bytes;
}

/* --- reading ---------------------------------------------------------------- */

static const unsigned char *from_file(struct arcs *arcs, uint64_t block)
{
    const struct piece *piece = &arcs->pieces[block];
    struct slot *slot = &arcs->slots[block % SLOTS];
    if (slot->block != block) {
        uint64_t bytes = piece_bytes(arcs, piece->count, piece->wide);
        slot->bytes = memory_room(slot->bytes, bytes, &slot->space, 1);
        scratch_read(arcs->file, slot->bytes, bytes, piece->offset);
        slot->block = block;
    }
    return slot->bytes;
}

/* Eight bytes at a time: no sum of eight is above what 16 bits hold. */
static uint64_t sum_of_bytes(const unsigned char *bytes, unsigned count)
{
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff), ones = UINT64_C(0x0001000100010001);
    uint64_t sum = 0, eight;
    for (; count >= 8; count -= 8, bytes += 8) {
        memcpy(&eight, bytes, sizeof eight);
        sum += (((eight & even) + (eight >> 8 & even)) * ones) >> 48;
    }
    while (count-- > 0)
        sum += *bytes++;
    return sum;
}

static uint64_t sum_of_words(const uint32_t *words, unsigned count)
{
    uint64_t sum = 0;
    while (count-- > 0)
        sum += *words++;
    return sum;
}

/* What the finder gives of a state stays in its slot. */
static struct arcs_of found_again(struct arcs *arcs, uint64_t state)
{
    struct slot *slot = &arcs->slots[state % arcs->slot_count];
    struct scribe *scribe = &arcs->scribes[0];
    if (slot->block != state) {
        scribe->count = 0;
        arcs->find(arcs->find_data, arcs, state);
        uint64_t bytes = scribe->count * (sizeof(uint32_t) + arcs->label_bytes);
        slot->bytes = memory_room(slot->bytes, bytes + 1, &slot->space, 1);
        if (bytes)
            memcpy(slot->bytes, scribe->targets, scribe->count * sizeof *scribe->targets);
        put_labels(slot->bytes + scribe->count * sizeof(uint32_t), scribe, arcs->label_bytes);
        slot->count = (uint32_t)scribe->count;
        slot->block = state;
    }
    return (struct arcs_of){.targets = (const uint32_t *)(const void *)slot->bytes,
                            .labels = slot->bytes + slot->count * sizeof(uint32_t),
                            .count = slot->count, .label_bytes = arcs->label_bytes};
}

bool arcs_stay(const struct arcs *arcs)
{
    return !arcs->find && arcs->file < 0;
}

/* How many arcs there are, and about where: as if each state of the block had as many. */
void arcs_fetch(const struct arcs *arcs, uint64_t state)
{
    if (!arcs_stay(arcs))
        return;
    const struct piece *piece = &arcs->pieces[state / ARCS_BLOCK];
    __builtin_prefetch(piece->memory);
    __builtin_prefetch(piece->memory + ARCS_BLOCK + state % ARCS_BLOCK * piece->count / ARCS_BLOCK * sizeof(uint32_t));
}

struct arcs_of arcs_read(struct arcs *arcs, uint64_t state)
{
    if (arcs->find)
        return found_again(arcs, state);
    const struct piece *piece = &arcs->pieces[state / ARCS_BLOCK];
    unsigned place = (unsigned)(state % ARCS_BLOCK);
    struct arcs_of of = {.label_bytes = arcs->label_bytes};
    if (piece->count == 0)
        return of;
    const unsigned char *at = arcs->file >= 0 ? from_file(arcs, state / ARCS_BLOCK) : piece->memory;
    const uint32_t *words = (const uint32_t *)(const void *)at;
    uint64_t before = piece->wide ? sum_of_words(words, place) : sum_of_bytes(at, place);
    of.count = piece->wide ? words[place] : at[place];
    at += ARCS_BLOCK * (piece->wide ? sizeof(uint32_t) : 1);
    of.targets = (const uint32_t *)(const void *)at + before;
    of.labels = at + piece->count * sizeof(uint32_t) + before * arcs->label_bytes;
    return of;
}
