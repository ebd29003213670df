/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formula_run.c - a lasso in real states.
 *
 * Without reductions the states of the store are those of the run.  Under symmetry the run begins in its start
 * state, and fires what the stored states' instances are called there.  One time round the
 * lasso it may come to its cycle's first state with other names: then it goes round again, until a state
 * recurs.  What was fair one time round was so to all instances (fair_lasso.c), by whatever names, and
 * it is the same instance of the property that is broken.  Where slots of multisets were sorted, any
 * element will do that leads to a state which differs in the order of slots alone.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "../model/rename.h"
#include "formulas_private.h"

/* The walk along a lasso. */
struct walker {
    struct prover *prover;
    struct run *run;
    size_t words;
    uint64_t *here;          /* the real state */
    uint32_t naming;         /* from its names to those of the stored one */
    struct expansion x;

    /* While a state is expanded. */
    uint64_t wanted, come;   /* which of what is emitted; how many came */
    uint64_t instance;       /* whose firing is sought, or was found */
    bool found;
    uint64_t *next, *sorted, *goal;
    int64_t *leaves, *renamed;
};

/* --- what a stored state's arc fires ------------------------------------------- */

static void choose(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct walker *w = x->engine;
    (void)target, (void)moved;
    if (w->come++ == w->wanted)
        w->instance = instance;
}

static uint64_t stored_state(const struct walker *w, const struct fair_step *step)
{
    return step->state / w->prover->places;
}

static const uint64_t *stored_words(const struct walker *w, uint64_t state)
{
    struct worker *worker = &w->prover->search->workers[0];
    store_get(worker->context, state, worker->source);
    return worker->source;
}

/* As the stored state calls it. */
static uint64_t stored_instance(struct walker *w, const struct fair_step *step)
{
    w->wanted = step->edge;
    w->come = 0;
    w->instance = MODEL_NO_INSTANCE;
    w->x.emit = choose;
    w->x.source = stored_words(w, stored_state(w, step));
    w->prover->search->model->expand(&w->x);
    if (w->instance == MODEL_NO_INSTANCE)
        die("a state of a run does not lead on as it did");
    return w->instance;
}

static uint32_t naming_of(struct walker *w, const struct fair_step *step)
{
    struct arcs_of of = arcs_read(w->prover->arcs, stored_state(w, step));
    return formulas_rename(w->prover) ? arcs_label(&of, step->edge) >> w->prover->label_bits : 0;
}

/* --- one step ------------------------------------------------------------------- */

static void take(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct walker *w = x->engine;
    (void)moved;
    if (instance != w->instance)
        return;
    memcpy(w->next, target, w->words * sizeof *target);
    w->found = true;
}

/* The order of slots alone. */
static void sort_slots(struct walker *w, const uint64_t *in, uint64_t *out)
{
    w->x.multiset_reduction = true;
    groups_canonicalise(w->prover->search->model, &w->x, in, out, NULL);
    w->x.multiset_reduction = false;
}

static bool same_but_slots(const struct model *model, uint64_t a, uint64_t b)
{
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, a);
    bool same = b >= rule->first_instance && b - rule->first_instance < rule->instances;
    for (uint32_t i = 0; i < rule->parameter_count && same; i++)
        same = !rule->parameters[i].type ||
               instance_parameter(rule->parameters, rule->parameter_count, a - rule->first_instance, i) ==
                   instance_parameter(rule->parameters, rule->parameter_count, b - rule->first_instance, i);
    return same;
}

/* Of several elements of a multiset the first that leads to the goal. */
static void take_any(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct walker *w = x->engine;
    const struct model *model = w->prover->search->model;
    (void)moved;
    if (w->found || !same_but_slots(model, w->instance, instance))
        return;
    model->decode(model, target, w->leaves);
    memcpy(w->renamed, w->leaves, model->leaf_count * sizeof *w->leaves);
    if (w->naming)
        rename_leaves(model, w->leaves, w->renamed, namings_get(&w->prover->namings, w->naming));
    model->encode(w->renamed, w->sorted);
    sort_slots(w, w->sorted, w->sorted);
    if (memcmp(w->sorted, w->goal, w->words * sizeof *w->goal) != 0)
        return;
    memcpy(w->next, target, w->words * sizeof *target);
    w->instance = instance;
    w->found = true;
}

/* The real state goes on to one that is stored as `goal`, by w->instance or another one that differs in slots. */
static void fire(struct walker *w, uint64_t goal)
{
    const struct search *search = w->prover->search;
    bool any = search->options.multiset_reduction && groups_symmetry(search->model)->multiset_count > 0;
    w->found = false;
    w->x.emit = any ? take_any : take;
    w->x.source = w->here;
    if (any) {
        sort_slots(w, stored_words(w, goal), w->goal);
        search->model->expand(&w->x);
    } else {
        search->model->fire(&w->x, w->instance);
    }
    if (!w->found)
        die("a run in stored states is none in real ones");
    memcpy(w->here, w->next, w->words * sizeof *w->here);
}

static struct run_step *add_step(struct walker *w)
{
    struct run *run = w->run;
    if (run->count == run->space) {
        run->space = run->space ? run->space * 2 : 64;
        run->steps = realloc(run->steps, run->space * sizeof *run->steps);
        run->words = realloc(run->words, run->space * w->words * sizeof *run->words);
        if (!run->steps || !run->words)
            die_memory(run->space * (sizeof *run->steps + w->words * sizeof *run->words));
    }
    memcpy(run->words + run->count * w->words, w->here, w->words * sizeof *w->here);
    return &run->steps[run->count++];
}

static void walk_step(struct walker *w, const struct fair_step *step, const struct fair_step *then)
{
    struct run_step *made = add_step(w);
    *made = (struct run_step){.state = stored_state(w, step), .naming = w->naming, .instance = MODEL_NO_INSTANCE};
    if (step->edge == PRODUCT_STUTTER)
        return;
    uint32_t back = namings_inverse(&w->prover->namings, w->naming);
    w->instance = formulas_renamed_rule(w->prover, stored_instance(w, step), back);
    w->naming = namings_product(&w->prover->namings, w->naming, naming_of(w, step));
    fire(w, stored_state(w, then));
    made->instance = w->instance;
}

/* --- there, and round until a state recurs ------------------------------------------ */

/* The step of the run, among those where it began to go round, that is where it is now; or UINT64_MAX. */
static uint64_t recurs(const struct walker *w, const struct fair_lasso *lasso)
{
    uint64_t round = lasso->count - lasso->loop;
    for (uint64_t at = lasso->loop; at < w->run->count; at += round)
        if (!memcmp(w->run->words + at * w->words, w->here, w->words * sizeof *w->here))
            return at;
    return UINT64_MAX;
}

static void walk(struct walker *w, const struct fair_lasso *lasso)
{
    for (uint64_t i = 0; i < lasso->loop; i++)
        walk_step(w, &lasso->steps[i], &lasso->steps[i + 1]);
    do {
        for (uint64_t i = lasso->loop; i < lasso->count; i++)
            walk_step(w, &lasso->steps[i], &lasso->steps[i + 1 < lasso->count ? i + 1 : lasso->loop]);
        w->run->loop = recurs(w, lasso);
    } while (w->run->loop == UINT64_MAX);
}

/* --- told shortly ----------------------------------------------------------------------- */

/* Where nothing leads on the run ends. */
static void drop_stutters(struct run *run)
{
    for (uint64_t i = 0; i < run->count; i++)
        if (run->steps[i].instance == MODEL_NO_INSTANCE) {
            run->loop = i;
            run->count = i + 1;
        }
}

static bool same_step(const struct walker *w, uint64_t a, uint64_t b)
{
    return w->run->steps[a].instance == w->run->steps[b].instance &&
           !memcmp(w->run->words + a * w->words, w->run->words + b * w->words, w->words * sizeof *w->here);
}

static bool repeats(const struct walker *w, uint64_t period)
{
    const struct run *run = w->run;
    if ((run->count - run->loop) % period != 0)
        return false;
    for (uint64_t i = run->loop + period; i < run->count; i++)
        if (!same_step(w, i, i - period))
            return false;
    return true;
}

/* The same run: a cycle that goes round several times for the automaton's sake does so once, and
 * begins as soon as the run goes as it does for ever. */
static void tell_shortly(struct walker *w)
{
    struct run *run = w->run;
    uint64_t period = 1;
    while (!repeats(w, period))
        period++;
    run->count = run->loop + period;
    while (run->loop > 0 && same_step(w, run->loop - 1, run->count - 1)) {
        run->loop--;
        run->count--;
    }
}

/* --- the whole ------------------------------------------------------------------------------ */

static void begin(struct walker *w, const struct prover_start *start)
{
    w->instance = start->instance;
    w->naming = start->naming;
    w->x.emit = take;
    w->prover->search->model->start(&w->x, start->instance);
    if (!w->found)
        die("a run's start state is none");
    memcpy(w->here, w->next, w->words * sizeof *w->here);
}

void formulas_follow(struct prover *prover, const struct fair_lasso *lasso, struct run *run)
{
    const struct model *model = prover->search->model;
    struct walker w = {.prover = prover, .run = run, .words = prover->search->words, .x = prover->search->workers[0].x};
    uint64_t *states = memory_zeroed(4 * w.words, sizeof *states);
    *run = (struct run){0};
    w.here = states;
    w.next = states + w.words;
    w.sorted = states + 2 * w.words;
    w.goal = states + 3 * w.words;
    w.leaves = memory_zeroed(2 * (size_t)model->leaf_count, sizeof *w.leaves);
    w.renamed = w.leaves + model->leaf_count;
    w.x.violate = formulas_ignore_violation;
    w.x.cover = NULL;
    w.x.engine = &w;
    w.x.stopped = NULL;
    begin(&w, &prover->starts[lasso->start]);
    walk(&w, lasso);
    drop_stutters(run);
    tell_shortly(&w);
    free(states);
    free(w.leaves);
}

void formula_run_free(struct run *run)
{
    free(run->steps);
    free(run->words);
}
