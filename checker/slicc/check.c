/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.c - whether a protocol's names and types fit together: declarations.
 */
#include "check.h"

#include "check_private.h"

/* ---- declarations ---- */

enum { MAX_WITHIN = 16 }; /* structures within each other that are followed */

/* Whether a routine of the machine that has a body, before this one, takes the same: which of them is meant nobody can tell. */
static const struct slicc_decl *same_routine(const struct slicc_checker *c, const struct slicc_decl *d)
{
    const struct slicc_decl *first = NULL;
    while ((first = slicc_part(c->machine, d->kind, d->name.text, first)) && first != d) {
        bool same = first->has_body && d->has_body && first->parameter_count == d->parameter_count;
        for (unsigned i = 0; same && i < d->parameter_count; i++)
            same = !strcmp(first->parameters[i].type_name, d->parameters[i].type_name);
        if (same)
            return first;
    }
    return d;
}

static void check_twice(struct slicc_checker *c, const struct slicc_decl *d)
{
    const struct slicc_decl *first = d;
    if (c->machine)
        first = d->kind == SLICC_DECL_FUNCTION ? same_routine(c, d) : slicc_part(c->machine, d->kind, d->name.text, NULL);
    if (first && first != d && d->kind != SLICC_DECL_TRANSITION) {
        slicc_wrong(c, d->name.place, NULL, "'%s' is declared twice", d->name.text);
        diagnostics_add(c->diagnostics, SEVERITY_NOTE, first->name.place, NULL, "the first one is here");
    }
}

/* Whether a value of the type has one of the other within it: pointers, as those to entries, are none. */
static bool has_within(const struct slicc_checker *c, const struct slicc_decl *d, const struct slicc_decl *other, unsigned depth)
{
    for (unsigned i = 0; depth && i < d->part_count; i++) {
        const struct slicc_decl *field = d->parts[i];
        bool value = field->kind == SLICC_DECL_OBJECT && !field->pointer && field->type_name;
        const struct slicc_type *type = value ? slicc_symbols_type(c->symbols, d->machine, field->type_name) : NULL;
        if (type && type->kind == SLICC_TYPE_STRUCT && !type->is_entry &&
            (type->decl == other || has_within(c, type->decl, other, depth - 1)))
            return true;
    }
    return false;
}

static void check_members(struct slicc_checker *c, const struct slicc_decl *d)
{
    for (unsigned i = 0; i < d->part_count; i++) {
        const struct slicc_decl *part = d->parts[i];
        if (slicc_part(d, part->kind, part->name.text, NULL) != part && part->kind != SLICC_DECL_FUNCTION)
            slicc_wrong(c, part->name.place, NULL, "%s has two of the name '%s'", d->name.text, part->name.text);
        bool field = part->kind == SLICC_DECL_OBJECT;
        if (field)
            part->pointer ? (void)0 : (void)slicc_need_type(c, part->type_name, part->type_place);
    }
    if (d->kind == SLICC_DECL_STRUCT && !d->type->is_entry && has_within(c, d, d, MAX_WITHIN))
        slicc_wrong(c, d->name.place, NULL, "%s has itself within it", d->name.text);
}

static void check_parameters(struct slicc_checker *c, struct slicc_decl *d)
{
    for (unsigned i = 0; i < d->parameter_count; i++) {
        struct slicc_parameter *parameter = &d->parameters[i];
        parameter->type = slicc_need_type(c, parameter->type_name, parameter->name.place);
        parameter->local = slicc_add_local(c, parameter->name.text, parameter->type, parameter->name.place);
        parameter->local->parameter = true;
    }
}

/* The type that `cache_entry` points to: the machine's entries, but for a structure that says it is not the main one. */
static const struct slicc_type *entry_type(const struct slicc_checker *c)
{
    for (unsigned i = 0; i < c->machine->part_count; i++) {
        const struct slicc_decl *d = c->machine->parts[i];
        if (d->kind == SLICC_DECL_STRUCT && d->type->is_entry && strcmp(d->name.text, "TBE"))
            return d->type;
    }
    return slicc_symbols_type(c->symbols, NULL, "AbstractCacheEntry");
}

static void add_implicit(struct slicc_checker *c, const char *name, const struct slicc_type *type)
{
    if (type)
        slicc_add_local(c, name, type, c->unit->name.place)->implicit = true;
}

static void check_body(struct slicc_checker *c, struct slicc_decl *d)
{
    c->unit = d;
    c->local_count = 0;
    add_implicit(c, "machineID", slicc_symbols_type(c->symbols, NULL, "MachineID"));
    if (d->kind == SLICC_DECL_ACTION) {
        add_implicit(c, "address", c->symbols->address);
        add_implicit(c, "cache_entry", entry_type(c));
        add_implicit(c, "tbe", slicc_symbols_type(c->symbols, c->machine, "TBE"));
    }
    check_parameters(c, d);
    slicc_check_block(c, &d->body);
    c->local_count = 0;
}

static void check_port(struct slicc_checker *c, struct slicc_decl *d)
{
    slicc_need_type(c, d->type_name, d->type_place);
    d->object = slicc_symbols_find(c->symbols, c->machine, SLICC_DECL_OBJECT, d->buffer.text, NULL);
    if (!d->object)
        slicc_wrong(c, d->buffer.place, slicc_symbols_hint(c->symbols, c->machine, SLICC_DECL_OBJECT, d->buffer.text),
                    "there is no buffer '%s'", d->buffer.text);
}

static void check_names(struct slicc_checker *c, const struct slicc_names *names, const struct slicc_decl *of,
                        const char *what)
{
    for (unsigned i = 0; of && i < names->count; i++)
        if (!slicc_part(of, SLICC_DECL_MEMBER, names->list[i].text, NULL))
            slicc_wrong(c, names->list[i].place, slicc_part_hint(c->arena, of, names->list[i].text), "there is no %s '%s'",
                        what, names->list[i].text);
}

/* A pair would be there twice. */
static void check_names_twice(struct slicc_checker *c, const struct slicc_names *names)
{
    for (unsigned i = 0; i < names->count; i++)
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(names->list[i].text, names->list[j].text)) {
                slicc_wrong(c, names->list[i].place, NULL, "'%s' is there twice", names->list[i].text);
                return;
            }
}

static const struct slicc_decl *need_enum(struct slicc_checker *c, const char *name, struct place place)
{
    const struct slicc_type *type = slicc_need_type(c, name, place);
    return type->kind == SLICC_TYPE_ENUM ? type->decl : NULL;
}

static bool same_cell(const struct slicc_decl *a, const struct slicc_decl *b, struct place *where)
{
    for (unsigned i = 0; i < a->states.count; i++)
        for (unsigned j = 0; j < b->states.count; j++)
            for (unsigned m = 0; !strcmp(a->states.list[i].text, b->states.list[j].text) && m < a->events.count; m++)
                for (unsigned n = 0; n < b->events.count; n++)
                    if (!strcmp(a->events.list[m].text, b->events.list[n].text)) {
                        *where = b->states.list[j].place;
                        return true;
                    }
    return false;
}

static void check_transition(struct slicc_checker *c, const struct slicc_decl *d)
{
    const struct slicc_decl *states = need_enum(c, "State", d->name.place), *events = need_enum(c, "Event", d->name.place);
    check_names(c, &d->states, states, "state");
    check_names(c, &d->events, events, "event");
    check_names_twice(c, &d->states);
    check_names_twice(c, &d->events);
    if (*d->next.text && strcmp(d->next.text, "*"))
        check_names(c, &(struct slicc_names){(struct slicc_name *)&d->next, 1}, states, "state");
    for (unsigned i = 0; i < d->actions.count; i++)
        if (!slicc_symbols_find(c->symbols, c->machine, SLICC_DECL_ACTION, d->actions.list[i].text, NULL))
            slicc_wrong(c, d->actions.list[i].place,
                        slicc_symbols_hint(c->symbols, c->machine, SLICC_DECL_ACTION, d->actions.list[i].text),
                        "there is no action '%s'", d->actions.list[i].text);
    for (unsigned i = 0; c->machine && i < c->machine->part_count && c->machine->parts[i] != d; i++) {
        const struct slicc_decl *other = c->machine->parts[i];
        struct place where;
        if (other->kind == SLICC_DECL_TRANSITION && same_cell(other, d, &where)) {
            slicc_wrong(c, where, NULL, "a state and an event of this transition have one already");
            diagnostics_add(c->diagnostics, SEVERITY_NOTE, other->name.place, NULL, "the first one is here");
        }
    }
}

static void check_function(struct slicc_checker *c, struct slicc_decl *d)
{
    d->dropped = slicc_builtin_dropped(d->name.text);
    if (d->dropped || d->built_in)
        return;
    slicc_need_type(c, d->type_name, d->type_place);
    check_body(c, d);
}

static void check_decl(struct slicc_checker *c, struct slicc_decl *d)
{
    if (d->built_in)
        return;
    check_twice(c, d);
    switch (d->kind) {
    case SLICC_DECL_MACHINE:
    case SLICC_DECL_MEMBER:
    case SLICC_DECL_EXTERNAL_TYPE:
        break;
    case SLICC_DECL_ENUM:
    case SLICC_DECL_STATE:
    case SLICC_DECL_STRUCT:
        check_members(c, d);
        break;
    case SLICC_DECL_OBJECT:
        d->type = slicc_need_type(c, d->type_name, d->type_place);
        if (d->initial && d->initial->kind != SLICC_EXPR_TEXT) {
            c->unit = d;
            slicc_check_value(c, d->initial, d->type);
        }
        break;
    case SLICC_DECL_FUNCTION:
        check_function(c, d);
        break;
    case SLICC_DECL_IN_PORT:
        check_port(c, d);
        check_body(c, d);
        break;
    case SLICC_DECL_OUT_PORT:
        check_port(c, d);
        break;
    case SLICC_DECL_ACTION:
        check_body(c, d);
        break;
    case SLICC_DECL_TRANSITION:
        check_transition(c, d);
        break;
    }
}

/* What stands outside of machines must not be of a machine. */
static void check_global(struct slicc_checker *c, struct slicc_decl *d)
{
    bool machine_only = d->kind == SLICC_DECL_IN_PORT || d->kind == SLICC_DECL_OUT_PORT || d->kind == SLICC_DECL_ACTION ||
                        d->kind == SLICC_DECL_TRANSITION || d->kind == SLICC_DECL_STATE;
    if (machine_only)
        slicc_wrong(c, d->name.place, NULL, "this belongs into a machine");
    else
        check_decl(c, d);
}

void slicc_check(struct slicc_symbols *symbols, struct slicc_protocol *protocol)
{
    slicc_symbols_collect(symbols, protocol);
    struct slicc_checker checker = {.symbols = symbols, .arena = protocol->arena, .diagnostics = protocol->diagnostics};
    struct slicc_checker *c = &checker;
    for (unsigned i = 0; i < protocol->decl_count; i++) {
        struct slicc_decl *d = protocol->decls[i];
        c->machine = NULL;
        if (d->kind != SLICC_DECL_MACHINE) {
            check_global(c, d);
            continue;
        }
        if (slicc_symbols_machine(symbols, d->name.text) != d)
            slicc_wrong(c, d->name.place, NULL, "there are two machines '%s'", d->name.text);
        c->machine = d;
        for (unsigned j = 0; j < d->part_count; j++)
            check_decl(c, d->parts[j]);
    }
}
