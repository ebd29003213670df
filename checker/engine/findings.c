/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * findings.c - what failed, and where: merged from the workers, in the order
 * in which it is shown.
 */
#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "../base/memory.h"

unsigned search_depth_of(const struct search *search, uint64_t number)
{
    if (search->options.order == SEARCH_DFS) {
        unsigned depth = 0;
        while ((number = store_parent(search->store, number)) != STORE_NONE)
            depth++;
        return depth;
    }
    unsigned low = 0, high = search->levels;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (search->level_start[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void search_merge_found(struct search *search)
{
    for (unsigned t = 0; t < search->threads; t++) {
        const struct worker *worker = &search->workers[t];
        for (uint32_t p = 0; worker->search && p <= search->model->property_count; p++)
            if (worker->found[p] < search->found[p]) {
                search->found[p] = worker->found[p];
                search->found_at[p] = worker->found_at[p];
            }
    }
}

void search_add_violation(struct search *search, struct violation violation)
{
    struct search_result *result = search->result;
    result->violations = memory_resized(result->violations, result->violation_count + 1, sizeof *result->violations);
    result->violations[result->violation_count++] = violation;
}

static enum model_property_kind kind_of(const struct search *search, uint32_t property)
{
    return property == deadlock_index(search) ? MODEL_DEADLOCK : search->model->properties[property].kind;
}

static uint32_t order_of(const struct violation *violation)
{
    return violation->property; /* MODEL_NO_PROPERTY, a deadlock, comes last */
}

int findings_compare(const void *left, const void *right)
{
    const struct violation *a = left, *b = right;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return order_of(a) < order_of(b) ? -1 : order_of(a) > order_of(b);
}

/* liveness.c and walk.c add violations with their traces. */
bool findings_added(const struct search *search, uint32_t property)
{
    const struct search_result *result = search->result;
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].property == (property == deadlock_index(search) ? MODEL_NO_PROPERTY : property))
            return true;
    return false;
}

/* What the search noted becomes violations, in their order, up to max_errors. */
void findings_collect(struct search *search)
{
    struct search_result *result = search->result;
    for (uint32_t p = 0; p <= search->model->property_count; p++) {
        unsigned depth = search->found[p];
        if (depth == DEPTH_NONE || kind_of(search, p) == MODEL_COVER || findings_added(search, p))
            continue;
        search_add_violation(search, (struct violation){
            .kind = kind_of(search, p),
            .property = p == deadlock_index(search) ? MODEL_NO_PROPERTY : p,
            .depth = depth,
        });
    }
    if (result->violation_count)
        qsort(result->violations, result->violation_count, sizeof *result->violations, findings_compare);
    while (result->violation_count > search->options.max_errors)
        trace_free(&result->violations[--result->violation_count].trace);
}
