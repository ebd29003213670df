/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * generate_loop.c - what people write over the elements of a scalarset: what
 * takes no order (ORDER_FREE), and what shows the order in which a loop, a
 * function or a quantifier comes to the elements (ORDER_TAKEN).
 *
 * Each shape is one function, which writes nothing where the model lacks what
 * it needs; generate.h's `shape` keeps to one of them.
 */
#include "generate_private.h"

#include <string.h>

/* ---- places ---- */

/* The text of a place of this type; false where there is none. */
static bool some_place(struct generator *g, int type, bool write, struct text *place)
{
    int root = type < 0 ? -1 : generate_find_root(g, type, write);
    struct text *outer = generate_divert(g, place);
    if (root >= 0)
        generate_emit_place(g, root, type, 0);
    generate_divert(g, outer);
    return root >= 0;
}

static int element_of(const struct generator *g, int array)
{
    return g->types[array].element;
}

/* An array type over the scalarset, whose elements are of a kind (or, where it
 * is K_MULTISET, scalars of any kind) and of which there is a place. */
static int some_array(struct generator *g, int set, enum kind kind, bool write, struct text *place)
{
    int from = generate_below(g, g->type_count);
    for (int i = 0; i < g->type_count; i++) {
        int id = (from + i) % g->type_count;
        const struct gtype *type = &g->types[id];
        if (type->kind != K_ARRAY || type->index != set)
            continue;
        const struct gtype *element = &g->types[type->element];
        if ((kind == K_MULTISET ? generate_is_scalar(element) : element->kind == kind) && some_place(g, id, write, place))
            return id;
    }
    return -1;
}

/* What a shape works on; freed by its caller. */
struct shape {
    struct generator *g;
    int set;             /* the scalarset */
    int element;         /* the loop's variable, by name; or -1 */
    const char *i;       /* its spelling */
    struct text a, b;    /* places */
};

static void begin_loop(struct shape *s)
{
    struct generator *g = s->g;
    s->element = generate_push_name(g, "q", s->set);
    g->names[s->element].fixed = true;
    s->i = g->names[s->element].name;
    generate_line(g);
    generate_put(g, "for %s: ", s->i);
    generate_put_type(g, s->set);
    generate_put(g, " do");
    g->indent++;
}

static void end_loop(struct shape *s)
{
    struct generator *g = s->g;
    g->indent--;
    g->name_count = s->element;
    generate_line(g);
    generate_put(g, "end;");
}

/* A condition that does not read the root that is banned. */
static void put_condition(struct generator *g)
{
    bool pure = g->pure;
    g->pure = true;
    generate_emit_boolean(g, 1);
    g->pure = pure;
}

/* `if C then`, half of the time; returns whether it is to be closed. */
static bool maybe_if(struct generator *g)
{
    generate_line(g);
    if (!generate_chance(g, 50))
        return false;
    generate_put(g, "if ");
    put_condition(g);
    generate_put(g, " then ");
    return true;
}

static void close_if(struct generator *g, bool opened)
{
    generate_put(g, opened ? " end;" : "");
}

/* Write of a place, and nothing in the loop may read it. */
static void ban(struct generator *g, const struct text *place)
{
    if (g->options.order == ORDER_TAKEN && generate_chance(g, 35))
        return; /* a slip */
    size_t length = strcspn(place->bytes, ".[");
    if (length < sizeof g->banned) {
        memcpy(g->banned, place->bytes, length);
        g->banned[length] = 0;
    }
}

/* ---- the order shows ---- */

/* for i do s := i end */
static bool last_element(struct shape *s)
{
    struct generator *g = s->g;
    if (!some_place(g, s->set, true, &s->a))
        return false;
    begin_loop(s);
    bool opened = maybe_if(g);
    generate_put(g, "%s := %s;", s->a.bytes, s->i);
    close_if(g, opened);
    end_loop(s);
    return true;
}

/* A counter copied into n[i]. */
static bool numbered(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_RANGE, true, &s->a);
    if (array < 0 || !some_place(g, element_of(g, array), true, &s->b))
        return false;
    const struct gtype *range = &g->types[element_of(g, array)];
    generate_line(g);
    generate_put(g, "%s := %d;", s->b.bytes, range->low);
    begin_loop(s);
    generate_line(g);
    generate_put(g, "%s[%s] := %s;", s->a.bytes, s->i, s->b.bytes);
    generate_line(g);
    generate_put(g, "if %s < %d then %s := %s + 1; end;", s->b.bytes, range->high, s->b.bytes, s->b.bytes);
    end_loop(s);
    if (generate_chance(g, 60)) {
        generate_line(g);
        generate_put(g, "%s := %d;", s->b.bytes, range->low);
    }
    return true;
}

/* if isundefined(s) then s := i end */
static bool first_element(struct shape *s)
{
    struct generator *g = s->g;
    if (!some_place(g, s->set, true, &s->a))
        return false;
    if (generate_chance(g, 70)) {
        generate_line(g);
        generate_put(g, "undefine %s;", s->a.bytes);
    }
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if isundefined(%s)", s->a.bytes);
    if (generate_chance(g, 50)) {
        generate_put(g, " & (");
        put_condition(g);
        generate_put(g, ")");
    }
    generate_put(g, " then %s := %s; end;", s->a.bytes, s->i);
    end_loop(s);
    return true;
}

/* x[i] := !exists j: S do x[j] end */
static bool only_one(struct shape *s)
{
    struct generator *g = s->g;
    if (some_array(g, s->set, K_BOOLEAN, true, &s->a) < 0)
        return false;
    begin_loop(s);
    generate_line(g);
    const char *j = generate_chance(g, 50) ? "jj" : "kk";
    generate_put(g, "%s[%s] := %s %s: ", s->a.bytes, s->i, generate_chance(g, 60) ? "!exists" : "forall", j);
    generate_put_type(g, s->set);
    generate_put(g, " do %s[%s] end;", s->a.bytes, j);
    end_loop(s);
    return true;
}

/* if !f then f := true; x[i] := true end */
static bool once(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_MULTISET, true, &s->a);
    struct text value = {0};
    if (array < 0 || !some_place(g, 0, true, &s->b))
        return false;
    if (generate_chance(g, 70)) {
        generate_line(g);
        generate_put(g, "%s := false;", s->b.bytes);
    }
    begin_loop(s);
    struct text *outer = generate_divert(g, &value);
    bool good = generate_emit_value(g, element_of(g, array), 0);
    generate_divert(g, outer);
    generate_line(g);
    generate_put(g, "if !%s then %s := true; ", s->b.bytes, s->b.bytes);
    if (good)
        generate_put(g, "%s[%s] := %s; ", s->a.bytes, s->i, value.bytes);
    generate_put(g, "end;");
    end_loop(s);
    text_free(&value);
    return true;
}

/* n := n + d[i], where a partial sum leaves its range. */
static bool partial_sum(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_RANGE, false, &s->a);
    if (array < 0 || !some_place(g, element_of(g, array), true, &s->b) || !strcmp(s->a.bytes, s->b.bytes))
        return false;
    const struct gtype *range = &g->types[element_of(g, array)];
    generate_line(g);
    generate_put(g, "%s := %d;", s->b.bytes, range->low < 0 ? 0 : range->low);
    begin_loop(s);
    bool opened = maybe_if(g);
    generate_put(g, "%s := %s %c %s[%s];", s->b.bytes, s->b.bytes, generate_chance(g, 70) ? '+' : '-', s->a.bytes, s->i);
    close_if(g, opened);
    end_loop(s);
    generate_line(g);
    generate_put(g, "%s := %d;", s->b.bytes, range->low < 0 ? 0 : range->low);
    return true;
}

/* What one element does is what another reads. */
static bool chained(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_MULTISET, true, &s->a);
    if (array < 0 || !some_place(g, element_of(g, array), true, &s->b) || s->b.bytes[0] == s->a.bytes[0])
        return false;
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if !isundefined(%s[%s]) then %s := %s[%s]; end;", s->a.bytes, s->i, s->b.bytes, s->a.bytes, s->i);
    generate_line(g);
    generate_put(g, "%s[%s] := %s;", s->a.bytes, s->i, s->b.bytes);
    end_loop(s);
    return true;
}

/* A routine that takes the first element, called. */
static bool first_by_call(struct shape *s)
{
    struct generator *g = s->g;
    const struct groutine *routine = NULL;
    for (int i = 0; i < g->routine_count; i++)
        if (g->routines[i].result == s->set && !g->routines[i].parameter_count)
            routine = &g->routines[i];
    if (!routine || !some_place(g, s->set, true, &s->a))
        return false;
    generate_line(g);
    generate_put(g, "%s := %s();", s->a.bytes, routine->name);
    return true;
}

/* A local assumption lets the loop go on, or drops the firing, after it did
 * something that another element would not have come to. */
static bool assumed(struct shape *s)
{
    struct generator *g = s->g;
    if (g->in_routine || some_array(g, s->set, K_BOOLEAN, false, &s->a) < 0 || !some_place(g, 0, true, &s->b))
        return false;
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if %s[%s] then assume %s; end;", s->a.bytes, s->i, s->b.bytes);
    generate_line(g);
    generate_put(g, "%s := !%s;", s->b.bytes, s->b.bytes);
    end_loop(s);
    return true;
}

/* A loop over the elements adds to a multiset until it is full. */
static bool fills(struct shape *s)
{
    struct generator *g = s->g;
    for (int id = 0; id < g->type_count; id++) {
        const struct gtype *type = &g->types[id];
        if (type->kind != K_MULTISET || type->element != s->set || !some_place(g, id, true, &s->a))
            continue;
        int serial = g->serial++;
        begin_loop(s);
        generate_line(g);
        if (generate_chance(g, 70))
            generate_put(g, "if multisetcount(z%d: %s, true) < %d then multisetadd(%s, %s); end;", serial, s->a.bytes, type->high,
                         s->i, s->a.bytes);
        else
            generate_put(g, "multisetadd(%s, %s);", s->i, s->a.bytes);
        end_loop(s);
        return true;
    }
    return false;
}

/* while something is false of all, take the next. */
static bool whiled(struct shape *s)
{
    struct generator *g = s->g;
    if (some_array(g, s->set, K_BOOLEAN, true, &s->a) < 0 || !some_place(g, 0, true, &s->b))
        return false;
    generate_line(g);
    generate_put(g, "%s := false;", s->b.bytes);
    generate_line(g);
    generate_put(g, "while !%s do", s->b.bytes);
    g->indent++;
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if !%s & !%s[%s] then %s[%s] := true; %s := true; end;", s->b.bytes, s->a.bytes, s->i, s->a.bytes, s->i, s->b.bytes);
    end_loop(s);
    generate_line(g);
    generate_put(g, "%s := true;", s->b.bytes);
    g->indent--;
    generate_line(g);
    generate_put(g, "end;");
    return true;
}

/* A loop over the elements with anything in it. */
static bool anything(struct shape *s)
{
    struct generator *g = s->g;
    begin_loop(s);
    g->indent--;
    generate_emit_body(g, 1, 2);
    g->indent++;
    end_loop(s);
    return true;
}

/* ---- the order does not show ---- */

/* x[i] := what reads x nowhere, or at i alone */
static bool each(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_MULTISET, true, &s->a);
    if (array < 0 || g->banned[0])
        return false;
    struct text value = {0};
    ban(g, &s->a);
    begin_loop(s);
    bool opened = maybe_if(g);
    struct text *outer = generate_divert(g, &value);
    bool good = generate_emit_value(g, element_of(g, array), 1);
    generate_divert(g, outer);
    if (good)
        generate_put(g, "%s[%s] := %s;", s->a.bytes, s->i, value.bytes);
    close_if(g, opened);
    g->banned[0] = 0;
    end_loop(s);
    text_free(&value);
    return true;
}

/* if x[i] then x[i] := false; y[i] := true end */
static bool each_of_two(struct shape *s)
{
    struct generator *g = s->g;
    if (some_array(g, s->set, K_BOOLEAN, true, &s->a) < 0 || some_array(g, s->set, K_BOOLEAN, true, &s->b) < 0)
        return false;
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if %s[%s] then %s[%s] := false; else %s[%s] := true; end;", s->a.bytes, s->i, s->b.bytes, s->i, s->b.bytes, s->i);
    end_loop(s);
    return true;
}

/* n := 0; for i do if C(i) then n := n + 1 end end */
static bool count(struct shape *s)
{
    struct generator *g = s->g;
    int range = generate_of_kind(g, K_RANGE);
    if (range < 0 || g->banned[0] || g->types[range].low > 0 || g->types[range].high < g->types[s->set].high + 1 ||
        !some_place(g, range, true, &s->a))
        return false;
    generate_line(g);
    generate_put(g, "%s := 0;", s->a.bytes);
    ban(g, &s->a);
    begin_loop(s);
    generate_line(g);
    generate_put(g, "if ");
    put_condition(g);
    generate_put(g, " then %s := %s + 1; end;", s->a.bytes, s->a.bytes);
    end_loop(s);
    g->banned[0] = 0;
    return true;
}

/* f := false; for i do if C(i) then f := true end end; or f := C(i) | f, and
 * seldom f := f | C(i), which is not asked of C where f decides: that shows an
 * order where C cannot be evaluated for some element. */
static bool any(struct shape *s)
{
    struct generator *g = s->g;
    bool all = generate_chance(g, 50);
    if (g->banned[0] || !some_place(g, 0, true, &s->a))
        return false;
    generate_line(g);
    generate_put(g, "%s := %s;", s->a.bytes, all ? "true" : "false");
    ban(g, &s->a);
    begin_loop(s);
    generate_line(g);
    int form = generate_below(g, 20);
    if (form < 11) {
        generate_put(g, "if ");
        put_condition(g);
        generate_put(g, " then %s := %s; end;", s->a.bytes, all ? "false" : "true");
    } else if (form < 19) {
        generate_put(g, "%s := (", s->a.bytes);
        put_condition(g);
        generate_put(g, ") %s %s;", all ? "&" : "|", s->a.bytes);
    } else {
        generate_put(g, "%s := %s %s (", s->a.bytes, s->a.bytes, all ? "&" : "|");
        put_condition(g);
        generate_put(g, ");");
    }
    end_loop(s);
    g->banned[0] = 0;
    return true;
}

/* r[i].f := ..., field by field */
static bool each_record(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_RECORD, true, &s->a);
    if (array < 0 || g->banned[0])
        return false;
    const struct gtype *record = &g->types[element_of(g, array)];
    bool alias = generate_chance(g, 40);
    ban(g, &s->a);
    begin_loop(s);
    if (alias) {
        generate_line(g);
        generate_put(g, "alias rr: %s[%s] do", s->a.bytes, s->i);
    }
    for (int f = 0; f < record->field_count; f++) {
        struct text value = {0};
        struct text *outer = generate_divert(g, &value);
        bool good = generate_is_scalar(&g->types[record->fields[f]]) && generate_emit_value(g, record->fields[f], 1);
        generate_divert(g, outer);
        if (good) {
            generate_line(g);
            if (alias)
                generate_put(g, "rr.f%d := %s;", f, value.bytes);
            else
                generate_put(g, "%s[%s].f%d := %s;", s->a.bytes, s->i, f, value.bytes);
        }
        text_free(&value);
    }
    if (alias) {
        generate_line(g);
        generate_put(g, "end;");
    }
    end_loop(s);
    g->banned[0] = 0;
    return true;
}

/* A procedure that changes what it is given, given each element's part. */
static bool each_by_call(struct shape *s)
{
    struct generator *g = s->g;
    for (int i = 0; i < g->routine_count; i++) {
        const struct groutine *routine = &g->routines[i];
        if (!routine->local)
            continue;
        for (int id = 0; id < g->type_count; id++)
            if (g->types[id].kind == K_ARRAY && g->types[id].index == s->set && g->types[id].element == routine->parameters[0] &&
                !g->banned[0] && some_place(g, id, true, &s->a)) {
                ban(g, &s->a);
                begin_loop(s);
                bool opened = maybe_if(g);
                generate_put(g, "%s(%s[%s]);", routine->name, s->a.bytes, s->i);
                close_if(g, opened);
                end_loop(s);
                g->banned[0] = 0;
                return true;
            }
    }
    return false;
}

/* ---- near the border: each takes an order or not as it happens ---- */

/* if k[i] > n then n := k[i] end */
static bool most(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_RANGE, false, &s->a);
    if (array < 0 || !some_place(g, element_of(g, array), true, &s->b))
        return false;
    const char *compared = generate_chance(g, 80) ? s->b.bytes : s->a.bytes;
    begin_loop(s);
    generate_line(g);
    if (compared == s->b.bytes)
        generate_put(g, "if %s[%s] > %s then %s := %s[%s]; end;", s->a.bytes, s->i, compared, s->b.bytes, s->a.bytes, s->i);
    else
        generate_put(g, "if %s[%s] > %d then %s := %s[%s]; end;", s->a.bytes, s->i, generate_below(g, 2), s->b.bytes, s->a.bytes, s->i);
    end_loop(s);
    return true;
}

/* if C(i) then s := i end, where C may hold of one, or of more */
static bool the_one(struct shape *s)
{
    struct generator *g = s->g;
    if (!some_place(g, s->set, true, &s->a))
        return false;
    begin_loop(s);
    generate_line(g);
    if (some_place(g, s->set, false, &s->b) && generate_chance(g, 50))
        generate_put(g, "if !isundefined(%s) & %s = %s then %s := %s; end;", s->b.bytes, s->b.bytes, s->i, s->a.bytes, s->i);
    else
        generate_put(g, "if !isundefined(%s) & %s != %s then undefine %s; end;", s->a.bytes, s->a.bytes, s->i, s->a.bytes);
    end_loop(s);
    return true;
}

/* x[i] := y[i]; y[i] := x[i], or with one of them of another element */
static bool exchange(struct shape *s)
{
    struct generator *g = s->g;
    int array = some_array(g, s->set, K_BOOLEAN, true, &s->a);
    if (array < 0 || some_array(g, s->set, K_BOOLEAN, true, &s->b) < 0)
        return false;
    int other = generate_find_root(g, s->set, false);
    begin_loop(s);
    bool strange = other >= 0 && g->names[other].fixed && g->names[other].type == s->set && generate_chance(g, 30);
    generate_line(g);
    generate_put(g, "%s[%s] := !%s[%s];", s->a.bytes, s->i, s->b.bytes, strange ? g->names[other].name : s->i);
    generate_line(g);
    generate_put(g, "if %s[%s] then %s[%s] := %s; end;", s->a.bytes, s->i, s->b.bytes, s->i, generate_chance(g, 50) ? "false" : "true");
    end_loop(s);
    return true;
}

/* A number that moves on with each round, around its range or to its end. */
static bool moves_on(struct shape *s)
{
    struct generator *g = s->g;
    int range = generate_of_kind(g, K_RANGE);
    if (!some_place(g, range, true, &s->a))
        return false;
    const struct gtype *type = &g->types[range];
    bool around = generate_chance(g, 40), tells = generate_chance(g, 30);
    int array = tells ? some_array(g, s->set, K_RANGE, true, &s->b) : -1;
    begin_loop(s);
    generate_line(g);
    if (around)
        generate_put(g, "%s := (%s - (%d) + 1) %% %d + (%d);", s->a.bytes, s->a.bytes, type->low, generate_values_of(type), type->low);
    else
        generate_put(g, "if %s < %d then %s := %s + 1; end;", s->a.bytes, type->high, s->a.bytes, s->a.bytes);
    if (array >= 0 && element_of(g, array) == range) {
        generate_line(g);
        generate_put(g, "%s[%s] := %s;", s->b.bytes, s->i, s->a.bytes);
    }
    end_loop(s);
    return true;
}

/* Two loops, one in the other, over an array of arrays or over one array. */
static bool nested(struct shape *s)
{
    struct generator *g = s->g;
    struct shape inner = {.g = g, .set = s->set, .element = -1};
    bool good = false;
    begin_loop(s);
    for (int tries = 0; tries < 4 && !good; tries++) {
        text_free(&inner.a);
        text_free(&inner.b);
        good = (generate_chance(g, 50) ? each : generate_chance(g, 50) ? any : exchange)(&inner);
    }
    text_free(&inner.a);
    text_free(&inner.b);
    end_loop(s);
    return true;
}

/* A procedure is given the name of an element, and a place by reference. */
static bool given(struct shape *s)
{
    struct generator *g = s->g;
    for (int i = 0; i < g->routine_count; i++) {
        const struct groutine *routine = &g->routines[i];
        if (routine->result >= 0 || routine->parameter_count != 2 || !routine->by_reference[0] || routine->by_reference[1] ||
            routine->parameters[1] != s->set || !some_place(g, routine->parameters[0], true, &s->a))
            continue;
        begin_loop(s);
        bool opened = maybe_if(g);
        generate_put(g, "%s(%s, %s);", routine->name, s->a.bytes, s->i);
        close_if(g, opened);
        end_loop(s);
        return true;
    }
    return false;
}

/* A loop over a union takes its members, and the elements among them. */
static bool over_union(struct shape *s)
{
    struct generator *g = s->g;
    int type = generate_of_kind(g, K_UNION);
    if (type < 0 || !some_place(g, type, true, &s->a))
        return false;
    s->set = type;
    begin_loop(s);
    generate_line(g);
    if (generate_chance(g, 50))
        generate_put(g, "if ismember(%s, %s) then %s := %s; end;", s->i, g->types[g->types[type].parts[generate_chance(g, 60)]].name,
                     s->a.bytes, s->i);
    else
        generate_put(g, "if isundefined(%s) then %s := %s; end;", s->a.bytes, s->a.bytes, s->i);
    end_loop(s);
    return true;
}

/* ---- choosing ---- */

static bool (*const taken[])(struct shape *) = {
    last_element, numbered, first_element, only_one, once, partial_sum, chained, first_by_call, assumed, fills, whiled, anything,
};
static const char *const taken_names[] = {
    "s := i", "a counter into n[i]", "if isundefined(s) then s := i", "x[i] := !exists j do x[j]", "if !f then f := true; ...",
    "n := n + d[i]", "one element reads what another wrote", "return i", "assume in a loop", "a loop fills a multiset", "while",
    "anything in a loop", "a quantifier where an element decides and another faults",
};
static bool (*const free_of_order[])(struct shape *) = {
    each, each_of_two, count, any, each_record, each_by_call,
};

static bool (*const border[])(struct shape *) = {
    most, the_one, exchange, moves_on, nested, given, over_union, each, each_of_two, count, any, each_record, each_by_call,
};

enum { BORDER = sizeof border / sizeof *border, TAKEN = sizeof taken / sizeof *taken, FREE = sizeof free_of_order / sizeof *free_of_order };

const char *generate_shape_name(int shape)
{
    return shape < 1 || shape > TAKEN + 1 ? NULL : taken_names[shape - 1];
}

static bool emit_shape(struct generator *g, bool (*shape)(struct shape *))
{
    struct shape s = {.g = g, .set = generate_of_kind(g, K_SET), .element = -1};
    bool good = s.set >= 0 && shape(&s);
    text_free(&s.a);
    text_free(&s.b);
    return good;
}

static bool emit_taken(struct generator *g)
{
    if (g->options.shape > TAKEN)
        return false;
    if (g->near && !g->options.shape && !generate_chance(g, 6))
        return emit_shape(g, border[generate_below(g, BORDER)]);
    return emit_shape(g, taken[g->options.shape ? g->options.shape - 1 : generate_below(g, TAKEN)]);
}

/* A statement over the elements of a scalarset; false where none can be made. */
bool generate_emit_over_set(struct generator *g)
{
    if (g->pure || g->name_count > NAMES - 8)
        return false;
    if (g->options.order == ORDER_FREE && !generate_chance(g, 8))
        return emit_shape(g, free_of_order[generate_below(g, FREE)]);
    /* A constant may switch it off. */
    bool off = g->options.order == ORDER_FREE || (!g->options.shape && generate_chance(g, 12));
    struct text statement = {0};
    struct text *outer = generate_divert(g, &statement);
    bool good = emit_taken(g);
    generate_divert(g, outer);
    if (good && off)
        generate_put(g, "\n%*sif %s then", 2 * g->indent, "", g->options.order == ORDER_FREE || generate_chance(g, 50) ? "OFF" : "!OFF");
    if (good)
        generate_put(g, "%s", statement.bytes);
    if (good && off)
        generate_put(g, "\n%*send;", 2 * g->indent, "");
    text_free(&statement);
    return good;
}

/* A quantifier in which one element decides and another cannot be evaluated. */
bool generate_emit_deciding(struct generator *g)
{
    int set = generate_of_kind(g, K_SET);
    struct text a = {0}, b = {0};
    bool good = set >= 0 && some_array(g, set, K_BOOLEAN, false, &a) >= 0 && some_array(g, set, K_BOOLEAN, false, &b) >= 0;
    if (good) {
        generate_put(g, "(%s qq: ", generate_chance(g, 50) ? "exists" : "forall");
        generate_put_type(g, set);
        generate_put(g, " do %s[qq] %s %s[qq] end)", a.bytes, generate_chance(g, 50) ? "&" : "|", b.bytes);
    }
    text_free(&a);
    text_free(&b);
    return good;
}

/* ---- routines ---- */

static void add_routine(struct generator *g, struct groutine routine)
{
    g->routines[g->routine_count++] = routine;
}
/* A loop that acts for the only element of which something holds; or, now and
 * then, asks another thing, acts for more than one, or goes on after it. */
static void put_only(struct generator *g, const char *type, const char *x, const char *y)
{
    bool ends = generate_chance(g, 70);
    unsigned asked = generate_below(g, 10); /* what is asked of the others: the same, mostly */
    generate_put(g, "  for i: %s do if %s[i] & (%s j: %s do %s%s[j] -> j = i end) then ", type, x,
                 generate_chance(g, 90) ? "forall" : "exists", type, asked == 9 ? "!" : "", asked == 8 ? y : x);
    generate_put(g, "%s[i] := !%s[i]; ", generate_chance(g, 50) ? x : y, x);
    if (generate_chance(g, 50))
        generate_put(g, "for k: %s do %s[k] := k != i; end; ", type, generate_chance(g, 60) ? x : y);
    generate_put(g, "%send; end;\n", ends ? "return i; " : "");
}

/* Returns the first, or the only, element of which something holds. */
void generate_define_first(struct generator *g)
{
    int set = generate_of_kind(g, K_SET);
    struct groutine routine = {.result = set};
    struct text x = {0}, y = {0};
    const char *type = set < 0 ? NULL : g->types[set].name;
    if (set >= 0 && some_array(g, set, K_BOOLEAN, false, &x) >= 0) {
        generate_fresh(g, routine.name, sizeof routine.name, "F");
        generate_put(g, "\nfunction %s(): %s;\nbegin\n", routine.name, type);
        if (generate_chance(g, 50) && some_array(g, set, K_BOOLEAN, true, &y) >= 0)
            put_only(g, type, y.bytes, x.bytes);
        else if (generate_chance(g, 60))
            generate_put(g, "  for i: %s do if %s[i] then return i; end; end;\n", type, x.bytes);
        if (!y.bytes || generate_chance(g, 10))
            generate_put(g, "  for i: %s do return i; end;\n", type);
        generate_put(g, "  error \"none\";\nend;\n");
        add_routine(g, routine);
    }
    text_free(&x);
    text_free(&y);
}

/* Says whether all, or any, are so. */
void generate_define_all(struct generator *g)
{
    int set = generate_of_kind(g, K_SET);
    struct groutine routine = {.result = 0};
    struct text x = {0};
    if (set < 0 || some_array(g, set, K_BOOLEAN, false, &x) < 0)
        return;
    bool all = generate_chance(g, 50);
    generate_fresh(g, routine.name, sizeof routine.name, "F");
    generate_put(g, "\nfunction %s(): boolean;\nbegin\n  for i: %s do if %s%s[i] then return %s; end; end;\n  return %s;\nend;\n", routine.name,
                 g->types[set].name, all ? "!" : "", x.bytes, all ? "false" : "true", all ? "true" : "false");
    add_routine(g, routine);
    text_free(&x);
}

/* Does something to a place by an element's name. */
void generate_define_given(struct generator *g)
{
    int set = generate_of_kind(g, K_SET), type = generate_chance(g, 40) ? set : generate_chance(g, 50) ? 0 : -1;
    for (int id = 0; type < 0 && id < g->type_count; id++)
        if (g->types[id].kind == K_ARRAY && g->types[id].index == set && g->types[id].element == 0)
            type = id;
    if (type < 0)
        return;
    struct groutine routine = {.result = -1, .parameters = {type, set}, .parameter_count = 2, .by_reference = {true}};
    generate_fresh(g, routine.name, sizeof routine.name, "P");
    generate_put(g, "\nprocedure %s(var p: ", routine.name);
    generate_put_type(g, type);
    generate_put(g, "; q: %s);\nbegin\n  ", g->types[set].name);
    if (type == set)
        generate_put(g, "p := q;");
    else if (!type)
        generate_put(g, "p := !p;");
    else if (generate_chance(g, 50))
        generate_put(g, "p[q] := true;");
    else
        generate_put(g, "p[q] := !exists j: %s do p[j] end;", g->types[set].name);
    generate_put(g, "\nend;\n");
    add_routine(g, routine);
}

/* Moves what it is given on to another value. */
void generate_define_local(struct generator *g)
{
    int type = generate_chance(g, 50) ? 0 : generate_of_kind(g, K_RANGE);
    if (type < 0)
        return;
    struct groutine routine = {.result = -1, .parameters = {type}, .parameter_count = 1, .by_reference = {true}, .local = true};
    generate_fresh(g, routine.name, sizeof routine.name, "P");
    generate_put(g, "\nprocedure %s(var p: ", routine.name);
    generate_put_type(g, type);
    if (type)
        generate_put(g, ");\nbegin\n  if p < %d then p := p + 1; else p := %d; end;\nend;\n", g->types[type].high, g->types[type].low);
    else
        generate_put(g, ");\nbegin\n  p := !p;\nend;\n");
    add_routine(g, routine);
}
