/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layout.c - place each scalar of the state, working and packed.
 */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"

uint64_t layout_codes(const struct type *scalar)
{
    return (uint64_t)scalar->high - (uint64_t)scalar->low + 1;
}

unsigned layout_bits(const struct type *scalar)
{
    unsigned bits = 0;
    for (uint64_t codes = layout_codes(scalar); codes; codes >>= 1)
        bits++;
    return bits;
}

unsigned layout_width(const struct type *scalar)
{
    unsigned bits = layout_bits(scalar);
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

static uint32_t round_up(uint64_t bytes, uint32_t align)
{
    bytes = (bytes + align - 1) / align * align;
    if (bytes > UINT32_MAX / 16)
        die("a state of more than 256 MB");
    return (uint32_t)bytes;
}

uint32_t layout_align(const struct type *type)
{
    if (type_is_scalar(type))
        return layout_width(type);
    if (type->kind != TYPE_RECORD)
        return layout_align(type_of(type->element));
    uint32_t align = 1;
    for (unsigned i = 0; i < type->field_count; i++) {
        uint32_t field = layout_align(type_of(type->fields[i].type));
        align = field > align ? field : align;
    }
    return align;
}

/* A record without fields takes a byte, since C has no empty struct. */
uint32_t layout_size(const struct type *type)
{
    if (type_is_scalar(type))
        return layout_width(type);
    uint64_t bytes = 0;
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            bytes = round_up(bytes, layout_align(field)) + (uint64_t)layout_size(field);
        }
        bytes = bytes ? bytes : 1;
    } else {
        bytes = (uint64_t)type->slots * layout_size(type_of(type->element));
        if (type->kind == TYPE_MULTISET)
            bytes += type->slots;
    }
    return round_up(bytes, layout_align(type));
}

static void place_scalar(struct layout *layout, const struct type *type, uint32_t offset, unsigned rank)
{
    layout->leaves[layout->leaf_count++] = (struct layout_leaf){
        .type = type,
        .offset = offset,
        .rank = rank,
        .width = (uint8_t)(type ? layout_width(type) : 1),
        .bits = (uint8_t)(type ? layout_bits(type) : 1),
    };
}

/* Record the leaves of one value, in the ABI's order; `rank` is the greatest
 * index that led there.  An array of scalars is not taken apart: of a block of
 * data all is written together. */
static void place_value(struct layout *layout, const struct type *type, uint32_t offset, unsigned rank)
{
    if (type_is_scalar(type)) {
        place_scalar(layout, type, offset, rank);
        return;
    }
    if (type->kind == TYPE_RECORD) {
        uint32_t at = offset;
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            at = offset + round_up(at - offset, layout_align(field));
            place_value(layout, field, at, rank);
            at += layout_size(field);
        }
        return;
    }
    const struct type *element = type_of(type->element);
    uint32_t stride = layout_size(element);
    for (unsigned i = 0; i < type->slots; i++) {
        unsigned greatest = i > rank && !type_is_scalar(element) ? i : rank;
        if (type->kind == TYPE_MULTISET)
            place_scalar(layout, NULL, offset + type->slots * stride + i, greatest);
        place_value(layout, element, offset + i * stride, greatest);
    }
}

/* Each state word's mask, and its rank (the greatest where it holds nothing). */
static unsigned *describe_state_words(struct arena *arena, struct layout *layout)
{
    unsigned *rank = arena_alloc(arena, layout->state_word_count * sizeof *rank);
    memset(rank, 0xff, layout->state_word_count * sizeof *rank);
    for (unsigned i = 0; i < layout->leaf_count; i++) {
        const struct layout_leaf *leaf = &layout->leaves[i];
        unsigned word = leaf->offset / 8;
        uint64_t mask = leaf->bits == 64 ? UINT64_MAX : (UINT64_C(1) << leaf->bits) - 1;
        layout->state_word_masks[word] |= mask << leaf->offset % 8 * 8;
        if (leaf->rank < rank[word])
            rank[word] = leaf->rank;
    }
    return rank;
}

static int by_key(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The state words by rank, then as they lie. */
static void order_state_words(struct arena *arena, struct layout *layout, const unsigned *rank)
{
    uint64_t *keys = arena_alloc(arena, layout->state_word_count * sizeof *keys);
    for (unsigned i = 0; i < layout->state_word_count; i++)
        keys[i] = (uint64_t)rank[i] << 32 | i;
    qsort(keys, layout->state_word_count, sizeof *keys, by_key);
    for (unsigned i = 0; i < layout->state_word_count; i++)
        layout->state_words_by_bit[i] = (uint32_t)keys[i];
}

static void place_bits(struct arena *arena, struct layout *layout)
{
    layout->state_word_count = layout->state_bytes / 8;
    layout->state_word_masks = arena_alloc(arena, layout->state_word_count * sizeof *layout->state_word_masks);
    layout->state_word_bits = arena_alloc(arena, layout->state_word_count * sizeof *layout->state_word_bits);
    layout->state_words_by_bit = arena_alloc(arena, layout->state_word_count * sizeof *layout->state_words_by_bit);
    order_state_words(arena, layout, describe_state_words(arena, layout));
    for (unsigned i = 0; i < layout->state_word_count; i++) {
        layout->state_word_bits[layout->state_words_by_bit[i]] = layout->state_bits;
        layout->state_bits += (uint32_t)__builtin_popcountll(layout->state_word_masks[layout->state_words_by_bit[i]]);
    }
    for (unsigned i = 0; i < layout->leaf_count; i++) {
        struct layout_leaf *leaf = &layout->leaves[i];
        uint64_t before = (UINT64_C(1) << leaf->offset % 8 * 8) - 1;
        leaf->bit = layout->state_word_bits[leaf->offset / 8] +
                    (uint32_t)__builtin_popcountll(layout->state_word_masks[leaf->offset / 8] & before);
    }
}

struct layout *layout_new(struct arena *arena, const struct program *program)
{
    struct layout *layout = arena_alloc(arena, sizeof *layout);
    layout->leaves = arena_alloc(arena, (program->leaf_count + 1) * sizeof *layout->leaves);
    layout->offsets = arena_alloc(arena, (program->variable_count + 1) * sizeof *layout->offsets);
    uint64_t bytes = 0;
    for (unsigned i = 0; i < program->variable_count; i++) {
        const struct type *type = type_of(program->variables[i]->type);
        layout->offsets[i] = round_up(bytes, layout_align(type));
        bytes = layout->offsets[i] + (uint64_t)layout_size(type);
        place_value(layout, type, layout->offsets[i], 0);
    }
    layout->state_bytes = round_up(bytes ? bytes : 1, bytes > 8 * LAYOUT_SMALL ? 64 : 8);
    place_bits(arena, layout);
    layout->packed_words = layout->state_bits ? (layout->state_bits + 63) / 64 : 1;
    return layout;
}
