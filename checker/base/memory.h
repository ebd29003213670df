/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * memory.h - blocks that are never NULL, and how a run ends when there are none.
 *
 * Memory that runs out is an outcome like a limit: the command says so, says
 * what it found until then, and ends with EXIT_INCOMPLETE (or EXIT_VIOLATED,
 * where it had found a violation).  Where a search can go back and stop in
 * order it does; everywhere else, in any thread, die_memory (die.h) ends the
 * run in one way:
 *
 *   - The first thread to come takes the run over; others that come wait for
 *     the end.  Nothing is unwound, and no lock is asked for.
 *   - It may draw on a reserve that was there from the start, and calls what
 *     the command left with memory_at_end, which reports.
 *   - What reports uses memory_take, and what stands on it (text, arena and
 *     jansson), and nothing else that asks for memory.
 *
 * A command that has its result, and only reports it, calls memory_reporting:
 * from then on the reserve serves at once, and the report is the full one.
 */
#ifndef MURRELET_MEMORY_H
#define MURRELET_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed; never NULL, and with room for more than `count` of them; free() frees it. */
void *memory_zeroed(size_t count, size_t size);
/* As realloc, and never NULL; what is new is not zeroed; free() frees it. */
void *memory_resized(void *block, size_t count, size_t size);
/* The same, where there is no room for `needed`: then `*space`, how many there is room for, at least doubles. */
void *memory_more_room(void *block, uint64_t needed, uint64_t *space, size_t size);
static inline void *memory_room(void *block, uint64_t needed, uint64_t *space, size_t size)
{
    return needed <= *space ? block : memory_more_room(block, needed, space, size);
}

/* From now on freed memory stays with the process, up to 64 MiB of a thread: for a command that takes and frees the same megabyte
 * for each of very many tests.  Given back to the system at every turn, it would be zeroed and mapped at every turn. */
void memory_hold(void);
/* Address space, whose pages are zeroed and take memory as they are touched.  NULL where there is none. */
void *memory_region(size_t bytes);
/* Its memory goes back to the system at once, unless it is little; the address space is kept for the next region of this size, since
 * page tables cost more than all else of a small search.  Not of a region that huge pages were asked for.  Nothing was touched
 * behind the first `used` bytes. */
void memory_region_done(void *region, size_t bytes, size_t used, bool huge);
/* A block that was not touched yet, is large, and will be read here and there: in huge pages where the kernel gives them. */
void memory_huge_pages(void *block, size_t bytes);

/* Zeroed; never NULL.  Only memory_give frees them. */
void *memory_take(size_t bytes);
void *memory_resize(void *block, size_t old_bytes, size_t bytes); /* what is new is not zeroed */
void memory_give(void *block);

/* What a command says when memory runs out: `report` returns the exit code; it
 * may be NULL.  `advice` says in a clause what would help; it may be NULL. */
struct memory_end {
    int (*report)(void *data);
    void *data;
    const char *advice;
};
void memory_at_end(const struct memory_end *);

/* The calling thread reports a result that is known: `code` is the exit code
 * should even the reserve not do. */
void memory_reporting(int code);

/* Whether a call that failed just now (errno says why) failed for want of
 * memory: then it does not return. */
void memory_check_errno(void);

#endif
