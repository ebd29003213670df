/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ci.h - what check found, as services that run it read it.  All are made of the
 * JSON report (docs/check.schema.json), and say no more than it.
 *
 * A case is a property: it passed where it holds, failed where it is violated, is an
 * error where the search was not complete, and is skipped where it was left out, or
 * another violation ended the search.
 */
#ifndef MURRELET_CI_H
#define MURRELET_CI_H

#include <stdio.h>

#include <jansson.h>

void ci_junit(const json_t *report, FILE *);
void ci_tap(const json_t *report, FILE *);
void ci_markdown(const json_t *report, FILE *);
/* SARIF 2.1.0: a violation is a result, with its trace as a code flow.  A new reference. */
json_t *ci_sarif(const json_t *report);

#endif
