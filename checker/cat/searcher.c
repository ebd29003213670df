/* SPDX-License-Identifier: BSD-2-Clause */
/* searcher.c - see searcher.h: each question to the model is counted and bounded here. */
#include "searcher.h"

enum cat_answer searcher_ask(struct searcher *s)
{
    if (s->options->most && s->result->evaluations >= s->options->most)
        effort_give_up(&s->effort, "too many executions to look at");
    if (effort_ended(&s->effort))
        return CAT_NO;
    s->result->evaluations++;
    return cat_evaluate(s->evaluation);
}
