/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * change.c - code that goes from one state to the next.
 *
 * From one state to the next: load the source, copy it, pack the target.
 *
 * A small state is copied, packed and unpacked as a whole.  Of a large one a
 * firing changes little, and neighbours in the search differ little: there
 * only the words and windows (layout.h) that differ are looked at.  Then
 * `clean` says that the target equals the source, so that there is nothing to
 * copy, and the packed target is the packed source but for the windows that
 * the firing changed.  Gathering bits commutes with exclusive or.  The engine
 * is told which words these are in (x->changed).
 */
#include "../base/arena.h"
#include "codegen_private.h"

bool gen_is_large(const struct gen *gen)
{
    return gen->layout->window_count > LAYOUT_SMALL;
}

/* ---- comparing ---- */

/* Word by word, in line: most states are few words long. */
static void small_comparisons(struct gen *gen)
{
    text_format(gen->out,
        "static int packed_differ(const uint64_t *a, const uint64_t *b)\n"
        "{\n"
        "    uint64_t d = 0;\n"
        "    for (unsigned i = 0; i < %u; i++)\n"
        "        d |= a[i] ^ b[i];\n"
        "    return d != 0;\n"
        "}\n\n"
        "static int states_differ(const struct state *a, const struct state *b)\n"
        "{\n"
        "    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;\n"
        "    uint64_t d = 0, u, v;\n"
        "    for (unsigned i = 0; i < sizeof *a; i += 8) {\n"
        "        memcpy(&u, p + i, 8);\n"
        "        memcpy(&v, q + i, 8);\n"
        "        d |= u ^ v;\n"
        "    }\n"
        "    return d != 0;\n"
        "}\n\n", gen->layout->packed_words);
}

/* Many bytes at once: a firing leaves most of a large state as it was. */
static void blocks_differ(struct gen *gen)
{
    text_put(gen->out,
        "#if defined(__GNUC__) && !defined(__TINYC__)\n"
        "typedef uint64_t block __attribute__((vector_size(64)));\n"
        "typedef uint64_t half_block __attribute__((vector_size(32)));\n"
        "typedef uint64_t quarter_block __attribute__((vector_size(16)));\n\n"
        "static inline int blocks_differ(const unsigned char *a, const unsigned char *b, const uint32_t count)\n"
        "{\n"
        "    block x, y, d = {0};\n"
        "    half_block h[2];\n"
        "    quarter_block q[2];\n"
        "    for (uint32_t i = 0; i < count; i++) {\n"
        "        memcpy(&x, a + 64 * i, 64);\n"
        "        memcpy(&y, b + 64 * i, 64);\n"
        "        d |= x ^ y;\n"
        "    }\n"
        "    memcpy(h, &d, sizeof h);\n"
        "    h[0] |= h[1];\n"
        "    memcpy(q, &h[0], sizeof q);\n"
        "    q[0] |= q[1];\n"
        "    return (q[0][0] | q[0][1]) != 0;\n"
        "}\n\n"
        "static maybe_unused uint32_t count_differing_words(const uint64_t *a, const uint64_t *b, const uint32_t count)\n"
        "{\n"
        "    block x, y, sum = {0};\n"
        "    uint64_t differing = 0;\n"
        "    uint32_t i = 0;\n"
        "    for (; i + 8 <= count; i += 8) {\n"
        "        memcpy(&x, a + i, 64);\n"
        "        memcpy(&y, b + i, 64);\n"
        "        sum -= (block)(x != y);\n"
        "    }\n"
        "    for (uint32_t j = 0; j < 8; j++)\n"
        "        differing += sum[j];\n"
        "    for (; i < count; i++)\n"
        "        differing += a[i] != b[i];\n"
        "    return (uint32_t)differing;\n"
        "}\n"
        "#else\n"
        "static int blocks_differ(const unsigned char *a, const unsigned char *b, const uint32_t count)\n"
        "{\n"
        "    uint64_t x, y, d = 0;\n"
        "    for (uint32_t i = 0; i < 8 * count; i++) {\n"
        "        memcpy(&x, a + 8 * i, 8);\n"
        "        memcpy(&y, b + 8 * i, 8);\n"
        "        d |= x ^ y;\n"
        "    }\n"
        "    return d != 0;\n"
        "}\n\n"
        "static maybe_unused uint32_t count_differing_words(const uint64_t *a, const uint64_t *b, const uint32_t count)\n"
        "{\n"
        "    uint32_t differing = 0;\n"
        "    for (uint32_t i = 0; i < count; i++)\n"
        "        differing += a[i] != b[i];\n"
        "    return differing;\n"
        "}\n"
        "#endif\n\n");
}

static void large_comparisons(struct gen *gen)
{
    text_put(gen->out,
        "static int states_differ(const struct state *a, const struct state *b)\n"
        "{\n"
        "    return blocks_differ((const unsigned char *)a, (const unsigned char *)b, sizeof *a / 64);\n"
        "}\n\n");
}

/* ---- loading and packing ---- */

static void small_state(struct gen *gen)
{
    text_format(gen->out,
        "static void load_source(struct work *k, const uint64_t *source)\n"
        "{\n"
        "    memcpy(k->loaded, source, sizeof k->loaded);\n"
        "    unpack(source, &k->source);\n"
        "}\n\n"
        "static maybe_unused void copy_source(struct work *k)\n"
        "{\n"
        "%s"
        "    memcpy(&k->target, &k->source, sizeof k->target);\n"
        "}\n\n"
        "/* Returns whether the target differs from the source. */\n"
        "static int pack_target(struct expansion *x, struct work *k)\n"
        "{\n"
        "    (void)x;\n"
        "    pack(&k->target, k->packed);\n"
        "    return packed_differ(k->packed, k->loaded);\n"
        "}\n\n",
        gen->is_bound ? "    const int clean = k->clean;\n"
                        "    k->clean = 0;\n"
                        "    if (clean)\n"
                        "        return;\n" : "");
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
        "    const uint32_t differing = k->is_loaded ? count_differing_words(k->loaded, source, %u) : %u;\n"
        "    if (differing > %u) {\n"
        "        memcpy(k->loaded, source, sizeof k->loaded);\n"
        "        unpack(source, &k->source);\n"
        "        k->clean = 0;\n"
        "        return;\n"
        "    }\n"
        "    for (uint32_t first = 0; differing && first < %u; first += 8) {\n"
        "        const uint32_t end = first + 8 < %u ? first + 8 : %u;\n"
        "        if (end == first + 8 &&\n"
        "            !blocks_differ((const unsigned char *)(k->loaded + first), (const unsigned char *)(source + first), 1))\n"
        "            continue;\n"
        "        for (uint32_t word = first; word < end; word++) {\n"
        "            if (k->loaded[word] == source[word])\n"
        "                continue;\n"
        "            /* A window that ends in the next word is unpacked with that again. */\n"
        "            k->loaded[word] = source[word];\n"
        "            unpack_places(k, first_place[word], first_place[word + 1]);\n"
        "        }\n"
        "    }\n"
        "}\n\n", words, words, words, words, words / 6, words, words, words);
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
        "static int pack_target(struct expansion *x, struct work *k)\n"
        "{\n"
        "    unsigned char *const target = (unsigned char *)&k->target;\n"
        "    const unsigned char *const source = (const unsigned char *)&k->source;\n"
        "    int any = 0;\n"
        "    memset(k->changed, 0, sizeof k->changed);\n"
        "    x->changed = k->changed;\n"
        "    memcpy(k->packed, k->loaded, sizeof k->packed);\n"
        "    for (uint32_t first = 0; first < %u; first += 8) {\n"
        "        if (!blocks_differ(target + 8 * first, source + 8 * first, 1))\n"
        "            continue;\n"
        "        any = 1;\n"
        "        for (uint32_t i = first; i < first + 8; i++) {\n"
        "            const uint32_t word = places[i].bit / 64, shift = places[i].bit %% 64;\n"
        "            uint64_t t, s;\n"
        "            memcpy(&t, target + 8 * i, 8);\n"
        "            memcpy(&s, source + 8 * i, 8);\n"
        "            if (t == s)\n"
        "                continue;\n"
        "            const uint64_t d = pext(t ^ s, places[i].mask);\n"
        "            k->packed[word] ^= d << shift;\n"
        "            k->changed[word / 64] |= UINT64_C(1) << word %% 64;\n"
        "            if (shift && d >> (64 - shift)) {\n"
        "                k->packed[word + 1] ^= d >> (64 - shift);\n"
        "                k->changed[(word + 1) / 64] |= UINT64_C(1) << (word + 1) %% 64;\n"
        "            }\n"
        "            memcpy(target + 8 * i, &s, 8);\n"
        "        }\n"
        "    }\n"
        "    k->clean = 1;\n"
        "    return any;\n"
        "}\n\n", gen->layout->window_count);
}

/* Of a narrow layout (model.h).  Whether the rest of the state is still the
 * base's is seen where target and source are compared, as a whole. */
static void narrow_load(struct gen *gen)
{
    text_put(gen->out,
        "static void load_narrow(struct work *k, const struct model_narrow *n, const uint64_t *source)\n"
        "{\n"
        "    if (!k->is_loaded) {\n"
        "        memcpy(&k->source, n->base, sizeof k->source);\n"
        "        memcpy(&k->target, n->base, sizeof k->target);\n"
        "        k->clean = 1;\n"
        "    }\n"
        "    for (uint32_t word = 0; word < n->words; word++) {\n"
        "        if (k->is_loaded && k->loaded[word] == source[word])\n"
        "            continue;\n"
        "        k->loaded[word] = source[word];\n"
        "        for (uint32_t i = n->first[word]; i < n->first[word + 1]; i++) {\n"
        "            const struct model_live_window *const p = &n->live[i];\n"
        "            const uint64_t v = pdep(source[word] >> p->bit % 64, p->mask) | p->fixed;\n"
        "            memcpy((unsigned char *)&k->source + 8 * p->window, &v, 8);\n"
        "            if (k->clean)\n"
        "                memcpy((unsigned char *)&k->target + 8 * p->window, &v, 8);\n"
        "        }\n"
        "    }\n"
        "    k->is_loaded = 1;\n"
        "}\n\n");
}

static void narrow_pack(struct gen *gen)
{
    unsigned windows = gen->layout->window_count, groups = windows / 32;
    text_format(gen->out,
        "/* Put the windows from `first` on that differ into the packed target, and make them equal; returns whether\n"
        " * some bits that differ have no place there. */\n"
        "static int pack_differing(struct work *k, const struct model_narrow *n, uint32_t first, uint32_t end)\n"
        "{\n"
        "    int lost = 0;\n"
        "    for (uint32_t i = first; i < end; i++) {\n"
        "        uint64_t t, s;\n"
        "        memcpy(&t, (const unsigned char *)&k->target + 8 * i, 8);\n"
        "        memcpy(&s, (const unsigned char *)&k->source + 8 * i, 8);\n"
        "        if (t == s)\n"
        "            continue;\n"
        "        const struct model_window *const p = &n->windows[i];\n"
        "        if (unlikely((t ^ s) & ~p->mask)) {\n"
        "            n->overflow(n->data, i, (t ^ s) & ~p->mask);\n"
        "            lost = 1;\n"
        "        }\n"
        "        k->packed[p->bit / 64] ^= pext(t ^ s, p->mask) << p->bit %% 64;\n"
        "        memcpy((unsigned char *)&k->target + 8 * i, &s, 8);\n"
        "    }\n"
        "    return lost;\n"
        "}\n\n"
        "/* Whether the target differs from the source; -1: in what the layout does not hold.  Afterwards it does not. */\n"
        "static int pack_narrow(struct work *k, const struct model_narrow *n)\n"
        "{\n"
        "    const unsigned char *const target = (const unsigned char *)&k->target;\n"
        "    const unsigned char *const source = (const unsigned char *)&k->source;\n"
        "    int lost = 0, moved = 0;\n"
        "    for (uint32_t word = 0; word < n->words; word++)\n"
        "        k->packed[word] = k->loaded[word];\n"
        "    for (uint32_t first = 0; first < %u; first += 32)\n"
        "        if (blocks_differ(target + 8 * first, source + 8 * first, 4)) {\n"
        "            for (uint32_t i = first; i < first + 32; i += 8)\n"
        "                if (blocks_differ(target + 8 * i, source + 8 * i, 1))\n"
        "                    lost |= pack_differing(k, n, i, i + 8);\n"
        "            moved = 1;\n"
        "        }\n"
        "    if (%u && blocks_differ(target + %u, source + %u, %u)) {\n"
        "        lost |= pack_differing(k, n, %u, %u);\n"
        "        moved = 1;\n"
        "    }\n"
        "    for (uint32_t i = %u; i < %u; i++)\n"
        "        if (memcmp(target + 8 * i, source + 8 * i, 8)) {\n"
        "            lost |= pack_differing(k, n, i, i + 1);\n"
        "            moved = 1;\n"
        "        }\n"
        "    k->clean = 1;\n"
        "    return unlikely(lost) ? -1 : moved;\n"
        "}\n\n", 32 * groups, windows % 32 / 8, 256 * groups, 256 * groups, windows % 32 / 8, 32 * groups,
        windows / 8 * 8, windows / 8 * 8, windows);
    text_put(gen->out,
        "/* 0: there is something in the target that the layout does not hold. */\n"
        "static cold int pack_narrow_start(struct work *k, const struct model_narrow *n)\n"
        "{\n"
        "    memcpy(&k->source, n->base, sizeof k->source);\n"
        "    memset(k->loaded, 0, sizeof k->loaded);\n"
        "    for (uint32_t i = 0; i < n->live_count; i++)\n"
        "        k->loaded[n->live[i].bit / 64] |= pext(n->base[n->live[i].window], n->live[i].mask) << n->live[i].bit % 64;\n"
        "    k->is_loaded = 1;\n"
        "    return pack_narrow(k, n) >= 0;\n"
        "}\n\n");
}

static void gen_narrow(struct gen *gen)
{
    narrow_load(gen);
    narrow_pack(gen);
}

void gen_change(struct gen *gen)
{
    bool large = gen_is_large(gen);
    if (gen->is_bound || large)
        blocks_differ(gen);
    if (large)
        large_comparisons(gen);
    else
        small_comparisons(gen);
    if (gen->is_bound)
        gen_narrow(gen);
    if (!large) {
        small_state(gen);
        return;
    }
    window_order(gen);
    large_load(gen);
    large_pack(gen);
}
