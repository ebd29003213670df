/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.c - routines, rules, properties, and the model as a whole */
#include "generate_private.h"

#include <string.h>

/* ---- routines ---- */

static void define_routine(struct generator *g)
{
    struct groutine routine = {.result = generate_chance(g, 65) ? generate_some_scalar(g) : -1, .parameter_count = generate_below(g, PARAMETERS + 1)};
    int names = g->name_count;
    if (routine.result >= 0 && g->types[routine.result].kind == K_SET)
        routine.result = 0;
    generate_fresh(g, routine.name, sizeof routine.name, routine.result < 0 ? "P" : "F");
    generate_line(g);
    generate_put(g, "%s %s(", routine.result < 0 ? "procedure" : "function", routine.name);
    for (int i = 0; i < routine.parameter_count; i++) {
        bool reference = routine.result < 0 && generate_chance(g, 40);
        int type = generate_chance(g, reference ? 40 : 15) ? generate_below(g, g->type_count) : generate_some_scalar(g);
        if (generate_holds_multiset(g, type) || (reference && !g->types[type].name[0] && g->types[type].kind != K_BOOLEAN))
            type = 0;
        routine.parameters[i] = type;
        routine.by_reference[i] = reference;
        int name = generate_push_name(g, "p", type);
        g->names[name].writable = reference;
        g->names[name].fixed = !reference && generate_is_scalar(&g->types[type]);
        g->names[name].vague = !generate_is_scalar(&g->types[type]) && (!reference || generate_holds_set(g, type));
        generate_put(g, "%s%s%s: ", i ? "; " : "", reference ? "var " : "", g->names[name].name);
        generate_put_type(g, type);
    }
    generate_put(g, ")");
    if (routine.result >= 0) {
        generate_put(g, ": ");
        generate_put_type(g, routine.result);
    }
    generate_put(g, ";");
    g->pure = routine.result >= 0;
    g->in_routine = true;
    g->result = routine.result;
    generate_emit_code(g, 3);
    g->pure = g->in_routine = false;
    g->result = -1;
    g->name_count = names;
    generate_put(g, "end;\n");
    g->routines[g->routine_count++] = routine;
}

static void define_over_set(struct generator *g)
{
    if (g->options.order == ORDER_TAKEN && (g->options.shape ? 1 : generate_chance(g, 50)))
        generate_define_first(g);
    if (g->options.order == ORDER_TAKEN && !g->options.shape && generate_chance(g, 40))
        generate_define_given(g);
    if (generate_chance(g, 50))
        generate_define_all(g);
    if (generate_chance(g, 50))
        generate_define_local(g);
    generate_put(g, "\n");
}

/* ---- rules and properties ---- */

static void open_ruleset(struct generator *g)
{
    generate_line(g);
    generate_put(g, "ruleset ");
    generate_emit_quantifier(g, true);
    if (generate_chance(g, 25)) {
        generate_put(g, "; ");
        generate_emit_quantifier(g, true);
    }
    generate_put(g, " do");
    g->indent++;
}

/* How many were opened: none where the place's text is too long to be kept. */
static int open_choose(struct generator *g, int root, int type)
{
    struct text place = {0};
    struct text *outer = generate_divert(g, &place);
    generate_emit_place(g, root, type, -1);
    generate_divert(g, outer);
    bool fits = place.length < sizeof g->names[0].of;
    if (fits) {
        int slot = generate_push_name(g, "c", type);
        g->names[slot].slot = g->names[slot].fixed = g->names[slot].vague = g->names[slot].writable = true;
        strcpy(g->names[slot].of, place.bytes);
        generate_line(g);
        generate_put(g, "choose %s: %s do", g->names[slot].name, place.bytes);
        g->indent++;
    }
    text_free(&place);
    return fits;
}

static void open_alias(struct generator *g, int root, int type)
{
    struct name alias = g->names[root];
    generate_fresh(g, alias.name, sizeof alias.name, "a");
    generate_line(g);
    generate_put(g, "alias %s: ", alias.name);
    generate_emit_place(g, root, type, 0);
    generate_put(g, " do");
    alias.type = type;
    g->names[g->name_count++] = alias;
    g->indent++;
}

/* Rulesets and aliases around what follows; returns how many to close. */
static int open_enclosing(struct generator *g, bool choose)
{
    int opened = 0;
    while (generate_chance(g, 45) && opened < 2) {
        open_ruleset(g);
        opened++;
    }
    int type = choose ? generate_of_kind(g, K_MULTISET) : -1, root = type < 0 ? -1 : generate_find_root(g, type, true);
    if (root >= 0 && generate_chance(g, 50))
        return opened + open_choose(g, root, type);
    type = generate_below(g, g->type_count);
    root = generate_find_root(g, type, false);
    if (generate_chance(g, 15) && root >= 0 && !generate_holds_multiset(g, type) && !g->names[root].fixed) {
        open_alias(g, root, type);
        opened++;
    }
    return opened;
}

static void close_enclosing(struct generator *g, int opened)
{
    while (opened-- > 0) {
        g->indent--;
        generate_line(g);
        generate_put(g, "end;");
    }
    generate_put(g, "\n");
}

/* Something may take the slot, and then it is named again. */
static void emit_after_removal(struct generator *g, const struct name *slot)
{
    struct text value = {0};
    struct text *outer = generate_divert(g, &value);
    int element = g->types[slot->type].element;
    bool scalar = generate_is_scalar(&g->types[element]), good = scalar && generate_emit_value(g, element, 2);
    generate_divert(g, outer);
    if (good) {
        generate_line(g);
        generate_put(g, "multisetadd(%s, %s);", value.bytes, slot->of);
        generate_line(g);
        if (generate_chance(g, 50)) {
            generate_put(g, "if !isundefined(%s[%s]) then", slot->of, slot->name);
            generate_emit_body(g, 1, 2);
            generate_line(g);
            generate_put(g, "end;");
        } else {
            generate_put(g, "%s[%s] := %s;", slot->of, slot->name, value.bytes);
        }
    }
    text_free(&value);
}

static void emit_rule(struct generator *g)
{
    int names = g->name_count, opened = open_enclosing(g, g->options.extensions);
    generate_line(g);
    generate_put(g, "rule \"r%d\"", g->serial++);
    if (generate_chance(g, 55)) {
        generate_put(g, "\n%*s", 2 * g->indent + 2, "");
        g->pure = true;
        generate_emit_boolean(g, 2);
        g->pure = false;
        generate_put(g, " ==>");
    }
    const struct name *last = g->name_count ? &g->names[g->name_count - 1] : NULL;
    if (last && last->slot && generate_chance(g, 50)) {
        generate_line(g);
        generate_put(g, "begin");
        g->indent++;
        g->budget = 4;
        if (generate_chance(g, 50))
            generate_emit_statement(g, 1);
        generate_line(g);
        generate_put(g, "multisetremove(%s, %s);", last->name, last->of);
        if (generate_chance(g, 30))
            emit_after_removal(g, last);
        g->indent--;
        generate_line(g);
    } else {
        generate_emit_code(g, 3);
    }
    generate_put(g, generate_chance(g, 50) ? "end;" : "endrule;");
    close_enclosing(g, opened);
    g->name_count = names;
}

static void emit_property(struct generator *g)
{
    int names = g->name_count, opened = open_enclosing(g, false);
    generate_line(g);
    g->in_property = g->pure = true;
    switch (generate_below(g, g->options.liveness && !opened ? 8 : 6)) {
    case 0:
        generate_put(g, "assume \"a%d\" ", g->serial++);
        generate_emit_likely(g);
        generate_put(g, ";");
        break;
    case 1: case 2:
        generate_put(g, "cover \"c%d\" ", g->serial++);
        generate_emit_likely(g);
        generate_put(g, ";");
        break;
    case 3: case 4: case 5:
        generate_put(g, "invariant \"i%d\" ", g->serial++);
        generate_emit_likely(g);
        generate_put(g, ";");
        break;
    default:
        generate_put(g, "liveness \"v%d\" ", g->serial++);
        generate_emit_likely(g);
        generate_put(g, ";");
    }
    g->in_property = g->pure = false;
    close_enclosing(g, opened);
    g->name_count = names;
}

static void define_variable(struct generator *g, int type)
{
    int name = generate_push_name(g, "v", type);
    g->names[name].writable = true;
    g->names[name].vague = generate_holds_set(g, type) || generate_chance(g, g->options.order == ORDER_TAKEN ? 20 : 0);
    generate_line(g);
    generate_put(g, "%s: ", g->names[name].name);
    generate_put_type(g, type);
    generate_put(g, ";");
}

/* One of most types, and some twice. */
static void define_variables_over_set(struct generator *g)
{
    double bits = 0;
    for (int turn = 0; turn < 2; turn++)
        for (int type = 0; type < g->type_count; type++)
            if (bits + g->types[type].bits <= 15 && generate_chance(g, turn ? 15 : 80)) {
                define_variable(g, type);
                bits += g->types[type].bits;
            }
    g->state_count = g->name_count;
    g->indent--;
    generate_put(g, "\n");
}

static void define_variables(struct generator *g)
{
    double bits = 0;
    generate_put(g, "var");
    g->indent++;
    int count = 3 + generate_below(g, 5);
    if (g->options.order) {
        define_variables_over_set(g);
        return;
    }
    int multiset = g->options.extensions && generate_chance(g, 70) ? generate_of_kind(g, K_MULTISET) : -1, multisets = 1 + (multiset >= 0 && generate_chance(g, 40));
    for (int i = 0; i < count; i++) {
        int type = generate_chance(g, 55) ? generate_some_scalar(g) : generate_below(g, g->type_count);
        if (multiset >= 0 && i < multisets)
            type = multiset;
        if (bits + g->types[type].bits > 20)
            continue;
        bits += g->types[type].bits;
        int name = generate_push_name(g, "v", type);
        g->names[name].writable = true;
        g->names[name].vague = generate_holds_set(g, type) || generate_chance(g, 20);
        generate_line(g);
        generate_put(g, "%s: ", g->names[name].name);
        generate_put_type(g, type);
        generate_put(g, ";");
    }
    if (!g->name_count) {
        int name = generate_push_name(g, "v", 0);
        g->names[name].writable = true;
        generate_put(g, " %s: boolean;", g->names[name].name);
    }
    g->state_count = g->name_count;
    g->indent--;
    generate_put(g, "\n");
}

/* A multiset of scalars begins with some. */
static void emit_elements(struct generator *g, const struct name *name)
{
    const struct gtype *type = &g->types[name->type];
    if (type->kind != K_MULTISET || !generate_is_scalar(&g->types[type->element]) || g->types[type->element].kind == K_SET)
        return;
    for (int i = 0; i < type->high && generate_chance(g, 60); i++) {
        generate_line(g);
        generate_put(g, "multisetadd(");
        generate_emit_value(g, type->element, -1);
        generate_put(g, ", %s);", name->name);
    }
}

static void emit_start(struct generator *g)
{
    int names = g->name_count, opened = 0;
    if (generate_chance(g, 40)) {
        generate_put(g, "\nruleset ");
        generate_emit_quantifier(g, true);
        generate_put(g, " do");
        g->indent++;
        opened = 1;
    }
    generate_line(g);
    generate_put(g, "startstate%s", generate_chance(g, 50) ? " \"begin\"" : "");
    generate_line(g);
    generate_put(g, "begin");
    g->indent++;
    for (int i = 0; i < g->state_count; i++)
        if (!g->names[i].vague || (!generate_holds_set(g, g->names[i].type) && generate_chance(g, 50))) {
            generate_line(g);
            generate_put(g, "clear %s;", g->names[i].name);
        }
    for (int i = 0; i < g->state_count; i++)
        emit_elements(g, &g->names[i]);
    g->indent--;
    g->budget = 3;
    generate_emit_body(g, 1, 3);
    generate_line(g);
    generate_put(g, "end;");
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
    generate_next(&g);
    if (generate_chance(&g, 20))
        g.careless = 1 + generate_below(&g, 8);
    if (options->order == ORDER_FREE)
        g.careless = 0;
    g.near = options->order == ORDER_TAKEN && generate_chance(&g, 60);
    generate_put(&g, "-- seed %llu, deadlock %s\n", (unsigned long long)seed, generate_deadlock(seed));
    if (options->order)
        generate_put(&g, "const OFF: false;\n");
    generate_define_types(&g);
    define_variables(&g);
    for (int i = generate_below(&g, 3); i > 0; i--)
        define_routine(&g);
    if (options->order)
        define_over_set(&g);
    for (int i = 1 + generate_below(&g, 2); i > 0; i--)
        emit_start(&g);
    for (int i = 2 + generate_below(&g, 5); i > 0; i--)
        emit_rule(&g);
    for (int i = generate_below(&g, 4); i > 0; i--)
        emit_property(&g);
}
