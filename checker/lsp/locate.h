/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * locate.h - places of an analysis as places of the texts that the client has.
 */
#ifndef MURRELET_LSP_LOCATE_H
#define MURRELET_LSP_LOCATE_H

#include "analysis.h"
#include "session.h"

/* The URI of a file: as the client calls it, where it is open. */
const char *locate_uri(const struct server *, const struct unit *);
/* In the text that is open now; NULL where that is not there any more. */
json_t *locate_range(const struct server *, const struct analysis *, struct place);
/* {uri, range}; NULL for what stands in no file, or not there any more. */
json_t *locate(const struct server *, const struct analysis *, struct place);

#endif
