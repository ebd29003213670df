/* SPDX-License-Identifier: BSD-2-Clause */
/* sources.h - the writes that reads may see, and those that come last. */
#ifndef MURRELET_CAT_SOURCES_H
#define MURRELET_CAT_SOURCES_H

#include "searcher.h"

/* No other write to the location comes after this one, but such as happen for ever.  False: one has to. */
bool sources_last_write(struct searcher *, unsigned last);
/* The read sees this write; one that happens for ever sees a write that comes last.  False: it cannot be. */
bool sources_put(struct searcher *, unsigned source, unsigned read);
/* The first write from `from` on that may be the source of `read`; CAT_EVENTS: none. */
unsigned sources_next(const struct searcher *, unsigned read, unsigned from);

static inline bool sources_is_write_to(const struct cat_event *e, int location)
{
    return e->writes && e->location == location;
}

#endif
