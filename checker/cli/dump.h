/* SPDX-License-Identifier: BSD-2-Clause */
/* dump.h - show what crosses each seam of the pipeline: -d LETTERS.  All of it
 * goes to the standard error. */
#ifndef MURRELET_DUMP_H
#define MURRELET_DUMP_H

#include "../engine/search.h"
#include "../murphi/parser.h"

void dump_tokens(const struct source *, enum dialect); /* t */
void dump_tree(const struct program *);        /* a, as parsed */
void dump_checked(const struct program *);     /* c: every symbol with its type and value */
void dump_layout(const struct program *);      /* l: where each scalar lives */
void dump_c(const struct program *);           /* g */
void dump_levels(const struct search_result *);/* s */

/* y: each successor before and after canonicalisation.  A search_options.edge. */
struct dump_pairs;
struct dump_pairs *dump_pairs_new(const struct model *, const struct search_options *);
void dump_pairs_edge(void *, const uint64_t *from, uint64_t instance, const uint64_t *to);
void dump_pairs_free(struct dump_pairs *);

#endif
