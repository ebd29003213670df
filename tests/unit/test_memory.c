/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"

enum { BYTES = 1 << 24 };

/* Of a region that is there no more, what it held must not be seen in the next. */
Test(memory, a_region_that_was_kept_is_zero)
{
    char *first = memory_region(BYTES);
    cr_assert(first);
    first[0] = first[BYTES / 2] = first[BYTES - 1] = 1;
    memory_region_done(first, BYTES, BYTES, false);
    char *second = memory_region(BYTES);
    cr_assert_eq(second, first, "the address space is kept");
    for (size_t i = 0; i < BYTES; i++)
        cr_assert(!second[i]);
    cr_assert_neq(memory_region(BYTES), second, "nobody else has it");
}

/* However much of it was used: little is zeroed in place. */
Test(memory, what_was_used_is_zero)
{
    for (size_t used = 1; used < BYTES; used = 3 * used + 1) {
        char *region = memory_region(BYTES);
        memset(region, 1, used);
        memory_region_done(region, BYTES, used, false);
        cr_assert_eq(memory_region(BYTES), region);
        for (size_t i = 0; i < BYTES; i++)
            cr_assert(!region[i]);
        memory_region_done(region, BYTES, 0, false);
    }
}

Test(memory, a_kept_region_serves_its_own_size_alone)
{
    void *region = memory_region(BYTES);
    memory_region_done(region, BYTES, BYTES, false);
    cr_assert_neq(memory_region(BYTES / 2), region);
    cr_assert_eq(memory_region(BYTES), region);
}

Test(memory, more_regions_than_are_kept)
{
    enum { REGIONS = 100 };
    char *regions[REGIONS];
    for (unsigned i = 0; i < REGIONS; i++)
        cr_assert(regions[i] = memory_region(BYTES));
    for (unsigned i = 0; i < REGIONS; i++)
        memory_region_done(regions[i], BYTES, BYTES, i % 2);
    for (unsigned i = 0; i < REGIONS; i++) {
        cr_assert(regions[i] = memory_region(BYTES));
        regions[i][0] = (char)i; /* it is mapped */
    }
    for (unsigned i = 0; i < REGIONS; i++)
        cr_assert_eq(regions[i][0], (char)i);
}

static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    cr_assert(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* What is kept does not stand in the way: the limit has room for one such region, and not for two. */
Test(memory, kept_regions_make_room)
{
    const size_t bytes = (size_t)16 << 30;
    size_t most = address_space() + bytes + bytes / 2;
    cr_assert(!setrlimit(RLIMIT_AS, &(struct rlimit){most, most}));
    void *region = memory_region(bytes);
    cr_assert(region);
    cr_assert_not(memory_region(bytes), "the limit holds");
    memory_region_done(region, bytes, bytes, false);
    cr_assert(memory_region(bytes + 4096));
}
