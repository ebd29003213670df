/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * memory.c - see memory.h.  The reserve is part of the program's own zeroed
 * data: it costs address space, and pages only when it is drawn on.
 *
 * Invariant: [0, drawn) of the reserve is handed out, for good; a block that is
 * given back there stays so.  Only a thread with `draws` set draws on it.
 */
#include "memory.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "die.h"

enum { RESERVE_BYTES = 8 << 20 };

static alignas(max_align_t) char reserve[RESERVE_BYTES];
static _Atomic size_t drawn;
static atomic_flag taken_over = ATOMIC_FLAG_INIT;
static _Thread_local bool draws;
static int code_if_cut = EXIT_INCOMPLETE; /* of the thread that reports */
static struct memory_end end;

static bool is_of_reserve(const void *block)
{
    return (uintptr_t)block >= (uintptr_t)reserve && (uintptr_t)block < (uintptr_t)reserve + RESERVE_BYTES;
}

/* NULL where the reserve does not do either. */
static void *draw(size_t bytes)
{
    size_t align = alignof(max_align_t);
    if (!draws || bytes > RESERVE_BYTES)
        return NULL;
    bytes = (bytes + align - 1) / align * align;
    size_t at = atomic_fetch_add_explicit(&drawn, bytes, memory_order_relaxed); /* counts only */
    return at + bytes <= RESERVE_BYTES ? reserve + at : NULL;
}

void *memory_zeroed(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (!block)
        die_memory((count + 1) * size);
    return block;
}

/* Regions that are kept, all zero.  A slot is empty where `bytes` is 0. */
enum { REGIONS_KEPT = 32, ZEROED_MOST = 64 << 10 };
static struct {
    void *region;
    size_t bytes;
} kept[REGIONS_KEPT];
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static void *take_kept(size_t bytes)
{
    void *region = NULL;
    pthread_mutex_lock(&kept_lock);
    for (unsigned i = 0; i < REGIONS_KEPT && !region; i++)
        if (kept[i].bytes == bytes) {
            region = kept[i].region;
            kept[i].bytes = 0;
        }
    pthread_mutex_unlock(&kept_lock);
    return region;
}

static void free_kept(void)
{
    pthread_mutex_lock(&kept_lock);
    for (unsigned i = 0; i < REGIONS_KEPT; i++) {
        if (kept[i].bytes)
            munmap(kept[i].region, kept[i].bytes);
        kept[i].bytes = 0;
    }
    pthread_mutex_unlock(&kept_lock);
}

static void *map_region(size_t bytes)
{
    void *region = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return region == MAP_FAILED ? NULL : region;
}

void *memory_region(size_t bytes)
{
    void *region = take_kept(bytes);
    region = region ? region : map_region(bytes);
    if (region)
        return region;
    free_kept(); /* there may be a limit on address space */
    return map_region(bytes);
}

/* A few pages are sooner zeroed than given back and faulted in again. */
static bool make_zero(void *region, size_t bytes, size_t used)
{
    if (used > ZEROED_MOST)
        return !madvise(region, bytes, MADV_DONTNEED);
    memset(region, 0, used);
    return true;
}

void memory_region_done(void *region, size_t bytes, size_t used, bool huge)
{
    bool keeps = !huge && make_zero(region, bytes, used), has_kept = false;
    pthread_mutex_lock(&kept_lock);
    for (unsigned i = 0; i < REGIONS_KEPT && keeps && !has_kept; i++)
        if (!kept[i].bytes) {
            kept[i].region = region;
            kept[i].bytes = bytes;
            has_kept = true;
        }
    pthread_mutex_unlock(&kept_lock);
    if (!has_kept)
        munmap(region, bytes);
}

void memory_huge_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t huge = 2u << 20;
    uintptr_t first = ((uintptr_t)block + huge - 1) / huge * huge, last = ((uintptr_t)block + bytes) / huge * huge;
    if (first < last)
        madvise((void *)first, last - first, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

void memory_hold(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20); /* and with it glibc no longer moves the other threshold by itself */
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

void *memory_resized(void *block, size_t count, size_t size)
{
    block = realloc(block, count * size);
    if (!block)
        die_memory(count * size);
    return block;
}

void *memory_more_room(void *block, uint64_t needed, uint64_t *space, size_t size)
{
    *space = needed > *space * 2 ? needed : *space * 2;
    if (*space < 64)
        *space = 64;
    return memory_resized(block, *space, size);
}

void *memory_take(size_t bytes)
{
    void *block = calloc(1, bytes ? bytes : 1);
    if (!block)
        block = draw(bytes ? bytes : 1);
    if (!block)
        die_memory(bytes);
    return block;
}

void *memory_resize(void *block, size_t old_bytes, size_t bytes)
{
    void *larger = is_of_reserve(block) ? NULL : realloc(block, bytes ? bytes : 1);
    if (larger)
        return larger;
    larger = memory_take(bytes);
    if (old_bytes)
        memcpy(larger, block, old_bytes < bytes ? old_bytes : bytes);
    memory_give(block);
    return larger;
}

void memory_give(void *block)
{
    if (!is_of_reserve(block))
        free(block);
}

void memory_at_end(const struct memory_end *what)
{
    end = *what;
}

void memory_reporting(int code)
{
    draws = true;
    code_if_cut = code;
}

void memory_check_errno(void)
{
    if (errno == ENOMEM)
        die_memory(0);
}

/* Standard error has no buffer, so this needs no memory. */
static void say(size_t bytes)
{
    fputs("murrelet: incomplete: memory ran out", stderr);
    if (bytes)
        fprintf(stderr, " (a block of %zu bytes was refused)", bytes);
    if (end.advice)
        fprintf(stderr, "; %s", end.advice);
    fputc('\n', stderr);
}

void die_memory(size_t bytes)
{
    if (draws) {
        fputs("murrelet: incomplete: memory ran out, and the report is not whole\n", stderr);
        fflush(stdout);
        _exit(code_if_cut);
    }
    while (atomic_flag_test_and_set_explicit(&taken_over, memory_order_acquire))
        pause();
    memory_reporting(EXIT_INCOMPLETE);
    fflush(stdout); /* what was found so far comes first */
    say(bytes);
    int code = end.report ? end.report(end.data) : EXIT_INCOMPLETE;
    fflush(stdout);
    _exit(code);
}
