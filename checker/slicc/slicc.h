/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slicc.h - a protocol in gem5's SLICC, read and written as a Murphi machine.
 */
#ifndef MURRELET_SLICC_H
#define MURRELET_SLICC_H

#include "../base/text.h"
#include "symbols.h"

/* What is known once all files are read. */
struct slicc {
    struct slicc_protocol protocol;
    struct slicc_symbols symbols;
};

/* Begin a protocol: nothing but what is built in. */
void slicc_begin(struct slicc *, struct arena *, struct diagnostics *);
/* Read a file, and what it includes. */
void slicc_read(struct slicc *, const struct source *);
/* All files are read: check them.  False, with errors added, where they do not fit. */
bool slicc_end(struct slicc *);

struct slicc_counts {
    unsigned machines, states, events, actions, pairs, in_ports, out_ports, functions;
};

/* Whether a machine receives messages on a buffer of this name: BUFFER, or MACHINE.BUFFER. */
bool slicc_receives_on(const struct slicc *, const char *name);
/* What the protocol declares, of its own. */
struct slicc_counts slicc_count(const struct slicc_protocol *);

#endif
