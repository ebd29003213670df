/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * change.c - code that goes from one state to the next: it loads the source,
 * copies it for the rule's body, and packs the target.
 *
 * A small state is copied, packed and unpacked as a whole.  A firing changes
 * little of a large state, and neighbours in the search differ little; so of
 * large states only the words that differ are looked at.  `clean` says that the
 * target equals the source, so that nothing need be copied.  The packed target
 * is the packed source, exclusive-or the packed difference of the state words
 * that the firing changed: gathering bits commutes with exclusive or.  x->changed
 * has a bit for each packed word that these lie in.
 */
#include "../base/arena.h"
#include "codegen_private.h"

static void place_list(struct gen *gen, const char *name, const uint32_t *items, unsigned count)
{
    text_format(gen->out, "static const uint32_t %s[%u] = {", name, count);
    for (unsigned i = 0; i < count; i++)
        text_format(gen->out, "%s%u,", i % 20 ? " " : "\n    ", items[i]);
    text_put(gen->out, "\n};\n");
}

/* How the state words (`places`, pack.c) follow each other in the packed state. */
static void state_word_order(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    place_list(gen, "by_bit", layout->state_words_by_bit, layout->state_word_count);
    /* The first state word, as they follow each other there, with a bit in each word; then the last one. */
    uint32_t *first = arena_alloc(gen->arena, (layout->packed_words + 1) * sizeof *first);
    for (unsigned word = 0, i = 0; word < layout->packed_words; word++) {
        while (i + 1 < layout->state_word_count && layout->state_word_bits[layout->state_words_by_bit[i + 1]] <= 64 * word)
            i++;
        first[word] = i;
    }
    first[layout->packed_words] = layout->state_word_count - 1;
    place_list(gen, "first_place", first, layout->packed_words + 1);
    gen_blank(gen);
}

void gen_change(struct gen *gen)
{
    bool large = gen_is_large(gen);
    if (gen->is_bound || large)
        gen_runtime(gen, "blocks");
    gen_runtime(gen, "compare");
    if (gen->is_bound)
        gen_runtime(gen, "specialised");
    if (large)
        state_word_order(gen);
    gen_runtime(gen, large ? "change_large" : "change_small");
}
