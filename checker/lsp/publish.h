/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * publish.h - diagnostics as the protocol has them.
 */
#ifndef MURRELET_LSP_PUBLISH_H
#define MURRELET_LSP_PUBLISH_H

#include "session.h"

/* Of every document whose last ones are not of what is open now. */
void publish_stale(struct server *);
/* None any more. */
void publish_nothing(struct server *, const char *uri);

#endif
