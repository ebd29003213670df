/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * groups.c - give an empty group in place of one that a model lacks, so that
 * callers need no test for NULL.
 */
#include "groups.h"

#include <string.h>

const struct model_symmetry *groups_symmetry(const struct model *model)
{
    static const struct model_symmetry none;
    return model->symmetry ? model->symmetry : &none;
}

const struct model_binding *groups_binding(const struct model *model)
{
    static const struct model_binding none;
    return model->binding ? model->binding : &none;
}

const struct model_fairness *groups_fairness(const struct model *model)
{
    static const struct model_fairness none;
    return model->fairness ? model->fairness : &none;
}

void groups_canonicalise(const struct model *model, struct expansion *x, const uint64_t *in, uint64_t *out,
                         uint16_t *permutation)
{
    if (model->symmetry)
        model->symmetry->canonicalise(x, in, out, permutation);
    else
        memmove(out, in, model->packed_words * sizeof *out);
}
