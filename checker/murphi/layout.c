/* SPDX-License-Identifier: BSD-2-Clause */
#include "layout.h"

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

static void place_scalar(struct layout *layout, const struct type *type, uint32_t offset)
{
    layout->leaves[layout->leaf_count++] = (struct layout_leaf){
        .type = type,
        .offset = offset,
        .width = (uint8_t)(type ? layout_width(type) : 1),
        .bits = (uint8_t)(type ? layout_bits(type) : 1),
    };
}

/* Record the leaves of one value, in the ABI's order. */
static void place_value(struct layout *layout, const struct type *type, uint32_t offset)
{
    if (type_is_scalar(type)) {
        place_scalar(layout, type, offset);
        return;
    }
    if (type->kind == TYPE_RECORD) {
        uint32_t at = offset;
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            at = offset + round_up(at - offset, layout_align(field));
            place_value(layout, field, at);
            at += layout_size(field);
        }
        return;
    }
    const struct type *element = type_of(type->element);
    uint32_t stride = layout_size(element);
    for (unsigned i = 0; i < type->slots; i++) {
        if (type->kind == TYPE_MULTISET)
            place_scalar(layout, NULL, offset + type->slots * stride + i);
        place_value(layout, element, offset + i * stride);
    }
}

static void place_bits(struct arena *arena, struct layout *layout)
{
    layout->window_count = layout->state_bytes / 8;
    layout->window_masks = arena_alloc(arena, layout->window_count * sizeof *layout->window_masks);
    layout->window_bits = arena_alloc(arena, layout->window_count * sizeof *layout->window_bits);
    unsigned *owner = arena_alloc(arena, layout->state_bytes * sizeof *owner);
    for (unsigned i = 0; i < layout->leaf_count; i++)
        owner[layout->leaves[i].offset] = i + 1;
    for (uint32_t offset = 0; offset < layout->state_bytes; offset++) {
        if (offset % 8 == 0)
            layout->window_bits[offset / 8] = layout->state_bits;
        if (!owner[offset])
            continue;
        struct layout_leaf *leaf = &layout->leaves[owner[offset] - 1];
        leaf->bit = layout->state_bits;
        layout->state_bits += leaf->bits;
        uint64_t mask = leaf->bits == 64 ? UINT64_MAX : (UINT64_C(1) << leaf->bits) - 1;
        layout->window_masks[offset / 8] |= mask << offset % 8 * 8;
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
        place_value(layout, type, layout->offsets[i]);
    }
    layout->state_bytes = round_up(bytes ? bytes : 1, bytes > 8 * LAYOUT_SMALL ? 64 : 8);
    place_bits(arena, layout);
    layout->packed_words = layout->state_bits ? (layout->state_bits + 63) / 64 : 1;
    return layout;
}
