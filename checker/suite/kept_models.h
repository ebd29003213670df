/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kept_models.h - what models say of tests, kept as the results of pairs are (kept.h).
 *
 * It is by these that pairs are judged.  The calls are for the one thread that judges.
 */
#ifndef MURRELET_SUITE_KEPT_MODELS_H
#define MURRELET_SUITE_KEPT_MODELS_H

#include "../cat/model.h"
#include "suite_data.h"

void kept_models_open(struct kept *, const struct suite *);
void kept_models_close(struct kept *);

/* What a race model says of a test; NULL where that is not known.  `place` numbers the models. */
struct race_result *kept_race(const struct suite *, unsigned test, int place);
void kept_put_race(const struct suite *, unsigned test, int place, const struct race_result *);
/* What a model in cat says of it; false where that is not known, and `allowed` then has anything. */
bool kept_cat(const struct suite *, const struct cat_model *, unsigned test, struct outcomes *allowed, const char **flag);
void kept_put_cat(const struct suite *, const struct cat_model *, unsigned test, const struct outcomes *allowed, const char *flag);

#endif
