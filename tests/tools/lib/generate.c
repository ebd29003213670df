/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.c - expressions and statements are written as they are chosen,
 * each function knowing the type that is wanted and what is in scope.
 *
 * A root is *vague* where it may hold undefined values: it is read under
 * isundefined, or as `isundefined(x) ? other : x`. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum kind { K_BOOLEAN, K_ENUM, K_RANGE, K_SET, K_UNION, K_RECORD, K_ARRAY, K_MULTISET };

enum { TYPES = 24, FIELDS = 3, NAMES = 48, ROUTINES = 4, PARAMETERS = 3 };

struct gtype {
    enum kind kind;
    char name[8];       /* or empty: written out where it is used */
    int low, high;      /* ENUM, SET: 0 and the last */
    int index, element; /* ARRAY, MULTISET (capacity in high) */
    int fields[FIELDS], field_count;
    int parts[2];       /* UNION: an enum, a scalarset */
    double bits;        /* of information, about */
};

struct name {
    char name[12];
    int type;
    bool writable, vague, fixed; /* fixed: a quantifier's, or a parameter by value */
    bool slot;                   /* stands for a place in multiset `of` */
    char of[12];
};

struct groutine {
    char name[8];
    int result;         /* a type, or -1 */
    int parameters[PARAMETERS], parameter_count;
    bool by_reference[PARAMETERS];
};

struct generator {
    struct text *out;
    uint64_t random;
    struct generate_options options;
    struct gtype types[TYPES];
    int type_count;
    struct name names[NAMES];
    int name_count, state_count;
    struct groutine routines[ROUTINES];
    int routine_count;
    int serial, indent;
    int careless;       /* per cent */
    char banned[12];    /* a root that must not be read: a loop over a scalarset writes it */
    bool pure;          /* nothing may be written */
    bool in_routine, in_property;
    int result;         /* of the routine around, or -1 */
    int budget;         /* statements left in this body */
};

/* ---- chance ---- */

static uint64_t next(struct generator *g)
{
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(struct generator *g, int n)
{
    return (int)(next(g) % (uint64_t)n);
}

static bool chance(struct generator *g, int per_cent)
{
    return below(g, 100) < per_cent;
}

/* ---- text ---- */

#define put(g, ...) text_format((g)->out, __VA_ARGS__)

static void line(struct generator *g)
{
    put(g, "\n%*s", 2 * g->indent, "");
}

/* Write into another text for a while. */
static struct text *divert(struct generator *g, struct text *to)
{
    struct text *from = g->out;
    g->out = to;
    return from;
}

static void fresh(struct generator *g, char *name, size_t size, const char *prefix)
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

static void put_type(struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    if (type->name[0])
        put(g, "%s", type->name);
    else if (type->kind == K_BOOLEAN)
        put(g, "boolean");
    else
        put(g, "%d..%d", type->low, type->high);
}

static void define(struct generator *g, struct gtype type, const char *prefix)
{
    fresh(g, type.name, sizeof type.name, prefix);
    line(g);
    put(g, "%s: ", type.name);
    switch (type.kind) {
    case K_ENUM:
        put(g, "enum { ");
        for (int i = 0; i <= type.high; i++)
            put(g, "%s%s_%c", i ? ", " : "", type.name, 'a' + i);
        put(g, " };");
        break;
    case K_RANGE:
        put(g, "%d .. %d;", type.low, type.high);
        break;
    case K_SET:
        put(g, "scalarset(%d);", type.high + 1);
        break;
    case K_UNION:
        put(g, "union { %s, %s };", g->types[type.parts[0]].name, g->types[type.parts[1]].name);
        break;
    case K_RECORD:
        put(g, "record ");
        for (int i = 0; i < type.field_count; i++) {
            put(g, "f%d: ", i);
            put_type(g, type.fields[i]);
            put(g, "; ");
        }
        put(g, "end;");
        break;
    case K_ARRAY:
        put(g, "array [");
        put_type(g, type.index);
        put(g, "] of ");
        put_type(g, type.element);
        put(g, ";");
        break;
    case K_MULTISET:
        put(g, "multiset [%d] of ", type.high);
        put_type(g, type.element);
        put(g, ";");
        break;
    default:
        break;
    }
    add_type(g, type);
}

static int values_of(const struct gtype *type)
{
    return type->high - type->low + 1;
}

static bool is_scalar(const struct gtype *type)
{
    return type->kind <= K_UNION;
}

static bool holds_set(const struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    if (type->kind == K_SET || type->kind == K_UNION)
        return true;
    if (type->kind == K_ARRAY || type->kind == K_MULTISET)
        return holds_set(g, type->element);
    for (int i = 0; i < type->field_count; i++)
        if (holds_set(g, type->fields[i]))
            return true;
    return false;
}

static bool holds_multiset(const struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    return type->kind == K_MULTISET || (type->kind == K_ARRAY && holds_multiset(g, type->element));
}

/* A scalar type other than a union, chosen at random. */
static int some_scalar(struct generator *g)
{
    for (;;) {
        int id = below(g, g->type_count);
        if (g->types[id].kind <= K_SET)
            return id;
    }
}

/* A type of this kind; -1 where there is none. */
static int of_kind(struct generator *g, enum kind kind)
{
    int candidates[TYPES], count = 0;
    for (int i = 0; i < g->type_count; i++)
        if (g->types[i].kind == kind)
            candidates[count++] = i;
    return count ? candidates[below(g, count)] : -1;
}

static void define_record(struct generator *g)
{
    struct gtype type = {.kind = K_RECORD, .field_count = 1 + below(g, FIELDS)};
    for (int i = 0; i < type.field_count; i++) {
        type.fields[i] = some_scalar(g);
        int compound = chance(g, 15) ? of_kind(g, K_RECORD) : -1;
        if (compound >= 0)
            type.fields[i] = compound;
        type.bits += g->types[type.fields[i]].bits;
    }
    define(g, type, "Rec");
}

static void define_array(struct generator *g)
{
    struct gtype type = {.kind = K_ARRAY, .index = some_scalar(g), .element = some_scalar(g)};
    int set = chance(g, 50) ? of_kind(g, K_SET) : -1, compound = chance(g, 40) ? of_kind(g, chance(g, 70) ? K_RECORD : K_ARRAY) : -1;
    if (set >= 0)
        type.index = set;
    if (compound >= 0)
        type.element = compound;
    type.bits = g->types[type.element].bits * values_of(&g->types[type.index]);
    define(g, type, "Arr");
}

static void define_types(struct generator *g)
{
    put(g, "type");
    g->indent++;
    add_type(g, (struct gtype){.kind = K_BOOLEAN, .high = 1, .bits = 1.6});
    int enums = 1 + below(g, 2), sets = below(g, 3), ranges = 1 + below(g, 2);
    if (g->options.extensions && !sets)
        sets = 1;
    for (int i = 0; i < enums; i++) {
        int high = 1 + below(g, 3);
        define(g, (struct gtype){.kind = K_ENUM, .high = high, .bits = log2_of(high + 2)}, "E");
    }
    for (int i = 0; i < ranges; i++) {
        int low = below(g, 5) - 2, size = 2 + below(g, 3);
        define(g, (struct gtype){.kind = K_RANGE, .low = low, .high = low + size - 1, .bits = log2_of(size + 1)}, "N");
    }
    for (int i = 0; i < sets; i++) {
        int size = 1 + below(g, 3);
        define(g, (struct gtype){.kind = K_SET, .high = size - 1, .bits = log2_of(size + 1)}, "S");
    }
    if (chance(g, 50))
        add_type(g, (struct gtype){.kind = K_RANGE, .low = 0, .high = 2, .bits = 2});
    if (g->options.extensions) {
        struct gtype type = {.kind = K_UNION, .parts = {of_kind(g, K_ENUM), of_kind(g, K_SET)}};
        if (type.parts[0] >= 0 && type.parts[1] >= 0) {
            type.high = g->types[type.parts[0]].high + g->types[type.parts[1]].high + 1;
            type.bits = log2_of(type.high + 2);
            define(g, type, "U");
        }
    }
    for (int i = below(g, 3); i > 0; i--)
        define_record(g);
    for (int i = below(g, 3); i > 0; i--)
        define_array(g);
    if (g->options.extensions && chance(g, 70)) {
        int record = of_kind(g, K_RECORD);
        struct gtype type = {.kind = K_MULTISET, .high = 1 + below(g, 3), .element = record < 0 || chance(g, 40) ? some_scalar(g) : record};
        type.bits = g->types[type.element].bits * type.high;
        if (type.bits <= 12)
            define(g, type, "M");
    }
    g->indent--;
    put(g, "\n");
}

/* ---- designators ---- */

static bool emit_value(struct generator *, int type, int depth);
static void emit_boolean(struct generator *, int depth);
static void emit_integer(struct generator *, int depth);

/* A quantifier's name of exactly this type, or NULL. */
static const char *fixed_name(struct generator *g, int type)
{
    int candidates[NAMES], count = 0;
    for (int i = 0; i < g->name_count; i++)
        if (g->names[i].type == type && g->names[i].fixed && !g->names[i].slot && !g->names[i].vague)
            candidates[count++] = i;
    return count ? g->names[candidates[below(g, count)]].name : NULL;
}

static bool index_available(struct generator *g, int type)
{
    return g->types[type].kind == K_UNION || g->types[type].kind != K_SET || fixed_name(g, type);
}

static bool reaches(struct generator *g, int from, int to)
{
    const struct gtype *type = &g->types[from];
    if (from == to)
        return true;
    if (type->kind == K_ARRAY)
        return index_available(g, type->index) && reaches(g, type->element, to);
    for (int i = 0; i < type->field_count; i++)
        if (reaches(g, type->fields[i], to))
            return true;
    return false;
}

static void emit_path(struct generator *g, int from, int to, int depth)
{
    const struct gtype *type = &g->types[from];
    if (from == to)
        return;
    if (type->kind == K_ARRAY) {
        put(g, "[");
        if (g->types[type->index].kind == K_SET || !emit_value(g, type->index, depth - 1)) {
            const char *name = fixed_name(g, type->index);
            put(g, "%s", name ? name : "?");
        }
        put(g, "]");
        emit_path(g, type->element, to, depth);
        return;
    }
    int field;
    do
        field = below(g, type->field_count);
    while (!reaches(g, type->fields[field], to));
    put(g, ".f%d", field);
    emit_path(g, type->fields[field], to, depth);
}

/* A root from which a place of this type can be named; -1 where there is none. */
static int find_root(struct generator *g, int type, bool write)
{
    int candidates[NAMES], count = 0;
    for (int i = 0; i < g->name_count; i++) {
        const struct name *name = &g->names[i];
        if (write ? !name->writable || (g->pure && i < g->state_count) : !strcmp(name->name, g->banned))
            continue;
        int from = name->slot ? g->types[name->type].element : name->type;
        if (reaches(g, from, type) && !(name->slot && write))
            candidates[count++] = i;
    }
    return count ? candidates[below(g, count)] : -1;
}

static void emit_place(struct generator *g, int root, int type, int depth)
{
    const struct name *name = &g->names[root];
    if (name->slot) {
        put(g, "%s[%s]", name->of, name->name);
        emit_path(g, g->types[name->type].element, type, depth);
    } else {
        put(g, "%s", name->name);
        emit_path(g, name->type, type, depth);
    }
}

static bool emit_literal(struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    const char *name = fixed_name(g, id);
    if (name && (type->kind == K_SET || chance(g, 60))) {
        put(g, "%s", name);
        return true;
    }
    switch (type->kind) {
    case K_BOOLEAN:
        put(g, chance(g, 50) ? "true" : "false");
        return true;
    case K_ENUM:
        put(g, "%s_%c", type->name, 'a' + below(g, type->high + 1));
        return true;
    case K_RANGE:
        put(g, "%d", type->low + below(g, values_of(type)));
        return true;
    case K_UNION:
        return emit_literal(g, type->parts[chance(g, 40) && fixed_name(g, type->parts[1])]);
    default:
        return false;
    }
}

/* Read a scalar of this type from somewhere. */
static bool emit_read(struct generator *g, int type, int depth)
{
    int root = find_root(g, type, false);
    if (root < 0)
        return false;
    struct text place = {0};
    struct text *outer = divert(g, &place);
    emit_place(g, root, type, depth);
    divert(g, outer);
    if (!g->names[root].vague || chance(g, g->careless)) {
        put(g, "%s", place.bytes);
    } else {
        struct text other = {0};
        divert(g, &other);
        bool good = emit_literal(g, type);
        divert(g, outer);
        if (!good) {
            text_free(&place);
            text_free(&other);
            return false;
        }
        put(g, "(isundefined(%s) ? %s : %s)", place.bytes, other.bytes, place.bytes);
        text_free(&other);
    }
    text_free(&place);
    return true;
}

/* ---- expressions ---- */

/* By value; a compound one from a variable. */
static bool emit_argument(struct generator *g, int type, int depth)
{
    if (is_scalar(&g->types[type]))
        return emit_value(g, type, depth);
    int root = find_root(g, type, false);
    if (root >= 0)
        emit_place(g, root, type, 0);
    return root >= 0;
}

/* A pure function of this result, called. */
static bool emit_call(struct generator *g, int result, int depth)
{
    int candidates[ROUTINES], count = 0;
    for (int i = 0; i < g->routine_count; i++)
        if (g->routines[i].result == result)
            candidates[count++] = i;
    if (!count)
        return false;
    const struct groutine *routine = &g->routines[candidates[below(g, count)]];
    struct text call = {0};
    struct text *outer = divert(g, &call);
    bool good = true;
    put(g, "%s(", routine->name);
    for (int i = 0; good && i < routine->parameter_count; i++) {
        put(g, i ? ", " : "");
        good = emit_argument(g, routine->parameters[i], depth - 2);
    }
    put(g, ")");
    divert(g, outer);
    if (good)
        put(g, "%s", call.bytes);
    text_free(&call);
    return good;
}

/* A number brought into a range. */
static void emit_clamped(struct generator *g, const struct gtype *type, int depth)
{
    struct text e = {0};
    struct text *outer = divert(g, &e);
    emit_integer(g, depth);
    divert(g, outer);
    if (chance(g, g->careless)) {
        put(g, "%s", e.bytes);
    } else {
        int n = values_of(type);
        if (type->low)
            put(g, "%d + ", type->low);
        put(g, "((%s) %% %d + %d) %% %d", e.bytes, n, n, n);
    }
    text_free(&e);
}

static bool emit_conditional(struct generator *g, int type, int depth)
{
    struct text left = {0}, right = {0};
    struct text *outer = divert(g, &left);
    bool good = emit_value(g, type, depth - 1);
    divert(g, &right);
    good = good && emit_value(g, type, depth - 1);
    divert(g, outer);
    if (good) {
        put(g, "(");
        emit_boolean(g, depth - 1);
        put(g, " ? %s : %s)", left.bytes, right.bytes);
    }
    text_free(&left);
    text_free(&right);
    return good;
}

/* A value of a scalar type that fits it; false where there is none. */
static bool emit_value(struct generator *g, int id, int depth)
{
    const struct gtype *type = &g->types[id];
    if (type->kind == K_BOOLEAN) {
        emit_boolean(g, depth);
        return true;
    }
    if (type->kind == K_RANGE && depth > 0 && chance(g, 60)) {
        emit_clamped(g, type, depth);
        return true;
    }
    if (depth > 1 && chance(g, 15) && emit_conditional(g, id, depth))
        return true;
    if (depth > 1 && chance(g, 20) && emit_call(g, id, depth))
        return true;
    if (type->kind == K_UNION && chance(g, 60) && emit_literal(g, id))
        return true;
    if (depth >= 0 && chance(g, 60) && emit_read(g, id, depth))
        return true;
    return emit_literal(g, id) || (depth >= 0 && emit_read(g, id, depth));
}

static void emit_operation(struct generator *g, int depth)
{
    static const char *const plain[] = {"+", "-", "*", "+", "-"};
    static const char *const bits[] = {"&", "|", "^"};
    bool open = chance(g, 70);
    switch (below(g, 8)) {
    case 0: case 1: case 2: case 3:
        put(g, open ? "(" : "");
        emit_integer(g, depth - 1);
        put(g, " %s ", plain[below(g, 5)]);
        emit_integer(g, depth - 1);
        put(g, open ? ")" : "");
        break;
    case 4:
        put(g, "(");
        emit_integer(g, depth - 1);
        put(g, " %s %d)", chance(g, 50) ? "%" : "/", chance(g, g->careless) ? 0 : 1 + below(g, 4));
        break;
    case 5:
        /* Debian's Rumur takes & and | for connectives after a name of a named range. */
        put(g, g->options.extensions ? "((" : "((0 + ");
        emit_integer(g, depth - 1);
        put(g, ") %s (", bits[below(g, 3)]);
        emit_integer(g, depth - 1);
        put(g, "))");
        break;
    case 6:
        put(g, "(%s(", chance(g, 50) ? "-" : "~");
        emit_integer(g, depth - 1);
        put(g, "))");
        break;
    default:
        put(g, "((");
        emit_integer(g, depth - 1);
        put(g, ") %s %d)", chance(g, 50) ? "<<" : ">>", below(g, 4));
    }
}

static void emit_count(struct generator *g, int root, int depth);

static void emit_integer(struct generator *g, int depth)
{
    int range = of_kind(g, K_RANGE);
    if (depth > 0 && chance(g, 55)) {
        emit_operation(g, depth);
        return;
    }
    if (g->options.extensions && depth > 0 && chance(g, 20)) {
        int multiset = of_kind(g, K_MULTISET), root = multiset < 0 ? -1 : find_root(g, multiset, false);
        if (root >= 0) {
            emit_count(g, root, depth);
            return;
        }
    }
    if (range >= 0 && depth >= 0 && chance(g, 75) && emit_read(g, range, depth))
        return;
    if (range >= 0 && depth > 1 && chance(g, 30) && emit_call(g, range, depth))
        return;
    put(g, "%d", below(g, 5));
}

static int push_name(struct generator *g, const char *prefix, int type)
{
    struct name *name = &g->names[g->name_count];
    *name = (struct name){.type = type};
    fresh(g, name->name, sizeof name->name, prefix);
    return g->name_count++;
}

/* multisetcount(i: m, condition), or a multisetremovepred of the same shape. */
static void emit_slots(struct generator *g, const char *what, const char *multiset, int type, int depth)
{
    int slot = push_name(g, "e", type);
    g->names[slot].slot = g->names[slot].fixed = g->names[slot].vague = true;
    strcpy(g->names[slot].of, multiset);
    put(g, "%s(%s: %s, ", what, g->names[slot].name, multiset);
    emit_boolean(g, depth);
    put(g, ")");
    g->name_count = slot;
}

static void emit_count(struct generator *g, int root, int depth)
{
    int multiset = of_kind(g, K_MULTISET);
    struct text place = {0};
    struct text *outer = divert(g, &place);
    emit_place(g, root, multiset, 0);
    divert(g, outer);
    if (place.length < sizeof g->names[0].of)
        emit_slots(g, "multisetcount", place.bytes, multiset, depth - 1);
    else
        put(g, "0");
    text_free(&place);
}

static void emit_comparison(struct generator *g, int depth)
{
    static const char *const orders[] = {"<", "<=", ">", ">=", "=", "!=", "==", "≤"};
    put(g, "(");
    emit_integer(g, depth - 1);
    put(g, " %s ", orders[below(g, 8)]);
    emit_integer(g, depth - 1);
    put(g, ")");
}

/* Two values of one type that is not a number. */
static bool emit_equality(struct generator *g, int depth)
{
    int type = below(g, g->type_count);
    bool compound = !is_scalar(&g->types[type]);
    if (g->types[type].kind == K_RANGE || holds_multiset(g, type))
        return false;
    struct text both = {0};
    struct text *outer = divert(g, &both);
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        if (i)
            put(g, chance(g, 60) ? " = " : " != ");
        if (compound) {
            int root = find_root(g, type, false);
            good = root >= 0;
            if (good)
                emit_place(g, root, type, depth - 1);
        } else {
            /* Two parts of a union are comparable only where one side is the union. */
            put(g, "(");
            good = !i && g->types[type].kind == K_UNION ? emit_read(g, type, depth - 1) : emit_value(g, type, depth - 1);
            put(g, ")");
        }
    }
    divert(g, outer);
    if (good)
        put(g, "(%s)", both.bytes);
    text_free(&both);
    return good;
}

/* `name: type` or `name := a to b`; the name stays in scope. */
static int emit_quantifier(struct generator *g, bool constant)
{
    int type = some_scalar(g), range = of_kind(g, K_RANGE);
    if (g->options.extensions && chance(g, 10) && of_kind(g, K_UNION) >= 0)
        type = of_kind(g, K_UNION);
    if (range >= 0 && chance(g, 30)) {
        const struct gtype *r = &g->types[range];
        struct text bound = {0};
        struct text *outer = divert(g, &bound);
        bool dynamic = !constant && chance(g, 40) && emit_read(g, range, 0);
        divert(g, outer);
        int name = push_name(g, "i", range);
        if (constant && !g->options.extensions) /* Debian's Rumur fails on `:=` here */
            put(g, "%s: %d .. %d", g->names[name].name, r->low, r->high);
        else if (dynamic)
            put(g, "%s := %d to %s", g->names[name].name, r->low, bound.bytes);
        else if (chance(g, 30))
            put(g, "%s := %d to %d by %d", g->names[name].name, r->low, r->high, 1 + below(g, 2));
        else if (chance(g, 20))
            put(g, "%s := %d to %d by -1", g->names[name].name, r->high, r->low);
        else
            put(g, "%s := %d to %d", g->names[name].name, r->low, r->high);
        text_free(&bound);
        g->names[name].fixed = true;
        return name;
    }
    int name = push_name(g, "q", type);
    g->names[name].fixed = true;
    put(g, "%s: ", g->names[name].name);
    put_type(g, type);
    return name;
}

static void emit_quantified(struct generator *g, int depth)
{
    put(g, "(%s ", chance(g, 50) ? "forall" : "exists");
    int name = emit_quantifier(g, false);
    put(g, " do ");
    emit_boolean(g, depth - 1);
    put(g, " end)");
    g->name_count = name;
}

static bool emit_isundefined(struct generator *g)
{
    int type = some_scalar(g), root = find_root(g, type, false);
    if (root < 0 || g->names[root].fixed)
        return false;
    put(g, "isundefined(");
    emit_place(g, root, type, 0);
    put(g, ")");
    return true;
}

static bool emit_ismember(struct generator *g)
{
    int type = of_kind(g, K_UNION), root = type < 0 ? -1 : find_root(g, type, false);
    if (root < 0)
        return false;
    struct text place = {0};
    struct text *outer = divert(g, &place);
    emit_place(g, root, type, 0);
    divert(g, outer);
    const char *part = g->types[g->types[type].parts[below(g, 2)]].name;
    if (g->names[root].vague)
        put(g, "(!isundefined(%s) & ismember(%s, %s))", place.bytes, place.bytes, part);
    else
        put(g, "ismember(%s, %s)", place.bytes, part);
    text_free(&place);
    return true;
}

static void emit_connective(struct generator *g, int depth)
{
    static const char *const words[] = {"&", "|", "->", "&&", "||"};
    const char *word = words[below(g, 5)];
    bool open = word[0] == '-' || chance(g, 70); /* -> does not chain */
    put(g, open ? "(" : "");
    emit_boolean(g, depth - 1);
    put(g, " %s ", word);
    emit_boolean(g, depth - 1);
    put(g, open ? ")" : "");
}

static void emit_boolean(struct generator *g, int depth)
{
    if (depth > 0) {
        switch (below(g, 12)) {
        case 0: case 1: case 2:
            emit_connective(g, depth);
            return;
        case 3: case 4:
            emit_comparison(g, depth);
            return;
        case 5: case 6:
            if (emit_equality(g, depth))
                return;
            break;
        case 7:
            emit_quantified(g, depth);
            return;
        case 8:
            put(g, "!(");
            emit_boolean(g, depth - 1);
            put(g, ")");
            return;
        case 9:
            if (emit_isundefined(g))
                return;
            break;
        case 10:
            if (emit_ismember(g) || (depth > 1 && emit_call(g, 0, depth)))
                return;
            break;
        default:
            if (depth > 1 && emit_conditional(g, 0, depth))
                return;
        }
    }
    if (depth >= 0 && chance(g, 90) && emit_read(g, 0, depth))
        return;
    emit_literal(g, 0);
}

/* Something that mostly holds: A | B | (C -> C'), C' of the same random kind
 * as C or C itself. */
static void emit_likely(struct generator *g)
{
    struct text c = {0};
    struct text *outer = divert(g, &c);
    emit_boolean(g, 2);
    divert(g, outer);
    put(g, "(");
    emit_boolean(g, 2);
    put(g, ") | (");
    emit_boolean(g, 2);
    put(g, ") | ((%s) -> (", c.bytes);
    if (chance(g, 85))
        put(g, "%s", c.bytes);
    else
        emit_boolean(g, 2);
    put(g, "))");
    text_free(&c);
}

/* ---- statements ---- */

static void emit_statement(struct generator *, int depth);

static void emit_body(struct generator *g, int depth, int most)
{
    int names = g->name_count;
    g->indent++;
    for (int i = 1 + below(g, most); i > 0; i--)
        if (g->budget-- > 0)
            emit_statement(g, depth);
    g->name_count = names;
    g->indent--;
}

/* A place moves on to another value of its type. */
static bool emit_advance(struct generator *g)
{
    int id = some_scalar(g), root = find_root(g, id, true);
    const struct gtype *type = &g->types[id];
    if (root < 0 || g->names[root].vague || type->kind == K_SET)
        return false;
    struct text place = {0};
    struct text *outer = divert(g, &place);
    emit_place(g, root, id, 0);
    divert(g, outer);
    const char *p = place.bytes;
    int n = values_of(type);
    line(g);
    if (type->kind == K_BOOLEAN)
        put(g, "%s := !%s;", p, p);
    else if (type->kind == K_RANGE)
        put(g, "%s := (%s - (%d) + %d) %% %d + (%d);", p, p, type->low, 1 + below(g, n - 1), n, type->low);
    else
        put(g, "%s := %s = %s_%c ? %s_%c : %s_a;", p, p, type->name, 'a' + below(g, n), type->name, 'a' + below(g, n), type->name);
    text_free(&place);
    return true;
}

static bool emit_assignment(struct generator *g)
{
    if (chance(g, 35) && emit_advance(g))
        return true;
    int type = chance(g, 80) ? some_scalar(g) : below(g, g->type_count), root = find_root(g, type, true);
    if (root < 0 || holds_multiset(g, type))
        return false;
    struct text statement = {0};
    struct text *outer = divert(g, &statement);
    emit_place(g, root, type, 1);
    put(g, " := ");
    bool good;
    if (is_scalar(&g->types[type])) {
        good = emit_value(g, type, 3);
    } else {
        int from = find_root(g, type, false);
        good = from >= 0 && (!g->names[from].vague || g->names[root].vague);
        if (good)
            emit_place(g, from, type, 1);
    }
    divert(g, outer);
    if (good) {
        line(g);
        put(g, "%s;", statement.bytes);
    }
    text_free(&statement);
    return good;
}

static void emit_if(struct generator *g, int depth)
{
    line(g);
    put(g, "if ");
    emit_boolean(g, 2);
    put(g, " then");
    emit_body(g, depth - 1, 2);
    if (chance(g, 25)) {
        line(g);
        put(g, "elsif ");
        emit_boolean(g, 2);
        put(g, " then");
        emit_body(g, depth - 1, 2);
    }
    if (chance(g, 40)) {
        line(g);
        put(g, "else");
        emit_body(g, depth - 1, 2);
    }
    line(g);
    put(g, chance(g, 50) ? "end;" : "endif;");
}

static bool emit_switch(struct generator *g, int depth)
{
    int type = of_kind(g, chance(g, 60) ? K_ENUM : K_RANGE);
    struct text value = {0};
    struct text *outer = divert(g, &value);
    bool good = type >= 0 && emit_value(g, type, 1);
    divert(g, outer);
    if (!good) {
        text_free(&value);
        return false;
    }
    line(g);
    put(g, "switch %s", value.bytes);
    text_free(&value);
    const struct gtype *t = &g->types[type];
    int split = t->low + below(g, values_of(t));
    for (int v = t->low; v <= t->high && v <= split; v++) {
        line(g);
        put(g, t->kind == K_ENUM ? "case %s_%c" : "case %s%d", t->kind == K_ENUM ? t->name : "", t->kind == K_ENUM ? 'a' + v : v);
        if (v < split && chance(g, 30)) {
            v++;
            put(g, t->kind == K_ENUM ? ", %s_%c" : ", %s%d", t->kind == K_ENUM ? t->name : "", t->kind == K_ENUM ? 'a' + v : v);
        }
        put(g, ":");
        emit_body(g, depth - 1, 1);
    }
    if (chance(g, 50)) {
        line(g);
        put(g, "else");
        emit_body(g, depth - 1, 1);
    }
    line(g);
    put(g, "end;");
    return true;
}

/* Over a scalarset the order must not show: one array is written, each of its
 * elements by its own index, and not read. */
static void emit_for_each(struct generator *g, int name)
{
    for (int tries = 0; tries < 20; tries++) {
        int root = below(g, g->name_count);
        const struct gtype *type = &g->types[g->names[root].type];
        if (!g->names[root].writable || (g->pure && root < g->state_count) || type->kind != K_ARRAY
            || type->index != g->names[name].type || g->banned[0] || !is_scalar(&g->types[type->element]))
            continue;
        struct text value = {0};
        struct text *outer = divert(g, &value);
        strcpy(g->banned, g->names[root].name);
        bool good = emit_value(g, type->element, 2);
        g->banned[0] = 0;
        divert(g, outer);
        if (good) {
            g->indent++;
            line(g);
            put(g, "%s[%s] := %s;", g->names[root].name, g->names[name].name, value.bytes);
            g->indent--;
        }
        text_free(&value);
        return;
    }
}

static void emit_for(struct generator *g, int depth)
{
    line(g);
    put(g, "for ");
    int name = emit_quantifier(g, false);
    put(g, " do");
    enum kind kind = g->types[g->names[name].type].kind;
    if (kind == K_SET || kind == K_UNION)
        emit_for_each(g, name);
    else
        emit_body(g, depth - 1, 2);
    g->name_count = name;
    line(g);
    put(g, chance(g, 50) ? "end;" : "endfor;");
}

/* A loop that counts a local down. */
static bool emit_while(struct generator *g, int depth)
{
    for (int i = g->state_count; i < g->name_count; i++) {
        const struct name *name = &g->names[i];
        if (!name->writable || name->vague || g->types[name->type].kind != K_RANGE || g->types[name->type].low > 0
            || g->types[name->type].high < 1 || name->name[0] != 'l')
            continue;
        g->names[i].writable = false;
        line(g);
        put(g, "while %s > 0 do", name->name);
        emit_body(g, depth - 1, 2);
        g->indent++;
        line(g);
        put(g, "%s := %s - 1;", name->name, name->name);
        g->indent--;
        line(g);
        put(g, "end;");
        g->names[i].writable = true;
        return true;
    }
    return false;
}

static bool emit_alias(struct generator *g, int depth)
{
    int type = below(g, g->type_count), root = find_root(g, type, false);
    if (root < 0 || holds_multiset(g, type) || g->names[root].slot)
        return false;
    struct name alias = g->names[root];
    line(g);
    fresh(g, alias.name, sizeof alias.name, "a");
    put(g, "alias %s: ", alias.name);
    emit_place(g, root, type, 0);
    put(g, " do");
    alias.type = type;
    alias.writable = alias.writable && !(g->pure && root < g->state_count);
    g->names[g->name_count++] = alias;
    emit_body(g, depth - 1, 2);
    g->name_count--;
    line(g);
    put(g, "end;");
    return true;
}

static bool emit_forget(struct generator *g)
{
    bool undefine = chance(g, 50);
    int type = chance(g, 60) ? some_scalar(g) : below(g, g->type_count), root = find_root(g, type, true);
    if (root < 0 || (undefine && !g->names[root].vague) || (!undefine && holds_set(g, type)))
        return false;
    line(g);
    put(g, undefine ? "undefine " : "clear ");
    emit_place(g, root, type, 0);
    put(g, ";");
    return true;
}

static bool emit_procedure_call(struct generator *g)
{
    const struct groutine *routine = g->routine_count ? &g->routines[below(g, g->routine_count)] : NULL;
    if (!routine || routine->result >= 0 || g->pure)
        return false;
    struct text call = {0};
    struct text *outer = divert(g, &call);
    bool good = true;
    put(g, "%s(", routine->name);
    for (int i = 0; good && i < routine->parameter_count; i++) {
        put(g, i ? ", " : "");
        int root = routine->by_reference[i] ? find_root(g, routine->parameters[i], true) : -1;
        if (!routine->by_reference[i])
            good = emit_argument(g, routine->parameters[i], 2);
        else if (root >= 0 && !g->names[root].vague)
            emit_place(g, root, routine->parameters[i], 1);
        else
            good = false;
    }
    divert(g, outer);
    if (good) {
        line(g);
        put(g, "%s);", call.bytes);
    }
    text_free(&call);
    return good;
}

static bool emit_local_property(struct generator *g)
{
    line(g);
    switch (below(g, 6)) {
    case 0:
        put(g, "assume ");
        emit_boolean(g, 2);
        put(g, ";");
        break;
    case 1:
        put(g, "cover \"l%d\" ", g->serial++);
        emit_likely(g);
        put(g, ";");
        break;
    case 3:
        put(g, "if (");
        emit_boolean(g, 2);
        put(g, ") & (");
        emit_boolean(g, 1);
        put(g, ") & (");
        emit_boolean(g, 1);
        put(g, ") then error \"e%d\"; end;", g->serial++);
        break;
    default:
        put(g, "assert ");
        emit_likely(g);
        put(g, "%s;", chance(g, 30) ? " \"said\"" : "");
    }
    return true;
}

static bool emit_multiset(struct generator *g)
{
    int type = of_kind(g, K_MULTISET), root = type < 0 || g->pure ? -1 : find_root(g, type, true);
    if (root < 0)
        return false;
    struct text place = {0}, value = {0};
    struct text *outer = divert(g, &place);
    emit_place(g, root, type, 0);
    bool good = place.length < sizeof g->names[0].of;
    const struct gtype *t = &g->types[type];
    if (good && chance(g, 75)) {
        divert(g, &value);
        if (is_scalar(&g->types[t->element])) {
            good = emit_value(g, t->element, 2);
        } else {
            int from = find_root(g, t->element, false);
            good = from >= 0;
            if (good)
                emit_place(g, from, t->element, 0);
        }
        divert(g, outer);
        if (good) {
            line(g);
            if (chance(g, g->careless + 2))
                put(g, "multisetadd(%s, %s);", value.bytes, place.bytes);
            else
                put(g, "if multisetcount(z%d: %s, true) < %d then multisetadd(%s, %s); end;", g->serial++, place.bytes,
                    t->high, value.bytes, place.bytes);
        }
    } else if (good) {
        divert(g, outer);
        line(g);
        emit_slots(g, "multisetremovepred", place.bytes, type, 2);
        put(g, ";");
    }
    divert(g, outer);
    text_free(&place);
    text_free(&value);
    return good;
}

static void emit_return(struct generator *g)
{
    struct text value = {0};
    struct text *outer = divert(g, &value);
    bool good = g->result < 0 || emit_value(g, g->result, 2);
    divert(g, outer);
    if (good) {
        line(g);
        put(g, g->result < 0 ? "return;" : "return %s;", value.bytes);
    }
    text_free(&value);
}

static void emit_statement(struct generator *g, int depth)
{
    for (int tries = 0; tries < 8; tries++) {
        switch (below(g, depth > 0 ? 17 : 9)) {
        case 0: case 1: case 2: case 3: case 4:
            if (emit_assignment(g))
                return;
            break;
        case 5:
            if (emit_forget(g))
                return;
            break;
        case 6:
            if (emit_procedure_call(g))
                return;
            break;
        case 7:
            if (!g->in_routine && chance(g, 50) && emit_local_property(g))
                return;
            break;
        case 8: case 15:
            if (g->options.extensions && emit_multiset(g))
                return;
            break;
        case 9: case 10:
            emit_if(g, depth);
            return;
        case 11:
            if (emit_switch(g, depth))
                return;
            break;
        case 12:
            emit_for(g, depth);
            return;
        case 13:
            if (emit_while(g, depth))
                return;
            break;
        case 14:
            if (emit_alias(g, depth))
                return;
            break;
        default:
            if (chance(g, 15)) {
                line(g);
                put(g, "if ");
                emit_boolean(g, 1);
                put(g, " then");
                g->indent++;
                emit_return(g);
                g->indent--;
                put(g, " end;");
                return;
            }
        }
    }
}

/* Local variables, and a value for those that are not vague. */
static void emit_locals(struct generator *g, struct text *initial)
{
    int count = below(g, 3);
    if (!count)
        return;
    put(g, "\n%*svar", 2 * g->indent, "");
    for (int i = 0; i < count; i++) {
        int type = chance(g, 75) ? some_scalar(g) : below(g, g->type_count);
        int name = push_name(g, "l", type);
        g->names[name].writable = true;
        g->names[name].vague = holds_set(g, type) || chance(g, 20);
        put(g, " %s: ", g->names[name].name);
        put_type(g, type);
        put(g, ";");
        if (!g->names[name].vague)
            text_format(initial, " clear %s;", g->names[name].name);
    }
}

static void emit_code(struct generator *g, int statements)
{
    struct text initial = {0};
    int names = g->name_count;
    g->budget = 9;
    g->indent++;
    emit_locals(g, &initial);
    put(g, "\n%*sbegin%s", 2 * (g->indent - 1), "", initial.bytes ? initial.bytes : "");
    text_free(&initial);
    for (int i = g->pure ? 0 : 1 + below(g, 3); i > 0; i--)
        emit_assignment(g);
    g->indent--;
    emit_body(g, 2, statements);
    if (g->result >= 0) {
        g->indent++;
        emit_return(g);
        g->indent--;
    }
    g->name_count = names;
    line(g);
}

/* ---- routines ---- */

static void define_routine(struct generator *g)
{
    struct groutine routine = {.result = chance(g, 65) ? some_scalar(g) : -1, .parameter_count = below(g, PARAMETERS + 1)};
    int names = g->name_count;
    if (routine.result >= 0 && g->types[routine.result].kind == K_SET)
        routine.result = 0;
    fresh(g, routine.name, sizeof routine.name, routine.result < 0 ? "P" : "F");
    line(g);
    put(g, "%s %s(", routine.result < 0 ? "procedure" : "function", routine.name);
    for (int i = 0; i < routine.parameter_count; i++) {
        bool reference = routine.result < 0 && chance(g, 40);
        int type = chance(g, reference ? 40 : 15) ? below(g, g->type_count) : some_scalar(g);
        if (holds_multiset(g, type) || (reference && !g->types[type].name[0] && g->types[type].kind != K_BOOLEAN))
            type = 0;
        routine.parameters[i] = type;
        routine.by_reference[i] = reference;
        int name = push_name(g, "p", type);
        g->names[name].writable = reference;
        g->names[name].fixed = !reference && is_scalar(&g->types[type]);
        g->names[name].vague = !is_scalar(&g->types[type]) && (!reference || holds_set(g, type));
        put(g, "%s%s%s: ", i ? "; " : "", reference ? "var " : "", g->names[name].name);
        put_type(g, type);
    }
    put(g, ")");
    if (routine.result >= 0) {
        put(g, ": ");
        put_type(g, routine.result);
    }
    put(g, ";");
    g->pure = routine.result >= 0;
    g->in_routine = true;
    g->result = routine.result;
    emit_code(g, 3);
    g->pure = g->in_routine = false;
    g->result = -1;
    g->name_count = names;
    put(g, "end;\n");
    g->routines[g->routine_count++] = routine;
}

/* ---- rules and properties ---- */

/* Rulesets and aliases around what follows; returns how many to close. */
static int open_enclosing(struct generator *g, bool choose)
{
    int opened = 0;
    while (chance(g, 45) && opened < 2) {
        line(g);
        put(g, "ruleset ");
        emit_quantifier(g, true);
        if (chance(g, 25)) {
            put(g, "; ");
            emit_quantifier(g, true);
        }
        put(g, " do");
        g->indent++;
        opened++;
    }
    int type = choose ? of_kind(g, K_MULTISET) : -1, root = type < 0 ? -1 : find_root(g, type, true);
    if (root >= 0 && chance(g, 50)) {
        struct text place = {0};
        struct text *outer = divert(g, &place);
        emit_place(g, root, type, -1);
        divert(g, outer);
        if (place.length < sizeof g->names[0].of) {
            int slot = push_name(g, "c", type);
            g->names[slot].slot = g->names[slot].fixed = g->names[slot].vague = true;
            strcpy(g->names[slot].of, place.bytes);
            line(g);
            put(g, "choose %s: %s do", g->names[slot].name, place.bytes);
            g->indent++;
            opened++;
        }
        text_free(&place);
        return opened;
    }
    type = below(g, g->type_count);
    root = find_root(g, type, false);
    if (chance(g, 15) && root >= 0 && !holds_multiset(g, type) && !g->names[root].fixed) {
        struct name alias = g->names[root];
        fresh(g, alias.name, sizeof alias.name, "a");
        line(g);
        put(g, "alias %s: ", alias.name);
        emit_place(g, root, type, 0);
        put(g, " do");
        alias.type = type;
        g->names[g->name_count++] = alias;
        g->indent++;
        opened++;
    }
    return opened;
}

static void close_enclosing(struct generator *g, int opened)
{
    while (opened-- > 0) {
        g->indent--;
        line(g);
        put(g, "end;");
    }
    put(g, "\n");
}

static void emit_rule(struct generator *g)
{
    int names = g->name_count, opened = open_enclosing(g, g->options.extensions);
    line(g);
    put(g, "rule \"r%d\"", g->serial++);
    if (chance(g, 55)) {
        put(g, "\n%*s", 2 * g->indent + 2, "");
        g->pure = true;
        emit_boolean(g, 2);
        g->pure = false;
        put(g, " ==>");
    }
    const struct name *last = g->name_count ? &g->names[g->name_count - 1] : NULL;
    if (last && last->slot && chance(g, 70)) {
        line(g);
        put(g, "begin");
        g->indent++;
        g->budget = 4;
        if (chance(g, 50))
            emit_statement(g, 1);
        line(g);
        put(g, "multisetremove(%s, %s);", last->name, last->of);
        g->indent--;
        line(g);
    } else {
        emit_code(g, 3);
    }
    put(g, chance(g, 50) ? "end;" : "endrule;");
    close_enclosing(g, opened);
    g->name_count = names;
}

static void emit_property(struct generator *g)
{
    int names = g->name_count, opened = open_enclosing(g, false);
    line(g);
    g->in_property = g->pure = true;
    switch (below(g, g->options.liveness && !opened ? 8 : 6)) {
    case 0:
        put(g, "assume \"a%d\" ", g->serial++);
        emit_likely(g);
        put(g, ";");
        break;
    case 1: case 2:
        put(g, "cover \"c%d\" ", g->serial++);
        emit_likely(g);
        put(g, ";");
        break;
    case 3: case 4: case 5:
        put(g, "invariant \"i%d\" ", g->serial++);
        emit_likely(g);
        put(g, ";");
        break;
    default:
        put(g, "liveness \"v%d\" ", g->serial++);
        emit_likely(g);
        put(g, ";");
    }
    g->in_property = g->pure = false;
    close_enclosing(g, opened);
    g->name_count = names;
}

static void define_variables(struct generator *g)
{
    double bits = 0;
    put(g, "var");
    g->indent++;
    int count = 3 + below(g, 5);
    for (int i = 0; i < count; i++) {
        int type = chance(g, 55) ? some_scalar(g) : below(g, g->type_count);
        if (bits + g->types[type].bits > 20)
            continue;
        bits += g->types[type].bits;
        int name = push_name(g, "v", type);
        g->names[name].writable = true;
        g->names[name].vague = holds_set(g, type) || chance(g, 20);
        line(g);
        put(g, "%s: ", g->names[name].name);
        put_type(g, type);
        put(g, ";");
    }
    if (!g->name_count) {
        int name = push_name(g, "v", 0);
        g->names[name].writable = true;
        put(g, " %s: boolean;", g->names[name].name);
    }
    g->state_count = g->name_count;
    g->indent--;
    put(g, "\n");
}

static void emit_start(struct generator *g)
{
    int names = g->name_count, opened = 0;
    if (chance(g, 40)) {
        put(g, "\nruleset ");
        emit_quantifier(g, true);
        put(g, " do");
        g->indent++;
        opened = 1;
    }
    line(g);
    put(g, "startstate%s", chance(g, 50) ? " \"begin\"" : "");
    line(g);
    put(g, "begin");
    g->indent++;
    for (int i = 0; i < g->state_count; i++)
        if (!g->names[i].vague || (!holds_set(g, g->names[i].type) && chance(g, 50))) {
            line(g);
            put(g, "clear %s;", g->names[i].name);
        }
    g->indent--;
    g->budget = 3;
    emit_body(g, 1, 3);
    line(g);
    put(g, "end;");
    close_enclosing(g, opened);
    g->name_count = names;
}

const char *generate_deadlock(uint64_t seed)
{
    static const char *const modes[] = {"off", "off", "off", "off", "stuck", "stuttering"};
    return modes[seed % 6];
}

void generate_model(struct text *out, uint64_t seed, const struct generate_options *options)
{
    struct generator g = {.out = out, .random = seed * 0x2545f4914f6cdd1du + 1, .options = *options, .result = -1};
    next(&g);
    if (chance(&g, 20))
        g.careless = 1 + below(&g, 8);
    put(&g, "-- seed %llu, deadlock %s\n", (unsigned long long)seed, generate_deadlock(seed));
    define_types(&g);
    define_variables(&g);
    for (int i = below(&g, 3); i > 0; i--)
        define_routine(&g);
    for (int i = 1 + below(&g, 2); i > 0; i--)
        emit_start(&g);
    for (int i = 2 + below(&g, 5); i > 0; i--)
        emit_rule(&g);
    for (int i = below(&g, 4); i > 0; i--)
        emit_property(&g);
}
