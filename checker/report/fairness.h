/* SPDX-License-Identifier: BSD-2-Clause */
/* fairness.h - what a verdict on formulas stands on, and why a cycle is fair: as text (fairness_text.c) and as JSON. */
#ifndef MURRELET_REPORT_FAIRNESS_H
#define MURRELET_REPORT_FAIRNESS_H

#include "paper.h"

/* Before the first step of the cycle. */
void paper_cycle(const struct paper *, const struct trace *);
/* After the last step: what each fair instance does in the cycle. */
void paper_treatment(const struct paper *, const struct trace *);
/* Which rules were fair; and fair instances that nothing enables. */
void paper_fairness(const struct paper *);
void paper_never_enabled(const struct paper *);

/* New references. */
json_t *json_part_treatment(const struct report *, const struct trace *);
json_t *json_part_fairness(const struct report *);

#endif
