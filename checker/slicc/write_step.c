/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_step.c - the table of transitions: a routine for each state, a case in it for each event.
 *
 * A step takes the state from the protocol's getState, does the actions of the
 * cell in order, and hands the next state to its setState.  A pair without a
 * transition is an error, as it is a panic in gem5.
 */
#include "write_private.h"

static struct slicc_decl *part(const struct slicc_writer *w, enum slicc_decl_kind kind, const char *name)
{
    return slicc_part(w->machine, kind, name, NULL);
}

/* A call of getState, setState and the like: what they are given depends on the types of their parameters. */
static const char *call_by_types(struct slicc_writer *w, const char *name, const char *next)
{
    struct slicc_decl *d = part(w, SLICC_DECL_FUNCTION, name);
    if (!d || !d->has_body) {
        slicc_refuse(w, w->machine->name.place, NULL, "a machine without a function '%s'", name);
        return "true";
    }
    if (!strncmp(name, "get", 3) && strcmp(d->type_name, "State"))
        slicc_refuse(w, d->name.place, NULL, "'%s' that does not return a State", name);
    const char *text = arena_format(w->arena, "%s(self", slicc_name_of(w, d));
    for (unsigned i = 0; i < d->parameter_count; i++) {
        const struct slicc_type *type = d->parameters[i].type;
        const char *given = type->kind == SLICC_TYPE_ADDRESS ? "now.address"
                            : slicc_type_is(type, "TBE")     ? "now.tbe"
                            : type->is_entry                 ? "now.cache_entry"
                            : slicc_type_is(type, "State")   ? next
                                                             : NULL;
        if (!given)
            slicc_refuse(w, d->name.place, NULL, "'%s' with a parameter of type %s", name, type->name);
        text = arena_format(w->arena, "%s, %s", text, given ? given : "0");
    }
    return arena_format(w->arena, "%s)", text);
}

static const struct slicc_decl *cell(const struct slicc_writer *w, const char *state, const char *event)
{
    for (unsigned i = 0; i < w->machine->part_count; i++) {
        const struct slicc_decl *d = w->machine->parts[i];
        bool of_state = false, of_event = false;
        for (unsigned j = 0; d->kind == SLICC_DECL_TRANSITION && j < d->states.count; j++)
            of_state = of_state || !strcmp(d->states.list[j].text, state);
        for (unsigned j = 0; of_state && j < d->events.count; j++)
            of_event = of_event || !strcmp(d->events.list[j].text, event);
        if (of_event)
            return d;
    }
    return NULL;
}

static bool stalls(const struct slicc_decl *d)
{
    for (unsigned i = 0; i < d->actions.count; i++)
        if (!strcmp(d->actions.list[i].text, "z_stall"))
            return true;
    return false;
}

static void write_cell(struct slicc_writer *w, const char *state, const char *event, const struct slicc_decl *d)
{
    const struct slicc_type *events = slicc_symbols_type(&w->slicc->symbols, w->machine, "Event");
    const struct slicc_type *states = slicc_symbols_type(&w->slicc->symbols, w->machine, "State");
    PUT(w, "    case %s: -- %s\n", slicc_member_name(w, events, event), slicc_where(w, d->name.place));
    if (w->options->covers)
        PUT(w, "      cover \"%s %s %s\" true;\n", w->machine->name.text, state, event);
    if (stalls(d)) {
        PUT(w, "      -- z_stall: the message stays where it is\n");
        return;
    }
    const char *next = *d->next.text ? d->next.text : state;
    bool computed = !strcmp(next, "*");
    next = computed ? "next" : slicc_member_name(w, states, next);
    if (computed)
        PUT(w, "      next := %s;\n", call_by_types(w, "getNextState", "0"));
    for (unsigned i = 0; i < d->actions.count; i++)
        PUT(w, "      %s(self, now);\n", slicc_name_of(w, part(w, SLICC_DECL_ACTION, d->actions.list[i].text)));
    PUT(w, "      %s;\n", call_by_types(w, "setState", next));
}

static bool computes_next(const struct slicc_writer *w, const char *state, const struct slicc_decl *events)
{
    bool any = false;
    for (unsigned j = 0; j < events->part_count; j++) {
        const struct slicc_decl *d = cell(w, state, events->parts[j]->name.text);
        any = any || (d && !strcmp(d->next.text, "*"));
    }
    return any;
}

static void write_state(struct slicc_writer *w, const char *state, const struct slicc_decl *events)
{
    const char *machine = w->machine->name.text;
    PUT(w, "procedure step_%s_%s(self: %s_id; var now: %s_context);\n", machine, state, machine, machine);
    if (computes_next(w, state, events))
        PUT(w, "var next: %s_State;\n", machine);
    PUT(w, "begin\n  switch now.event\n");
    for (unsigned j = 0; j < events->part_count; j++) {
        const char *event = events->parts[j]->name.text;
        const struct slicc_decl *d = cell(w, state, event);
        if (d)
            write_cell(w, state, event, d);
    }
    PUT(w, "    else\n      error \"%s in %s: no transition for this event\";\n  end;\nend;\n\n", machine, state);
    slicc_item(w, SLICC_ROUTINE, NULL);
}

static void write_machine(struct slicc_writer *w)
{
    const struct slicc_decl *states = part(w, SLICC_DECL_STATE, "State"), *events = part(w, SLICC_DECL_ENUM, "Event");
    const char *machine = w->machine->name.text;
    if (!states || !events) {
        slicc_refuse(w, w->machine->name.place, NULL, "a machine without %s", states ? "events" : "states");
        return;
    }
    for (unsigned i = 0; i < states->part_count; i++)
        write_state(w, states->parts[i]->name.text, events);
    PUT(w, "procedure step_%s(self: %s_id; var now: %s_context);\nbegin\n  switch %s\n", machine, machine, machine,
        call_by_types(w, "getState", "0"));
    for (unsigned i = 0; i < states->part_count; i++)
        PUT(w, "    case %s: step_%s_%s(self, now);\n",
            slicc_member_name(w, states->type, states->parts[i]->name.text), machine, states->parts[i]->name.text);
    PUT(w, "  end;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "step_%s", machine));
}

void slicc_write_step(struct slicc_writer *w)
{
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        w->machine = m;
        write_machine(w);
    }
}
