/* SPDX-License-Identifier: BSD-2-Clause */
/* condition.c - see condition.h. */
#include "condition.h"

#include "../base/die.h"

/* Of two numbers; with an address neither is less. */
static bool is_less(struct litmus_value a, struct litmus_value b)
{
    return a.location < 0 && b.location < 0 && a.number < b.number;
}

bool litmus_holds(const struct litmus_proposition *proposition, const struct litmus_value *values)
{
    const struct litmus_proposition *p = proposition;

    switch (p->kind) {
    case PROPOSITION_TRUE: return true;
    case PROPOSITION_FALSE: return false;
    case PROPOSITION_EQUAL: return litmus_value_equal(values[p->watch], p->value) != p->negated;
    case PROPOSITION_SAME: return litmus_value_equal(values[p->watch], values[p->other]) != p->negated;
    case PROPOSITION_BELOW: return is_less(values[p->watch], p->value) != p->negated;
    case PROPOSITION_ABOVE: return is_less(p->value, values[p->watch]) != p->negated;
    case PROPOSITION_LESS: return is_less(values[p->watch], values[p->other]) != p->negated;
    case PROPOSITION_NOT: return !litmus_holds(p->left, values);
    case PROPOSITION_AND: return litmus_holds(p->left, values) && litmus_holds(p->right, values);
    case PROPOSITION_OR: return litmus_holds(p->left, values) || litmus_holds(p->right, values);
    case PROPOSITION_IMPLIES: return !litmus_holds(p->left, values) || litmus_holds(p->right, values);
    }
    die("a proposition has no kind %d", (int)p->kind);
}

enum litmus_verdict litmus_verdict(enum litmus_quantifier quantifier, struct litmus_tally tally)
{
    uint64_t deciding = quantifier == LITMUS_FORALL ? tally.negative : tally.positive;
    enum litmus_verdict if_found = quantifier == LITMUS_EXISTS ? LITMUS_OK : LITMUS_NO;

    if (deciding)
        return if_found;
    if (!tally.complete)
        return LITMUS_INCOMPLETE;
    return if_found == LITMUS_OK ? LITMUS_NO : LITMUS_OK;
}

const char *litmus_verdict_name(enum litmus_verdict verdict)
{
    static const char *const names[] = {"ok", "no", "incomplete"};

    return names[verdict];
}

enum litmus_observation litmus_observation(struct litmus_tally tally)
{
    if (!tally.positive)
        return LITMUS_NEVER;
    return tally.negative ? LITMUS_SOMETIMES : LITMUS_ALWAYS;
}

bool litmus_observation_is_known(struct litmus_tally tally)
{
    return tally.complete || litmus_observation(tally) == LITMUS_SOMETIMES;
}

const char *litmus_observation_name(enum litmus_observation observation)
{
    static const char *const names[] = {"Never", "Sometimes", "Always"};

    return names[observation];
}
