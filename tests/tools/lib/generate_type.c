/* SPDX-License-Identifier: BSD-2-Clause */
/* generate_type.c - chance, text, and the types of a model */
#include "generate_private.h"

#include <string.h>

/* ---- chance ---- */

uint64_t generate_next(struct generator *g)
{
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int generate_below(struct generator *g, int n)
{
    return (int)(generate_next(g) % (uint64_t)n);
}

bool generate_chance(struct generator *g, int per_cent)
{
    return generate_below(g, 100) < per_cent;
}

/* ---- text ---- */

void generate_line(struct generator *g)
{
    generate_put(g, "\n%*s", 2 * g->indent, "");
}

/* Write into another text for a while. */
struct text *generate_divert(struct generator *g, struct text *to)
{
    struct text *from = g->out;
    g->out = to;
    return from;
}

void generate_fresh(struct generator *g, char *name, size_t size, const char *prefix)
{
    struct text text = {0};
    text_format(&text, "%s%d", prefix, g->serial++);
    strncpy(name, text.bytes, size - 1);
    name[size - 1] = 0;
    text_free(&text);
}

/* ---- types ---- */

static int add_type(struct generator *g, struct gtype type)
{
    g->types[g->type_count] = type;
    return g->type_count++;
}

static double log2_of(int n)
{
    double bits = 0;
    for (; n > 1; n = (n + 1) / 2)
        bits += 1;
    return bits;
}

void generate_put_type(struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    if (type->name[0])
        generate_put(g, "%s", type->name);
    else if (type->kind == K_BOOLEAN)
        generate_put(g, "boolean");
    else
        generate_put(g, "%d..%d", type->low, type->high);
}

static void define(struct generator *g, struct gtype type, const char *prefix)
{
    generate_fresh(g, type.name, sizeof type.name, prefix);
    generate_line(g);
    generate_put(g, "%s: ", type.name);
    switch (type.kind) {
    case K_ENUM:
        generate_put(g, "enum { ");
        for (int i = 0; i <= type.high; i++)
            generate_put(g, "%s%s_%c", i ? ", " : "", type.name, 'a' + i);
        generate_put(g, " };");
        break;
    case K_RANGE:
        generate_put(g, "%d .. %d;", type.low, type.high);
        break;
    case K_SET:
        generate_put(g, "scalarset(%d);", type.high + 1);
        break;
    case K_UNION:
        generate_put(g, "union { %s, %s };", g->types[type.parts[0]].name, g->types[type.parts[1]].name);
        break;
    case K_RECORD:
        generate_put(g, "record ");
        for (int i = 0; i < type.field_count; i++) {
            generate_put(g, "f%d: ", i);
            generate_put_type(g, type.fields[i]);
            generate_put(g, "; ");
        }
        generate_put(g, "end;");
        break;
    case K_ARRAY:
        generate_put(g, "array [");
        generate_put_type(g, type.index);
        generate_put(g, "] of ");
        generate_put_type(g, type.element);
        generate_put(g, ";");
        break;
    case K_MULTISET:
        generate_put(g, "multiset [%d] of ", type.high);
        generate_put_type(g, type.element);
        generate_put(g, ";");
        break;
    default:
        break;
    }
    add_type(g, type);
}

int generate_values_of(const struct gtype *type)
{
    return type->high - type->low + 1;
}

bool generate_is_scalar(const struct gtype *type)
{
    return type->kind <= K_UNION;
}

bool generate_holds_set(const struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    if (type->kind == K_SET || type->kind == K_UNION)
        return true;
    if (type->kind == K_ARRAY || type->kind == K_MULTISET)
        return generate_holds_set(g, type->element);
    for (int i = 0; i < type->field_count; i++)
        if (generate_holds_set(g, type->fields[i]))
            return true;
    return false;
}

bool generate_holds_multiset(const struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    return type->kind == K_MULTISET || (type->kind == K_ARRAY && generate_holds_multiset(g, type->element));
}

/* A scalar type other than a union, chosen at random. */
int generate_some_scalar(struct generator *g)
{
    for (;;) {
        int id = generate_below(g, g->type_count);
        if (g->types[id].kind <= K_SET)
            return id;
    }
}

/* A type of this kind; -1 where there is none. */
int generate_of_kind(struct generator *g, enum kind kind)
{
    int candidates[TYPES], count = 0;
    for (int i = 0; i < g->type_count; i++)
        if (g->types[i].kind == kind)
            candidates[count++] = i;
    return count ? candidates[generate_below(g, count)] : -1;
}

static void define_record(struct generator *g)
{
    struct gtype type = {.kind = K_RECORD, .field_count = 1 + generate_below(g, FIELDS)};
    for (int i = 0; i < type.field_count; i++) {
        type.fields[i] = generate_some_scalar(g);
        int compound = generate_chance(g, 15) ? generate_of_kind(g, K_RECORD) : -1;
        if (compound >= 0)
            type.fields[i] = compound;
        type.bits += g->types[type.fields[i]].bits;
    }
    define(g, type, "Rec");
}

static void define_array(struct generator *g)
{
    struct gtype type = {.kind = K_ARRAY, .index = generate_some_scalar(g), .element = generate_some_scalar(g)};
    int set = generate_chance(g, 50) ? generate_of_kind(g, K_SET) : -1, compound = generate_chance(g, 40) ? generate_of_kind(g, generate_chance(g, 70) ? K_RECORD : K_ARRAY) : -1;
    if (set >= 0)
        type.index = set;
    if (compound >= 0)
        type.element = compound;
    type.bits = g->types[type.element].bits * generate_values_of(&g->types[type.index]);
    define(g, type, "Arr");
}

/* Few and small types, most of them about a scalarset. */
static void define_over_set(struct generator *g)
{
    add_type(g, (struct gtype){.kind = K_BOOLEAN, .high = 1, .bits = 1.6});
    define(g, (struct gtype){.kind = K_ENUM, .high = 1, .bits = 2}, "E");
    int set = g->type_count, size = 2 + generate_chance(g, 45), second = -1;
    define(g, (struct gtype){.kind = K_SET, .high = size - 1, .bits = 2}, "S");
    bool wide = generate_chance(g, 70);
    define(g, (struct gtype){.kind = K_RANGE, .low = wide ? 0 : -1, .high = wide ? size : 1, .bits = 2}, "N");
    if (generate_chance(g, 30)) {
        second = g->type_count;
        define(g, (struct gtype){.kind = K_SET, .high = 1, .bits = 2}, "S");
    }
    if (generate_chance(g, 35))
        define(g, (struct gtype){.kind = K_UNION, .parts = {1, set}, .high = size + 1, .bits = 2.6}, "U");
    if (generate_chance(g, 45))
        define_record(g);
    int record = generate_of_kind(g, K_RECORD), array = g->type_count;
    for (int i = 0; i < 3; i++) {
        int element = i == 0 ? 0 : i == 2 && record >= 0 && g->types[record].bits < 4 ? record : generate_below(g, array);
        if (g->types[element].kind == K_RECORD && i != 2)
            element = set;
        define(g, (struct gtype){.kind = K_ARRAY, .index = set, .element = element, .bits = g->types[element].bits * size}, "Arr");
    }
    if (generate_chance(g, 25))
        define(g, (struct gtype){.kind = K_ARRAY, .index = second >= 0 ? second : set, .element = array, .bits = g->types[array].bits * size}, "Arr");
    if (g->options.extensions && generate_chance(g, g->options.shape ? 80 : 35))
        define(g, (struct gtype){.kind = K_MULTISET, .high = 2, .element = generate_chance(g, 70) || record < 0 || g->types[record].bits > 4 ? set : record, .bits = 4}, "M");
    g->indent--;
    generate_put(g, "\n");
}

static void define_scalars(struct generator *g)
{
    add_type(g, (struct gtype){.kind = K_BOOLEAN, .high = 1, .bits = 1.6});
    int enums = 1 + generate_below(g, 2), sets = generate_below(g, 3), ranges = 1 + generate_below(g, 2);
    if (g->options.extensions && !sets)
        sets = 1;
    for (int i = 0; i < enums; i++) {
        int high = 1 + generate_below(g, 3);
        define(g, (struct gtype){.kind = K_ENUM, .high = high, .bits = log2_of(high + 2)}, "E");
    }
    for (int i = 0; i < ranges; i++) {
        int low = generate_below(g, 5) - 2, size = 2 + generate_below(g, 3);
        define(g, (struct gtype){.kind = K_RANGE, .low = low, .high = low + size - 1, .bits = log2_of(size + 1)}, "N");
    }
    for (int i = 0; i < sets; i++) {
        int size = 1 + generate_below(g, 3);
        define(g, (struct gtype){.kind = K_SET, .high = size - 1, .bits = log2_of(size + 1)}, "S");
    }
    if (generate_chance(g, 50))
        add_type(g, (struct gtype){.kind = K_RANGE, .low = 0, .high = 2, .bits = 2});
}

/* Of an enum and a scalarset, where there are both. */
static void define_union(struct generator *g)
{
    struct gtype type = {.kind = K_UNION, .parts = {generate_of_kind(g, K_ENUM), generate_of_kind(g, K_SET)}};
    if (type.parts[0] < 0 || type.parts[1] < 0)
        return;
    type.high = g->types[type.parts[0]].high + g->types[type.parts[1]].high + 1;
    type.bits = log2_of(type.high + 2);
    define(g, type, "U");
}

static void define_multiset(struct generator *g)
{
    int record = generate_of_kind(g, K_RECORD);
    struct gtype type = {.kind = K_MULTISET, .high = 1 + generate_below(g, 3)};
    type.element = record < 0 || generate_chance(g, 40) ? generate_some_scalar(g) : record;
    type.bits = g->types[type.element].bits * type.high;
    if (type.bits <= 12)
        define(g, type, "M");
}

void generate_define_types(struct generator *g)
{
    generate_put(g, "type");
    g->indent++;
    if (g->options.order) {
        define_over_set(g);
        return;
    }
    define_scalars(g);
    if (g->options.extensions)
        define_union(g);
    for (int i = generate_below(g, 3); i > 0; i--)
        define_record(g);
    for (int i = generate_below(g, 3); i > 0; i--)
        define_array(g);
    if (g->options.extensions && generate_chance(g, 70))
        define_multiset(g);
    g->indent--;
    generate_put(g, "\n");
}
