/* SPDX-License-Identifier: BSD-2-Clause */
/* features.h - what tests have that not every machine and model has a meaning for. */
#ifndef MURRELET_LITMUS_FEATURES_H
#define MURRELET_LITMUS_FEATURES_H

#include "program.h"

enum litmus_feature {
    FEATURE_PROXIES,      /* an access by another proxy than the generic one, or a proxy fence */
    FEATURE_ALIASES,      /* two locations of one memory */
    FEATURE_BARRIERS,     /* threads that wait for each other */
    FEATURE_AVAILABILITY, /* an access that is made available or visible by itself, an order that makes nothing so */
    FEATURE_CLASSES,      /* storage classes, and orders that are not about all that there are */
    FEATURE_HOST,         /* threads that the host orders */
    FEATURE_REGIONS,      /* local memory */
    LITMUS_FEATURES
};

struct litmus_need {
    enum litmus_feature feature;
    const char *name; /* of the feature, as in `machines have no NAME` */
    struct place place;
};

/* What the test needs first that is not in the set `has` (by 1 << FEATURE_...); false: nothing. */
bool litmus_needs(const struct litmus_test *, unsigned has, struct litmus_need *);

#endif
