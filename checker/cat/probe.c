/* SPDX-License-Identifier: BSD-2-Clause */
/* probe.c - see probe.h. */
#include "probe.h"

#include "sources.h"

bool probe_refutes(struct searcher *s)
{
    return searcher_ask(s) == CAT_NO;
}

/* The read cannot see this write.  False: it can see none. */
static bool refuse_source(struct searcher *s, unsigned source, unsigned read)
{
    cat_unrelate(&s->evaluation->chosen[CAT_RF].most, source, read);
    unsigned left = sources_count(s, read);
    return left > 1 || (left == 1 && sources_put(s, sources_next(s, read, 0), read));
}

bool probe_sources(struct searcher *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned r = 0; r < s->execution->count; r++)
            for (unsigned w = sources_next(s, r, 0); w < CAT_EVENTS && !effort_ended(&s->effort); w = sources_next(s, r, w + 1)) {
                if (cat_related(&s->evaluation->chosen[CAT_RF].least, w, r))
                    continue;
                const struct sources_saved saved = sources_save(s);
                bool possible = sources_put(s, w, r) && !probe_refutes(s);
                sources_restore(s, &saved);
                if (!possible && !refuse_source(s, w, r))
                    return false;
                changed |= !possible;
            }
    }
    return true;
}

bool probe_orders(struct searcher *s)
{
    struct cat_bounds *co = &s->evaluation->chosen[CAT_CO];
    unsigned count = s->execution->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = 0; b < count && !effort_ended(&s->effort); b++) {
                if (!cat_related(&co->most, a, b) || cat_related(&co->least, a, b))
                    continue;
                struct cat_bounds orders = *co;
                bool possible = cat_order_put(co, searcher_coherence(s, a, b), count, a, b) && !probe_refutes(s);
                *co = orders;
                if (!possible && !cat_order_refuse(co, searcher_coherence(s, a, b), count, a, b))
                    return false;
                changed |= !possible;
            }
    }
    return true;
}
