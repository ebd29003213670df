/* SPDX-License-Identifier: BSD-2-Clause */
/* sources.c - see sources.h. */
#include "sources.h"

bool sources_last_write(struct searcher *s, unsigned last)
{
    const struct cat_execution *x = s->execution;
    for (unsigned w = 0; w < x->count; w++)
        if (w != last && !cat_has(&x->spins, w) && sources_is_write_to(&x->events[w], x->events[last].location) &&
            !cat_order_refuse(&s->evaluation->chosen[CAT_CO], searcher_coherence(s, last, w), x->count, last, w))
            return false;
    return true;
}

bool sources_put(struct searcher *s, unsigned source, unsigned read)
{
    struct cat_bounds *rf = &s->evaluation->chosen[CAT_RF];
    for (unsigned w = 0; w < s->execution->count; w++)
        cat_unrelate(&rf->most, w, read);
    cat_relate(&rf->most, source, read);
    cat_relate(&rf->least, source, read);
    return !cat_has(&s->execution->spins, read) || sources_last_write(s, source);
}

unsigned sources_next(const struct searcher *s, unsigned read, unsigned from)
{
    for (unsigned w = from; w < s->execution->count; w++)
        if (cat_related(&s->evaluation->chosen[CAT_RF].most, w, read))
            return w;
    return CAT_EVENTS;
}

unsigned sources_count(const struct searcher *s, unsigned read)
{
    unsigned count = 0;
    for (unsigned w = 0; w < s->execution->count; w++)
        count += cat_related(&s->evaluation->chosen[CAT_RF].most, w, read);
    return count;
}
