/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * collect.c - sort what comes in any order, by runs.
 *
 * What a thread was given a moment ago it remembers in a small table, and does not
 * take again: of a state's successors most were also another's just before.
 */
#include "collect.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/lines.h"
#include "../base/memory.h"
#include "run_sort.h"

#ifndef COLLECT_FAN
#define COLLECT_FAN 64u /* sets that are merged at once */
#endif
#ifndef COLLECT_HELD
#define COLLECT_HELD (4 * COLLECT_FAN) /* sets for which there are files, in good time before there are none */
#endif
#ifndef COLLECT_MOST
#define COLLECT_MOST (UINT64_C(1) << 27) /* keys that a thread sorts at once */
#endif
#define COLLECT_LEAST 16u
#define LATELY_BYTES (UINT64_C(1) << 17)

struct part {
    _Alignas(OWN_LINES) uint64_t *keys;
    size_t count, space;
    uint64_t *lately;      /* keys, each at the place that its hash names; `known` says where there is one */
    unsigned char *known;
};

struct collect {
    struct run_shape shape;
    const char *directory;
    struct part *parts;
    unsigned threads;
    size_t mapped;         /* bytes of each part's keys */
    size_t lately_mask;
    pthread_mutex_t lock;  /* guards what follows, while threads put in */
    struct run_set *sets;
    unsigned count, room;
    int error;
    uint64_t most_bytes;
};

/* ---- making one ---- */

static bool make_part(struct collect *collect, struct part *part)
{
    part->keys = memory_region(collect->mapped);
    if (!part->keys)
        return false;
    part->lately = memory_zeroed((collect->lately_mask + 1) * collect->shape.words, sizeof *part->lately);
    part->known = memory_zeroed(collect->lately_mask + 1, 1);
    return true;
}

struct collect *collect_new(const struct run_shape *shape, const char *directory, unsigned threads, uint64_t bytes)
{
    uint64_t key = shape->words * sizeof(uint64_t), space = bytes / threads / key;
    struct collect *collect = memory_zeroed(1, sizeof *collect);
    space = space > COLLECT_MOST ? COLLECT_MOST : space < COLLECT_LEAST ? COLLECT_LEAST : space;
    *collect = (struct collect){.shape = *shape, .directory = directory, .threads = threads, .mapped = space * key};
    while ((2 * collect->lately_mask + 2) * key <= LATELY_BYTES && collect->lately_mask < space)
        collect->lately_mask = 2 * collect->lately_mask + 1;
    pthread_mutex_init(&collect->lock, NULL);
    collect->parts = own_lines(threads * sizeof *collect->parts);
    for (unsigned i = 0; i < threads; i++) {
        collect->parts[i].space = space;
        if (!make_part(collect, &collect->parts[i])) {
            collect_free(collect);
            return NULL;
        }
    }
    return collect;
}

void collect_free(struct collect *collect)
{
    if (!collect)
        return;
    int error = errno;
    collect_drop(collect);
    for (unsigned i = 0; i < collect->threads; i++) {
        if (collect->parts[i].keys)
            memory_region_done(collect->parts[i].keys, collect->mapped, collect->mapped, false);
        free(collect->parts[i].lately);
        free(collect->parts[i].known);
    }
    free(collect->parts);
    free(collect->sets);
    pthread_mutex_destroy(&collect->lock);
    free(collect);
    errno = error;
}

/* ---- runs ---- */

static void add_set(struct collect *collect, struct run_set set)
{
    if (collect->count == collect->room) {
        collect->room = collect->room ? 2 * collect->room : 16;
        collect->sets = realloc(collect->sets, collect->room * sizeof *collect->sets);
        if (!collect->sets)
            die_memory(collect->room * sizeof *collect->sets);
    }
    collect->sets[collect->count++] = set;
}

static bool keep_run(struct collect *collect, struct run_set *set, int error)
{
    pthread_mutex_lock(&collect->lock);
    if (set->count)
        add_set(collect, *set);
    else if (!collect->error)
        collect->error = error;
    pthread_mutex_unlock(&collect->lock);
    return set->count != 0;
}

static enum run_trouble merge(const struct collect *collect, struct pool *pool, const struct run_set *sets, unsigned count,
                              const struct run_set *const *without, unsigned without_count, struct run_set *to)
{
    const struct run_set **from = memory_zeroed(count, sizeof *from);
    for (unsigned i = 0; i < count; i++)
        from[i] = &sets[i];
    struct run_merge merge = {.shape = collect->shape, .directory = collect->directory, .from = from, .from_count = count,
                              .without = without, .without_count = without_count};
    enum run_trouble trouble = run_merge(&merge, pool, to);
    free(from);
    return trouble;
}

/* The first sets leave the list, if it has so many. */
static bool take_first(struct collect *collect, unsigned least, struct run_set *sets)
{
    pthread_mutex_lock(&collect->lock);
    bool many = collect->count >= least;
    if (many) {
        memcpy(sets, collect->sets, COLLECT_FAN * sizeof *sets);
        collect->count -= COLLECT_FAN;
        memmove(collect->sets, collect->sets + COLLECT_FAN, collect->count * sizeof *collect->sets);
    }
    pthread_mutex_unlock(&collect->lock);
    return many;
}

/* The first sets become one, while there are so many. */
static enum run_trouble narrow(struct collect *collect, struct pool *pool, unsigned least)
{
    struct run_set sets[COLLECT_FAN];
    enum run_trouble trouble = RUN_FINE;
    while (trouble == RUN_FINE && take_first(collect, least, sets)) {
        struct run_set set = {0};
        trouble = merge(collect, pool, sets, COLLECT_FAN, NULL, 0, &set);
        int error = errno;
        for (unsigned i = 0; i < COLLECT_FAN; i++)
            run_set_free(&sets[i]);
        if (trouble != RUN_STOPPED)
            keep_run(collect, &set, error ? error : EIO);
        errno = error;
    }
    return trouble;
}

bool collect_finish(struct collect *collect, unsigned thread)
{
    struct part *part = &collect->parts[thread];
    uint32_t words = collect->shape.words;
    if (part->count == 0)
        return true;
    run_sort(part->keys, part->count, words);
    struct run_writer *writer = run_begin(&collect->shape, collect->directory);
    bool good = true;
    for (size_t i = 0; i < part->count && good; i++) {
        const uint64_t *key = part->keys + i * words;
        if (i == 0 || run_compare(key - words, key, words) != 0)
            good = run_put(writer, key, 0);
    }
    part->count = 0;
    struct run_set set = {0};
    run_set_add(&set, run_end(writer));
    return keep_run(collect, &set, errno) && narrow(collect, NULL, COLLECT_HELD) == RUN_FINE;
}

static bool is_known(const struct collect *collect, struct part *part, const uint64_t *key)
{
    uint32_t words = collect->shape.words;
    uint64_t hash = words == 1 ? (*key * UINT64_C(0x9e3779b97f4a7c15)) >> 32 : XXH3_64bits(key, words * sizeof *key);
    size_t place = hash & collect->lately_mask;
    uint64_t *lately = part->lately + place * words;
    if (part->known[place] && run_compare(lately, key, words) == 0)
        return true;
    memcpy(lately, key, words * sizeof *key);
    part->known[place] = 1;
    return false;
}

bool collect_put(struct collect *collect, unsigned thread, const uint64_t *key)
{
    struct part *part = &collect->parts[thread];
    if (is_known(collect, part, key))
        return true;
    if (part->count == part->space && !collect_finish(collect, thread))
        return false;
    memcpy(part->keys + part->count++ * collect->shape.words, key, collect->shape.words * sizeof *key);
    return true;
}

int collect_error(const struct collect *collect)
{
    return collect->error;
}

/* ---- the whole ---- */

static uint64_t bytes_of(const struct collect *collect)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < collect->count; i++)
        bytes += run_set_bytes(&collect->sets[i]);
    return bytes;
}

enum run_trouble collect_take(struct collect *collect, struct pool *pool, const struct run_set *const *without, unsigned count,
                              struct run_set *to)
{
    enum run_trouble trouble = narrow(collect, pool, COLLECT_FAN + 1);
    if (trouble == RUN_FINE)
        trouble = merge(collect, pool, collect->sets, collect->count, without, count, to);
    int error = errno;
    uint64_t bytes = bytes_of(collect) + run_set_bytes(to);
    collect->most_bytes = bytes > collect->most_bytes ? bytes : collect->most_bytes;
    collect_drop(collect);
    errno = error;
    return trouble;
}

void collect_drop(struct collect *collect)
{
    for (unsigned i = 0; i < collect->count; i++)
        run_set_free(&collect->sets[i]);
    collect->count = 0;
    collect->error = 0;
    for (unsigned i = 0; i < collect->threads; i++) {
        collect->parts[i].count = 0;
        if (collect->parts[i].known)
            memset(collect->parts[i].known, 0, collect->lately_mask + 1);
    }
}

uint64_t collect_most_bytes(const struct collect *collect)
{
    return collect->most_bytes;
}
