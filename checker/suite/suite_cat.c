/* SPDX-License-Identifier: BSD-2-Clause */
/* suite_cat.c - see suite_cat.h. */
#include "suite_cat.h"

#include <string.h>

#include "../base/machine.h"
#include "../cat/library.h"
#include "../cat/search.h"
#include "kept_models.h"
#include "suite_stop.h"

/* A loop's back edge is taken as often as `murrelet outcomes` does of its own accord.  A test of more
 * executions than are looked at in seconds is left open: the others must not wait for it. */
enum { UNROLL = 2, EVALUATIONS_MOST = 200000 };

struct suite_cat {
    const struct cat_model *model;
    struct suite_cat_verdict **tests; /* by test; NULL: not asked yet */
    unsigned test_count;
};

int suite_cat_add(struct suite *suite, struct diagnostics *diagnostics, const char *path)
{
    for (unsigned i = 0; i < suite->cat_count; i++)
        if (!strcmp(suite->cat[i]->model->path, path))
            return (int)i;
    struct suite_cat *cat = arena_alloc(suite->arena, sizeof *cat);
    cat->model = cat_library_read(suite->arena, diagnostics, machines_root(suite->machines), path, NULL, 0);
    if (!cat->model)
        return -1;
    ARENA_PUSH(suite->arena, suite->cat, suite->cat_count, cat);
    return (int)suite->cat_count - 1;
}

/* Tests are only regrouped, or left to other shards, before the first is judged. */
static void make_room(const struct suite *suite, struct suite_cat *cat)
{
    if (cat->tests)
        return;
    cat->test_count = suite->test_count;
    cat->tests = arena_alloc(suite->arena, (suite->test_count + 1) * sizeof *cat->tests);
    memset(cat->tests, 0, (suite->test_count + 1) * sizeof *cat->tests);
}

static struct suite_cat_verdict *take_kept(const struct suite *suite, int model, unsigned test)
{
    struct outcomes *allowed = outcomes_new(suite->tests[test].test);
    const char *flag;
    if (!kept_cat(suite, suite->cat[model]->model, test, allowed, &flag)) {
        outcomes_free(allowed);
        return NULL;
    }
    struct suite_cat_verdict *verdict = arena_alloc(suite->arena, sizeof *verdict);
    *verdict = (struct suite_cat_verdict){.allowed = allowed, .flag = flag, .complete = true};
    return verdict;
}

/* What a model allows with each loop left at once, it allows: where not all paths can be gone through, those alone may show
 * that nothing is broken. */
static void look_at_simplest(const struct suite *suite, const struct cat_model *model, const struct litmus_test *program,
                             struct cat_options options, struct suite_cat_verdict *verdict)
{
    options.unroll = 0;
    struct cat_result result = cat_search(suite->arena, model, program, &options, verdict->allowed, NULL, NULL);
    verdict->flag = cat_flag_raised(model, &result);
}

const struct suite_cat_verdict *suite_cat_decide(const struct suite *suite, int model, unsigned test)
{
    struct suite_cat *cat = suite->cat[model];
    const struct litmus_test *program = suite->tests[test].test;
    make_room(suite, cat);
    if (cat->tests[test] || suite_stopped(suite))
        return cat->tests[test];
    struct suite_cat_verdict *kept = take_kept(suite, model, test);
    if (kept)
        return cat->tests[test] = kept;
    struct cat_options options = {.unroll = UNROLL, .partial = cat_is_partial(cat->model), .until = suite->until,
                                  .most = EVALUATIONS_MOST};
    struct suite_cat_verdict *verdict = arena_alloc(suite->arena, sizeof *verdict);
    verdict->allowed = outcomes_new(program);
    struct cat_result result = cat_search(suite->arena, cat->model, program, &options, verdict->allowed, NULL, NULL);
    verdict->flag = cat_flag_raised(cat->model, &result);
    verdict->left_out = cat_left_out(&result);
    verdict->complete = !verdict->left_out;
    if (!result.complete && suite_stopped(suite)) { /* what was found in part is no answer */
        outcomes_free(verdict->allowed);
        return NULL;
    }
    if (result.left_out && !verdict->flag)
        look_at_simplest(suite, cat->model, program, options, verdict);
    if (verdict->complete || verdict->flag) /* what is flagged obliges to nothing, whatever else is allowed */
        kept_put_cat(suite, cat->model, test, verdict->allowed, verdict->flag);
    return cat->tests[test] = verdict;
}

bool suite_cat_is_decided(const struct suite *suite, int model, unsigned test)
{
    return suite->cat[model]->tests && suite->cat[model]->tests[test];
}

const struct cat_model *suite_cat_model(const struct suite *suite, int model)
{
    return suite->cat[model]->model;
}

void suite_cat_again(struct suite *again, const struct suite *original, const unsigned *tests)
{
    again->cat = arena_alloc(original->arena, (original->cat_count + 1) * sizeof *again->cat);
    for (unsigned i = 0; i < original->cat_count; i++) {
        struct suite_cat *known = original->cat[i], *cat = arena_alloc(original->arena, sizeof *cat);
        *cat = (struct suite_cat){.model = known->model};
        again->cat[i] = cat;
        make_room(again, cat);
        for (unsigned t = 0; t < again->test_count && known->tests; t++)
            cat->tests[t] = known->tests[tests[t]];
    }
}

void suite_cat_free(struct suite *suite)
{
    for (unsigned i = 0; i < suite->cat_count; i++)
        for (unsigned t = 0; t < suite->cat[i]->test_count; t++)
            if (suite->cat[i]->tests[t])
                outcomes_free(suite->cat[i]->tests[t]->allowed);
}
