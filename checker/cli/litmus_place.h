/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_place.h - where a litmus test runs, by its name, and what says again which run one was. */
#ifndef MURRELET_LITMUS_PLACE_H
#define MURRELET_LITMUS_PLACE_H

#include <jansson.h>

#include "../machines/run.h"

/* Whether the name of a place begins with work-groups, as of a test that regrouping makes. */
bool litmus_place_regroups(const char *name);
/* Append the name of a place, as --at takes it: 'P0,P1@cu0 P2@cu1 x|y', of a regrouped test with its work-groups before. */
void litmus_place_put(struct text *, const struct litmus_test *, bool regrouped, const struct litmus_placement *);
/* A result's placement and layout, each in words; "any" where they make no difference. */
void litmus_place_words(const struct litmus_result *, struct text *placement, struct text *layout);
/* What litmus_again_open() takes: of a run that was made with these options, from the file, with --outcome or NULL. */
json_t *litmus_origin(const struct litmus_result *, const struct litmus_options *, const char *path, const char *outcome);

#endif
