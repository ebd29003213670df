/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arena.c - a list of chunks, from which a phase takes its memory, and which
 * is freed at once.
 */
#include "arena.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "die.h"
#include "memory.h"

enum { CHUNK_BYTES = 64 * 1024 };

struct chunk {
    struct chunk *next;
    alignas(max_align_t) char bytes[];
};

/* Invariant: [next, end) is the free rest of the newest chunk. */
struct arena {
    struct chunk *chunks;
    char *next, *end;
};

struct arena *arena_new(void)
{
    return memory_take(sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        memory_give(chunk);
    }
    memory_give(arena);
}

static void add_chunk(struct arena *arena, size_t bytes)
{
    size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    struct chunk *chunk = memory_take(sizeof *chunk + size);
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->next = chunk->bytes;
    arena->end = chunk->bytes + size;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    size_t align = alignof(max_align_t);
    if (bytes > SIZE_MAX / 2)
        die_memory(bytes);
    bytes = (bytes + align - 1) / align * align;
    if ((size_t)(arena->end - arena->next) < bytes)
        add_chunk(arena, bytes);
    void *block = arena->next;
    arena->next += bytes;
    return block;
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

/* What fits into the rest of the chunk is formatted there, once. */
char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    size_t rest = (size_t)(arena->end - arena->next);
    int length = vsnprintf(arena->next, rest, format, list);
    va_end(list);
    if (length < 0)
        die("a format string that vsnprintf refuses");
    char *text = arena_alloc(arena, (size_t)length + 1);
    if ((size_t)length >= rest)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* The capacity is implied by the count: a power of two, at least 4, so the
 * array is full exactly when its count is 0 or a power of two from 4 up. */
void *arena_grow(struct arena *arena, void *array, size_t element, size_t count)
{
    if (count && (count < 4 || (count & (count - 1))))
        return array;
    size_t capacity = count ? 2 * count : 4;
    if (capacity > SIZE_MAX / 2 / element)
        die_memory(capacity);
    void *larger = arena_alloc(arena, capacity * element);
    if (count)
        memcpy(larger, array, count * element);
    return larger;
}
