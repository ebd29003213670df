/* SPDX-License-Identifier: BSD-2-Clause */
/* unfired.c - see unfired.h. */
#include "unfired.h"

#include "../murphi/switched_off.h"

bool unfired_switched_off(const struct report *report, uint32_t rule)
{
    const struct program *program = report->program;
    return !report->result->rule_fired[rule] && program && rule < program->rule_count &&
           switched_off(program->rules[rule].rule->guard);
}

bool unfired_doubtful(const struct report *report, uint32_t rule)
{
    return !report->result->rule_fired[rule] && !unfired_switched_off(report, rule);
}
