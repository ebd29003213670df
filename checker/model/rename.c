/* SPDX-License-Identifier: BSD-2-Clause */
/* rename.c - apply a permutation of scalarset elements to a state's leaves.  See rename.h. */
#include "rename.h"
#include "groups.h"
#include "value.h"

uint32_t rename_offset(const struct model *model, uint32_t scalarset)
{
    uint32_t offset = 0;
    for (uint32_t i = 0; i < scalarset; i++)
        offset += groups_symmetry(model)->scalarsets[i].reduced ? groups_symmetry(model)->scalarsets[i].size : 0;
    return offset;
}

/* A value stays in its part of the union. */
static int64_t rename_in_part(const struct model *model, const struct model_type *type, int64_t value,
                              const uint16_t *permutation)
{
    const struct model_part *part = value_union_part(type, value);
    return part->first + rename_value(model, part->type, value - part->first, permutation);
}

int64_t rename_value(const struct model *model, const struct model_type *type, int64_t value,
                     const uint16_t *permutation)
{
    if (type && type->kind == MODEL_TYPE_SCALARSET && type->scalarset < groups_symmetry(model)->scalarset_count &&
        groups_symmetry(model)->scalarsets[type->scalarset].reduced)
        return permutation[rename_offset(model, type->scalarset) + (uint64_t)value];
    if (type && type->kind == MODEL_TYPE_UNION)
        return rename_in_part(model, type, value, permutation);
    return value;
}

/* Parameters are the digits of an instance, the last one fastest. */
uint64_t rename_instance(const struct model *model, const struct model_parameter *parameters, uint32_t count,
                         uint64_t instance, const uint16_t *permutation)
{
    uint64_t result = 0, weight = 1;
    for (uint32_t i = count; i-- > 0;) {
        const struct model_parameter *parameter = &parameters[i];
        int64_t value = parameter->first + parameter->step * (int64_t)(instance % parameter->count);
        int64_t other = rename_value(model, parameter->type, value, permutation);
        result += weight * (uint64_t)((other - parameter->first) / parameter->step);
        weight *= parameter->count;
        instance /= parameter->count;
    }
    return result;
}

/* ---- states ---- */

static void rename_part(const struct model *, const struct model_type *, const int64_t *in, int64_t *out,
                        const uint16_t *permutation);

static void rename_array(const struct model *model, const struct model_type *type, const int64_t *in, int64_t *out,
                         const uint16_t *permutation)
{
    const struct model_type *element = type->element;
    for (uint32_t i = 0; i < type->slots; i++) {
        int64_t to = rename_value(model, type->index, type->index->low + i, permutation) - type->index->low;
        rename_part(model, element, in + (size_t)i * element->leaves, out + (size_t)to * element->leaves, permutation);
    }
}

static void rename_multiset(const struct model *model, const struct model_type *type, const int64_t *in, int64_t *out,
                            const uint16_t *permutation)
{
    for (uint32_t i = 0; i < type->slots; i++) {
        size_t at = (size_t)i * (1 + type->element->leaves);
        out[at] = in[at];
        rename_part(model, type->element, in + at + 1, out + at + 1, permutation);
    }
}

static void rename_part(const struct model *model, const struct model_type *type, const int64_t *in, int64_t *out,
                        const uint16_t *permutation)
{
    switch (type->kind) {
    case MODEL_TYPE_ARRAY:
        rename_array(model, type, in, out, permutation);
        break;
    case MODEL_TYPE_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            rename_part(model, type->fields[i].type, in + type->fields[i].leaf, out + type->fields[i].leaf, permutation);
        break;
    case MODEL_TYPE_MULTISET:
        rename_multiset(model, type, in, out, permutation);
        break;
    default:
        *out = *in == MODEL_UNDEFINED ? *in : rename_value(model, type, *in, permutation);
    }
}

void rename_leaves(const struct model *model, const int64_t *in, int64_t *out, const uint16_t *permutation)
{
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct model_variable *variable = &model->variables[i];
        rename_part(model, variable->type, in + variable->leaf, out + variable->leaf, permutation);
    }
}
