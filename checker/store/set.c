/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * set.c - a set of 64-bit keys that grows in place.
 *
 * Invariant: between the home of a hash and the slot where it lies no slot is
 * empty, in the order of the slots.
 *
 * Growth spreads the lines from the last to the first.  A hash moves to a
 * line that was left already: its new home is never before the old one, and
 * what lies behind its old home by more than that waits (`late`) until the
 * lines before are left too.  So far as homes move by more than a wave is
 * long, the waves are shared out to all threads.  Growth that is stopped leaves
 * hashes where no search for them leads.
 */
#include "set.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "table.h"

#ifndef SET_FIRST_LINES
#define SET_FIRST_LINES 64u
#endif
#ifndef SET_HUGE
#define SET_HUGE (UINT64_C(8) << 20) /* sets above this ask for huge pages */
#endif
#ifndef SET_WAVE
#define SET_WAVE 4096u               /* lines that are worth a wave of their own */
#endif
#define SET_ASK_AFTER 4096u          /* lines, a fraction of a millisecond, between two questions whether to stop */
#define SET_SPACE (UINT64_C(1) << 37) /* fewer than 2^32 lines */
#define SET_TAIL 1024u               /* lines behind the last home, at least */

/* Full lines are passed over while a key is sought: one in two on average. */
static uint64_t lines_limit(uint64_t lines)
{
    return lines * SET_LINE / 100 * 92;
}

static uint64_t line_bytes(uint64_t lines)
{
    return lines * SET_LINE * sizeof(uint64_t);
}

static void set_lines(struct set *set, uint64_t lines)
{
    set->lines = lines;
    set->limit = lines_limit(lines);
}

bool set_init(struct set *set, unsigned contexts, uint64_t bytes)
{
    memset(set, 0, sizeof *set);
    set->context_count = contexts;
    set->contexts = own_lines(contexts * sizeof *set->contexts);
    bytes = (bytes && bytes < SET_SPACE ? bytes : SET_SPACE) + line_bytes(SET_FIRST_LINES + SET_TAIL);
    for (; bytes >= line_bytes(SET_FIRST_LINES + SET_TAIL); bytes /= 2) {
        set->slots = memory_region(bytes);
        if (!set->slots)
            continue;
        set->mapped = bytes;
        set->lines_mapped = bytes / line_bytes(1);
        set_lines(set, SET_FIRST_LINES);
        return true;
    }
    set_done(set);
    return false;
}

void set_done(struct set *set)
{
    if (set->slots)
        memory_region_done((void *)set->slots, set->mapped, set->mapped, line_bytes(set->lines) >= SET_HUGE);
    free(set->contexts);
    memset(set, 0, sizeof *set);
}

uint64_t set_insert_zero(struct set *set, struct numbers_context *context)
{
    if (context->next == context->end && !numbers_reserve(&set->reserved, set->limit, context))
        return SET_FULL;
    return atomic_exchange_explicit(&set->has_zero, true, memory_order_relaxed) ? SET_KNOWN : context->next++;
}

/* From the first line with an empty slot; another thread may fill it meanwhile. */
uint64_t set_insert_new(struct set *set, struct numbers_context *context, uint64_t hash, uint64_t line)
{
    if (context->next == context->end && !numbers_reserve(&set->reserved, set->limit, context))
        return SET_FULL;
    _Atomic uint64_t *end = set->slots + set->lines_mapped * SET_LINE;
    for (_Atomic uint64_t *slot = set->slots + line * SET_LINE; slot < end; slot++) {
        uint64_t entry = atomic_load_explicit(slot, memory_order_relaxed);
        if (entry == 0 &&
            atomic_compare_exchange_strong_explicit(slot, &entry, hash, memory_order_relaxed, memory_order_relaxed))
            return context->next++;
        if (entry == hash)
            return SET_KNOWN;
    }
    return SET_FULL;
}

bool set_find(const struct set *set, uint64_t hash)
{
    if (hash == 0)
        return atomic_load_explicit(&set->has_zero, memory_order_relaxed);
    for (uint64_t line = set_home(set->lines, hash); line < set->lines_mapped; line++) {
        enum set_line found = set_look(set->slots + line * SET_LINE, hash);
        if (found != SET_LINE_FULL)
            return found == SET_LINE_HAS;
    }
    return false;
}

uint64_t set_reserved(const struct set *set)
{
    return atomic_load_explicit(&set->reserved, memory_order_relaxed);
}

uint64_t set_bytes(const struct set *set)
{
    return line_bytes(set->lines);
}

uint64_t set_renumber(struct set *set, void (*moved)(void *, uint64_t from, uint64_t to), void *data)
{
    return numbers_renumber(set->contexts, set->context_count, &set->reserved, moved, data);
}

/* --- growth -------------------------------------------------------------- */

struct late {
    uint64_t *hashes;
    uint64_t count, space;
};

static void put_late(struct late *late, uint64_t hash)
{
    late->hashes = memory_room(late->hashes, late->count + 1, &late->space, sizeof *late->hashes);
    late->hashes[late->count++] = hash;
}

/* Hashes are distinct, and the lines from the home on were left: only an empty
 * slot is sought. */
static void put_again(struct set *set, uint64_t hash)
{
    _Atomic uint64_t *slot = set->slots + set_home(set->lines, hash) * SET_LINE;
    for (;; slot++) {
        uint64_t empty = 0;
        if (atomic_load_explicit(slot, memory_order_relaxed) == 0 &&
            atomic_compare_exchange_strong_explicit(slot, &empty, hash, memory_order_relaxed, memory_order_relaxed))
            return;
    }
}

/* Leave the line.  What has its home in a line before `left` is late. */
static void leave_line(struct set *set, uint64_t line, uint64_t left, struct late *late)
{
    _Atomic uint64_t *slots = set->slots + line * SET_LINE;
    uint64_t hashes[SET_LINE];
    for (unsigned i = 0; i < SET_LINE; i++) {
        hashes[i] = atomic_load_explicit(&slots[i], memory_order_relaxed);
        atomic_store_explicit(&slots[i], 0, memory_order_relaxed);
    }
    for (unsigned i = 0; i < SET_LINE; i++) {
        if (hashes[i] == 0)
            continue;
        if (set_home(set->lines, hashes[i]) < left)
            put_late(late, hashes[i]);
        else
            put_again(set, hashes[i]);
    }
}

/* Put those of the late whose homes are left by now. */
static void put_in_time(struct set *set, uint64_t left, struct late *late)
{
    size_t kept = 0;
    for (size_t i = 0; i < late->count; i++)
        if (set_home(set->lines, late->hashes[i]) < left)
            late->hashes[kept++] = late->hashes[i];
        else
            put_again(set, late->hashes[i]);
    late->count = kept;
}

struct wave {
    struct set *set;
    struct pool *pool;
    uint64_t start, end;       /* lines to leave; those from `end` on were left */
    struct late *late;         /* by member */
};

/* Whether this member or another has found that the search is to stop: relaxed,
 * for a member that learns it late has only left more lines. */
static bool is_abandoned(struct set *set, const struct pool *pool)
{
    if (pool_stopped(pool))
        atomic_store_explicit(&set->unfinished, true, memory_order_relaxed);
    return atomic_load_explicit(&set->unfinished, memory_order_relaxed);
}

static void leave_part(void *data, unsigned member, unsigned members)
{
    const struct wave *wave = data;
    uint64_t lines = wave->end - wave->start;
    uint64_t start = wave->start + lines * member / members, end = wave->start + lines * (member + 1) / members;
    while (end-- > start && !(end % SET_ASK_AFTER == 0 && is_abandoned(wave->set, wave->pool)))
        leave_line(wave->set, end, wave->end, &wave->late[member]);
}

/* The line after the last one in use. */
static uint64_t lines_in_use(const struct set *set)
{
    uint64_t line = set->lines;
    while (line < set->lines_mapped &&
           atomic_load_explicit(&set->slots[line * SET_LINE], memory_order_relaxed) != 0)
        line++;
    return line;
}

static void spread(struct set *set, uint64_t old_lines, uint64_t in_use, struct pool *pool)
{
    unsigned members = pool_threads(pool);
    struct late *late = calloc(members, sizeof *late);
    if (!late)
        die_memory(members * sizeof *late);
    uint64_t left = in_use;
    while (left > 0 && !atomic_load_explicit(&set->unfinished, memory_order_relaxed)) {
        /* The first line all of whose hashes go to lines that were left. */
        uint64_t start = left * old_lines / set->lines + 2;
        if (start < left && left - start >= SET_WAVE) {
            struct wave wave = {set, pool, start, left, late};
            pool_run(pool, members, leave_part, &wave);
            left = start;
        } else {
            left--;
            leave_line(set, left, left, &late[0]);
        }
        for (unsigned i = 0; i < members; i++)
            put_in_time(set, left, &late[i]);
    }
    for (unsigned i = 0; i < members; i++)
        free(late[i].hashes);
    free(late);
}

uint64_t *set_take_all(struct set *set, size_t *count)
{
    uint64_t slots = lines_in_use(set) * SET_LINE, *hashes = malloc((set_reserved(set) + 1) * sizeof *hashes);
    if (!hashes)
        die_memory(set_reserved(set) * sizeof *hashes);
    *count = 0;
    if (atomic_exchange_explicit(&set->has_zero, false, memory_order_relaxed))
        hashes[(*count)++] = 0;
    for (uint64_t i = 0; i < slots; i++) {
        hashes[*count] = atomic_exchange_explicit(&set->slots[i], 0, memory_order_relaxed);
        *count += hashes[*count] != 0;
    }
    return hashes;
}

void set_put_all(struct set *set, const uint64_t *hashes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (hashes[i])
            put_again(set, hashes[i]);
        else
            atomic_store_explicit(&set->has_zero, true, memory_order_relaxed);
}

/* Small sets grow fast, for that costs nothing; large ones by an eighth, since
 * the slots that are empty are what memory is lost to. */
static uint64_t next_lines(uint64_t lines)
{
    return lines < 1u << 12 ? lines * 4 : lines < 1u << 16 ? lines * 2 : lines + lines / 8;
}

/* Once: the whole anew, in huge pages where the kernel gives them. */
static void start_huge_pages(struct set *set, uint64_t lines)
{
    size_t count;
    uint64_t *hashes = set_take_all(set, &count);
    madvise((void *)set->slots, set->mapped, MADV_DONTNEED); /* the next touch finds zeros */
    memory_huge_pages((void *)set->slots, set->mapped);
    set_lines(set, lines);
    set_put_all(set, hashes, count);
    free(hashes);
}

bool set_grow(struct set *set, struct pool *pool, uint64_t budget)
{
    uint64_t lines = next_lines(set->lines), old_lines = set->lines, in_use = lines_in_use(set);
    if (budget && lines > budget / line_bytes(1))
        lines = budget / line_bytes(1);
    if (lines + SET_TAIL > set->lines_mapped)
        lines = set->lines_mapped - SET_TAIL;
    if (lines <= old_lines + old_lines / 64)
        return false;
    if (line_bytes(old_lines) < SET_HUGE && line_bytes(lines) >= SET_HUGE)
        start_huge_pages(set, lines);
    if (set->lines != lines) {
        set_lines(set, lines);
        spread(set, old_lines, in_use, pool);
    }
    return true;
}

bool set_sound(const struct set *set)
{
    uint64_t count = atomic_load_explicit(&set->has_zero, memory_order_relaxed), gaps = 0;
    for (uint64_t slot = 0; slot < lines_in_use(set) * SET_LINE; slot++) {
        uint64_t hash = atomic_load_explicit(&set->slots[slot], memory_order_relaxed);
        count += hash != 0;
        for (uint64_t before = hash ? set_home(set->lines, hash) * SET_LINE : slot; before < slot; before++) {
            uint64_t other = atomic_load_explicit(&set->slots[before], memory_order_relaxed);
            if (other == 0 || other == hash)
                return false;
        }
        if (hash && set_home(set->lines, hash) > slot / SET_LINE)
            return false;
    }
    for (unsigned i = 0; i < set->context_count; i++)
        gaps += set->contexts[i].end - set->contexts[i].next;
    return count == set_reserved(set) - gaps;
}
