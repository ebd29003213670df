/* SPDX-License-Identifier: BSD-2-Clause */
/* generate_expr.c - designators and expressions */
#include "generate_private.h"

#include <string.h>

/* ---- designators ---- */

static void emit_integer(struct generator *, int depth);

/* A quantifier's name of exactly this type, or NULL. */
static const char *fixed_name(struct generator *g, int type)
{
    int candidates[NAMES], count = 0;
    for (int i = 0; i < g->name_count; i++)
        if (g->names[i].type == type && g->names[i].fixed && !g->names[i].slot && !g->names[i].vague)
            candidates[count++] = i;
    return count ? g->names[candidates[generate_below(g, count)]].name : NULL;
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
        generate_put(g, "[");
        if (g->types[type->index].kind == K_SET || !generate_emit_value(g, type->index, depth - 1)) {
            const char *name = fixed_name(g, type->index);
            generate_put(g, "%s", name ? name : "?");
        }
        generate_put(g, "]");
        emit_path(g, type->element, to, depth);
        return;
    }
    int field;
    do
        field = generate_below(g, type->field_count);
    while (!reaches(g, type->fields[field], to));
    generate_put(g, ".f%d", field);
    emit_path(g, type->fields[field], to, depth);
}

/* A root from which a place of this type can be named; -1 where there is none. */
int generate_find_root(struct generator *g, int type, bool write)
{
    int candidates[NAMES], count = 0;
    for (int i = 0; i < g->name_count; i++) {
        const struct name *name = &g->names[i];
        if (write ? !name->writable || (g->pure && (name->slot || i < g->state_count)) : !strcmp(name->name, g->banned))
            continue;
        /* An alias or a parameter may stand for the root that is banned. */
        if (!write && g->options.order && g->banned[0] && (name->name[0] == 'a' || name->name[0] == 'p'))
            continue;
        int from = name->slot ? g->types[name->type].element : name->type;
        if (reaches(g, from, type))
            candidates[count++] = i;
    }
    return count ? candidates[generate_below(g, count)] : -1;
}

void generate_emit_place(struct generator *g, int root, int type, int depth)
{
    const struct name *name = &g->names[root];
    if (name->slot) {
        int other = generate_chance(g, 4) ? generate_find_root(g, name->type, false) : -1;
        bool stray = other >= 0 && !g->names[other].slot && g->names[other].type == name->type;
        generate_put(g, "%s[%s]", stray ? g->names[other].name : name->of, name->name);
        emit_path(g, g->types[name->type].element, type, depth);
    } else {
        generate_put(g, "%s", name->name);
        emit_path(g, name->type, type, depth);
    }
}

static bool emit_literal(struct generator *g, int id)
{
    const struct gtype *type = &g->types[id];
    const char *name = fixed_name(g, id);
    if (name && (type->kind == K_SET || generate_chance(g, 60))) {
        generate_put(g, "%s", name);
        return true;
    }
    switch (type->kind) {
    case K_BOOLEAN:
        generate_put(g, generate_chance(g, 50) ? "true" : "false");
        return true;
    case K_ENUM:
        generate_put(g, "%s_%c", type->name, 'a' + generate_below(g, type->high + 1));
        return true;
    case K_RANGE:
        generate_put(g, "%d", type->low + generate_below(g, generate_values_of(type)));
        return true;
    case K_UNION:
        return emit_literal(g, type->parts[generate_chance(g, 40) && fixed_name(g, type->parts[1])]);
    default:
        return false;
    }
}

/* Read a scalar of this type from somewhere. */
static bool emit_read(struct generator *g, int type, int depth)
{
    int root = generate_find_root(g, type, false);
    if (root < 0)
        return false;
    struct text place = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, type, depth);
    generate_divert(g, outer);
    if (!g->names[root].vague || generate_chance(g, g->careless)) {
        generate_put(g, "%s", place.bytes);
    } else {
        struct text other = {0};
        generate_divert(g, &other);
        bool good = emit_literal(g, type);
        generate_divert(g, outer);
        if (!good) {
            text_free(&place);
            text_free(&other);
            return false;
        }
        generate_put(g, "(isundefined(%s) ? %s : %s)", place.bytes, other.bytes, place.bytes);
        text_free(&other);
    }
    text_free(&place);
    return true;
}

/* ---- expressions ---- */

/* By value; a compound one from a variable. */
bool generate_emit_argument(struct generator *g, int type, int depth)
{
    if (generate_is_scalar(&g->types[type]))
        return generate_emit_value(g, type, depth);
    int root = generate_find_root(g, type, false);
    if (root >= 0)
        generate_emit_place(g, root, type, 0);
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
    const struct groutine *routine = &g->routines[candidates[generate_below(g, count)]];
    struct text call = {0};
    struct text *outer = generate_divert(g, &call);
    bool good = true;
    generate_put(g, "%s(", routine->name);
    for (int i = 0; good && i < routine->parameter_count; i++) {
        generate_put(g, i ? ", " : "");
        good = generate_emit_argument(g, routine->parameters[i], depth - 2);
    }
    generate_put(g, ")");
    generate_divert(g, outer);
    if (good)
        generate_put(g, "%s", call.bytes);
    text_free(&call);
    return good;
}

/* A number brought into a range. */
static void emit_clamped(struct generator *g, const struct gtype *type, int depth)
{
    struct text e = {0};
    struct text *outer = generate_divert(g, &e);
    emit_integer(g, depth);
    generate_divert(g, outer);
    if (generate_chance(g, g->careless)) {
        generate_put(g, "%s", e.bytes);
    } else {
        int n = generate_values_of(type);
        if (type->low)
            generate_put(g, "%d + ", type->low);
        generate_put(g, "((%s) %% %d + %d) %% %d", e.bytes, n, n, n);
    }
    text_free(&e);
}

static bool emit_conditional(struct generator *g, int type, int depth)
{
    struct text left = {0}, right = {0};
    struct text *outer = generate_divert(g, &left);
    bool good = generate_emit_value(g, type, depth - 1);
    generate_divert(g, &right);
    good = good && generate_emit_value(g, type, depth - 1);
    generate_divert(g, outer);
    if (good) {
        generate_put(g, "(");
        generate_emit_boolean(g, depth - 1);
        generate_put(g, " ? %s : %s)", left.bytes, right.bytes);
    }
    text_free(&left);
    text_free(&right);
    return good;
}

/* A value of a scalar type that fits it; false where there is none. */
bool generate_emit_value(struct generator *g, int id, int depth)
{
    const struct gtype *type = &g->types[id];
    if (type->kind == K_BOOLEAN) {
        generate_emit_boolean(g, depth);
        return true;
    }
    if (type->kind == K_RANGE && depth > 0 && generate_chance(g, 60)) {
        emit_clamped(g, type, depth);
        return true;
    }
    /* The outcomes of a conditional have one type; parts of a union do not. */
    if (depth > 1 && type->kind != K_UNION && generate_chance(g, 15) && emit_conditional(g, id, depth))
        return true;
    if (depth > 1 && generate_chance(g, 20) && emit_call(g, id, depth))
        return true;
    if (type->kind == K_UNION && generate_chance(g, 60) && emit_literal(g, id))
        return true;
    if (depth >= 0 && generate_chance(g, 60) && emit_read(g, id, depth))
        return true;
    return emit_literal(g, id) || (depth >= 0 && emit_read(g, id, depth));
}

static void emit_operation(struct generator *g, int depth)
{
    static const char *const plain[] = {"+", "-", "*", "+", "-"};
    static const char *const bits[] = {"&", "|", "^"};
    bool open = generate_chance(g, 70);
    switch (generate_below(g, 8)) {
    case 0: case 1: case 2: case 3:
        generate_put(g, open ? "(" : "");
        emit_integer(g, depth - 1);
        generate_put(g, " %s ", plain[generate_below(g, 5)]);
        emit_integer(g, depth - 1);
        generate_put(g, open ? ")" : "");
        break;
    case 4:
        generate_put(g, "(");
        emit_integer(g, depth - 1);
        generate_put(g, " %s %d)", generate_chance(g, 50) ? "%" : "/", generate_chance(g, g->careless) ? 0 : 1 + generate_below(g, 4));
        break;
    case 5:
        /* Debian's Rumur takes & and | for connectives after a name of a named range. */
        generate_put(g, g->options.extensions ? "((" : "((0 + ");
        emit_integer(g, depth - 1);
        generate_put(g, ") %s (", bits[generate_below(g, 3)]);
        emit_integer(g, depth - 1);
        generate_put(g, "))");
        break;
    case 6:
        generate_put(g, "(%s(", generate_chance(g, 50) ? "-" : "~");
        emit_integer(g, depth - 1);
        generate_put(g, "))");
        break;
    default:
        generate_put(g, "((");
        emit_integer(g, depth - 1);
        generate_put(g, ") %s %d)", generate_chance(g, 50) ? "<<" : ">>", generate_below(g, 4));
    }
}

static void emit_count(struct generator *g, int root, int depth);

static void emit_integer(struct generator *g, int depth)
{
    int range = generate_of_kind(g, K_RANGE);
    if (depth > 0 && generate_chance(g, 55)) {
        emit_operation(g, depth);
        return;
    }
    if (g->options.extensions && depth > 0 && generate_chance(g, 20)) {
        int multiset = generate_of_kind(g, K_MULTISET), root = multiset < 0 ? -1 : generate_find_root(g, multiset, false);
        if (root >= 0) {
            emit_count(g, root, depth);
            return;
        }
    }
    if (range >= 0 && depth >= 0 && generate_chance(g, 75) && emit_read(g, range, depth))
        return;
    if (range >= 0 && depth > 1 && generate_chance(g, 30) && emit_call(g, range, depth))
        return;
    generate_put(g, "%d", generate_below(g, 5));
}

int generate_push_name(struct generator *g, const char *prefix, int type)
{
    struct name *name = &g->names[g->name_count];
    *name = (struct name){.type = type};
    generate_fresh(g, name->name, sizeof name->name, prefix);
    return g->name_count++;
}

/* multisetcount(i: m, condition), or a multisetremovepred of the same shape. */
void generate_emit_slots(struct generator *g, const char *what, const char *multiset, int type, int depth)
{
    int slot = generate_push_name(g, "e", type);
    g->names[slot].slot = g->names[slot].fixed = g->names[slot].vague = true;
    strcpy(g->names[slot].of, multiset);
    generate_put(g, "%s(%s: %s, ", what, g->names[slot].name, multiset);
    generate_emit_boolean(g, depth);
    generate_put(g, ")");
    g->name_count = slot;
}

static void emit_count(struct generator *g, int root, int depth)
{
    int multiset = generate_of_kind(g, K_MULTISET);
    struct text place = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, multiset, 0);
    generate_divert(g, outer);
    if (place.length < sizeof g->names[0].of)
        generate_emit_slots(g, "multisetcount", place.bytes, multiset, depth - 1);
    else
        generate_put(g, "0");
    text_free(&place);
}

static void emit_comparison(struct generator *g, int depth)
{
    static const char *const orders[] = {"<", "<=", ">", ">=", "=", "!=", "==", "≤"};
    generate_put(g, "(");
    emit_integer(g, depth - 1);
    generate_put(g, " %s ", orders[generate_below(g, 8)]);
    emit_integer(g, depth - 1);
    generate_put(g, ")");
}

/* Two values of one type that is not a number. */
static bool emit_equality(struct generator *g, int depth)
{
    int type = generate_below(g, g->type_count);
    bool compound = !generate_is_scalar(&g->types[type]);
    if (g->types[type].kind == K_RANGE || generate_holds_multiset(g, type))
        return false;
    struct text both = {0};
    struct text *outer = generate_divert(g, &both);
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        if (i)
            generate_put(g, generate_chance(g, 60) ? " = " : " != ");
        if (compound) {
            int root = generate_find_root(g, type, false);
            good = root >= 0;
            if (good)
                generate_emit_place(g, root, type, depth - 1);
        } else {
            /* Two parts of a union are comparable only where one side is the union. */
            generate_put(g, "(");
            good = !i && g->types[type].kind == K_UNION ? emit_read(g, type, depth - 1) : generate_emit_value(g, type, depth - 1);
            generate_put(g, ")");
        }
    }
    generate_divert(g, outer);
    if (good)
        generate_put(g, "(%s)", both.bytes);
    text_free(&both);
    return good;
}

/* `name: type` or `name := a to b`; the name stays in scope. */
int generate_emit_quantifier(struct generator *g, bool constant)
{
    int type = generate_some_scalar(g), range = generate_of_kind(g, K_RANGE);
    if (g->options.extensions && generate_chance(g, 10) && generate_of_kind(g, K_UNION) >= 0)
        type = generate_of_kind(g, K_UNION);
    if (range >= 0 && generate_chance(g, 30)) {
        const struct gtype *r = &g->types[range];
        struct text bound = {0};
        struct text *outer = generate_divert(g, &bound);
        bool dynamic = !constant && generate_chance(g, 40) && emit_read(g, range, 0);
        generate_divert(g, outer);
        int name = generate_push_name(g, "i", range);
        if (constant && !g->options.extensions) /* Debian's Rumur fails on `:=` here */
            generate_put(g, "%s: %d .. %d", g->names[name].name, r->low, r->high);
        else if (dynamic)
            generate_put(g, "%s := %d to %s", g->names[name].name, r->low, bound.bytes);
        else if (generate_chance(g, 30))
            generate_put(g, "%s := %d to %d by %d", g->names[name].name, r->low, r->high, 1 + generate_below(g, 2));
        else if (generate_chance(g, 20))
            generate_put(g, "%s := %d to %d by -1", g->names[name].name, r->high, r->low);
        else
            generate_put(g, "%s := %d to %d", g->names[name].name, r->low, r->high);
        text_free(&bound);
        g->names[name].fixed = true;
        return name;
    }
    int name = generate_push_name(g, "q", type);
    g->names[name].fixed = true;
    generate_put(g, "%s: ", g->names[name].name);
    generate_put_type(g, type);
    return name;
}

static void emit_quantified(struct generator *g, int depth)
{
    generate_put(g, "(%s ", generate_chance(g, 50) ? "forall" : "exists");
    int name = generate_emit_quantifier(g, false);
    generate_put(g, " do ");
    generate_emit_boolean(g, depth - 1);
    generate_put(g, " end)");
    g->name_count = name;
}

static bool emit_isundefined(struct generator *g)
{
    int type = generate_some_scalar(g), root = generate_find_root(g, type, false);
    if (root < 0 || g->names[root].fixed)
        return false;
    generate_put(g, "isundefined(");
    generate_emit_place(g, root, type, 0);
    generate_put(g, ")");
    return true;
}

/* Two places of a multiset, or of two of a type. */
static bool emit_same_slot(struct generator *g)
{
    int slots[NAMES], count = 0;
    for (int i = 0; i < g->name_count; i++)
        if (g->names[i].slot && (!count || g->names[i].type == g->names[slots[0]].type))
            slots[count++] = i;
    if (count < 2)
        return false;
    generate_put(g, "(%s %s %s)", g->names[slots[0]].name, generate_chance(g, 50) ? "=" : "!=", g->names[slots[count - 1]].name);
    return true;
}

/* What a value is asked to be a member of: a part of its union, or any enum or scalarset. */
static int asked_part(struct generator *g, int type)
{
    int any = generate_of_kind(g, generate_chance(g, 50) ? K_ENUM : K_SET);
    if (g->types[type].kind != K_UNION)
        return any < 0 || generate_chance(g, 50) ? type : any;
    return any < 0 || generate_chance(g, 80) ? g->types[type].parts[generate_below(g, 2)] : any;
}

static bool emit_ismember(struct generator *g)
{
    static const int kinds[] = {K_UNION, K_UNION, K_ENUM, K_SET};
    int type = generate_of_kind(g, kinds[generate_below(g, 4)]), root = type < 0 ? -1 : generate_find_root(g, type, false);
    if (root < 0 || !g->options.extensions)
        return false;
    struct text place = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, type, 0);
    generate_divert(g, outer);
    const char *part = g->types[asked_part(g, type)].name;
    if (g->names[root].vague)
        generate_put(g, "(!isundefined(%s) & ismember(%s, %s))", place.bytes, place.bytes, part);
    else
        generate_put(g, "ismember(%s, %s)", place.bytes, part);
    text_free(&place);
    return true;
}

static void emit_connective(struct generator *g, int depth)
{
    static const char *const words[] = {"&", "|", "->", "&&", "||"};
    const char *word = words[generate_below(g, 5)];
    bool open = word[0] == '-' || generate_chance(g, 70); /* -> does not chain */
    generate_put(g, open ? "(" : "");
    generate_emit_boolean(g, depth - 1);
    generate_put(g, " %s ", word);
    generate_emit_boolean(g, depth - 1);
    generate_put(g, open ? ")" : "");
}

void generate_emit_boolean(struct generator *g, int depth)
{
    bool deciding = g->options.order == ORDER_TAKEN && (!g->options.shape || !generate_shape_name(g->options.shape + 1));
    if (deciding && depth > 0 && !g->banned[0] && generate_chance(g, g->options.shape ? 25 : g->near ? 1 : 8) && generate_emit_deciding(g))
        return;
    if (depth > 0) {
        switch (generate_below(g, 12)) {
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
            generate_put(g, "!(");
            generate_emit_boolean(g, depth - 1);
            generate_put(g, ")");
            return;
        case 9:
            if (generate_chance(g, 40) && emit_same_slot(g))
                return;
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
    if (depth >= 0 && generate_chance(g, 90) && emit_read(g, 0, depth))
        return;
    emit_literal(g, 0);
}

/* Something that mostly holds: A | B | (C -> C'), C' of the same random kind
 * as C or C itself. */
void generate_emit_likely(struct generator *g)
{
    struct text c = {0};
    struct text *outer = generate_divert(g, &c);
    generate_emit_boolean(g, 2);
    generate_divert(g, outer);
    generate_put(g, "(");
    generate_emit_boolean(g, 2);
    generate_put(g, ") | (");
    generate_emit_boolean(g, 2);
    generate_put(g, ") | ((%s) -> (", c.bytes);
    if (generate_chance(g, 85))
        generate_put(g, "%s", c.bytes);
    else
        generate_emit_boolean(g, 2);
    generate_put(g, "))");
    text_free(&c);
}
