/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_parts.h - what the reports for services have in common. */
#ifndef MURRELET_CI_PARTS_H
#define MURRELET_CI_PARTS_H

#include <stdbool.h>

#include <jansson.h>

#include "../base/text.h"
#include "json_parts.h"

enum ci_end {
    CI_PASSED, CI_FAILED, CI_INCOMPLETE,
    CI_UNDECIDED, /* the search ended at another's violation */
    CI_SKIPPED,
};

struct ci_case {
    enum ci_end end;
    const char *kind, *name;
    const json_t *place;     /* or NULL */
    const json_t *violation; /* of a failed one; or NULL */
};

/* The report's cases, one after the other; false where there are no more: what the model says, what is violated, and, as
 * one, all else that the language implies (no value outside its type, and so on). */
bool ci_case(const json_t *report, size_t index, struct ci_case *);
/* Why a case is not decided: "incomplete: states". */
void ci_reason(struct text *, const json_t *report);
/* "invariant "SWMR"", with what is to stand around the name; of what the language implies its name alone. */
void ci_title(struct text *, const struct ci_case *, const char *quote);
/* What is wrong, in a line: "invariant "SWMR" n = node_1 is violated"; of what the language implies "a value outside its type". */
void ci_message(struct text *, const struct ci_case *);
/* The run, a line a step with what it changes below; nothing where there is none. */
void ci_run(struct text *, const struct ci_case *);
/* "file:line:column" */
void ci_place(struct text *, const json_t *place);

#endif
