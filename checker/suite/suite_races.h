/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_races.h - what the race models ask of a machine that promises them.
 */
#ifndef MURRELET_SUITE_RACES_H
#define MURRELET_SUITE_RACES_H

#include "suite_data.h"

const char *obligation_name(enum obligation); /* "outside", "racy", "no race found", "race-free" */
/* What a race model asks of the test; `reason` is why it obliges to some only. */
enum obligation suite_obligation(const struct suite *, unsigned test, const char *model, const char **reason);
bool suite_is_race_model(const char *model);
/* Whether suite_obligation has no search to do. */
bool suite_races_are_decided(const struct suite *, unsigned test, const char *model);
/* What the model allows of a test that it obliges for. */
const struct outcomes *suite_allowed(const struct suite *, unsigned test, const char *model);
/* Note where the library's record contradicts what was decided. */
void suite_compare_races(struct suite *);

#endif
