/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shape.c - which of the parts that not every generated file has a model needs.
 *
 * Each answer is one for the whole model.  runtime_text.c decides the flags of
 * runtime.c by them, and other files write what goes with that.
 */
#include "codegen_private.h"

bool gen_is_ranked(const struct gen *gen)
{
    return gen->program->rank_count > 1;
}

bool gen_is_large(const struct gen *gen)
{
    return gen->layout->state_word_count > LAYOUT_SMALL;
}

bool gen_sorts_multisets(const struct gen *gen)
{
    for (unsigned i = 0; i < gen->program->multiset_count; i++)
        if (!gen->program->multisets[i].kept)
            return true;
    return false;
}

bool gen_has_symmetry(const struct gen *gen)
{
    return gen->program->scalarset_count > 0 || gen->program->multiset_count > 0;
}

bool gen_has_formulas(const struct gen *gen)
{
    for (unsigned i = 0; i < gen->program->property_count; i++)
        if (gen->program->properties[i].rule->property->formula)
            return true;
    return false;
}

bool gen_has_fairness(const struct gen *gen)
{
    for (unsigned i = 0; i < gen->program->rule_count; i++)
        if (gen->program->rules[i].rule->fairness != FAIRNESS_NONE)
            return true;
    return gen_has_formulas(gen);
}
