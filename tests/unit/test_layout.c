/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "murphi/layout.h"
#include "small_model.h"

static struct arena *arena;

static void set_up(void)
{
    arena = arena_new();
}

static void tear_down(void)
{
    arena_free(arena);
}

TestSuite(layout, .init = set_up, .fini = tear_down);

static struct layout *layout_of(const char *variables)
{
    const char *text = arena_format(arena, "%s\nstartstate begin end; rule true ==> begin end;", variables);
    return layout_new(arena, small_program(arena, text));
}

Test(layout, bits_hold_the_values_and_undefined)
{
    struct layout *l = layout_of("var b: boolean; one: 5..5; three: 0..2; four: 1..4; wide: -200..100;");
    cr_assert_eq(l->leaves[0].bits, 2);
    cr_assert_eq(l->leaves[1].bits, 1);
    cr_assert_eq(l->leaves[2].bits, 2);
    cr_assert_eq(l->leaves[3].bits, 3);
    cr_assert_eq(l->leaves[4].bits, 9);
    cr_assert_eq(l->state_bits, 17);
    cr_assert_eq(l->packed_words, 1);
}

Test(layout, widths_follow_the_codes)
{
    struct layout *l = layout_of("var a: 0..254; b: 0..255; c: 0..65534; d: 0..65535; e: 0..4294967294; f: 0..4294967295;"
                                 "g: -4611686018427387904..4611686018427387902;");
    static const unsigned widths[] = {1, 2, 2, 4, 4, 8, 8};
    for (unsigned i = 0; i < 7; i++)
        cr_assert_eq(l->leaves[i].width, widths[i], "leaf %u", i);
    cr_assert_eq(l->leaves[6].bits, 63);
}

Test(layout, leaves_are_aligned_apart_and_within_the_state)
{
    struct layout *l = layout_of("var r: array[0..2] of record a: boolean; b: 0..70000; c: multiset[2] of 0..300; end; z: 0..1;");
    for (unsigned i = 0; i < l->leaf_count; i++) {
        cr_assert_eq(l->leaves[i].offset % l->leaves[i].width, 0);
        cr_assert_leq(l->leaves[i].offset + l->leaves[i].width, l->state_bytes);
        for (unsigned j = 0; j < i; j++) {
            cr_assert(l->leaves[i].offset + l->leaves[i].width <= l->leaves[j].offset
                      || l->leaves[j].offset + l->leaves[j].width <= l->leaves[i].offset);
            cr_assert(l->leaves[i].bit + l->leaves[i].bits <= l->leaves[j].bit
                      || l->leaves[j].bit + l->leaves[j].bits <= l->leaves[i].bit);
        }
    }
    cr_assert_eq(l->leaf_count, 3 * (2 + 2 * 2) + 1);
    cr_assert_eq(l->state_bytes % 8, 0);
}

Test(layout, state_words_agree_with_the_leaves)
{
    struct layout *l = layout_of("var a: array[0..10] of 0..6; b: 0..1000; c: array[0..3] of boolean; d: 0..99999;");
    unsigned bits = 0;
    for (unsigned w = 0; w < l->state_word_count; w++) {
        cr_assert_eq(l->state_word_bits[w], bits);
        bits += (unsigned)__builtin_popcountll(l->state_word_masks[w]);
    }
    cr_assert_eq(bits, l->state_bits);
    for (unsigned i = 0; i < l->leaf_count; i++) {
        uint64_t below = l->state_word_masks[l->leaves[i].offset / 8] & ((UINT64_C(1) << l->leaves[i].offset % 8 * 8) - 1);
        cr_assert_eq(l->leaves[i].bit, l->state_word_bits[l->leaves[i].offset / 8] + (unsigned)__builtin_popcountll(below));
    }
}

Test(layout, a_model_without_variables_has_one_word)
{
    struct layout *l = layout_of("");
    cr_assert_eq(l->state_bits, 0);
    cr_assert_eq(l->packed_words, 1);
    cr_assert_eq(l->state_bytes, 8);
}
