/* SPDX-License-Identifier: BSD-2-Clause */
/* write.h - a test of a cycle as text, in LISA. */
#ifndef MURRELET_GENERATE_WRITE_H
#define MURRELET_GENERATE_WRITE_H

#include "../base/text.h"
#include "decorate.h"

/* MP+rel+acq.agent.xwg: the cycle, what each thread does, the scope, and who is where: `1wg` all in a
 * work-group, `xwg` in one each, `xag` in an agent each, else the work-groups with their threads. */
void decorated_name(struct text *, const struct decorated *);
void decorated_write(struct text *, const struct decorated *);

#endif
