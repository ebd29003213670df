/* SPDX-License-Identifier: BSD-2-Clause */
/* fragment.c - see fragment.h.  The words are few, so that all sets of them are looked at. */
#include "fragment.h"

#include <stdbool.h>

enum { WORD_FENCE = LITMUS_ORDERS, WORD_SCOPE = WORD_FENCE + 4, WORD_UPDATE = WORD_SCOPE + 3 };

static const char *const words[FRAGMENT_WORDS] = {
    "plain accesses", "rlx", "acq", "rel", "ar", "sc", "rm_acq", "rm_rel", "rm_ar",
    "acq fences", "rel fences", "ar fences", "sc fences", "wg scope", "agent scope", "sys scope", "read-modify-writes",
};

const char *fragment_word(unsigned word)
{
    return words[word];
}

static unsigned words_of(const struct litmus_instruction *at)
{
    unsigned found = 0;
    if (at->kind > LITMUS_FENCE)
        return 0;
    if (at->order != LITMUS_NA && at->level >= LITMUS_WG)
        found |= 1u << (WORD_SCOPE + (at->level - LITMUS_WG));
    if (at->kind == LITMUS_FENCE)
        return found | 1u << (WORD_FENCE + (at->order - LITMUS_ACQ));
    return found | 1u << at->order | (at->kind == LITMUS_RMW ? 1u << WORD_UPDATE : 0);
}

unsigned fragment_words(const struct litmus_test *test)
{
    unsigned found = 0;
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++)
            found |= words_of(&test->threads[t].code[i]);
    return found;
}

static bool meets_all(unsigned set, const unsigned *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!(set & others[i]))
            return false;
    return true;
}

static bool has_part(const struct fragments *found, unsigned set)
{
    for (unsigned i = 0; i < found->count; i++)
        if ((found->without[i] & set) == found->without[i])
            return true;
    return false;
}

/* Without those that have another of them as a part: who meets that one meets them. */
static unsigned *least_of(struct arena *arena, const unsigned *sets, unsigned *count)
{
    unsigned *least = NULL, kept = 0;
    for (unsigned i = 0; i < *count; i++) {
        bool needed = true;
        for (unsigned j = 0; j < *count && needed; j++)
            needed = (sets[j] & sets[i]) != sets[j] || (sets[j] == sets[i] && j >= i);
        if (needed)
            ARENA_PUSH(arena, least, kept, sets[i]);
    }
    *count = kept;
    return least;
}

struct fragments fragments_find(struct arena *arena, const unsigned *broken, unsigned count)
{
    struct fragments found = {0};
    unsigned all = 0;
    const unsigned *least = least_of(arena, broken, &count);
    for (unsigned i = 0; i < count; i++)
        all |= least[i];
    for (int size = 1; size <= FRAGMENT_WORDS && count; size++)
        for (unsigned set = 1; set < 1u << FRAGMENT_WORDS; set++)
            if ((set & ~all) == 0 && __builtin_popcount(set) == size && !has_part(&found, set) && meets_all(set, least, count))
                ARENA_PUSH(arena, found.without, found.count, set);
    return found;
}
