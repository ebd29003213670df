/* SPDX-License-Identifier: BSD-2-Clause */
/* arena.h - memory that lives as long as a phase, freed at once.
 * Every block is zeroed and aligned for any object.  Nothing here returns NULL: memory.h
 * says how a run ends that runs out of it. */
#ifndef MURRELET_ARENA_H
#define MURRELET_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *);
void *arena_alloc(struct arena *, size_t bytes);
char *arena_text(struct arena *, const char *text, size_t length); /* with a final 0 */
char *arena_format(struct arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Make room for one more element in an array that an arena holds: `array` is
 * an lvalue of pointer type, `count` its length (an int or unsigned), which
 * the macro raises by one.  The capacity is the next power of two. */
#define ARENA_PUSH(arena, array, count, value) \
    ((array) = arena_grow((arena), (array), sizeof *(array), (size_t)(count)), (array)[(count)++] = (value))
void *arena_grow(struct arena *, void *array, size_t element, size_t count);

#endif
