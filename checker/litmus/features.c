/* SPDX-License-Identifier: BSD-2-Clause */
/* features.c - see features.h. */
#include "features.h"

static const char *const names[LITMUS_FEATURES] = {
    [FEATURE_PROXIES] = "proxies", [FEATURE_ALIASES] = "aliases", [FEATURE_BARRIERS] = "barriers",
    [FEATURE_AVAILABILITY] = "availability and visibility beside orders", [FEATURE_CLASSES] = "storage classes",
    [FEATURE_HOST] = "order by the host", [FEATURE_REGIONS] = "local memory"};

/* The storage classes that accesses of the test are of; those of other dialects are of class 0. */
static uint64_t classes_of(const struct litmus_test *test)
{
    uint64_t all = 0;

    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++)
            all |= test->threads[t].code[i].marks >> MARK_CLASS_0 & 15;
    return all;
}

static bool releases(const struct litmus_instruction *i)
{
    return i->kind != LITMUS_LOAD && (i->order == LITMUS_REL || i->order == LITMUS_AR);
}

static bool acquires(const struct litmus_instruction *i)
{
    return i->kind != LITMUS_STORE && (i->order == LITMUS_ACQ || i->order == LITMUS_AR);
}

static unsigned vulkan_needs(const struct litmus_instruction *i, uint64_t classes)
{
    unsigned needs = 0;
    bool plain = i->order == LITMUS_NA, ordered = releases(i) || acquires(i);
    bool by_itself = plain && i->marks & (LITMUS_MARK(AVAILABLE) | LITMUS_MARK(VISIBLE));

    if (by_itself || i->marks & (LITMUS_MARK(DEVICE_AVAILABLE) | LITMUS_MARK(DEVICE_VISIBLE)) ||
        (releases(i) && !(i->marks & LITMUS_MARK(MAKES_AVAILABLE))) || (acquires(i) && !(i->marks & LITMUS_MARK(MAKES_VISIBLE))))
        needs |= 1u << FEATURE_AVAILABILITY;
    if (ordered && classes & ~(i->marks >> MARK_SEMANTICS_0 & 15))
        needs |= 1u << FEATURE_CLASSES;
    return needs;
}

static unsigned needs_of(const struct litmus_test *test, const struct litmus_instruction *i, uint64_t classes)
{
    static const uint64_t proxies = LITMUS_MARK(SURFACE) | LITMUS_MARK(TEXTURE) | LITMUS_MARK(CONSTANT) | LITMUS_MARK(ALIAS) |
                                    LITMUS_MARK(GENERIC);
    bool local = i->marks & LITMUS_MARK(LOCAL) && !(i->marks & LITMUS_MARK(GLOBAL));
    unsigned needs = i->barrier ? 1u << FEATURE_BARRIERS : 0;

    needs |= i->marks & proxies ? 1u << FEATURE_PROXIES : 0;
    needs |= local ? 1u << FEATURE_REGIONS : 0;
    return needs | (test->dialect == LITMUS_VULKAN ? vulkan_needs(i, classes) : 0);
}

static bool missing(unsigned needs, unsigned has, struct place place, struct litmus_need *need)
{
    if (!(needs & ~has))
        return false;
    enum litmus_feature feature = (enum litmus_feature)__builtin_ctz(needs & ~has);
    *need = (struct litmus_need){feature, names[feature], place};
    return true;
}

bool litmus_needs(const struct litmus_test *test, unsigned has, struct litmus_need *need)
{
    uint64_t classes = classes_of(test);

    for (unsigned l = 0; l < test->location_count; l++) {
        const struct litmus_location *location = &test->locations[l];
        unsigned needs = (location->memory != l ? 1u << FEATURE_ALIASES : 0) |
                         (location->marks & LITMUS_MARK(LOCAL) ? 1u << FEATURE_REGIONS : 0);
        if (missing(needs, has, location->place, need))
            return true;
    }
    if (test->ordered_count && missing(1u << FEATURE_HOST, has, test->ordered[0].place, need))
        return true;
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++)
            if (missing(needs_of(test, &test->threads[t].code[i], classes), has, test->threads[t].code[i].place, need))
                return true;
    return false;
}
