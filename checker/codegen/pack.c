/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pack.c - code that packs the working state, unpacks it, and turns both into
 * leaves.
 */
#include "../base/arena.h"
#include "codegen_private.h"

/* One 8-byte window of the working state at bit `bit` of the packed state. */
static void pack_window(struct gen *gen, unsigned window, unsigned bits)
{
    const struct layout *layout = gen->layout;
    uint32_t bit = layout->window_bits[window];
    unsigned word = bit / 64, shift = bit % 64;
    unsigned long long mask = layout->window_masks[window];
    gen_line(gen, "memcpy(&v, b + %u, 8);", window * 8);
    gen_line(gen, "v = pext(v, UINT64_C(0x%llx));", mask);
    gen_line(gen, shift ? "w[%u] |= v << %u;" : "w[%u] = v;", word, shift);
    if (shift + bits > 64)
        gen_line(gen, "w[%u] = v >> %u;", word + 1, 64 - shift);
}

static void unpack_window(struct gen *gen, unsigned window, unsigned bits)
{
    const struct layout *layout = gen->layout;
    uint32_t bit = layout->window_bits[window];
    unsigned word = bit / 64, shift = bit % 64;
    unsigned long long mask = layout->window_masks[window];
    const char *low = shift ? arena_format(gen->arena, "w[%u] >> %u", word, shift) : arena_format(gen->arena, "w[%u]", word);
    if (shift + bits > 64)
        low = arena_format(gen->arena, "%s | w[%u] << %u", low, word + 1, 64 - shift);
    gen_line(gen, "v = pdep(%s, UINT64_C(0x%llx));", low, mask);
    gen_line(gen, "memcpy(b + %u, &v, 8);", window * 8);
}

static void windows(struct gen *gen, void (*each)(struct gen *, unsigned, unsigned))
{
    const struct layout *layout = gen->layout;
    for (unsigned i = 0; i < layout->window_count; i++) {
        unsigned window = layout->windows_by_bit[i];
        unsigned bits = (unsigned)__builtin_popcountll(layout->window_masks[window]);
        if (bits)
            each(gen, window, bits);
        else if (each == unpack_window)
            gen_line(gen, "memset(b + %u, 0, 8);", window * 8);
    }
}

/* Above this many windows a loop over a table takes the place of a statement
 * for each, so that the code does not grow with the state. */
enum { MOST_STATEMENTS = 512 };

_Static_assert((int)MOST_STATEMENTS >= (int)LAYOUT_SMALL, "the table that the loop needs is there");

/* Each window's mask and its bit; of large states only, for codegen_change.c too. */
static void window_table(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    gen_line(gen, "static const struct { uint64_t mask; uint32_t bit; } places[%u] = {", layout->window_count);
    for (unsigned i = 0; i < layout->window_count; i++)
        gen_line(gen, "    {UINT64_C(0x%llx), %u},", (unsigned long long)layout->window_masks[i], layout->window_bits[i]);
    gen_line(gen, "};");
}

static void by_window_table(struct gen *gen)
{
    text_format(gen->out,
        "static void pack(const struct state *restrict s, uint64_t *restrict w)\n"
        "{\n"
        "    memset(w, 0, %u);\n"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = places[i].bit / 64, shift = places[i].bit %% 64;\n"
        "        uint64_t v;\n"
        "        memcpy(&v, (const unsigned char *)s + 8 * i, 8);\n"
        "        v = pext(v, places[i].mask);\n"
        "        w[word] |= v << shift;\n"
        "        if (shift && v >> (64 - shift))\n"
        "            w[word + 1] |= v >> (64 - shift);\n"
        "    }\n"
        "}\n\n"
        "static void unpack(const uint64_t *restrict w, struct state *restrict s)\n"
        "{\n"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = places[i].bit / 64, shift = places[i].bit %% 64;\n"
        "        uint64_t v = word < %u ? w[word] >> shift : 0;\n"
        "        if (shift && word + 1 < %u)\n"
        "            v |= w[word + 1] << (64 - shift);\n"
        "        v = pdep(v, places[i].mask);\n"
        "        memcpy((unsigned char *)s + 8 * i, &v, 8);\n"
        "    }\n"
        "}\n", gen->layout->packed_words * 8, gen->layout->window_count, gen->layout->window_count,
        gen->layout->packed_words, gen->layout->packed_words);
}

/* With the bit gather of the processor, where it is a fast one. */
static void by_window(struct gen *gen)
{
    if (gen->layout->window_count > MOST_STATEMENTS) {
        by_window_table(gen);
        return;
    }
    gen_open(gen, "static void pack(const struct state *restrict s, uint64_t *restrict w)");
    gen_line(gen, "const unsigned char *const b = (const unsigned char *)s;");
    gen_line(gen, "uint64_t v;");
    gen_line(gen, "(void)b, (void)v;");
    if (gen->layout->state_bits == 0)
        gen_line(gen, "w[0] = 0;");
    windows(gen, pack_window);
    gen_close(gen);
    gen_blank(gen);
    gen_open(gen, "static void unpack(const uint64_t *restrict w, struct state *restrict s)");
    gen_line(gen, "unsigned char *const b = (unsigned char *)s;");
    gen_line(gen, "uint64_t v;");
    gen_line(gen, "(void)w, (void)v;");
    windows(gen, unpack_window);
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
    text_format(gen->out,
        "static void pack(const struct state *restrict s, uint64_t *restrict w)\n"
        "{\n"
        "    memset(w, 0, %u);\n"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit %% 64;\n"
        "        const unsigned char *b = (const unsigned char *)s + leaf_places[i].offset;\n"
        "        uint64_t code = 0;\n"
        "        for (uint32_t j = leaf_places[i].width; j-- > 0;)\n"
        "            code = code << 8 | b[j];\n"
        "        w[word] |= code << shift;\n"
        "        if (shift + leaf_table[i].bits > 64)\n"
        "            w[word + 1] |= code >> (64 - shift);\n"
        "    }\n"
        "}\n\n"
        "static void unpack(const uint64_t *restrict w, struct state *restrict s)\n"
        "{\n"
        "    memset(s, 0, sizeof *s);\n"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit %% 64;\n"
        "        unsigned char *b = (unsigned char *)s + leaf_places[i].offset;\n"
        "        uint64_t code = w[word] >> shift;\n"
        "        if (shift + leaf_table[i].bits > 64)\n"
        "            code |= w[word + 1] << (64 - shift);\n"
        "        code &= UINT64_MAX >> (64 - leaf_table[i].bits);\n"
        "        for (uint32_t j = 0; j < leaf_places[i].width; j++)\n"
        "            b[j] = (unsigned char)(code >> 8 * j);\n"
        "    }\n"
        "}\n", layout->packed_words * 8, layout->leaf_count, layout->leaf_count);
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

/* Of a narrow layout: leaf by leaf, from the window that it lies in. */
static void decode_narrow(struct gen *gen)
{
    text_put(gen->out,
        "static void decode_narrow(const struct model_narrow *n, const uint64_t *w, int64_t *leaves)\n"
        "{\n"
        "    memcpy(leaves, n->leaves, sizeof leaf_table / sizeof *leaf_table * sizeof *leaves);\n"
        "    for (uint32_t j = 0; j < n->live_leaf_count; j++) {\n"
        "        const uint32_t i = n->live_leaves[j], window = leaf_table[i].offset / 8, within = leaf_table[i].offset % 8 * 8;\n"
        "        const struct model_window *const p = &n->windows[window];\n"
        "        const uint64_t v = (n->base[window] & ~p->mask) | pdep(w[p->bit / 64] >> p->bit % 64, p->mask);\n"
        "        const uint64_t code = v >> within & UINT64_MAX >> (64 - leaf_table[i].bits);\n"
        "        if (leaf_table[i].low == INT64_MIN)\n"
        "            leaves[i] = (int64_t)code;\n"
        "        else\n"
        "            leaves[i] = code ? (int64_t)(code - 1 + (uint64_t)leaf_table[i].low) : MODEL_UNDEFINED;\n"
        "    }\n"
        "}\n\n");
}

static void leaf_functions(struct gen *gen)
{
    if (gen->is_bound) {
        text_put(gen->out,
            "static void unpack_windows(const uint64_t *w, uint64_t *windows)\n"
            "{\n"
            "    struct state s;\n"
            "    unpack(w, &s);\n"
            "    memcpy(windows, &s, sizeof s);\n"
            "}\n\n");
        decode_narrow(gen);
    }
    text_format(gen->out,
        "static void decode(const struct model *self, const uint64_t *w, int64_t *leaves)\n"
        "{\n"
        "%s"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit %% 64, bits = leaf_table[i].bits;\n"
        "        uint64_t code = w[word] >> shift;\n"
        "        if (shift + bits > 64)\n"
        "            code |= w[word + 1] << (64 - shift);\n"
        "        code &= UINT64_MAX >> (64 - bits);\n"
        "        if (leaf_table[i].low == INT64_MIN)\n"
        "            leaves[i] = (int64_t)code;\n"
        "        else\n"
        "            leaves[i] = code ? (int64_t)(code - 1 + (uint64_t)leaf_table[i].low) : MODEL_UNDEFINED;\n"
        "    }\n"
        "}\n\n"
        "static void encode(const int64_t *leaves, uint64_t *w)\n"
        "{\n"
        "    memset(w, 0, %u);\n"
        "    for (uint32_t i = 0; i < %u; i++) {\n"
        "        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit %% 64, bits = leaf_table[i].bits;\n"
        "        uint64_t code = (uint64_t)leaves[i];\n"
        "        if (leaf_table[i].low != INT64_MIN)\n"
        "            code = leaves[i] == MODEL_UNDEFINED ? 0 : code - (uint64_t)leaf_table[i].low + 1;\n"
        "        w[word] |= code << shift;\n"
        "        if (shift + bits > 64)\n"
        "            w[word + 1] |= code >> (64 - shift);\n"
        "    }\n"
        "}\n\n",
        gen->is_bound ? "    if (self->narrow) {\n"
                        "        decode_narrow(self->narrow, w, leaves);\n"
                        "        return;\n"
                        "    }\n"
                      : "    (void)self;\n",
        gen->layout->leaf_count, gen->layout->packed_words * 8, gen->layout->leaf_count);
}

static void bit_gather(struct gen *gen)
{
    text_put(gen->out,
        "#ifndef pext\n"
        "static uint64_t pext(uint64_t value, uint64_t mask)\n"
        "{\n"
        "    uint64_t gathered = 0;\n"
        "    for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)\n"
        "        if (value & mask & (0 - mask))\n"
        "            gathered |= bit;\n"
        "    return gathered;\n"
        "}\n\n"
        "static uint64_t pdep(uint64_t value, uint64_t mask)\n"
        "{\n"
        "    uint64_t spread = 0;\n"
        "    for (; mask; value >>= 1, mask &= mask - 1)\n"
        "        if (value & 1)\n"
        "            spread |= mask & (0 - mask);\n"
        "    return spread;\n"
        "}\n"
        "#endif\n\n");
}

void gen_pack(struct gen *gen)
{
    leaf_table(gen);
    if (gen->layout->window_count > LAYOUT_SMALL)
        window_table(gen);
    text_put(gen->out,
        "#if defined(__BMI2__) && defined(__x86_64__) && !defined(__znver1__) && !defined(__znver2__) \\\n"
        "    && !defined(__TINYC__)\n"
        "#define pext(value, mask) __builtin_ia32_pext_di(value, mask)\n"
        "#define pdep(value, mask) __builtin_ia32_pdep_di(value, mask)\n");
    by_window(gen);
    text_put(gen->out, "#else\n");
    by_leaf(gen);
    text_put(gen->out, "#endif\n\n");
    if (gen->is_bound || gen->layout->window_count > LAYOUT_SMALL)
        bit_gather(gen);
    leaf_functions(gen);
}
