/* SPDX-License-Identifier: BSD-2-Clause */
/* Labelled arcs, in memory and in a file, against what was put in. */
#include <criterion/criterion.h>

#include "store/arcs.h"

#define THREADS 3u
#define STATES 20000u

/* How many arcs a state has; one block has none at all, and some states have more than a byte counts. */
static uint32_t length_of(uint64_t state)
{
    uint32_t by = (uint32_t)(state * 2654435761u) >> 16;
    if (state / ARCS_BLOCK == 4 || by % 5 == 0)
        return 0;
    return by % 997 == 0 ? 70000 : by % 97 == 0 ? 255 + by % 3 : by % 9;
}

static uint32_t target_of(uint64_t state, uint32_t i)
{
    return (uint32_t)state * 31 + i;
}

static uint32_t label_of(uint64_t state, uint32_t i, uint32_t most)
{
    return most ? (uint32_t)(state * 7 + i * 3) % (most + 1) : 0;
}

static void check(uint32_t most, const char *directory)
{
    struct arcs *arcs = arcs_new(STATES, most, THREADS, directory);
    uint64_t count = 0;
    cr_assert(arcs);
    for (uint64_t state = 0; state < STATES; state++)
        for (uint32_t i = 0; i < length_of(state); i++, count++)
            arcs_add(arcs, (unsigned)(state / ARCS_BLOCK % THREADS), state, target_of(state, i), label_of(state, i, most));
    cr_assert(arcs_finish(arcs));
    cr_assert_eq(arcs_count(arcs), count);
    cr_assert_leq(arcs_taken(arcs), arcs_bytes(STATES, count, most) + STATES * 3 + ARCS_BLOCK);
    for (uint64_t n = 0; n < STATES; n++) {
        uint64_t state = n % 2 ? n : n * 7919 % STATES;
        struct arcs_of of = arcs_read(arcs, state);
        cr_assert_eq(of.count, length_of(state));
        for (uint32_t i = 0; i < of.count; i++) {
            cr_assert_eq(of.targets[i], target_of(state, i));
            cr_assert_eq(arcs_label(&of, i), label_of(state, i, most));
        }
    }
    arcs_free(arcs);
}

Test(arcs, as_put_in)
{
    static const uint32_t most[] = {0, 255, 256, 65535, 65536};
    for (unsigned i = 0; i < sizeof most / sizeof *most; i++) {
        check(most[i], NULL);
        check(most[i], "/tmp");
    }
    cr_assert_null(arcs_new(1, 0, 1, "/nowhere/at/all"));
}
