/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulas.c - decide the properties in linear temporal logic on the complete
 * set of states.
 *
 * What each state leads to is written down once, by all threads, with the fair
 * instance that fires, or the one that some formula names (fair_arcs.c).  Then,
 * for each instance of each property, all threads ask its conditions in every state, and
 * one looks for a fair run that breaks the formula (fair.c).
 *
 * Under symmetry a state stands for its orbit, and so fair instances and what formulas name go
 * by other names from state to state: the arcs say by which permutation (namings.h), a property's instance is
 * followed through its orbit (formula_orbit.c, product.h), and fair instances round components
 * (fair_classes.h).  docs/engine.md argues that this is exact.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/machine.h"
#include "../ltl/antecedent.h"
#include "../ltl/tableau.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "fair.h"
#include "formulas_private.h"

bool formulas_wanted(const struct model *model, const unsigned char *enabled)
{
    for (uint32_t p = 0; p < model->property_count; p++)
        if (model->properties[p].kind == MODEL_LTL && (!enabled || enabled[p]))
            return true;
    return false;
}

/* By the thread that decides alone; with --spill states may have to leave the memory. */
static bool must_stop(void *data)
{
    struct search *search = data;
    search_limits(&search->workers[0]);
    return !search_goes_on(search);
}

static bool may_take(void *data, uint64_t bytes)
{
    return search_fits(data, bytes);
}

/* --- where runs begin -------------------------------------------------------- */

static void keep_start(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    struct prover *prover = worker->search->prover;
    struct prover_start *start = &prover->starts[prover->start_count];
    (void)moved;
    if (worker->search->reduces) {
        if (!namings_canonical(&prover->namings, worker, target))
            return;
        target = prover->namings.namers[worker->number].target;
    }
    *start = (struct prover_start){store_find(worker->context, target), instance, namings_last(&prover->namings, worker->number)};
    if (start->state == STORE_NONE)
        die("a start state is not in the store");
    prover->start_count++;
}

static void find_starts(struct prover *prover)
{
    struct search *search = prover->search;
    struct worker *worker = &search->workers[0];
    prover->starts = memory_zeroed(search->model->start_instances, sizeof *prover->starts);
    search_callbacks(search, keep_start, formulas_ignore_violation, NULL);
    worker->x.emit = keep_start;
    worker->x.violate = formulas_ignore_violation;
    for (uint64_t i = 0; i < search->model->start_instances && search_goes_on(search); i++) {
        search->model->start(&worker->x, i);
        if (i % 256 == 255)
            must_stop(search);
    }
}

/* --- the atoms of one instance ------------------------------------------------ */

static unsigned bytes_for(uint32_t atoms)
{
    return atoms <= 8 ? 1 : atoms <= 16 ? 2 : atoms <= 32 ? 4 : 8;
}

static void ignore_target(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    (void)x, (void)instance, (void)target, (void)moved;
}

/* Evaluating a condition failed. */
static void note_failure(struct expansion *x, uint32_t property, uint64_t property_instance, enum model_where where,
                         uint64_t instance)
{
    struct worker *worker = x->engine;
    (void)property_instance, (void)where, (void)instance;
    note_found(worker, property, search_depth_of(worker->search, worker->source_number));
}

/* Each thread writes the bytes of its own states. */
static void put_conditions(struct prover *prover, uint64_t number, uint64_t atoms)
{
    switch (prover->condition_bytes) {
    case 1:
        ((uint8_t *)prover->conditions)[number] = (uint8_t)atoms;
        break;
    case 2:
        ((uint16_t *)prover->conditions)[number] = (uint16_t)atoms;
        break;
    case 4:
        ((uint32_t *)prover->conditions)[number] = (uint32_t)atoms;
        break;
    default:
        ((uint64_t *)prover->conditions)[number] = atoms;
    }
}

static void note_antecedent(struct prover *prover, uint64_t atoms)
{
    if (prover->antecedent != NO_ANTECEDENT && !atomic_load_explicit(&prover->antecedent_held, memory_order_relaxed) &&
        antecedent_holds(&prover->group->formulas[prover->formula], prover->antecedent, atoms))
        atomic_store_explicit(&prover->antecedent_held, true, memory_order_relaxed); /* read after pool_run */
}

static void evaluate(struct worker *worker, uint64_t number)
{
    struct prover *prover = worker->search->prover;
    store_get_next(worker->context, number, worker->end, worker->source);
    worker->source_number = number;
    for (uint32_t i = 0; i < prover->places; i++) {
        uint64_t atoms = 0;
        if (!prover->group->atoms(&worker->x, prover->formula, prover->orbit[i], &atoms))
            atomic_store_explicit(&prover->failed, true, memory_order_relaxed); /* read after pool_run */
        note_antecedent(prover, atoms);
        put_conditions(prover, number * prover->places + i, atoms);
    }
}

/* False: stopped, or a condition has no value somewhere. */
static bool evaluate_all(struct prover *prover)
{
    struct search *search = prover->search;
    search_callbacks(search, ignore_target, note_failure, NULL);
    search_range(search, 0, prover->states, SEARCH_ALONE, evaluate);
    if (!search_goes_on(search))
        return false;
    search->holds_fails |= atomic_load_explicit(&prover->failed, memory_order_relaxed);
    return !atomic_load_explicit(&prover->failed, memory_order_relaxed);
}

/* Whether an atom of one instance of the property is about a rule instance. */
static bool is_about(const struct prover *prover, const struct model_atom *atom, uint64_t instance, uint32_t rule, uint64_t number)
{
    const struct model *model = prover->search->model;
    const struct model_formula *formula = &prover->group->formulas[prover->formula];
    const struct model_property *property = &model->properties[formula->property];
    const struct model_rule *r = &model->rules[rule];
    bool named = false;
    for (uint32_t i = 0; i < atom->rule_count; i++)
        named |= atom->rules[i] == rule;
    for (uint32_t i = 0; i < atom->argument_count && named; i++) {
        const struct model_fires_argument *argument = &atom->arguments[i];
        int64_t wanted = argument->is_parameter ? instance_parameter(property->parameters, property->parameter_count,
                                                                     instance, (uint32_t)argument->value)
                                                : argument->value;
        named = instance_parameter(r->parameters, r->parameter_count, number, i) == wanted;
    }
    return named;
}

static void find_fires(struct prover *prover)
{
    const struct model_formula *formula = &prover->group->formulas[prover->formula];
    free(prover->fires);
    prover->fires = memory_zeroed((uint64_t)prover->places * prover->labels, sizeof *prover->fires);
    prover->has_fires = false;
    for (uint32_t a = 0; a < formula->atom_count; a++) {
        prover->has_fires |= formula->atoms[a].rules != NULL;
        for (uint32_t label = 1; formula->atoms[a].rules && label < prover->labels; label++)
            for (uint32_t i = 0; i < prover->places; i++)
                if (is_about(prover, &formula->atoms[a], prover->orbit[i], prover->rule[label], label - prover->label[prover->rule[label]]))
                    prover->fires[(uint64_t)i * prover->labels + label] |= UINT64_C(1) << a;
    }
}

/* Each start state with what the instance is called there. */
static void find_begins(struct prover *prover)
{
    const struct model_property *property = &prover->search->model->properties[prover->group->formulas[prover->formula].property];
    free(prover->begins);
    prover->begins = memory_zeroed(prover->start_count, sizeof *prover->begins);
    for (uint64_t i = 0; i < prover->start_count; i++) {
        const struct prover_start *start = &prover->starts[i];
        uint64_t there = formulas_renamed_instance(prover, property->parameters, property->parameter_count, prover->instance, start->naming);
        prover->begins[i] = start->state * prover->places + prover->place[there] - 1;
    }
}

/* --- one instance ----------------------------------------------------------------- */

static void add_violation(struct prover *prover, const struct fair *fair)
{
    struct search *search = prover->search;
    uint32_t property = prover->group->formulas[prover->formula].property;
    struct violation violation = {.kind = MODEL_LTL, .property = property, .property_instance = prover->instance};
    struct fair_lasso lasso = {0};
    struct run run = {0};
    search_aside(search);
    bool found = fair_find_lasso(fair, &lasso);
    if (found)
        formulas_follow(prover, &lasso, &run);
    violation.depth = (unsigned)run.loop;
    if (!found)
        violation.no_trace = search_no_time(search);
    else if (search->options.trace)
        formulas_trace(prover, prover->starts[lasso.start].instance, &run, &violation.trace);
    search->silent = false;
    formula_run_free(&run);
    free(lasso.steps);
    search->found[property] = violation.depth;
    search_add_violation(search, violation);
}

static struct product product_of(struct prover *prover, const struct automaton *automaton)
{
    return (struct product){
        .automaton = automaton, .arcs = prover->arcs, .renaming = formulas_rename(prover) ? &prover->renaming : NULL,
        .places = prover->places, .place_after = prover->place_after, .label_bits = prover->label_bits,
        .states = prover->states * prover->places, .conditions = prover->conditions,
        .condition_bytes = prover->condition_bytes, .fires = prover->has_fires ? prover->fires : NULL,
        .strength = prover->strength, .labels = prover->labels, .starts = prover->begins,
        .start_count = prover->start_count, .stopped = must_stop, .fits = may_take, .stop_data = prover->search};
}

static bool make_conditions(struct prover *prover)
{
    struct search *search = prover->search;
    free(prover->conditions);
    prover->conditions = NULL;
    prover->condition_bytes = bytes_for(prover->group->formulas[prover->formula].atom_count);
    uint64_t bytes = prover->states * prover->places * prover->condition_bytes;
    if (!search_room_for(search, bytes) || !(prover->conditions = calloc(bytes + 1, 1))) {
        search_stop(search, REASON_MEMORY);
        return false;
    }
    memory_huge_pages(prover->conditions, bytes);
    return true;
}

/* Whether the instance holds, and so all of its orbit; false too where the search stops. */
static bool prove_instance(struct prover *prover, const struct automaton *automaton)
{
    struct search *search = prover->search;
    struct fair fair;
    formulas_orbit(prover);
    if (!make_conditions(prover) || !evaluate_all(prover))
        return false;
    formulas_place_after(prover);
    find_fires(prover);
    find_begins(prover);
    struct product product = product_of(prover, automaton);
    if (!search_room_for(search, fair_bytes(&product))) {
        search_stop(search, REASON_MEMORY);
        return false;
    }
    fair_decide(&fair, &product);
    bool known = !fair.stopped && search_goes_on(search); /* what is found again was not, in a call that was told to stop */
    bool broken = known && fair.components > 0, holds = known && fair.components == 0;
    if (broken)
        add_violation(prover, &fair);
    if (broken || holds)
        search->decided[prover->group->formulas[prover->formula].property] = true;
    fair_free(&fair);
    return holds;
}

/* --- one property -------------------------------------------------------------------- */

static uint64_t need_of(const struct prover *prover, const struct model_formula *formula)
{
    struct automaton *automaton = automaton_of_negation(formula->nodes, formula->node_count);
    const struct model_property *property = &prover->search->model->properties[formula->property];
    uint64_t states = prover->states * (formulas_rename(prover) ? property->instances : 1); /* of an orbit there are as many at most */
    struct product product = {.automaton = automaton, .states = states, .renaming = formulas_rename(prover) ? (struct renaming *)&prover->renaming : NULL};
    uint64_t conditions = states * bytes_for(formula->atom_count);
    uint64_t bytes = automaton ? fair_bytes(&product) : UINT64_MAX;
    if (bytes != UINT64_MAX)
        bytes += fair_stack_bytes(&product) + conditions;
    automaton_free(automaton);
    return bytes == UINT64_MAX ? 0 : bytes; /* it will not be decided */
}

/* What it takes at most beside the arcs to look for fair components, with --memory. */
static uint64_t most_needed(const struct prover *prover)
{
    uint64_t most = 0;
    for (uint32_t i = 0; prover->search->options.memory && i < prover->group->formula_count; i++) {
        const struct model_formula *formula = &prover->group->formulas[i];
        uint64_t bytes = prover->search->options.enabled[formula->property] ? need_of(prover, formula) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static void drop_property(struct prover *prover)
{
    free(prover->conditions);
    free(prover->orbit);
    free(prover->place);
    prover->conditions = NULL;
}

/* It is decided when its last instance was, or one was found broken. */
static void prove(struct prover *prover, uint32_t number)
{
    struct search *search = prover->search;
    const struct model_formula *formula = &prover->group->formulas[number];
    const struct model_property *property = &search->model->properties[formula->property];
    struct automaton *automaton = automaton_of_negation(formula->nodes, formula->node_count);
    prover->formula = number;
    prover->antecedent = antecedent_of(formula);
    atomic_store_explicit(&prover->failed, false, memory_order_relaxed); /* alone here */
    atomic_store_explicit(&prover->antecedent_held, false, memory_order_relaxed);
    if (!automaton) {
        search_stop(search, REASON_MEMORY); /* the caller may ask before, and say which one it is */
        return;
    }
    bool holds = true;
    prover->orbit = memory_zeroed(property->instances, sizeof *prover->orbit);
    prover->place = memory_zeroed(property->instances, sizeof *prover->place);
    for (prover->instance = 0; holds && prover->instance < property->instances; prover->instance++) {
        if (prover->place[prover->instance])
            continue; /* it is as one of its orbit that holds */
        search->decided[formula->property] = false;
        holds = prove_instance(prover, automaton);
    }
    if (holds)
        search->decided[formula->property] = true; /* of no instance at all, too */
    search->result->properties[formula->property].has_antecedent = prover->antecedent != NO_ANTECEDENT;
    search->result->properties[formula->property].antecedent = atomic_load_explicit(&prover->antecedent_held, memory_order_relaxed);
    drop_property(prover);
    automaton_free(automaton);
}

/* Whether a formula before it fails, and that is all that is asked. */
static bool must_leave(const struct prover *prover, uint32_t number)
{
    const struct search *search = prover->search;
    bool fails = false;
    for (uint32_t i = 0; i < number && search->options.formulas_in_turn; i++)
        fails |= search->found[prover->group->formulas[i].property] != DEPTH_NONE;
    return fails;
}

/* An assumption about what is never enabled assumes nothing. */
static void tell_never_enabled(struct prover *prover)
{
    const struct model *model = prover->search->model;
    struct search_result *result = prover->search->result;
    formulas_spread_met(prover);
    result->fairness_known = true;
    result->never_enabled = memory_zeroed(prover->labels, sizeof *result->never_enabled);
    for (uint32_t r = 0; r < model->rule_count; r++)
        for (uint64_t i = 0; prover->label[r] && i < model->rules[r].instances; i++)
            if (prover->strength[prover->label[r] + i] != MODEL_UNFAIR && !atomic_load(&prover->met[prover->label[r] + i]))
                result->never_enabled[result->never_enabled_count++] = model->rules[r].first_instance + i;
}

/* --- the whole ------------------------------------------------------------------------ */

/* How an instance is called in a state that stands for its orbit is told from one state to the next; but which elements
 * the search has only in the orbits of its start states is not. */
bool formulas_allow_symmetry(const struct model *model)
{
    const struct model_symmetry *group = groups_symmetry(model);
    for (uint32_t i = 0; i < group->scalarset_count; i++)
        if (group->scalarsets[i].reduced && group->scalarsets[i].start_reason)
            return false;
    return true;
}

/* To tell a run in real states they are renamed leaf by leaf, and packed again. */
bool formulas_allow_multisets(const struct model *model)
{
    return model->binding == NULL;
}

static void prove_all(struct prover *prover)
{
    struct search *search = prover->search;
    formulas_open_names(prover);
    tell_never_enabled(prover);
    find_starts(prover);
    for (uint32_t i = 0; i < prover->group->formula_count && search_goes_on(search); i++)
        if (search->options.enabled[prover->group->formulas[i].property] && !must_leave(prover, i))
            prove(prover, i);
}

void formulas_open(struct search *search)
{
    if (!formulas_wanted(search->model, search->options.enabled))
        return;
    search->prover = memory_zeroed(1, sizeof *search->prover);
    search->prover->search = search;
    search->prover->group = groups_fairness(search->model);
    formulas_begin_notes(search);
}

void formulas_close(struct search *search)
{
    if (search->prover)
        formulas_drop(search->prover);
    free(search->prover);
    search->prover = NULL;
}

void formulas_run(struct search *search)
{
    struct prover *prover = search->prover;
    if (!prover)
        return;
    prover->states = store_estimate(search->store);
    namings_open(&prover->namings, search);
    prover->need = most_needed(prover);
    search_set_symmetry(search, MODEL_SYMMETRY_OFF, false); /* so that we see how names move */
    if (formulas_arcs(prover))
        prove_all(prover);
    search_set_symmetry(search, search->options.symmetry, search->options.multiset_reduction);
    search_merge_found(search);
    formulas_close(search);
}
