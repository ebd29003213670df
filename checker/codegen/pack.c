/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.c - code that packs the working state, unpacks it, and turns both into
 * leaves.
 */
#include "../base/arena.h"
#include "codegen_private.h"

/* One word of the working state at bit `bit` of the packed state. */
static void pack_state_word(struct gen *gen, unsigned state_word, unsigned bits)
{
    const struct layout *layout = gen->layout;
    uint32_t bit = layout->state_word_bits[state_word];
    unsigned word = bit / 64, shift = bit % 64;
    unsigned long long mask = layout->state_word_masks[state_word];
    gen_line(gen, "memcpy(&v, b + %u, 8);", state_word * 8);
    gen_line(gen, "v = pext(v, UINT64_C(0x%llx));", mask);
    gen_line(gen, shift ? "w[%u] |= v << %u;" : "w[%u] = v;", word, shift);
    if (shift + bits > 64)
        gen_line(gen, "w[%u] = v >> %u;", word + 1, 64 - shift);
}

static void unpack_state_word(struct gen *gen, unsigned state_word, unsigned bits)
{
    const struct layout *layout = gen->layout;
    uint32_t bit = layout->state_word_bits[state_word];
    unsigned word = bit / 64, shift = bit % 64;
    unsigned long long mask = layout->state_word_masks[state_word];
    const char *low = shift ? arena_format(gen->arena, "w[%u] >> %u", word, shift) : arena_format(gen->arena, "w[%u]", word);
    if (shift + bits > 64)
        low = arena_format(gen->arena, "%s | w[%u] << %u", low, word + 1, 64 - shift);
    gen_line(gen, "v = pdep(%s, UINT64_C(0x%llx));", low, mask);
    gen_line(gen, "memcpy(b + %u, &v, 8);", state_word * 8);
}

static void each_state_word(struct gen *gen, void (*each)(struct gen *, unsigned, unsigned))
{
    const struct layout *layout = gen->layout;
    for (unsigned i = 0; i < layout->state_word_count; i++) {
        unsigned state_word = layout->state_words_by_bit[i];
        unsigned bits = (unsigned)__builtin_popcountll(layout->state_word_masks[state_word]);
        if (bits)
            each(gen, state_word, bits);
        else if (each == unpack_state_word)
            gen_line(gen, "memset(b + %u, 0, 8);", state_word * 8);
    }
}

/* Above this many state words a loop over a table takes the place of a statement
 * for each, so that the code does not grow with the state. */
enum { MOST_STATEMENTS = 512 };

_Static_assert((int)MOST_STATEMENTS >= (int)LAYOUT_SMALL, "the table that the loop needs is there");

/* Each state word's mask and its bit; of large states only, for change.c too. */
static void state_word_table(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    gen_line(gen, "static const struct { uint64_t mask; uint32_t bit; } places[%u] = {", layout->state_word_count);
    for (unsigned i = 0; i < layout->state_word_count; i++)
        gen_line(gen, "    {UINT64_C(0x%llx), %u},", (unsigned long long)layout->state_word_masks[i], layout->state_word_bits[i]);
    gen_line(gen, "};");
}

/* With the bit gather of the processor, where it is a fast one. */
static void by_state_word(struct gen *gen)
{
    if (gen->layout->state_word_count > MOST_STATEMENTS) {
        gen_runtime(gen, "pack_state_words");
        return;
    }
    gen_open(gen, "static void pack(const struct state *restrict s, uint64_t *restrict w)");
    gen_line(gen, "const unsigned char *const b = (const unsigned char *)s;");
    gen_line(gen, "uint64_t v;");
    gen_line(gen, "(void)b, (void)v;");
    if (gen->layout->state_bits == 0)
        gen_line(gen, "w[0] = 0;");
    each_state_word(gen, pack_state_word);
    gen_close(gen);
    gen_blank(gen);
    gen_open(gen, "static void unpack(const uint64_t *restrict w, struct state *restrict s)");
    gen_line(gen, "unsigned char *const b = (unsigned char *)s;");
    gen_line(gen, "uint64_t v;");
    gen_line(gen, "(void)w, (void)v;");
    each_state_word(gen, unpack_state_word);
    gen_close(gen);
}

static const char *unsigned_of(unsigned width)
{
    return width == 1 ? "uint8_t" : width == 2 ? "uint16_t" : width == 4 ? "uint32_t" : "uint64_t";
}

/* The leaves in the order of the working state. */
static unsigned *leaves_by_offset(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    unsigned *at = arena_alloc(gen->arena, (layout->state_bytes + 1) * sizeof *at);
    for (unsigned i = 0; i < layout->leaf_count; i++)
        at[layout->leaves[i].offset] = i + 1;
    unsigned *order = arena_alloc(gen->arena, (layout->leaf_count + 1) * sizeof *order), count = 0;
    for (uint32_t offset = 0; offset < layout->state_bytes; offset++)
        if (at[offset])
            order[count++] = at[offset] - 1;
    return order;
}

static void by_leaf_table(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    gen_line(gen, "static const struct { uint32_t offset; uint32_t width; } leaf_places[%u] = {", layout->leaf_count);
    for (unsigned i = 0; i < layout->leaf_count; i++)
        gen_line(gen, "    {%u, %u},", layout->leaves[i].offset, layout->leaves[i].width);
    gen_line(gen, "};");
    gen_runtime(gen, "pack_leaves");
}

/* Without it: leaf by leaf, by constant shifts. */
static void by_leaf(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    if (layout->leaf_count > MOST_STATEMENTS) {
        by_leaf_table(gen);
        return;
    }
    const unsigned *order = leaves_by_offset(gen);
    gen_open(gen, "static void pack(const struct state *restrict s, uint64_t *restrict w)");
    gen_line(gen, "const unsigned char *b = (const unsigned char *)s;");
    gen_line(gen, "(void)b;");
    gen_line(gen, "memset(w, 0, %u);", layout->packed_words * 8);
    for (unsigned i = 0; i < layout->leaf_count; i++) {
        const struct layout_leaf *leaf = &layout->leaves[order[i]];
        const char *code = leaf->width == 1 ? arena_format(gen->arena, "(uint64_t)b[%u]", leaf->offset)
                                            : arena_format(gen->arena, "(uint64_t)*(const %s *)(b + %u)",
                                                           unsigned_of(leaf->width), leaf->offset);
        gen_line(gen, "w[%u] |= %s << %u;", leaf->bit / 64, code, leaf->bit % 64);
        if (leaf->bit % 64 + leaf->bits > 64)
            gen_line(gen, "w[%u] |= %s >> %u;", leaf->bit / 64 + 1, code, 64 - leaf->bit % 64);
    }
    gen_close(gen);
    gen_blank(gen);
    gen_open(gen, "static void unpack(const uint64_t *restrict w, struct state *restrict s)");
    gen_line(gen, "unsigned char *b = (unsigned char *)s;");
    gen_line(gen, "(void)w;");
    gen_line(gen, "memset(s, 0, sizeof *s);");
    for (unsigned i = 0; i < layout->leaf_count; i++) {
        const struct layout_leaf *leaf = &layout->leaves[order[i]];
        unsigned long long mask = leaf->bits == 64 ? UINT64_MAX : (UINT64_C(1) << leaf->bits) - 1;
        const char *code = arena_format(gen->arena, "w[%u] >> %u", leaf->bit / 64, leaf->bit % 64);
        if (leaf->bit % 64 + leaf->bits > 64)
            code = arena_format(gen->arena, "%s | w[%u] << %u", code, leaf->bit / 64 + 1, 64 - leaf->bit % 64);
        const char *type = unsigned_of(leaf->width);
        if (leaf->width == 1)
            gen_line(gen, "b[%u] = (uint8_t)((%s) & 0x%llx);", leaf->offset, code, mask);
        else
            gen_line(gen, "*(%s *)(b + %u) = (%s)((%s) & UINT64_C(0x%llx));", type, leaf->offset, type, code, mask);
    }
    gen_close(gen);
}

/* The least value of a leaf, or INT64_MIN for a `taken` mark: its code is its value. */
static void leaf_table(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    gen_line(gen, "static const struct { uint32_t bit; uint32_t bits; uint32_t offset; int64_t low; } leaf_table[%u] = {",
             layout->leaf_count ? layout->leaf_count : 1);
    for (unsigned i = 0; i < layout->leaf_count; i++) {
        const struct layout_leaf *leaf = &layout->leaves[i];
        gen_line(gen, "    {%u, %u, %u, %s},", leaf->bit, leaf->bits, leaf->offset,
                 leaf->type ? gen_literal(gen, leaf->type->low) : "INT64_MIN");
    }
    if (layout->leaf_count == 0)
        gen_line(gen, "    {0, 0, 0, 0}");
    gen_line(gen, "};");
    gen_blank(gen);
}

void gen_pack(struct gen *gen)
{
    leaf_table(gen);
    if (gen->layout->state_word_count > LAYOUT_SMALL)
        state_word_table(gen);
    gen_runtime(gen, "gather");
    gen_line(gen, "#ifdef pext");
    by_state_word(gen);
    gen_line(gen, "#else");
    by_leaf(gen);
    gen_line(gen, "#endif");
    gen_blank(gen);
    if (gen->is_bound || gen->layout->state_word_count > LAYOUT_SMALL)
        gen_runtime(gen, "gather_by_hand");
    gen_runtime(gen, "leaves");
}
