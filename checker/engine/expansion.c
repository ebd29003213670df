/* SPDX-License-Identifier: BSD-2-Clause */
#include "expansion.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

static unsigned char *marks(uint32_t count)
{
    unsigned char *bytes = calloc((size_t)count + 1, 1);
    if (!bytes)
        die_memory((size_t)count + 1);
    return bytes;
}

static void *scratch(size_t bytes)
{
    size_t size = (bytes + 64) / 64 * 64;
    void *block = aligned_alloc(64, size);
    if (!block)
        die_memory(size);
    return memset(block, 0, size);
}

void expansion_open(struct expansion *x, const struct model *model, const struct search_options *options)
{
    *x = (struct expansion){
        .scratch = scratch(model->scratch_bytes), .enabled = options->enabled, .bindings = options->bindings,
        .narrow = model->narrow, .symmetry = MODEL_SYMMETRY_OFF, .loop_limit = options->loop_limit,
        .recursion_limit = options->recursion_limit, .covered = marks(model->property_count),
        .antecedent = marks(model->property_count), .rule_fired = marks(model->rule_count)};
}

void expansion_close(struct expansion *x)
{
    free(x->scratch);
    free(x->covered);
    free(x->antecedent);
    free(x->rule_fired);
}
