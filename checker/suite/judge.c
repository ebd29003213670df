/* SPDX-License-Identifier: BSD-2-Clause */
/* judge.c - see judge.h. */
#include "judge.h"

#include <string.h>

#include "../base/die.h"
#include "../base/text.h"
#include "../cat/library.h"
#include "suite_cat.h"
#include "suite_races.h"
#include "suite_stop.h"

/* ---- promises ---- */

/* `machine`: the file of the machine that promises it; NULL: the user asks for it. */
static bool promise_make(struct suite *suite, struct diagnostics *diagnostics, const char *machine, const char *model,
                         struct suite_promise *out)
{
    *out = (struct suite_promise){.model = model, .cat = -1};
    if (header_is_reference(model))
        return true;
    const char *path = machine ? machines_promised_file(suite->arena, suite->machines, machine, model)
                               : cat_library_find(suite->arena, machines_root(suite->machines), NULL, model);
    if (!path) {
        diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){0}, NULL, "there is no memory model `%s`", model);
        return false;
    }
    out->cat = suite_cat_add(suite, diagnostics, path);
    return out->cat >= 0;
}

static bool read_promises(struct suite *suite, struct diagnostics *diagnostics, unsigned column)
{
    const struct machine_variant *machine = suite->columns[column];
    struct suite_promises *promises = &suite->promises[column];
    char *words = arena_format(suite->arena, "%s", machine->promises), *rest = NULL;
    bool right = true;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct suite_promise promise;
        if (!strcmp(word, "none"))
            continue;
        right &= promise_make(suite, diagnostics, machine->path, word, &promise);
        ARENA_PUSH(suite->arena, promises->items, promises->count, promise);
    }
    return right;
}

bool suite_read_promises(struct suite *suite, struct diagnostics *diagnostics)
{
    bool right = true;
    suite->promises = arena_alloc(suite->arena, (suite->column_count + 1) * sizeof *suite->promises);
    memset(suite->promises, 0, (suite->column_count + 1) * sizeof *suite->promises);
    for (unsigned c = 0; c < suite->column_count; c++)
        right &= read_promises(suite, diagnostics, c);
    return right;
}

bool suite_judge_by(struct suite *suite, struct diagnostics *diagnostics, const char *const *models, unsigned count)
{
    struct suite_promises asked = {0};
    for (unsigned i = 0; i < count; i++) {
        struct suite_promise promise;
        if (!promise_make(suite, diagnostics, NULL, models[i], &promise))
            return false;
        ARENA_PUSH(suite->arena, asked.items, asked.count, promise);
    }
    for (unsigned c = 0; count && c < suite->column_count; c++)
        if (suite->asked[c])
            suite->promises[c] = asked;
    suite->judged_by_others = count > 0;
    return true;
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

static struct suite_why not_allowed(const struct suite *suite, const char *model, const char *outcome)
{
    return (struct suite_why){arena_format(suite->arena, "%s does not allow %s", model, outcome), outcome};
}

static enum suite_judgement unbroken(const struct suite_cell *cell)
{
    return cell->complete ? SUITE_KEPT : SUITE_INCOMPLETE;
}

static enum suite_judgement judge_within(const struct suite *suite, const struct suite_cell *cell,
                                         const struct suite_cell *reference, const char *model, struct suite_why *why)
{
    if (reference->elsewhere)
        why->why = arena_format(suite->arena, "%s, which judges it, is in another part of the pairs", model);
    if (!reference->outcomes || !reference->complete)
        return SUITE_INCOMPLETE;
    struct inclusion inclusion = {.within = reference->outcomes};
    outcomes_visit(cell->outcomes, check_within, &inclusion);
    if (!inclusion.outside)
        return unbroken(cell);
    *why = not_allowed(suite, model, inclusion.outside);
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
    *why = not_allowed(suite, model, inclusion.outside);
    return SUITE_BROKEN;
}

/* Within what a model in cat allows.  Where it may allow more than was found, an
 * outcome that was not found breaks nothing. */
static enum suite_judgement judge_cat(const struct suite *suite, const struct suite_cell *cell,
                                      const struct suite_promise *promise, struct suite_why *why)
{
    if (suite->given_up && !suite_cat_is_decided(suite, promise->cat, cell->test))
        return SUITE_INCOMPLETE;
    const struct suite_cat_verdict *verdict = suite_cat_decide(suite, promise->cat, cell->test);
    if (!verdict)
        return SUITE_INCOMPLETE;
    if (verdict->flag)
        return SUITE_FREE;
    struct inclusion inclusion = {.within = verdict->allowed};
    outcomes_visit(cell->outcomes, check_within, &inclusion);
    if (!inclusion.outside)
        return unbroken(cell);
    if (!verdict->complete) {
        why->why = arena_format(suite->arena, "%s may allow more: %s", promise->model, verdict->left_out);
        return SUITE_INCOMPLETE;
    }
    *why = not_allowed(suite, promise->model, inclusion.outside);
    return SUITE_BROKEN;
}

enum suite_judgement suite_judge(const struct suite *suite, const struct suite_cell *cell, const struct suite_promise *promise,
                                 struct suite_why *why)
{
    const char *model = promise->model;
    if (cell->error || !cell->outcomes)
        return SUITE_INCOMPLETE;
    if (promise->cat >= 0)
        return judge_cat(suite, cell, promise, why);
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

/* Check that the machine shows every outcome that it has to (must.h); `like`: the test of the record that this one is. */
static void judge_shown(struct suite *suite, struct suite_cell *cell, const char *like, unsigned prefetches)
{
    const char *machine = suite->columns[cell->machine]->name;
    if (cell->elsewhere || cell->error || cell->judgement == SUITE_BROKEN || !must_show(suite->must, machine, like, prefetches))
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
static const char *free_reason(const struct suite *suite, const struct suite_cell *cell, const struct suite_promise *promise)
{
    const char *model = promise->model;
    if (promise->cat >= 0)
        return arena_format(suite->arena, "flag %s of %s", suite_cat_decide(suite, promise->cat, cell->test)->flag, model);
    switch (suite_obligation(suite, cell->test, model, NULL)) {
    case OBLIGES_RACY: return arena_format(suite->arena, "racy under %s", model);
    case OBLIGES_NOTHING: return arena_format(suite->arena, "outside of what %s speaks of", model);
    default: return arena_format(suite->arena, "no race found under %s, which does not forbid the condition for sure", model);
    }
}

/* The pair is whole, and the reference machine that judges it is in another part. */
static bool awaits_its_judge(const struct suite *suite, const struct suite_cell *cell, const struct suite_promise *promise)
{
    if (promise->cat >= 0 || suite_is_race_model(promise->model) || cell->error || !cell->complete)
        return false;
    return reference_cell(suite, promise->model, cell->test)->elsewhere;
}

/* By each promise in turn.  A cell that none obliges says why. */
static void judge_promises(struct suite *suite, struct suite_cell *cell)
{
    const struct suite_promises *promises = &suite->promises[cell->machine];
    const char *free_of = NULL;
    for (unsigned i = 0; i < promises->count; i++) {
        struct suite_why why = {0};
        enum suite_judgement judgement = suite_judge(suite, cell, &promises->items[i], &why);
        if (judgement == SUITE_FREE) {
            const char *reason = free_reason(suite, cell, &promises->items[i]);
            free_of = free_of ? arena_format(suite->arena, "%s; %s", free_of, reason) : reason;
        } else if (!cell->error) {
            cell->obliged = true;
        }
        if (why.why && cell->judgement != SUITE_BROKEN) {
            cell->why = why.why;
            cell->broken_by = why.outcome;
        }
        cell->judgement = worse(cell->judgement, judgement);
        cell->awaits |= awaits_its_judge(suite, cell, &promises->items[i]);
    }
    if (!cell->obliged)
        cell->unjudged = free_of ? free_of : "the machine promises nothing";
}

static void judge_cell(struct suite *suite, struct suite_cell *cell)
{
    cell->judgement = SUITE_FREE;
    if (cell->elsewhere)
        return;
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

void suite_judge_all(struct suite *suite, const struct suite_options *options)
{
    for (unsigned t = 0; t < suite->test_count; t++) {
        const char *like = suite->judged_by_others ? NULL : must_like(suite->arena, suite->must, suite->tests[t].test);
        for (unsigned c = 0; c < suite->column_count; c++) {
            judge_cell(suite, suite_cell(suite, c, t));
            judge_shown(suite, suite_cell(suite, c, t), like, options->run.environment.prefetches);
        }
    }
}
