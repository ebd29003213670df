/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From one state to the next: load the source, copy it, pack the target.
 *
 * A small state is copied, packed and unpacked as a whole.  Of a large one a
 * firing changes little, and neighbours in the search differ little: there
 * only the words and windows (layout.h) that differ are looked at.  Then
 * `clean` says that the target equals the source, so that there is nothing to
 * copy, and the packed target is the packed source but for the windows that
 * the firing changed.  Gathering bits commutes with exclusive or.
 */
#include "../base/arena.h"
#include "codegen_private.h"

static void small_state(struct gen *gen)
{
    text_put(gen->out,
        "static void load_source(struct work *k, const uint64_t *source)\n"
        "{\n"
        "    memcpy(k->loaded, source, sizeof k->loaded);\n"
        "    unpack(source, &k->source);\n"
        "}\n\n"
        "static maybe_unused void copy_source(struct work *k)\n"
        "{\n"
        "    memcpy(&k->target, &k->source, sizeof k->target);\n"
        "}\n\n"
        "/* Returns whether the target differs from the source. */\n"
        "static int pack_target(struct work *k)\n"
        "{\n"
        "    pack(&k->target, k->packed);\n"
        "    return packed_differ(k->packed, k->loaded);\n"
        "}\n\n");
}

static void window_list(struct gen *gen, const char *name, const uint32_t *items, unsigned count)
{
    text_format(gen->out, "static const uint32_t %s[%u] = {", name, count);
    for (unsigned i = 0; i < count; i++)
        text_format(gen->out, "%s%u,", i % 20 ? " " : "\n    ", items[i]);
    text_put(gen->out, "\n};\n");
}

/* How the windows (`places`, codegen_pack.c) follow each other in the packed state. */
static void window_order(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    window_list(gen, "by_bit", layout->windows_by_bit, layout->window_count);
    /* The first window, as they follow each other there, with a bit in each word; then the last one. */
    uint32_t *first = arena_alloc(gen->arena, (layout->packed_words + 1) * sizeof *first);
    for (unsigned word = 0, i = 0; word < layout->packed_words; word++) {
        while (i + 1 < layout->window_count && layout->window_bits[layout->windows_by_bit[i + 1]] <= 64 * word)
            i++;
        first[word] = i;
    }
    first[layout->packed_words] = layout->window_count - 1;
    window_list(gen, "first_place", first, layout->packed_words + 1);
    gen_blank(gen);
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

static void large_load(struct gen *gen)
{
    unsigned words = gen->layout->packed_words;
    text_format(gen->out,
        "/* Unpack the windows from `first` to `last`, as they are packed, of k->loaded. */\n"
        "static void unpack_places(struct work *k, uint32_t first, uint32_t last)\n"
        "{\n"
        "    for (uint32_t place = first; place <= last; place++) {\n"
        "        const uint32_t i = by_bit[place], word = places[i].bit / 64, shift = places[i].bit %% 64;\n"
        "        uint64_t v = word < %u ? k->loaded[word] >> shift : 0;\n"
        "        if (shift && word + 1 < %u)\n"
        "            v |= k->loaded[word + 1] << (64 - shift);\n"
        "        v = pdep(v, places[i].mask);\n"
        "        memcpy((unsigned char *)&k->source + 8 * i, &v, 8);\n"
        "        if (k->clean)\n"
        "            memcpy((unsigned char *)&k->target + 8 * i, &v, 8);\n"
        "    }\n"
        "}\n\n"
        "static void load_source(struct work *k, const uint64_t *source)\n"
        "{\n"
        "    uint32_t differing = 0;\n"
        "    for (uint32_t word = 0; word < %u; word++)\n"
        "        differing += k->loaded[word] != source[word];\n"
        "    if (!k->is_loaded || differing > %u) {\n"
        "        memcpy(k->loaded, source, sizeof k->loaded);\n"
        "        unpack(source, &k->source);\n"
        "        k->clean = 0;\n"
        "        return;\n"
        "    }\n"
        "    for (uint32_t word = 0; word < %u; word++) {\n"
        "        if (k->loaded[word] == source[word])\n"
        "            continue;\n"
        "        /* A window that ends in the next word is unpacked with that again. */\n"
        "        k->loaded[word] = source[word];\n"
        "        unpack_places(k, first_place[word], first_place[word + 1]);\n"
        "    }\n"
        "}\n\n", words, words, words, words / 6, words);
}

static void large_pack(struct gen *gen)
{
    text_format(gen->out,
        "static maybe_unused void copy_source(struct work *k)\n"
        "{\n"
        "    if (!k->clean)\n"
        "        memcpy(&k->target, &k->source, sizeof k->target);\n"
        "    k->clean = 0;\n"
        "}\n\n"
        "/* Returns whether the target differs from the source; afterwards it does not. */\n"
        "static int pack_target(struct work *k)\n"
        "{\n"
        "    unsigned char *const target = (unsigned char *)&k->target;\n"
        "    const unsigned char *const source = (const unsigned char *)&k->source;\n"
        "    uint64_t any = 0;\n"
        "    memcpy(k->packed, k->loaded, sizeof k->packed);\n"
        "    for (uint32_t first = 0; first < %u; first += 8) {\n"
        "        uint64_t t[8], s[8], d = 0;\n"
        "        memcpy(t, target + 8 * first, 64);\n"
        "        memcpy(s, source + 8 * first, 64);\n"
        "        for (uint32_t j = 0; j < 8; j++)\n"
        "            d |= t[j] ^ s[j];\n"
        "        if (!d)\n"
        "            continue;\n"
        "        any |= d;\n"
        "        for (uint32_t j = 0; j < 8; j++) {\n"
        "            const uint32_t word = places[first + j].bit / 64, shift = places[first + j].bit %% 64;\n"
        "            if (t[j] == s[j])\n"
        "                continue;\n"
        "            d = pext(t[j] ^ s[j], places[first + j].mask);\n"
        "            k->packed[word] ^= d << shift;\n"
        "            if (shift && d >> (64 - shift))\n"
        "                k->packed[word + 1] ^= d >> (64 - shift);\n"
        "        }\n"
        "        memcpy(target + 8 * first, s, 64);\n"
        "    }\n"
        "    k->clean = 1;\n"
        "    return any != 0;\n"
        "}\n\n", gen->layout->window_count);
}

void gen_change(struct gen *gen)
{
    if (gen->layout->window_count <= LAYOUT_SMALL) {
        small_state(gen);
        return;
    }
    window_order(gen);
    bit_gather(gen);
    large_load(gen);
    large_pack(gen);
}
