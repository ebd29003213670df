/* SPDX-License-Identifier: BSD-2-Clause */
/* origin.h - where the models and the tests of a run came from: said at the
 * head of what is printed, and in JSON, with the program and the hashes of what
 * was run.  Who edits one tree and runs another is told. */
#ifndef MURRELET_ORIGIN_H
#define MURRELET_ORIGIN_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "../suite/suite.h"

/* On stderr, where the working directory lies in a tree with models of its own
 * and the library's are taken from elsewhere. */
void origin_warn(const struct machines *);
/* "Models from FOLDER[, tests from FOLDER]": `tests` where they are the library's. */
void origin_print(FILE *, const struct machines *, bool tests);
/* {"tool": ..., "library": ...}; a new reference. */
json_t *origin_json(const struct machines *, bool tests);
/* Add to them {"machines": [...], "tests": [...]} of a suite: name, file, hash. */
void origin_add_suite(json_t *origin, const struct suite *);

#endif
