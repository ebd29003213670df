/* SPDX-License-Identifier: BSD-2-Clause */
/* generate_stmt.c - statements and bodies */
#include "generate_private.h"

#include <string.h>

/* ---- statements ---- */


void generate_emit_body(struct generator *g, int depth, int most)
{
    int names = g->name_count;
    g->indent++;
    for (int i = 1 + generate_below(g, most); i > 0; i--)
        if (g->budget-- > 0)
            generate_emit_statement(g, depth);
    g->name_count = names;
    g->indent--;
}

/* A place moves on to another value of its type. */
static bool emit_advance(struct generator *g)
{
    int id = generate_some_scalar(g), root = generate_find_root(g, id, true);
    const struct gtype *type = &g->types[id];
    if (root < 0 || g->names[root].vague || type->kind == K_SET)
        return false;
    struct text place = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, id, 0);
    generate_divert(g, outer);
    const char *p = place.bytes;
    int n = generate_values_of(type);
    generate_line(g);
    if (type->kind == K_BOOLEAN)
        generate_put(g, "%s := !%s;", p, p);
    else if (type->kind == K_RANGE)
        generate_put(g, "%s := (%s - (%d) + %d) %% %d + (%d);", p, p, type->low, 1 + generate_below(g, n - 1), n, type->low);
    else
        generate_put(g, "%s := %s = %s_%c ? %s_%c : %s_a;", p, p, type->name, 'a' + generate_below(g, n), type->name, 'a' + generate_below(g, n), type->name);
    text_free(&place);
    return true;
}

static bool emit_assignment(struct generator *g)
{
    if (generate_chance(g, 35) && emit_advance(g))
        return true;
    int type = generate_chance(g, 80) ? generate_some_scalar(g) : generate_below(g, g->type_count), root = generate_find_root(g, type, true);
    if (root < 0 || generate_holds_multiset(g, type))
        return false;
    struct text statement = {0};
    struct text *outer = generate_divert(g, &statement);
    generate_emit_place(g, root, type, 1);
    generate_put(g, " := ");
    bool good;
    if (generate_is_scalar(&g->types[type])) {
        good = generate_emit_value(g, type, 3);
    } else {
        int from = generate_find_root(g, type, false);
        good = from >= 0 && (!g->names[from].vague || g->names[root].vague);
        if (good)
            generate_emit_place(g, from, type, 1);
    }
    generate_divert(g, outer);
    if (good) {
        generate_line(g);
        generate_put(g, "%s;", statement.bytes);
    }
    text_free(&statement);
    return good;
}

static void emit_if(struct generator *g, int depth)
{
    generate_line(g);
    generate_put(g, "if ");
    generate_emit_boolean(g, 2);
    generate_put(g, " then");
    generate_emit_body(g, depth - 1, 2);
    if (generate_chance(g, 25)) {
        generate_line(g);
        generate_put(g, "elsif ");
        generate_emit_boolean(g, 2);
        generate_put(g, " then");
        generate_emit_body(g, depth - 1, 2);
    }
    if (generate_chance(g, 40)) {
        generate_line(g);
        generate_put(g, "else");
        generate_emit_body(g, depth - 1, 2);
    }
    generate_line(g);
    generate_put(g, generate_chance(g, 50) ? "end;" : "endif;");
}

static bool emit_switch(struct generator *g, int depth)
{
    int type = generate_of_kind(g, generate_chance(g, 60) ? K_ENUM : K_RANGE);
    struct text value = {0};
    struct text *outer = generate_divert(g, &value);
    bool good = type >= 0 && generate_emit_value(g, type, 1);
    generate_divert(g, outer);
    if (!good) {
        text_free(&value);
        return false;
    }
    generate_line(g);
    generate_put(g, "switch %s", value.bytes);
    text_free(&value);
    const struct gtype *t = &g->types[type];
    int split = t->low + generate_below(g, generate_values_of(t));
    for (int v = t->low; v <= t->high && v <= split; v++) {
        generate_line(g);
        generate_put(g, t->kind == K_ENUM ? "case %s_%c" : "case %s%d", t->kind == K_ENUM ? t->name : "", t->kind == K_ENUM ? 'a' + v : v);
        if (v < split && generate_chance(g, 30)) {
            v++;
            generate_put(g, t->kind == K_ENUM ? ", %s_%c" : ", %s%d", t->kind == K_ENUM ? t->name : "", t->kind == K_ENUM ? 'a' + v : v);
        }
        generate_put(g, ":");
        generate_emit_body(g, depth - 1, 1);
    }
    if (generate_chance(g, 50)) {
        generate_line(g);
        generate_put(g, "else");
        generate_emit_body(g, depth - 1, 1);
    }
    generate_line(g);
    generate_put(g, "end;");
    return true;
}

/* Over a scalarset the order must not show: one array is written, each of its
 * elements by its own index, and not read. */
static void emit_for_each(struct generator *g, int name)
{
    for (int tries = 0; tries < 20; tries++) {
        int root = generate_below(g, g->name_count);
        const struct gtype *type = &g->types[g->names[root].type];
        if (!g->names[root].writable || (g->pure && root < g->state_count) || type->kind != K_ARRAY
            || type->index != g->names[name].type || g->banned[0] || !generate_is_scalar(&g->types[type->element]))
            continue;
        struct text value = {0};
        struct text *outer = generate_divert(g, &value);
        strcpy(g->banned, g->names[root].name);
        bool good = generate_emit_value(g, type->element, 2);
        g->banned[0] = 0;
        generate_divert(g, outer);
        if (good) {
            g->indent++;
            generate_line(g);
            generate_put(g, "%s[%s] := %s;", g->names[root].name, g->names[name].name, value.bytes);
            g->indent--;
        }
        text_free(&value);
        return;
    }
}

static void emit_for(struct generator *g, int depth)
{
    generate_line(g);
    generate_put(g, "for ");
    int name = generate_emit_quantifier(g, false);
    generate_put(g, " do");
    enum kind kind = g->types[g->names[name].type].kind;
    if ((kind == K_SET || kind == K_UNION) && (g->options.order != ORDER_TAKEN || g->options.shape || g->near))
        emit_for_each(g, name);
    else
        generate_emit_body(g, depth - 1, 2);
    g->name_count = name;
    generate_line(g);
    generate_put(g, generate_chance(g, 50) ? "end;" : "endfor;");
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
        generate_line(g);
        generate_put(g, "while %s > 0 do", name->name);
        generate_emit_body(g, depth - 1, 2);
        g->indent++;
        generate_line(g);
        generate_put(g, "%s := %s - 1;", name->name, name->name);
        g->indent--;
        generate_line(g);
        generate_put(g, "end;");
        g->names[i].writable = true;
        return true;
    }
    return false;
}

static bool emit_alias(struct generator *g, int depth)
{
    int type = generate_below(g, g->type_count), root = generate_find_root(g, type, false);
    if (root < 0 || generate_holds_multiset(g, type))
        return false;
    struct name alias = g->names[root];
    if (alias.slot)
        alias.slot = alias.fixed = false;
    generate_line(g);
    generate_fresh(g, alias.name, sizeof alias.name, "a");
    generate_put(g, "alias %s: ", alias.name);
    generate_emit_place(g, root, type, 0);
    generate_put(g, " do");
    alias.type = type;
    alias.writable = alias.writable && !(g->pure && root < g->state_count);
    g->names[g->name_count++] = alias;
    generate_emit_body(g, depth - 1, 2);
    g->name_count--;
    generate_line(g);
    generate_put(g, "end;");
    return true;
}

static bool emit_forget(struct generator *g)
{
    bool undefine = generate_chance(g, 50);
    int type = generate_chance(g, 60) ? generate_some_scalar(g) : generate_below(g, g->type_count), root = generate_find_root(g, type, true);
    if (root < 0 || (undefine && !g->names[root].vague) || (!undefine && generate_holds_set(g, type)))
        return false;
    generate_line(g);
    generate_put(g, undefine ? "undefine " : "clear ");
    generate_emit_place(g, root, type, 0);
    generate_put(g, ";");
    return true;
}

static bool emit_procedure_call(struct generator *g)
{
    const struct groutine *routine = g->routine_count ? &g->routines[generate_below(g, g->routine_count)] : NULL;
    if (!routine || routine->result >= 0 || g->pure)
        return false;
    struct text call = {0};
    struct text *outer = generate_divert(g, &call);
    bool good = true;
    generate_put(g, "%s(", routine->name);
    for (int i = 0; good && i < routine->parameter_count; i++) {
        generate_put(g, i ? ", " : "");
        int root = routine->by_reference[i] ? generate_find_root(g, routine->parameters[i], true) : -1;
        if (!routine->by_reference[i])
            good = generate_emit_argument(g, routine->parameters[i], 2);
        else if (root >= 0 && (!g->names[root].vague || g->options.order == ORDER_TAKEN))
            generate_emit_place(g, root, routine->parameters[i], 1);
        else
            good = false;
    }
    generate_divert(g, outer);
    if (good) {
        generate_line(g);
        generate_put(g, "%s);", call.bytes);
    }
    text_free(&call);
    return good;
}

static bool emit_local_property(struct generator *g)
{
    generate_line(g);
    switch (generate_below(g, 6)) {
    case 0:
        generate_put(g, "assume ");
        generate_emit_boolean(g, 2);
        generate_put(g, ";");
        break;
    case 1:
        generate_put(g, "cover \"l%d\" ", g->serial++);
        generate_emit_likely(g);
        generate_put(g, ";");
        break;
    case 3:
        generate_put(g, "if (");
        generate_emit_boolean(g, 2);
        generate_put(g, ") & (");
        generate_emit_boolean(g, 1);
        generate_put(g, ") & (");
        generate_emit_boolean(g, 1);
        generate_put(g, ") then error \"e%d\"; end;", g->serial++);
        break;
    default:
        generate_put(g, "assert ");
        generate_emit_likely(g);
        generate_put(g, "%s;", generate_chance(g, 30) ? " \"said\"" : "");
    }
    return true;
}

static bool emit_multiset(struct generator *g)
{
    int type = generate_of_kind(g, K_MULTISET), root = type < 0 || g->pure ? -1 : generate_find_root(g, type, true);
    if (root < 0)
        return false;
    struct text place = {0}, value = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, type, 0);
    bool good = place.length < sizeof g->names[0].of;
    const struct gtype *t = &g->types[type];
    const struct name *last = &g->names[g->name_count - 1];
    if (last->slot && generate_chance(g, 20)) {
        generate_divert(g, outer);
        generate_line(g);
        generate_put(g, "multisetremove(%s, %s);", last->name, last->of);
    } else if (good && generate_chance(g, 75)) {
        generate_divert(g, &value);
        if (generate_is_scalar(&g->types[t->element])) {
            good = generate_emit_value(g, t->element, 2);
        } else {
            int from = generate_find_root(g, t->element, false);
            good = from >= 0;
            if (good)
                generate_emit_place(g, from, t->element, 0);
        }
        generate_divert(g, outer);
        if (good) {
            generate_line(g);
            if (generate_chance(g, g->careless + 2))
                generate_put(g, "multisetadd(%s, %s);", value.bytes, place.bytes);
            else
                generate_put(g, "if multisetcount(z%d: %s, true) < %d then multisetadd(%s, %s); end;", g->serial++, place.bytes,
                    t->high, value.bytes, place.bytes);
        }
    } else if (good) {
        generate_divert(g, outer);
        generate_line(g);
        generate_emit_slots(g, "multisetremovepred", place.bytes, type, 2);
        generate_put(g, ";");
    }
    generate_divert(g, outer);
    text_free(&place);
    text_free(&value);
    return good;
}

static void emit_return(struct generator *g)
{
    struct text value = {0};
    struct text *outer = generate_divert(g, &value);
    bool good = g->result < 0 || generate_emit_value(g, g->result, 2);
    generate_divert(g, outer);
    if (good) {
        generate_line(g);
        generate_put(g, g->result < 0 ? "return;" : "return %s;", value.bytes);
    }
    text_free(&value);
}

void generate_emit_statement(struct generator *g, int depth)
{
    if (g->options.order && depth > 0 && generate_chance(g, 40) && generate_emit_over_set(g))
        return;
    for (int tries = 0; tries < 8; tries++) {
        switch (generate_below(g, depth > 0 ? 17 : 9)) {
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
            if (!g->in_routine && generate_chance(g, 50) && emit_local_property(g))
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
            if (generate_chance(g, 15)) {
                generate_line(g);
                generate_put(g, "if ");
                generate_emit_boolean(g, 1);
                generate_put(g, " then");
                g->indent++;
                emit_return(g);
                g->indent--;
                generate_put(g, " end;");
                return;
            }
        }
    }
}

/* Local variables, and a value for those that are not vague. */
static void emit_locals(struct generator *g, struct text *initial)
{
    int count = generate_below(g, 3);
    if (!count)
        return;
    generate_put(g, "\n%*svar", 2 * g->indent, "");
    for (int i = 0; i < count; i++) {
        int type = generate_chance(g, 75) ? generate_some_scalar(g) : generate_below(g, g->type_count);
        int name = generate_push_name(g, "l", type);
        g->names[name].writable = true;
        g->names[name].vague = generate_holds_set(g, type) || generate_chance(g, 20);
        generate_put(g, " %s: ", g->names[name].name);
        generate_put_type(g, type);
        generate_put(g, ";");
        if (!g->names[name].vague)
            text_format(initial, " clear %s;", g->names[name].name);
    }
}

void generate_emit_code(struct generator *g, int statements)
{
    struct text initial = {0};
    int names = g->name_count;
    g->budget = 9;
    g->indent++;
    emit_locals(g, &initial);
    generate_put(g, "\n%*sbegin%s", 2 * (g->indent - 1), "", initial.bytes ? initial.bytes : "");
    text_free(&initial);
    for (int i = g->pure ? 0 : 1 + generate_below(g, 3); i > 0; i--)
        emit_assignment(g);
    g->indent--;
    generate_emit_body(g, 2, statements);
    if (g->result >= 0) {
        g->indent++;
        emit_return(g);
        g->indent--;
    }
    g->name_count = names;
    generate_line(g);
}
