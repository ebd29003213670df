/* SPDX-License-Identifier: BSD-2-Clause */
#include "orbit.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "model/model.h"

enum { SETS = 32, ELEMENTS = 8 };

struct orbit {
    const struct program *program;
    unsigned char names[SETS][ELEMENTS]; /* the new name of each element */
    const int64_t *in;
    int64_t *image, *least;
    bool any;
};

static int64_t rename_scalar(const struct orbit *o, const struct type *type, int64_t value)
{
    if (value == MODEL_UNDEFINED)
        return value;
    if (type->kind == TYPE_SCALARSET)
        return type->scalarset < 0 || type->asymmetry ? value : o->names[type->scalarset][value];
    int64_t base = 0;
    for (unsigned i = 0; type->kind == TYPE_UNION && i < type->part_count; i++) {
        const struct type *part = type_of(type->parts[i]);
        if (value - base <= part->high)
            return base + rename_scalar(o, part, value - base);
        base += part->high + 1;
    }
    return value;
}

/* ---- multisets: taken slots first, in the order of their leaves ---- */

static bool comes_before(const int64_t *a, const int64_t *b, unsigned leaves)
{
    if (a[0] != b[0])
        return a[0] > b[0];
    for (unsigned i = 1; i < leaves; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

static void sort_slots(int64_t *slots, unsigned count, unsigned leaves)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && comes_before(slots + j * leaves, slots + (j - 1) * leaves, leaves); j--)
            for (unsigned k = 0; k < leaves; k++) {
                int64_t swap = slots[j * leaves + k];
                slots[j * leaves + k] = slots[(j - 1) * leaves + k];
                slots[(j - 1) * leaves + k] = swap;
            }
}

static bool keeps_order(const struct orbit *o, unsigned leaf)
{
    for (unsigned i = 0; i < o->program->multiset_count; i++)
        if (o->program->multisets[i].leaf == leaf)
            return o->program->multisets[i].kept != NULL;
    return false;
}

static void image_of(const struct orbit *o, const struct type *type, const int64_t *in, int64_t *out)
{
    type = type_of((struct type *)type);
    const struct type *element = type_of(type->element);
    switch (type->kind) {
    case TYPE_ARRAY: {
        const struct type *index = type_of(type->index);
        for (unsigned i = 0; i < type->slots; i++) {
            int64_t to = rename_scalar(o, index, index->low + i) - index->low;
            image_of(o, element, in + i * element->leaves, out + (unsigned)to * element->leaves);
        }
        break;
    }
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            image_of(o, type->fields[i].type, in + type->fields[i].leaf, out + type->fields[i].leaf);
        break;
    case TYPE_MULTISET:
        for (unsigned i = 0; i < type->slots; i++) {
            unsigned at = i * (1 + element->leaves);
            out[at] = in[at];
            image_of(o, element, in + at + 1, out + at + 1);
        }
        if (!keeps_order(o, (unsigned)(out - o->image)))
            sort_slots(out, type->slots, 1 + element->leaves);
        break;
    default:
        *out = rename_scalar(o, type, *in);
    }
}

/* ---- every permutation ---- */

static void take(struct orbit *o)
{
    size_t bytes = o->program->leaf_count * sizeof *o->image;
    for (unsigned i = 0; i < o->program->variable_count; i++) {
        const struct symbol *variable = o->program->variables[i];
        image_of(o, variable->type, o->in + variable->leaf, o->image + variable->leaf);
    }
    if (!o->any || memcmp(o->image, o->least, bytes) < 0)
        memcpy(o->least, o->image, bytes);
    o->any = true;
}

static void permute(struct orbit *o, unsigned set, unsigned from)
{
    if (set == o->program->scalarset_count) {
        take(o);
        return;
    }
    unsigned size = (unsigned)o->program->scalarsets[set]->high + 1;
    unsigned char *names = o->names[set];
    if (from == 0)
        for (unsigned i = 0; i < size; i++)
            names[i] = (unsigned char)i;
    if (from + 1 >= size || o->program->scalarsets[set]->asymmetry) {
        permute(o, set + 1, 0);
        return;
    }
    for (unsigned i = from; i < size; i++) {
        unsigned char swap = names[from];
        names[from] = names[i], names[i] = swap;
        permute(o, set, from + 1);
        swap = names[from];
        names[from] = names[i], names[i] = swap;
    }
}

void orbit_least(const struct program *program, const int64_t *in, int64_t *out)
{
    struct orbit o = {.program = program, .in = in, .least = out};
    if (program->scalarset_count > SETS)
        die("a test model has more than %d scalarsets", (int)SETS);
    for (unsigned i = 0; i < program->scalarset_count; i++)
        if (program->scalarsets[i]->high >= ELEMENTS)
            die("a test model has a scalarset of more than %d elements", (int)ELEMENTS);
    o.image = malloc((program->leaf_count + 1) * sizeof *o.image);
    if (!o.image)
        die_memory(program->leaf_count * sizeof *o.image);
    permute(&o, 0, 0);
    free(o.image);
}
