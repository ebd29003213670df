/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * value.c - print leaves, values and parameters by a model's types.
 */
#include "value.h"

#include <inttypes.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "instance.h"

int64_t *value_leaves(const struct model *model, const uint64_t *packed)
{
    int64_t *leaves = memory_zeroed(model->leaf_count, sizeof *leaves);
    model->decode(model, packed, leaves);
    return leaves;
}

const struct model_part *value_union_part(const struct model_type *type, int64_t value)
{
    uint32_t i = 0;
    while (i + 1 < type->part_count && type->parts[i + 1].first <= value)
        i++;
    return &type->parts[i];
}

void value_scalar(struct text *text, const struct model_type *type, int64_t value)
{
    if (!type)
        text_put(text, value == 1 ? "true" : "false");
    else if (value == MODEL_UNDEFINED)
        text_put(text, "Undefined");
    else if (type->members && value >= type->low && value <= type->high)
        text_put(text, type->members[value - type->low]);
    else if (type->kind == MODEL_TYPE_SCALARSET)
        text_format(text, "%s_%" PRId64, type->name ? type->name : "scalarset", value - type->low + 1);
    else
        text_format(text, "%" PRId64, value);
}

void value_scalar_by(struct text *text, const struct value_names *names, const struct model_type *type, int64_t value,
                     int64_t *seen)
{
    if (!names || !type || value == MODEL_UNDEFINED || !names->put(names->data, text, type, value, seen))
        value_scalar(text, type, value);
}

static const struct model_variable *variable_of(const struct model *model, uint32_t leaf)
{
    uint32_t low = 0, high = model->variable_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (model->variables[middle].leaf + model->variables[middle].type->leaves <= leaf)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == model->variable_count)
        die("a leaf that belongs to no variable");
    return &model->variables[low];
}

static const struct model_field *field_of(const struct model_type *record, uint32_t leaf)
{
    for (uint32_t i = 0; i < record->field_count; i++)
        if (leaf < record->fields[i].leaf + record->fields[i].type->leaves)
            return &record->fields[i];
    die("a leaf that belongs to no field");
}

static void put_index(struct text *text, const struct value_names *names, const struct model_type *array, uint32_t slot,
                      int64_t *seen)
{
    text_char(text, '[');
    value_scalar_by(text, names, array->index, array->index->low + slot, seen);
    text_char(text, ']');
}

struct value_part value_part(struct text *text, const struct value_names *names, const char *path,
                             const struct value_part *whole, uint32_t index)
{
    const struct model_type *type = whole->type;
    struct value_part part = *whole;
    text_put(text, path);
    if (type->kind == MODEL_TYPE_RECORD) {
        text_format(text, ".%s", type->fields[index].name);
        part.type = type->fields[index].type;
        part.leaf += type->fields[index].leaf;
        return part;
    }
    if (type->kind != MODEL_TYPE_ARRAY)
        die("a part of what is neither a record nor an array");
    put_index(text, names, type, index, &part.seen);
    part.type = type->element;
    part.leaf += index * type->element->leaves;
    return part;
}

/* The path of a leaf, or of the slot of which it is the mark. */
static struct value_place add_path(struct text *text, const struct value_names *names, const struct model *model,
                                   uint32_t leaf, const int64_t *leaves, int64_t *seen)
{
    const struct model_variable *variable = variable_of(model, leaf);
    const struct model_type *type = variable->type;
    uint32_t rest = leaf - variable->leaf; /* the leaf within `type` */
    struct value_place place = {.visible = true};
    text_put(text, variable->name);
    for (;;) {
        switch (type->kind) {
        case MODEL_TYPE_RECORD: {
            const struct model_field *field = field_of(type, rest);
            text_format(text, ".%s", field->name);
            rest -= field->leaf;
            type = field->type;
            break;
        }
        case MODEL_TYPE_ARRAY:
            put_index(text, names, type, rest / type->element->leaves, seen);
            rest %= type->element->leaves;
            type = type->element;
            break;
        case MODEL_TYPE_MULTISET: {
            uint32_t slot = 1 + type->element->leaves;
            text_format(text, "{%" PRIu32 "}", rest / slot);
            rest %= slot;
            if (rest == 0)
                return place;
            if (leaves && leaves[leaf - rest] != 1)
                place.visible = false;
            rest -= 1;
            type = type->element;
            /* From here `leaf - rest` is the element's first leaf. */
            break;
        }
        default:
            place.type = type;
            return place;
        }
    }
}

struct value_place value_path_by(struct text *text, const struct value_names *names, const struct model *model, uint32_t leaf,
                                 const int64_t *leaves)
{
    struct text path = {0};
    int64_t seen = 0;
    struct value_place place = add_path(&path, names, model, leaf, leaves, &seen);
    place.seen = seen;
    text_format(text, place.type ? "%s" : "taken(%s)", path.bytes);
    text_free(&path);
    return place;
}

struct value_place value_path(struct text *text, const struct model *model, uint32_t leaf, const int64_t *leaves)
{
    return value_path_by(text, NULL, model, leaf, leaves);
}

void value_leaf_by(struct text *text, const struct value_names *names, const struct model *model, uint32_t leaf, int64_t value)
{
    struct text path = {0};
    int64_t seen = 0;
    struct value_place place = add_path(&path, names, model, leaf, NULL, &seen);
    value_scalar_by(text, names, place.type, value, &seen);
    text_free(&path);
}

void value_parameter(struct text *text, const struct model_parameter *parameter, int64_t value)
{
    if (parameter->type)
        value_scalar(text, parameter->type, value);
    else
        text_format(text, "%" PRId64, value);
}

void value_parameters_by(struct text *text, const struct value_names *names, const struct model_parameter *parameters,
                         uint32_t count, uint64_t number)
{
    int64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = instance_parameter(parameters, count, number, i);
        text_format(text, "%s%s = ", i ? ", " : "", parameters[i].name);
        if (parameters[i].type)
            value_scalar_by(text, names, parameters[i].type, value, &seen);
        else
            text_format(text, "%" PRId64, value);
    }
}

void value_parameters(struct text *text, const struct model_parameter *parameters, uint32_t count, uint64_t number)
{
    value_parameters_by(text, NULL, parameters, count, number);
}
