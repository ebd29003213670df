/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * analysis.h - what the front end makes of a document and of what belongs to it.
 */
#ifndef MURRELET_LSP_ANALYSIS_H
#define MURRELET_LSP_ANALYSIS_H

#include "../litmus/program.h"
#include "../murphi/uses.h"
#include "document.h"

/* A source of the program, and whose file it is. */
struct unit {
    const struct source *source;
    const char *path, *uri; /* without links; not as the client may call it */
    struct lines lines;
    struct place included; /* by what; nowhere for what no source includes */
    struct shift *shift;
};

/* How much a unit's text and an open one have in common, at both ends. */
struct shift {
    unsigned long edition; /* of the open one; 0: not looked at yet */
    unsigned begin, end;
};

struct analysis {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct setting *setting; /* as the document's: lives as long as that */
    struct program *program; /* LANGUAGE_MURPHI */
    struct name_uses uses;   /* by unit and place, each once */
    struct litmus_test *test; /* LANGUAGE_LITMUS; NULL where it has errors */
    struct unit *units;
    unsigned unit_count;
    const struct unit *own;  /* the document's; NULL where the program does not come to it */
    bool parsed;             /* there is no error of syntax */
};

/* Of the text as it is now; made where there is none.  Files are read as they are, but for those that are open. */
struct analysis *analysis_of(const struct documents *, struct document *);
/* The last one whose text had no error of syntax; or NULL. */
struct analysis *analysis_last_good(const struct documents *, struct document *);
/* Of the text that it has, and of files as they are read now, which the caller sees to.  The document keeps nothing of it. */
struct analysis *analysis_anew(const struct document *);
void analysis_free(struct analysis *);

/* Forget what was made of the text.  `anew`: and, where it had errors, with what it is to be read. */
void analysis_forget(struct document *, bool anew);
/* Forget everything. */
void analysis_drop(struct document *);

const struct unit *analysis_unit(const struct analysis *, const struct source *);
bool analysis_reads(const struct analysis *, const char *path);

/* The text of the analysis may be an older one than the document's.  Where a byte of the one is in the other: what
 * was changed lies between what both begin with and what both end with.  False where it is within that. */
bool analysis_to_now(const struct unit *, const struct document *, unsigned *at);
bool analysis_from_now(const struct unit *, const struct document *, unsigned *at);

/* The name at this byte of the document (of its text now), or NULL; the byte after a name counts as its own. */
const struct name_use *analysis_use_at(const struct analysis *, const struct document *, unsigned at);

#endif
