/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dfs.c - the search that visits the last state found next.
 *
 * Depth first, on one thread: the last state found is visited next.  All the
 * successors of a state enter the store when it is visited, so memory is as
 * in the other order; what differs is how soon deep states are seen.  Depth
 * is along the way by which a state was first reached, and a trace is that
 * way.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "explore.h"

/* States that were put in the store, and wait to be visited. */
struct pending {
    uint64_t number;
    unsigned depth;
};

struct stack {
    struct search *search;
    struct pending *items;
    uint64_t *states; /* theirs, where the store cannot give them back; else NULL */
    size_t count, space;
    bool keeps_states;
};

static void push(struct stack *stack, uint64_t number, unsigned depth, const uint64_t *state)
{
    size_t words = stack->search->words;
    if (stack->count == stack->space) {
        stack->space = stack->space ? stack->space * 2 : 256;
        stack->items = realloc(stack->items, stack->space * sizeof *stack->items);
        if (stack->keeps_states)
            stack->states = realloc(stack->states, stack->space * words * sizeof *state);
        if (!stack->items || (stack->keeps_states && !stack->states))
            die_memory(stack->space * (sizeof *stack->items + words * sizeof *state));
    }
    stack->items[stack->count] = (struct pending){number, depth};
    if (stack->keeps_states)
        memcpy(stack->states + stack->count * words, state, words * sizeof *state);
    stack->count++;
}

/* Take the last one as the worker's source. */
static void pop(struct stack *stack, struct worker *worker)
{
    size_t words = stack->search->words;
    struct pending item = stack->items[--stack->count];
    if (stack->keeps_states)
        memcpy(worker->source, stack->states + stack->count * words, words * sizeof *worker->source);
    else
        store_get(worker->context, item.number, worker->source);
    worker->source_number = item.number;
    stack->search->level = item.depth;
}

/* Put what waits in the store, and push what is new there.  The last one of
 * them is visited first. */
static void push_waiting(struct worker *worker, unsigned depth)
{
    struct search *search = worker->search;
    size_t words = search->words, done = 0;
    while (done < worker->waiting) {
        size_t put = store_insert(worker->context, worker->targets + done * words, worker->parents + done,
                                  worker->waiting - done, worker->numbers + done);
        for (size_t i = done; i < done + put; i++)
            if (worker->numbers[i] & STORE_NEW)
                push(search->stack, worker->numbers[i] & ~STORE_NEW, depth, worker->targets + i * words);
        done += put;
        if (done < worker->waiting && !search_grow(search))
            break;
    }
    worker_count_new(worker, done);
    worker->waiting = worker->kept = 0;
}

static void push_starts(struct worker *worker)
{
    push_waiting(worker, 0);
}

/* A firing from a state at the depth bound does not count. */
static bool enough(const struct search *search, const struct worker *worker)
{
    uint64_t bound = search->options.max_depth ? search->options.max_depth : DEPTH_NONE - 1;
    unsigned failed = 0;
    if (search->options.witness != MODEL_NO_PROPERTY)
        return worker->found[search->options.witness] <= bound;
    for (uint32_t p = 0; p <= search->model->property_count; p++)
        failed += worker->found[p] <= bound;
    return failed >= search->options.max_errors;
}

static void visit(struct worker *worker)
{
    struct search *search = worker->search;
    pop(search->stack, worker);
    bool at_bound = search->options.max_depth && search->level >= search->options.max_depth;
    if (at_bound != search->last_level) {
        search->last_level = at_bound;
        visit_callbacks(search);
    }
    if (!visit_source(worker))
        return;
    worker->states++;
    if (search->level > search->result->depth)
        search->result->depth = search->level;
    push_waiting(worker, search->level + 1);
}

void dfs_run(struct search *search)
{
    const struct search_options *options = &search->options;
    struct worker *worker = &search->workers[0];
    struct stack stack = {.search = search, .keeps_states = !store_exact(search->store)};
    unsigned visits = 0;

    search->stack = &stack;
    visit_starts(search, push_starts);
    visit_callbacks(search);
    while (stack.count > 0 && search_goes_on(search) && !enough(search, worker)) {
        if (options->max_states && worker->states >= options->max_states) {
            search_stop(search, REASON_STATES);
            break;
        }
        visit(worker);
        search_pace(worker);
        if (++visits % 64 == 0)
            search_tick(worker);
    }
    if (worker->beyond)
        search_stop(search, REASON_DEPTH);
    store_renumber(search->store, search->pool);
    search->result->states = worker->states;
    search->result->waiting = stack.count;
    free(stack.items);
    free(stack.states);
    search->stack = NULL;
}
