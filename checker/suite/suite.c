/* SPDX-License-Identifier: BSD-2-Clause */
/* suite.c - run machines times tests; judge.c says then what each pair shows. */
#include "suite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stack.h"
#include "../machines/places.h"
#include "kept.h"

/* ---- running ---- */

/* Searches with one model: of fewer, most of the time would go into optimising it, unless they come to so many states. */
#define WORTH_OPTIMISING 100u
#define STATES_WORTH_OPTIMISING 150000u

/* What searches of a column have in common: one model, large enough for each of them.  To compile a second one for
 * the smaller tests takes longer than they do on the larger one, which comes to the same states: what a test has not
 * takes no part in it (specialise.h).  But a second word of a line would take part, and a machine may have caches
 * that one component does without. */
struct common {
    unsigned size_class, searches;
    int components;
    _Atomic uint64_t states; /* of those that are done */
};

struct work {
    struct suite *suite;
    const struct suite_options *options;
    struct common *common; /* by column, words of a line, and whether there is one component; see common_of() */
    struct kept *kept;    /* results of earlier runs; or NULL */
    unsigned *left;       /* by column: pairs that are not done */
    pthread_mutex_t lock; /* guards all below, what is kept, and the suite's arena */
    unsigned next, done;
};

/* A pair while it runs. */
struct pair {
    struct work *work;
    struct suite_cell *cell;
    struct activity *activity; /* of its searches */
    bool whole;                /* each of them ended by itself, and was of the machine as kept_open read it */
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

static void absorb(struct pair *pair, const struct litmus_result *result)
{
    struct work *work = pair->work;
    struct suite_cell *cell = pair->cell;
    pthread_mutex_lock(&work->lock);
    breach_note(work->suite->arena, work->suite, cell, result);
    pthread_mutex_unlock(&work->lock);
    activity_add(pair->activity, result);
    pair->whole &= !result->trouble && (result->complete || result->violation) &&
                   kept_is_of(work->kept, work->suite, cell->machine, result);
    outcomes_visit(result->outcomes, add_outcome, cell->outcomes);
    cell->states += result->states;
    cell->depth = result->depth > cell->depth ? result->depth : cell->depth;
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

static struct common *common_of(const struct work *work, const struct suite_cell *cell, const struct litmus_placement *placement)
{
    return &work->common[(cell->machine * (unsigned)PROGRAM_LOCATIONS + (unsigned)placement->words - 1) * 2 + (placement->components > 1)];
}

static struct places places_of_cell(const struct work *work, const struct suite_cell *cell)
{
    return places_of(work->suite->columns[cell->machine], work->suite->tests[cell->test].test,
                     work->options->placements, work->options->layouts);
}

static void add_to_common(const struct work *work, const struct suite_cell *cell, const struct litmus_placement *placement)
{
    struct common *common = common_of(work, cell, placement);
    const struct machine_program *program = work->suite->tests[cell->test].program;
    unsigned size_class = machine_size_class(program, placement, work->options->run.least_size);
    common->size_class = size_class > common->size_class ? size_class : common->size_class;
    common->components = placement->components > common->components ? placement->components : common->components;
    common->searches++;
}

/* Over all pairs, whoever runs them: a broken one says how its model was compiled, and parts of a suite say what the whole does. */
static void find_common(struct work *work)
{
    struct suite *suite = work->suite;
    unsigned total = suite->column_count * suite->test_count, count = suite->column_count * (unsigned)PROGRAM_LOCATIONS * 2;
    work->common = arena_alloc(suite->arena, (count + 1) * sizeof *work->common);
    memset(work->common, 0, count * sizeof *work->common);
    for (unsigned i = 0; i < total; i++) {
        struct places places = places_of_cell(work, &suite->cells[i]);
        struct litmus_placement placement;
        while (places_next(&places, &placement))
            add_to_common(work, &suite->cells[i], &placement);
    }
}

/* One placement, layout and environment; false where the pair cannot be run. */
static bool run_once(struct pair *pair, const struct litmus_placement *placement, const struct litmus_options *asked)
{
    struct work *work = pair->work;
    struct suite_cell *cell = pair->cell;
    const struct suite *suite = work->suite;
    struct litmus_options bounded = *asked, *options = &bounded;
    options->environment.constants = suite_constants(suite, work->options, cell->machine);
    if (suite_stopped(suite))
        return leave_out(cell, suite_stopped(suite));
    options->max_seconds = seconds_left(suite, options->max_seconds);
    options->compile.max_seconds = seconds_left(suite, options->compile.max_seconds);
    struct common *common = common_of(work, cell, placement);
    options->least_size = common->size_class;
    options->least_components = common->components;
    options->quick = common->searches < WORTH_OPTIMISING &&
                     atomic_load_explicit(&common->states, memory_order_relaxed) < STATES_WORTH_OPTIMISING;
    struct text error = {0};
    struct litmus_result *result = litmus_run(suite->machines, suite->columns[cell->machine],
                                              suite->tests[cell->test].program, placement, options, &error);
    if (result) {
        absorb(pair, result);
        atomic_fetch_add_explicit(&common->states, result->states, memory_order_relaxed);
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
static bool run_everywhere(struct pair *pair, struct litmus_options options, unsigned *runs)
{
    const struct suite_cell *cell = pair->cell;
    struct places places = places_of_cell(pair->work, cell);
    struct litmus_placement placement;
    uint64_t most = options.max_states, of_pair = pair->work->options->pair_states;
    for (; places_next(&places, &placement); --*runs) {
        if (of_pair)
            options.max_states = share(most, of_pair > cell->states ? of_pair - cell->states : 0, *runs);
        if (!run_once(pair, &placement, &options))
            return false;
    }
    return true;
}

/* False where it did not run at each of its places. */
static bool run_cell(struct pair *pair)
{
    struct work *work = pair->work;
    struct suite_cell *cell = pair->cell;
    const struct suite *suite = work->suite;
    struct litmus_options warm = work->options->run;
    bool warm_too = work->options->warm_too && !suite->columns[cell->machine]->out_of_order;
    unsigned runs = places_count(places_of_cell(work, cell)) * (warm_too ? 2 : 1);
    warm.environment.warm = true;
    warm.environment.prefetches = 1;
    cell->outcomes = outcomes_new(suite->tests[cell->test].test);
    cell->complete = true;
    if (!run_everywhere(pair, work->options->run, &runs) || (warm_too && !run_everywhere(pair, warm, &runs)))
        return false;
    cell->tally = outcomes_tally(cell->outcomes, cell->complete);
    return true;
}

/* Run it, add what its searches came to, and keep it where nothing is left of it. */
static void run_pair(struct work *work, struct suite_cell *cell)
{
    struct arena *own = arena_new();
    struct pair pair = {work, cell, activity_new(own), work->kept != NULL};
    pair.whole &= run_cell(&pair);
    pthread_mutex_lock(&work->lock);
    if (!activity_merge(work->suite->activity[cell->machine], pair.activity))
        die("the rules of %s were others in an earlier search", work->suite->columns[cell->machine]->name);
    if (pair.whole)
        kept_put(work->kept, cell, pair.activity);
    if (work->options->parts)
        cell->record = kept_record(cell, pair.activity);
    pthread_mutex_unlock(&work->lock);
    arena_free(own);
}

/* What is known of the pair, by --resume or as it was kept, is not run. */
static bool take(struct work *work, struct suite_cell *cell)
{
    const struct suite_options *options = work->options;
    pthread_mutex_lock(&work->lock);
    bool taken = options->take && options->take(options->take_data, work->suite, cell);
    cell->taken = taken && !options->merges;
    bool known = taken || kept_take(work->kept, work->suite, cell, options->parts > 0);
    pthread_mutex_unlock(&work->lock);
    return known;
}

/* Of the last pair of a column all that is new of it goes to the cache. */
static void note_done(struct work *work, const struct suite_cell *cell)
{
    pthread_mutex_lock(&work->lock);
    bool last = !--work->left[cell->machine];
    pthread_mutex_unlock(&work->lock);
    if (last)
        kept_write(work->kept, cell->machine);
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
        bool merges = work->options->merges, known = cell->elsewhere || take(work, cell);
        bool runs = !known && !merges && !suite_stopped(work->suite);
        if (runs)
            run_pair(work, cell);
        else if (!known)
            leave_out(cell, merges ? "no part that was given has it" : words(work, suite_stopped(work->suite)));
        /* The cell is whole for a thread that gives up: its partner is the acquire there. */
        atomic_store_explicit(&cell->done, true, memory_order_release);
        note_done(work, cell);
        pthread_mutex_lock(&work->lock);
        work->done++;
        work->suite->taken += cell->taken;
        work->suite->from_kept += cell->kept;
        work->suite->not_run += !known && !runs;
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

struct suite_count suite_count(const struct suite *suite, unsigned column)
{
    struct suite_count count = {0};
    for (unsigned t = 0; t < suite->test_count; t++) {
        const struct suite_cell *cell = suite_cell(suite, column, t);
        if (cell->elsewhere)
            continue;
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

/* By the names of the machine and the test alone: a pair stays in its part whatever stands beside it. */
static unsigned part_of(const struct suite *suite, const struct suite_cell *cell, unsigned parts)
{
    const char *machine = suite->columns[cell->machine]->name, *test = suite->tests[cell->test].test->name;
    XXH64_hash_t hash = XXH3_64bits_withSeed(test, strlen(test), XXH3_64bits(machine, strlen(machine)));
    return (unsigned)(hash % parts) + 1;
}

void suite_run(struct suite *suite, const struct suite_options *options)
{
    unsigned total = suite->column_count * suite->test_count;
    memory_hold();
    suite->cells = arena_alloc(suite->arena, (total + 1) * sizeof *suite->cells);
    for (unsigned i = 0; i < total; i++)
        suite->cells[i] = (struct suite_cell){.machine = i / suite->test_count, .test = i % suite->test_count};
    for (unsigned i = 0; i < total && options->parts; i++)
        suite->cells[i].elsewhere = part_of(suite, &suite->cells[i], options->parts) != options->part;
    suite->activity = arena_alloc(suite->arena, (suite->column_count + 1) * sizeof *suite->activity);
    for (unsigned c = 0; c < suite->column_count; c++)
        suite->activity[c] = activity_new(suite->arena);
    suite->compile = options->run.compile;
    suite->interrupt = options->run.interrupt;
    suite->until = options->total_seconds > 0 ? machine_clock() + options->total_seconds : 0;
    struct work work = {.suite = suite, .options = options, .kept = kept_open(suite, options)};
    suite->kept = work.kept;
    work.left = arena_alloc(suite->arena, (suite->column_count + 1) * sizeof *work.left);
    for (unsigned c = 0; c < suite->column_count; c++)
        work.left[c] = suite->test_count;
    pthread_mutex_init(&work.lock, NULL);
    find_common(&work);
    run_all(&work);
    pthread_mutex_destroy(&work.lock);
    suite_judge_all(suite, options);
    suite_compare_races(suite);
    suite->keep_error = kept_close(work.kept);
    suite->kept = NULL;
}

/* Other threads may still write to the cells that are not done, so those stand in a copy. */
void suite_give_up(struct suite *suite, const struct suite_options *options)
{
    unsigned total = suite->cells ? suite->column_count * suite->test_count : 0;
    struct suite_cell *cells = memory_take((total + 1) * sizeof *cells);
    suite->given_up = true;
    suite->kept = NULL; /* other threads may be at it */
    for (unsigned i = 0; i < total; i++) {
        struct suite_cell *cell = &suite->cells[i];
        if (atomic_load_explicit(&cell->done, memory_order_acquire)) {
            memcpy(&cells[i], cell, sizeof *cell);
            continue;
        }
        cells[i].elsewhere = cell->elsewhere;
        cells[i].machine = cell->machine;
        cells[i].test = cell->test;
        cells[i].outcomes = outcomes_new(suite->tests[cell->test].test);
        cells[i].left_out = "memory ran out";
        cells[i].cut = true;
    }
    suite->cells = cells;
    suite_judge_all(suite, options);
}
