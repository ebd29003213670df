/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lint.c - what is legal in a checked protocol, and almost surely a mistake.
 *
 * All of it is decided from the text: which statements an action has, which
 * events a port's code names in its triggers, and which transitions there are.
 */
#include "lint.h"

#include <string.h>

#include "../base/arena.h"
#include "walk.h"

struct lint {
    const struct slicc_symbols *symbols;
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct slicc_decl *machine;
};

static void warn(struct lint *l, struct place place, const char *hint, const char *text)
{
    diagnostics_add(l->diagnostics, SEVERITY_WARNING, place, hint, "%s", text);
}

/* ---- what an action does ---- */

enum use { USE_PEEK, USE_PARK, USE_DEQUEUE, USE_WAKE, USE_ALLOCATE, USE_FREE, USES };

/* Of which uses an action is looked through; each is told of. */
struct look {
    void (*tell)(void *data, enum use, const char *name, struct place);
    void *data;
};

static void look_at_stmt(void *data, const struct slicc_stmt *s)
{
    const struct look *look = data;
    if (s->kind == SLICC_STMT_PEEK)
        look->tell(look->data, USE_PEEK, s->name.text, s->place);
    else if (s->kind == SLICC_STMT_STALL_AND_WAIT)
        look->tell(look->data, USE_PARK, s->name.text, s->place);
    else if (s->kind == SLICC_STMT_WAKEUP_PORT)
        look->tell(look->data, USE_WAKE, s->name.text, s->place);
}

static void look_at_expr(void *data, const struct slicc_expr *e)
{
    const struct look *look = data;
    bool call = e->kind == SLICC_EXPR_METHOD && e->left->kind == SLICC_EXPR_NAME;
    if (e->kind == SLICC_EXPR_CALL && !strncmp(e->name, "wakeUp", 6))
        look->tell(look->data, USE_WAKE, "", e->place);
    else if (call && (!strcmp(e->name, "dequeue") || !strcmp(e->name, "recycle")))
        look->tell(look->data, USE_DEQUEUE, e->left->name, e->place);
    else if (call && (!strcmp(e->name, "allocate") || !strcmp(e->name, "allocateVoid")))
        look->tell(look->data, USE_ALLOCATE, e->left->name, e->place);
    else if (call && !strcmp(e->name, "deallocate"))
        look->tell(look->data, USE_FREE, e->left->name, e->place);
}

static void look_at(const struct slicc_block *block, const struct look *look)
{
    const struct slicc_walk walk = {look_at_stmt, look_at_expr, (void *)look};
    slicc_walk_block(&walk, block);
}

struct has {
    enum use use;
    bool found;
};

static void note(void *data, enum use use, const char *name, struct place place)
{
    struct has *has = data;
    (void)name;
    (void)place;
    has->found = has->found || has->use == use;
}

static const struct slicc_decl *action(const struct lint *l, const struct slicc_decl *transition, unsigned index)
{
    return slicc_part(l->machine, SLICC_DECL_ACTION, transition->actions.list[index].text, NULL);
}

static bool transition_has(const struct lint *l, const struct slicc_decl *t, enum use use)
{
    struct has has = {use, false};
    for (unsigned i = 0; i < t->actions.count; i++)
        look_at(&action(l, t, i)->body, &(struct look){note, &has});
    return has.found;
}

/* ---- what is put aside, and not woken ---- */

static const char *state_after(const struct slicc_decl *t, unsigned state)
{
    return *t->next.text && strcmp(t->next.text, "*") ? t->next.text : t->states.list[state].text;
}

/* A transition that puts a message aside, so that it waits while the line is in this state; or NULL. */
static const struct slicc_decl *parks_in(const struct lint *l, const char *state)
{
    for (unsigned i = 0; i < l->machine->part_count; i++) {
        const struct slicc_decl *t = l->machine->parts[i];
        for (unsigned j = 0; t->kind == SLICC_DECL_TRANSITION && j < t->states.count; j++)
            if (!strcmp(state_after(t, j), state) && transition_has(l, t, USE_PARK))
                return t;
    }
    return NULL;
}

/* A line that goes on to another state in which messages wait keeps them. */
static void lint_wakes(struct lint *l, const struct slicc_decl *t)
{
    for (unsigned j = 0; j < t->states.count; j++) {
        const char *from = t->states.list[j].text, *to = state_after(t, j);
        const struct slicc_decl *parked = parks_in(l, from);
        if (!parked || !strcmp(from, to) || parks_in(l, to) || transition_has(l, t, USE_WAKE))
            continue;
        warn(l, t->states.list[j].place, "wake them (wakeUpBuffers) where the state is left",
             arena_format(l->arena, "what was put aside in %s is not woken on the way to %s", from, to));
        diagnostics_add(l->diagnostics, SEVERITY_NOTE, parked->name.place, NULL, "it is put aside here");
        return;
    }
}

/* ---- ports and their events ---- */

struct names_event {
    const struct lint *lint;
    const char *event;
    unsigned depth;
    bool found;
};

/* An event is named by Event:X, in the code of a port or in a routine that it calls. */
static void look_for_event(void *data, const struct slicc_expr *e)
{
    struct names_event *n = data;
    if (e->kind == SLICC_EXPR_MEMBER_OF_ENUM && !strcmp(e->type_name, "Event") && !strcmp(e->name, n->event))
        n->found = true;
    if (e->kind == SLICC_EXPR_CALL && e->decl && e->decl->has_body && n->depth < 10) {
        n->depth++;
        slicc_walk_block(&(struct slicc_walk){NULL, look_for_event, n}, &e->decl->body);
        n->depth--;
    }
}

static bool port_triggers(const struct lint *l, const struct slicc_decl *port, const char *event)
{
    struct names_event n = {l, event, 0, false};
    slicc_walk_block(&(struct slicc_walk){NULL, look_for_event, &n}, &port->body);
    return n.found;
}

/* Whether an event comes from other ports, and not from this one. */
static bool comes_from_others(const struct lint *l, const char *event, const char *port)
{
    bool any = false;
    for (unsigned i = 0; i < l->machine->part_count; i++) {
        const struct slicc_decl *d = l->machine->parts[i];
        if (d->kind != SLICC_DECL_IN_PORT || !port_triggers(l, d, event))
            continue;
        if (!strcmp(d->name.text, port))
            return false;
        any = true;
    }
    return any;
}

struct in_transition {
    struct lint *lint;
    const struct slicc_decl *transition;
    const char *taken; /* the port whose message was taken by an earlier action, or statement */
};

static void lint_use(void *data, enum use use, const char *name, struct place place)
{
    struct in_transition *in = data;
    struct lint *l = in->lint;
    const struct slicc_decl *t = in->transition;
    if (use > USE_DEQUEUE)
        return;
    for (unsigned i = 0; i < t->events.count; i++)
        if (comes_from_others(l, t->events.list[i].text, name)) {
            warn(l, place, NULL, arena_format(l->arena, "'%s' has no message here: %s comes from another port", name,
                                              t->events.list[i].text));
            diagnostics_add(l->diagnostics, SEVERITY_NOTE, t->name.place, NULL, "in this transition");
            break;
        }
    if (in->taken && !strcmp(in->taken, name)) {
        warn(l, place, "take it last", arena_format(l->arena, "the message of '%s' was taken before", name));
        diagnostics_add(l->diagnostics, SEVERITY_NOTE, t->name.place, NULL, "in this transition");
    }
    if (use == USE_DEQUEUE)
        in->taken = name;
}

static void lint_ports(struct lint *l, const struct slicc_decl *t)
{
    struct in_transition in = {l, t, NULL};
    for (unsigned i = 0; i < t->actions.count; i++)
        look_at(&action(l, t, i)->body, &(struct look){lint_use, &in});
}

/* ---- tables and ranks ---- */

struct of_table {
    const char *table;
    struct place allocated;
    bool is_allocated, is_freed;
};

static void note_table(void *data, enum use use, const char *name, struct place place)
{
    struct of_table *of = data;
    if (strcmp(of->table, name))
        return;
    if (use == USE_ALLOCATE && !of->is_allocated) {
        of->is_allocated = true;
        of->allocated = place;
    }
    of->is_freed = of->is_freed || use == USE_FREE;
}

/* A directory's entries stay for ever; a cache's and a TBE table's do not. */
static void lint_table(struct lint *l, const struct slicc_decl *object)
{
    struct of_table of = {.table = object->name.text};
    if (!strcmp(object->type_name, "DirectoryMemory"))
        return;
    for (unsigned i = 0; i < l->machine->part_count; i++)
        if (l->machine->parts[i]->kind == SLICC_DECL_ACTION || l->machine->parts[i]->kind == SLICC_DECL_FUNCTION)
            look_at(&l->machine->parts[i]->body, &(struct look){note_table, &of});
    if (of.is_allocated && !of.is_freed)
        warn(l, of.allocated, NULL, arena_format(l->arena, "nothing is ever taken out of '%s'", of.table));
}

static bool port_parks(const struct lint *l, const struct slicc_decl *port)
{
    for (unsigned i = 0; i < l->machine->part_count; i++) {
        const struct slicc_decl *d = l->machine->parts[i];
        for (unsigned j = 0; d->kind == SLICC_DECL_ACTION && j < d->body.count; j++)
            if (d->body.list[j]->kind == SLICC_STMT_STALL_AND_WAIT && !strcmp(d->body.list[j]->name.text, port->name.text))
                return true;
    }
    return false;
}

static const char *rank_of(const struct slicc_decl *port)
{
    const char *rank = slicc_pair(&port->pairs, "rank");
    return rank ? rank : "0";
}

static void lint_rank(struct lint *l, const struct slicc_decl *port)
{
    for (unsigned i = 0; i < l->machine->part_count && l->machine->parts[i] != port; i++) {
        const struct slicc_decl *other = l->machine->parts[i];
        if (other->kind != SLICC_DECL_IN_PORT || strcmp(rank_of(other), rank_of(port)) || !port_parks(l, other) ||
            !port_parks(l, port))
            continue;
        warn(l, port->name.place, "give it a rank of its own",
             arena_format(l->arena, "'%s' and '%s' put messages aside and have one rank: one wake-up is lost", other->name.text,
                          port->name.text));
    }
}

void slicc_lint(const struct slicc_symbols *symbols)
{
    const struct slicc_protocol *protocol = symbols->protocol;
    struct lint lint = {.symbols = symbols, .arena = protocol->arena, .diagnostics = protocol->diagnostics};
    for (unsigned i = 0; i < protocol->decl_count; i++) {
        const struct slicc_decl *m = lint.machine = protocol->decls[i];
        for (unsigned j = 0; m->kind == SLICC_DECL_MACHINE && j < m->part_count; j++) {
            const struct slicc_decl *d = m->parts[j];
            if (d->kind == SLICC_DECL_TRANSITION) {
                lint_wakes(&lint, d);
                lint_ports(&lint, d);
            } else if (d->kind == SLICC_DECL_OBJECT) {
                lint_table(&lint, d);
            } else if (d->kind == SLICC_DECL_IN_PORT) {
                lint_rank(&lint, d);
            }
        }
    }
}
