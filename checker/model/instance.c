/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instance.c - find the rule of an instance number, and its parameters.
 */
#include "instance.h"

#include "../base/die.h"

const struct model_rule *instance_rule(const struct model_rule *rules, uint32_t count, uint64_t instance)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rules[middle].first_instance + rules[middle].instances <= instance)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || instance < rules[low].first_instance)
        die("a rule instance that belongs to no rule");
    return &rules[low];
}

int64_t instance_parameter(const struct model_parameter *parameters, uint32_t count, uint64_t number, uint32_t index)
{
    for (uint32_t i = count; i-- > index + 1;)
        number /= parameters[i].count;
    const struct model_parameter *parameter = &parameters[index];
    return parameter->first + (int64_t)(number % parameter->count) * parameter->step;
}
