/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * expansion.c - make and free one thread's work place on a model.
 */
#include "expansion.h"
#include "groups.h"

#include <stdlib.h>

#include "../base/stack.h"
#include "../base/lines.h"

void expansion_open(struct expansion *x, const struct model *model, struct expansion_settings settings)
{
    *x = (struct expansion){
        .scratch = own_lines(model->scratch_bytes), .enabled = settings.enabled, .bindings = settings.bindings,
        .specialised = groups_binding(model)->specialised, .symmetry = MODEL_SYMMETRY_OFF, .loop_limit = settings.loop_limit,
        .recursion_limit = settings.recursion_limit, .frame_limit = stack_frames(), .leave = model->leave, .covered = own_lines(model->property_count),
        .antecedent = own_lines(model->property_count), .rule_fired = own_lines(model->rule_count)};
}

void expansion_close(struct expansion *x)
{
    if (x->leave)
        x->leave(x);
    free(x->scratch);
    free(x->covered);
    free(x->antecedent);
    free(x->rule_fired);
}
