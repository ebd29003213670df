/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execution.c - find the accesses of a machine's run, which write each read reads
 * from (rf), and the order of the writes (co).
 *
 * The run is made once more with a host that gives every store a value of its
 * own (host_provenance.c), so that a value says which store it comes from.  Then
 * a shortest cycle of po, rf, co and fr is sought.
 */
#include "execution.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../interp/interp.h"
#include "../model/groups.h"

/* ---- doing the run once more ---- */

struct follower {
    const struct litmus_result *result;
    const struct trace *trace;
    struct arena *arena;
    struct program *program;
    struct litmus_host *host;
    struct interp *interp;
    int64_t *leaves;
    bool *opaque;  /* by leaf: numbered or valued otherwise in this run */
    bool final;    /* the run ends in a final state, and */
    struct litmus_value *values; /* with these, by watch */
};

/* The leaves of types that the driver declares and whose numbers mean nothing;
 * a range without a name may be such a one too, made anew. */
static void mark_opaque(bool *opaque, const struct model_type *type)
{
    static const char *const names[] = {"value", "local", "operation"};
    if (type->kind == MODEL_TYPE_ARRAY) {
        for (uint32_t i = 0; i < type->slots; i++)
            mark_opaque(opaque + i * type->element->leaves, type->element);
    } else if (type->kind == MODEL_TYPE_RECORD) {
        for (uint32_t i = 0; i < type->field_count; i++)
            mark_opaque(opaque + type->fields[i].leaf, type->fields[i].type);
    } else {
        *opaque = type->kind == MODEL_TYPE_RANGE && !type->name;
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            *opaque |= type->name && !strcmp(type->name, names[i]);
    }
}

static bool same_rules(const struct follower *f)
{
    const struct model *model = f->result->model->model;
    const struct program *program = f->program;
    if (program->leaf_count != model->leaf_count || program->rule_count != model->rule_count ||
        program->start_state_count != model->start_state_count)
        return false;
    for (uint32_t i = 0; i < model->rule_count; i++)
        if (program->rules[i].first_instance != model->rules[i].first_instance ||
            program->rules[i].instances != model->rules[i].instances)
            return false;
    return true;
}

static bool bind(struct follower *f, struct model_external_binding *bindings)
{
    unsigned count = 0;
    for (unsigned i = 0; i < f->program->routine_count; i++) {
        if (!f->program->routines[i]->external)
            continue;
        bindings[count] = litmus_host_external(f->host, f->program->routines[i]->name);
        if (!bindings[count++].function)
            return false;
    }
    litmus_host_start(f->host);
    return true;
}

static bool same_state(const struct follower *f, const struct trace_step *step)
{
    const struct model *model = f->result->model->model;
    if (groups_symmetry(model)->multiset_count) /* their order may hang on values */
        return true;
    for (uint32_t i = 0; i < model->leaf_count; i++)
        if (!f->opaque[i] && f->leaves[i] != step->leaves[i])
            return false;
    return true;
}

static bool replay(struct follower *f)
{
    for (unsigned i = 0; i < f->trace->count; i++) {
        const struct trace_step *step = &f->trace->steps[i];
        enum interp_status status = i ? interp_fire(f->interp, step->instance, f->leaves, f->leaves)
                                      : interp_start(f->interp, step->instance, f->leaves);
        if (status != INTERP_OK || !step->leaves || !same_state(f, step))
            return false;
    }
    return true;
}

static void take_final(void *data, const int *values)
{
    struct follower *f = data;
    for (unsigned i = 0; i < f->result->test->watch_count; i++)
        f->values[i] = program_value(f->result->program, values[i]);
    f->final = true;
}

/* The run must end where the search's did: in a witness. */
static bool ends_in_witness(struct follower *f)
{
    const struct litmus_test *test = f->result->test;
    bool holds = false;
    litmus_host_collect(f->host, take_final, f);
    for (unsigned i = 0; i < f->program->property_count && !f->final; i++) {
        const struct flat_rule *rule = &f->program->properties[i];
        const struct property *property = rule->rule->property;
        if (property->kind == PROPERTY_COVER && property->message && !strcmp(property->message, "final"))
            interp_property(f->interp, rule, 0, f->leaves, &holds);
    }
    litmus_host_collect(f->host, NULL, NULL);
    if (!f->final)
        return false;
    const struct litmus_proposition *target = test->outcome ? test->outcome : test->condition;
    return litmus_holds(target, f->values) == (test->outcome || test->quantifier != LITMUS_FORALL);
}

static bool follow(struct follower *f)
{
    const struct model *model = f->result->model->model;
    struct model_external_binding *bindings = arena_alloc(f->arena, (f->program->routine_count + 1) * sizeof *bindings);
    if (!same_rules(f) || !bind(f, bindings))
        return false;
    struct interp_options options = {.bindings = bindings};
    f->interp = interp_new(f->program, &options);
    f->leaves = arena_alloc(f->arena, (model->leaf_count + 1) * sizeof *f->leaves);
    f->values = arena_alloc(f->arena, (f->result->test->watch_count + 1) * sizeof *f->values);
    f->opaque = arena_alloc(f->arena, (model->leaf_count + 1) * sizeof *f->opaque);
    memset(f->opaque, 0, model->leaf_count * sizeof *f->opaque);
    for (uint32_t v = 0; v < model->variable_count; v++)
        mark_opaque(f->opaque + model->variables[v].leaf, model->variables[v].type);
    return replay(f) && ends_in_witness(f);
}

/* ---- relations ---- */

static bool is_access(const struct litmus_event *e)
{
    return e->what.kind != PROGRAM_FENCE;
}

/* Where the write that a read reads from stands; -1 for the initial value. */
static int read_place(const struct litmus_execution *x, const struct litmus_event *e)
{
    return e->source >= 0 ? x->events[e->source].place : -1;
}

enum litmus_relation litmus_relation_of(const struct litmus_execution *x, unsigned a, unsigned b)
{
    const struct litmus_event *from = &x->events[a], *to = &x->events[b];
    if (a == b || !is_access(from) || !is_access(to))
        return RELATION_NONE;
    if (from->thread == to->thread && from->index < to->index)
        return RELATION_PO;
    if (to->source == (int)a)
        return RELATION_RF;
    if (from->what.location != to->what.location || to->place < 0)
        return RELATION_NONE;
    if (from->place >= 0 && from->place < to->place)
        return RELATION_CO;
    if (from->source != -1 && read_place(x, from) < to->place)
        return RELATION_FR;
    return RELATION_NONE;
}

/* ---- a shortest cycle ---- */

/* Breadth first from `start`; `before` leads back along a shortest way.  True
 * where some way leads to `start` again, from event *last. */
static bool search_cycle(const struct litmus_execution *x, unsigned start, unsigned *before, unsigned *queue,
                         bool *seen, unsigned *last)
{
    unsigned head = 0, tail = 0;
    memset(seen, 0, x->count * sizeof *seen);
    queue[tail++] = start;
    seen[start] = true;
    while (head < tail) {
        unsigned at = queue[head++];
        if (litmus_relation_of(x, at, start)) {
            *last = at;
            return true;
        }
        for (unsigned next = 0; next < x->count; next++) {
            if (seen[next] || !litmus_relation_of(x, at, next))
                continue;
            seen[next] = true;
            before[next] = at;
            queue[tail++] = next;
        }
    }
    return false;
}

static void find_cycle(struct litmus_execution *x, struct arena *arena)
{
    unsigned *before = arena_alloc(arena, (x->count + 1) * sizeof *before);
    unsigned *queue = arena_alloc(arena, (x->count + 1) * sizeof *queue);
    bool *seen = arena_alloc(arena, (x->count + 1) * sizeof *seen);
    x->cycle = arena_alloc(arena, (x->count + 1) * sizeof *x->cycle);
    for (unsigned start = 0; start < x->count; start++) {
        unsigned last, length = 1;
        if (!search_cycle(x, start, before, queue, seen, &last))
            continue;
        for (unsigned e = last; e != start; e = before[e])
            length++;
        if (x->cycle_length && length >= x->cycle_length)
            continue;
        x->cycle_length = length;
        for (unsigned e = last; e != start; e = before[e])
            x->cycle[--length] = e;
        x->cycle[0] = start;
    }
}

/* Whether sequential consistency has another execution to the same end. */
static void ask_sc(struct litmus_execution *x, struct machines *machines, const struct litmus_result *result,
                   const struct litmus_options *options)
{
    const struct machine_variant *sc = machines_reference(machines, "sc");
    struct litmus_options asked = {.compile = options->compile, .memory = options->memory, .threads = 1,
                                   .max_states = options->max_states, .max_seconds = options->max_seconds,
                                   .environment = {.invariants = "none"}, .witness = true,
                                   .interrupt = options->interrupt};
    struct text error = {0};
    struct litmus_result *found = sc ? litmus_run(machines, sc, result->program, &result->placement, &asked, &error) : NULL;
    text_free(&error);
    if (!found)
        return;
    x->sc_allows = found->witness_search != NULL;
    x->sc_known = x->sc_allows || (found->complete && !found->trouble);
    litmus_result_free(found);
}

struct litmus_execution *litmus_execution_of(struct machines *machines, const struct litmus_result *result,
                                             const struct litmus_options *options, struct arena *arena,
                                             struct text *error)
{
    struct machine_environment environment = options->environment;
    struct litmus_sizes sizes = litmus_follow_sizes(result->program, result->model->sizes);
    struct follower f = {.result = result, .arena = arena, .trace = &result->witness_search->violations[0].trace};
    struct litmus_execution *x = arena_alloc(arena, sizeof *x);
    *x = (struct litmus_execution){.test = result->test, .program = result->program};
    environment.invariants = "events";
    f.program = machines_program(machines, result->machine, &environment, &sizes, arena, error);
    if (!f.program)
        return NULL;
    f.host = litmus_host_new(result->program, &result->placement, &sizes);
    litmus_host_follow(f.host);
    const char *why = NULL;
    if (follow(&f))
        x->events = litmus_host_events(f.host, arena, &x->count, &why);
    else
        why = "the machine does more with values than copy them, and takes another way with others";
    interp_free(f.interp);
    litmus_host_free(f.host);
    if (!x->events) {
        text_put(error, why);
        return NULL;
    }
    x->final = f.values;
    find_cycle(x, arena);
    if (x->cycle_length)
        ask_sc(x, machines, result, options);
    return x;
}
