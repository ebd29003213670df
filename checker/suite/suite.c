/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite.c - run machines times tests, and judge each pair by what the machine
 * promises.
 */
#include "suite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stack.h"
#include "../machines/places.h"

struct suite_cell *suite_cell(const struct suite *suite, unsigned column, unsigned test)
{
    return &suite->cells[column * suite->test_count + test];
}

/* ---- running ---- */

#define WORTH_OPTIMISING 10u /* searches with one model */
/* That a machine may be compiled as: by size class, agents, and words of a line. */
#define MODELS (MACHINE_SIZE_CLASSES * (unsigned)PROGRAM_THREADS * (unsigned)PROGRAM_LOCATIONS)

struct work {
    struct suite *suite;
    const struct suite_options *options;
    unsigned *uses;       /* by column and model, see uses_of() */
    pthread_mutex_t lock; /* guards all below, and the suite's arena */
    unsigned next, done;
};

static const char *words(struct work *work, const char *text)
{
    pthread_mutex_lock(&work->lock);
    const char *copy = arena_format(work->suite->arena, "%s", text);
    pthread_mutex_unlock(&work->lock);
    return copy;
}

static void add_outcome(void *data, const struct outcome *outcome)
{
    outcomes_add(data, outcome->values, outcome->count);
}

static const char *violation_name(const struct litmus_result *result)
{
    uint32_t property = result->violation->property;
    return property == MODEL_NO_PROPERTY ? "deadlock" : result->model->model->properties[property].name;
}

static void absorb(struct work *work, struct suite_cell *cell, const struct litmus_result *result)
{
    pthread_mutex_lock(&work->lock);
    breach_note(work->suite->arena, work->suite, cell, result);
    activity_add(work->suite->activity[cell->machine], result);
    pthread_mutex_unlock(&work->lock);
    outcomes_visit(result->outcomes, add_outcome, cell->outcomes);
    cell->states += result->states;
    cell->seconds += result->seconds;
    cell->placements++;
    if (result->violation && !cell->violation)
        cell->violation = words(work, violation_name(result));
    cell->refused |= cell->violation && !strncmp(cell->violation, "refused: ", strlen("refused: "));
    cell->cut |= !result->complete && !result->violation &&
                 (result->reason == REASON_TIME || result->reason == REASON_MEMORY || result->reason == REASON_INTERRUPTED);
    if (!result->complete && cell->complete) {
        cell->complete = false;
        cell->left_out = words(work, litmus_left_out(result));
    }
}

static bool leave_out(struct suite_cell *cell, const char *what)
{
    cell->left_out = cell->complete || !cell->left_out ? what : cell->left_out;
    cell->complete = false;
    cell->cut = true;
    return false;
}

/* A run may take no longer than the suite has left. */
static double seconds_left(const struct suite *suite, double most)
{
    double left = suite->until - machine_clock();
    if (!(suite->until > 0))
        return most;
    left = left > 0.001 ? left : 0.001;
    return most > 0 && most < left ? most : left;
}

/* How many searches of the suite there are for the model that this one takes. */
static unsigned *uses_of(const struct work *work, const struct suite_cell *cell, const struct litmus_placement *placement)
{
    const struct machine_program *program = work->suite->tests[cell->test].program;
    unsigned size = machine_size_class(program, placement, work->options->run.least_size);
    unsigned model = (size * PROGRAM_THREADS + (unsigned)placement->components - 1) * PROGRAM_LOCATIONS + (unsigned)placement->words - 1;
    return &work->uses[cell->machine * MODELS + model];
}

static struct places places_of_cell(const struct work *work, const struct suite_cell *cell)
{
    return places_of(work->suite->columns[cell->machine], work->suite->tests[cell->test].test,
                     work->options->placements, work->options->layouts);
}

/* Some models serve a handful of searches, and then most of the time would go into optimising them. */
static void count_uses(struct work *work)
{
    struct suite *suite = work->suite;
    unsigned total = suite->column_count * suite->test_count;
    work->uses = arena_alloc(suite->arena, (suite->column_count * MODELS + 1) * sizeof *work->uses);
    memset(work->uses, 0, suite->column_count * MODELS * sizeof *work->uses);
    for (unsigned i = 0; i < total; i++) {
        struct places places = places_of_cell(work, &suite->cells[i]);
        struct litmus_placement placement;
        while (places_next(&places, &placement))
            ++*uses_of(work, &suite->cells[i], &placement);
    }
}

/* One placement, layout and environment; false where the pair cannot be run. */
static bool run_once(struct work *work, struct suite_cell *cell, const struct litmus_placement *placement,
                     const struct litmus_options *asked)
{
    const struct suite *suite = work->suite;
    struct litmus_options bounded = *asked, *options = &bounded;
    if (suite_stopped(suite))
        return leave_out(cell, suite_stopped(suite));
    options->max_seconds = seconds_left(suite, options->max_seconds);
    options->compile.max_seconds = seconds_left(suite, options->compile.max_seconds);
    options->quick = *uses_of(work, cell, placement) < WORTH_OPTIMISING;
    struct text error = {0};
    struct litmus_result *result = litmus_run(suite->machines, suite->columns[cell->machine],
                                              suite->tests[cell->test].program, placement, options, &error);
    if (result) {
        absorb(work, cell, result);
        litmus_result_free(result);
    } else if (suite_stopped(suite)) {
        leave_out(cell, suite_stopped(suite));
    } else {
        cell->error = words(work, error.bytes ? error.bytes : "the machine cannot be compiled");
        cell->complete = false;
    }
    text_free(&error);
    return result != NULL;
}

/* The states that a run may take of those that its cell has left: a quarter, or
 * all that the last one finds, so that a large place does not hide the others. */
static uint64_t share(uint64_t most, uint64_t left, unsigned runs)
{
    uint64_t part = left / (runs < 4 ? runs : 4);
    part = part ? part : 1;
    return most && most < part ? most : part;
}

/* Run the pair at each placement and layout; all runs share the states that the cell has left. */
static bool run_everywhere(struct work *work, struct suite_cell *cell, struct litmus_options options, unsigned *runs)
{
    struct places places = places_of_cell(work, cell);
    struct litmus_placement placement;
    uint64_t most = options.max_states, of_pair = work->options->pair_states;
    for (; places_next(&places, &placement); --*runs) {
        if (of_pair)
            options.max_states = share(most, of_pair > cell->states ? of_pair - cell->states : 0, *runs);
        if (!run_once(work, cell, &placement, &options))
            return false;
    }
    return true;
}

static void run_cell(struct work *work, struct suite_cell *cell)
{
    const struct suite *suite = work->suite;
    struct litmus_options warm = work->options->run;
    bool warm_too = work->options->warm_too && !suite->columns[cell->machine]->out_of_order;
    unsigned runs = places_count(places_of_cell(work, cell)) * (warm_too ? 2 : 1);
    warm.environment.warm = true;
    warm.environment.prefetches = 1;
    cell->outcomes = outcomes_new(suite->tests[cell->test].test);
    cell->complete = true;
    if (run_everywhere(work, cell, work->options->run, &runs) && (!warm_too || run_everywhere(work, cell, warm, &runs)))
        cell->tally = outcomes_tally(cell->outcomes, cell->complete);
}

static bool take(struct work *work, struct suite_cell *cell)
{
    const struct suite_options *options = work->options;
    pthread_mutex_lock(&work->lock);
    cell->taken = options->take && options->take(options->take_data, work->suite, cell);
    pthread_mutex_unlock(&work->lock);
    return cell->taken;
}

static void *worker(void *data)
{
    struct work *work = data;
    unsigned total = work->suite->column_count * work->suite->test_count;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        unsigned index = work->next < total ? work->next++ : total;
        pthread_mutex_unlock(&work->lock);
        if (index == total)
            return NULL;
        struct suite_cell *cell = &work->suite->cells[index];
        bool taken = take(work, cell), runs = !taken && !suite_stopped(work->suite);
        if (runs)
            run_cell(work, cell);
        else if (!taken)
            leave_out(cell, words(work, suite_stopped(work->suite)));
        /* The cell is whole for a thread that gives up: its partner is the acquire there. */
        atomic_store_explicit(&cell->done, true, memory_order_release);
        pthread_mutex_lock(&work->lock);
        work->done++;
        work->suite->taken += taken;
        work->suite->not_run += !taken && !runs;
        if (work->options->progress)
            work->options->progress(work->options->progress_data, work->done, total);
        pthread_mutex_unlock(&work->lock);
    }
}

static void run_all(struct work *work)
{
    unsigned count = work->options->threads ? work->options->threads : 1;
    unsigned started = 1;
    struct stack_thread threads[count];
    while (started < count && stack_start(&threads[started], worker, work))
        started++; /* fewer threads do as well */
    worker(work);
    for (unsigned i = 1; i < started; i++)
        stack_join(&threads[i]);
}

/* ---- judging ---- */

/* The cell of the reference machine that has the name, and not of a protocol that may bear it too. */
static const struct suite_cell *reference_cell(const struct suite *suite, const char *model, unsigned test)
{
    for (unsigned c = 0; c < suite->column_count; c++)
        if (suite->columns[c]->out_of_order && !strcmp(suite->columns[c]->name, model))
            return suite_cell(suite, c, test);
    return NULL;
}

struct inclusion {
    const struct outcomes *within;
    const char *outside; /* the first line that is not */
};

static void check_within(void *data, const struct outcome *outcome)
{
    struct inclusion *inclusion = data;
    if (!inclusion->outside && !outcomes_find(inclusion->within, outcome->line))
        inclusion->outside = outcome->line;
}

static enum suite_judgement unbroken(const struct suite_cell *cell)
{
    return cell->complete ? SUITE_KEPT : SUITE_INCOMPLETE;
}

static enum suite_judgement judge_within(const struct suite *suite, const struct suite_cell *cell,
                                         const struct suite_cell *reference, const char *model, struct suite_why *why)
{
    if (!reference->outcomes || !reference->complete)
        return SUITE_INCOMPLETE;
    struct inclusion inclusion = {.within = reference->outcomes};
    outcomes_visit(cell->outcomes, check_within, &inclusion);
    if (!inclusion.outside)
        return unbroken(cell);
    *why = (struct suite_why){arena_format(suite->arena, "%s does not allow %s", model, inclusion.outside), inclusion.outside};
    return SUITE_BROKEN;
}

/* Within what a race model allows.  Where that is not known for sure, only the
 * test's condition is judged: whether it can hold was found out. */
static enum suite_judgement judge_race_model(const struct suite *suite, const struct suite_cell *cell,
                                             const char *model, struct suite_why *why)
{
    if (suite->given_up && !suite_races_are_decided(suite, cell->test, model))
        return SUITE_INCOMPLETE;
    enum obligation obligation = suite_obligation(suite, cell->test, model, NULL);
    if (obligation == OBLIGES_UNDECIDED)
        return SUITE_INCOMPLETE;
    if (obligation == OBLIGES_NOTHING || obligation == OBLIGES_RACY)
        return SUITE_FREE;
    const struct outcomes *allowed = suite_allowed(suite, cell->test, model);
    struct inclusion inclusion = {.within = allowed};
    outcomes_visit(cell->outcomes, check_within, &inclusion);
    if (!inclusion.outside)
        return unbroken(cell);
    if (obligation == OBLIGES_SOME) {
        if (outcomes_tally(allowed, true).positive || !cell->tally.positive)
            return SUITE_FREE;
        *why = (struct suite_why){arena_format(suite->arena, "%s forbids the condition", model), ""};
        return SUITE_BROKEN;
    }
    *why = (struct suite_why){arena_format(suite->arena, "%s does not allow %s", model, inclusion.outside), inclusion.outside};
    return SUITE_BROKEN;
}

enum suite_judgement suite_judge(const struct suite *suite, const struct suite_cell *cell, const char *model,
                                 struct suite_why *why)
{
    if (cell->error || !cell->outcomes)
        return SUITE_INCOMPLETE;
    if (suite_is_race_model(model)) /* first: a machine may bear the name of one */
        return judge_race_model(suite, cell, model, why);
    const struct suite_cell *reference = reference_cell(suite, model, cell->test);
    if (!reference)
        die("a promise names %s, which no machine of the suite is", model);
    return judge_within(suite, cell, reference, model, why);
}

static enum suite_judgement worse(enum suite_judgement a, enum suite_judgement b)
{
    static const int weight[] = {[SUITE_FREE] = 0, [SUITE_KEPT] = 1, [SUITE_INCOMPLETE] = 2, [SUITE_BROKEN] = 3};
    return weight[a] >= weight[b] ? a : b;
}

/* Check that the machine shows every outcome that it has to (must.h). */
static void judge_shown(struct suite *suite, struct suite_cell *cell, const struct suite_options *options)
{
    const char *machine = suite->columns[cell->machine]->name, *test = suite->tests[cell->test].test->name;
    if (!must_show(suite->must, machine, test, options->run.environment.prefetches) || cell->error ||
        cell->judgement == SUITE_BROKEN)
        return;
    cell->obliged = true;
    if (cell->tally.positive) {
        cell->judgement = worse(cell->judgement, SUITE_KEPT);
    } else if (cell->complete) {
        cell->judgement = SUITE_BROKEN;
        cell->why = "it has to show the condition and never does: the model orders too much";
    } else {
        cell->judgement = SUITE_INCOMPLETE;
    }
}

/* Why a promise obliges the machine to nothing on this test. */
static const char *free_reason(const struct suite *suite, const struct suite_cell *cell, const char *model)
{
    switch (suite_obligation(suite, cell->test, model, NULL)) {
    case OBLIGES_RACY: return arena_format(suite->arena, "racy under %s", model);
    case OBLIGES_NOTHING: return arena_format(suite->arena, "outside of what %s speaks of", model);
    default: return arena_format(suite->arena, "no race found under %s, which does not forbid the condition for sure", model);
    }
}

/* By each promise in turn.  A cell that none obliges says why. */
static void judge_promises(struct suite *suite, struct suite_cell *cell)
{
    char *promises = arena_format(suite->arena, "%s", suite->columns[cell->machine]->promises), *rest = NULL;
    const char *free_of = NULL;
    for (char *model = strtok_r(promises, " ", &rest); model; model = strtok_r(NULL, " ", &rest)) {
        struct suite_why why = {0};
        if (!strcmp(model, "none"))
            continue;
        enum suite_judgement judgement = suite_judge(suite, cell, model, &why);
        if (judgement == SUITE_FREE) {
            const char *reason = free_reason(suite, cell, model);
            free_of = free_of ? arena_format(suite->arena, "%s; %s", free_of, reason) : reason;
        } else if (!cell->error) {
            cell->obliged = true;
        }
        if (judgement == SUITE_BROKEN && cell->judgement != SUITE_BROKEN) {
            cell->why = why.why;
            cell->broken_by = why.outcome;
        }
        cell->judgement = worse(cell->judgement, judgement);
    }
    if (!cell->obliged)
        cell->unjudged = free_of ? free_of : "the machine promises nothing";
}

static void judge_cell(struct suite *suite, struct suite_cell *cell)
{
    cell->judgement = SUITE_FREE;
    if (cell->refused) {
        cell->unjudged = cell->why = cell->violation;
        return;
    }
    judge_promises(suite, cell);
    /* A property of the machine itself is promised whatever the model. */
    if (cell->violation && cell->judgement != SUITE_BROKEN) {
        cell->judgement = SUITE_BROKEN;
        cell->why = arena_format(suite->arena, "the machine violates \"%s\"", cell->violation);
    } else if (!cell->complete) {
        cell->judgement = worse(cell->judgement, SUITE_INCOMPLETE);
    }
}

struct suite_count suite_count(const struct suite *suite, unsigned column)
{
    struct suite_count count = {0};
    for (unsigned t = 0; t < suite->test_count; t++) {
        const struct suite_cell *cell = suite_cell(suite, column, t);
        count.states += cell->states;
        count.runs += cell->placements;
        count.obliged += cell->obliged || cell->judgement == SUITE_BROKEN;
        switch (cell->judgement) {
        case SUITE_KEPT: count.kept++; break;
        case SUITE_FREE: count.free++; break;
        case SUITE_BROKEN: count.broken++; break;
        case SUITE_INCOMPLETE: count.incomplete++; break;
        }
    }
    return count;
}

static void judge_all(struct suite *suite, const struct suite_options *options)
{
    for (unsigned i = 0; i < suite->column_count * suite->test_count; i++) {
        judge_cell(suite, &suite->cells[i]);
        judge_shown(suite, &suite->cells[i], options);
    }
}

void suite_run(struct suite *suite, const struct suite_options *options)
{
    unsigned total = suite->column_count * suite->test_count;
    suite->cells = arena_alloc(suite->arena, (total + 1) * sizeof *suite->cells);
    for (unsigned i = 0; i < total; i++)
        suite->cells[i] = (struct suite_cell){.machine = i / suite->test_count, .test = i % suite->test_count};
    suite->activity = arena_alloc(suite->arena, (suite->column_count + 1) * sizeof *suite->activity);
    for (unsigned c = 0; c < suite->column_count; c++)
        suite->activity[c] = activity_new(suite->arena);
    suite->compile = options->run.compile;
    suite->interrupt = options->run.interrupt;
    suite->until = options->total_seconds > 0 ? machine_clock() + options->total_seconds : 0;
    struct work work = {.suite = suite, .options = options};
    pthread_mutex_init(&work.lock, NULL);
    count_uses(&work);
    run_all(&work);
    pthread_mutex_destroy(&work.lock);
    judge_all(suite, options);
    suite_compare_races(suite);
}

/* Other threads may still write to the cells that are not done, so those stand in a copy. */
void suite_give_up(struct suite *suite, const struct suite_options *options)
{
    unsigned total = suite->cells ? suite->column_count * suite->test_count : 0;
    struct suite_cell *cells = memory_take((total + 1) * sizeof *cells);
    suite->given_up = true;
    for (unsigned i = 0; i < total; i++) {
        struct suite_cell *cell = &suite->cells[i];
        if (atomic_load_explicit(&cell->done, memory_order_acquire)) {
            memcpy(&cells[i], cell, sizeof *cell);
            continue;
        }
        cells[i].machine = cell->machine;
        cells[i].test = cell->test;
        cells[i].outcomes = outcomes_new(suite->tests[cell->test].test);
        cells[i].left_out = "memory ran out";
        cells[i].cut = true;
    }
    suite->cells = cells;
    judge_all(suite, options);
}
