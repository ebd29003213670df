/* SPDX-License-Identifier: BSD-2-Clause */
/* automaton.c - what can be done with an automaton once tableau.c has made it. */
#include "automaton.h"

#include <stdlib.h>

void automaton_free(struct automaton *a)
{
    for (unsigned i = 0; a && i < AUTOMATON_STATES; i++)
        free(a->states[i].arcs);
    if (a) {
        free(a->states);
        free(a->components);
    }
    free(a);
}

void automaton_print(const struct automaton *a, FILE *out)
{
    fprintf(out, "%u states, %u sets\n", a->state_count, a->set_count);
    for (unsigned i = 0; i < a->state_count; i++) {
        const struct automaton_state *state = &a->states[i];
        fprintf(out, "%u, component %u%s\n", i, state->component,
                a->components[state->component].accepting ? ", accepting" : "");
        for (unsigned k = 0; k < state->arc_count; k++)
            fprintf(out, "  -> %u must %llx must not %llx sets %llx\n", state->arcs[k].target,
                    (unsigned long long)state->arcs[k].must, (unsigned long long)state->arcs[k].must_not,
                    (unsigned long long)state->arcs[k].sets);
    }
}
