/* SPDX-License-Identifier: BSD-2-Clause */
/* write.h - a test of a cycle as text, in LISA. */
#ifndef MURRELET_GENERATE_WRITE_H
#define MURRELET_GENERATE_WRITE_H

#include "../base/text.h"
#include "decorate.h"

/* MP+rel+acq.agent.xwg: the cycle, what each thread does, the scope, and who is where: `1wg` all in a
 * work-group, `xwg` in one each, `xag` in an agent each, else the work-groups with their threads. */
void decorated_name(struct text *, const struct decorated *);
/* Whether the outcome has what an event reads. */
bool decorated_read_tells(const struct decorated *, unsigned event);
/* Whether the outcome has the last value of a location. */
bool decorated_final_tells(const struct decorated *, unsigned location);
void decorated_write(struct text *, const struct decorated *);

#endif
