/* SPDX-License-Identifier: BSD-2-Clause */
/* replay.h - judge a trace by other means than those that found it. */
#ifndef MURRELET_REPLAY_H
#define MURRELET_REPLAY_H

#include <stdbool.h>

#include "../base/text.h"
#include "../engine/search.h"
#include "../murphi/types.h"

/* Run a violation's trace from its start state with the interpreter (through
 * the model's own functions where there is no program), and compare every
 * state and the violation at its end.  False, with what differs, where it is
 * another run: then we have a bug. */
enum replay_outcome { REPLAY_DIFFERS, REPLAY_SAME, REPLAY_STOPPED };
/* `stopped` is asked now and then, where not NULL; once it says so, nothing is known. */
enum replay_outcome replay_run(const struct program *, const struct model *, const struct search_options *,
                               const struct violation *, struct text *error, bool (*stopped)(void *), void *stop_data);
bool replay_verify(const struct program *, const struct model *, const struct search_options *,
                   const struct violation *, struct text *error);

/* By property id, for an interpreter's `skipped`: those that the options leave out.  To be freed. */
unsigned char *replay_skipped(const struct program *, const struct model *, const struct search_options *);

/* Whether a violation in the default dialect is one only there: with --dialect
 * cmurphi what fails at the end of the trace would not, since a loop would not
 * run down, or what is undefined would be copied. */
bool replay_is_dialect(const struct program *, const struct model *, const struct search_options *, const struct violation *);

#endif
