/* SPDX-License-Identifier: BSD-2-Clause */
/* sources.h - the writes that reads may see, and those that come last. */
#ifndef MURRELET_CAT_SOURCES_H
#define MURRELET_CAT_SOURCES_H

#include "searcher.h"

/* The sources that are chosen, and the orders, on which a source may bear: kept before one more is chosen. */
struct sources_saved {
    struct cat_bounds rf, co;
};

static inline struct sources_saved sources_save(const struct searcher *s)
{
    return (struct sources_saved){s->evaluation->chosen[CAT_RF], s->evaluation->chosen[CAT_CO]};
}

static inline void sources_restore(struct searcher *s, const struct sources_saved *saved)
{
    s->evaluation->chosen[CAT_RF] = saved->rf;
    s->evaluation->chosen[CAT_CO] = saved->co;
}

/* No other write to the location comes after this one, but such as happen for ever.  False: one has to. */
bool sources_last_write(struct searcher *, unsigned last);
/* The read sees this write; one that happens for ever sees a write that comes last.  False: it cannot be. */
bool sources_put(struct searcher *, unsigned source, unsigned read);
/* The first write from `from` on that may be the source of `read`; CAT_EVENTS: none. */
unsigned sources_next(const struct searcher *, unsigned read, unsigned from);
/* How many there are: none of an event that does not read. */
unsigned sources_count(const struct searcher *, unsigned read);

static inline bool sources_is_write_to(const struct cat_event *e, int location)
{
    return e->writes && e->location == location;
}

#endif
