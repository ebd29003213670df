/* SPDX-License-Identifier: BSD-2-Clause */
/* vocabulary.h - the names that a model may use without defining them: tags of
 * events, and relations. */
#ifndef MURRELET_CAT_VOCABULARY_H
#define MURRELET_CAT_VOCABULARY_H

#include "model.h"

/* What an event is, and what it bears.  An RMW is two events, both RMW. */
enum cat_tag {
    CAT_TAG_R, CAT_TAG_W, CAT_TAG_F, CAT_TAG_IW, CAT_TAG_RMW,
    CAT_TAG_NA, CAT_TAG_RLX, CAT_TAG_ACQ, CAT_TAG_REL, CAT_TAG_ACQ_REL, CAT_TAG_SC, CAT_TAG_REMOTE, CAT_TAG_ATOMIC,
    CAT_TAG_WI, CAT_TAG_WV, CAT_TAG_WG, CAT_TAG_CLUSTER, CAT_TAG_AGENT, CAT_TAG_SYS,
    CAT_TAG_DV, CAT_TAG_QF, /* a device, a queue family: as the test's dialect says */
    CAT_TAG_BARRIER,
    CAT_TAG_GEN, /* from here on by the marks of a dialect, in their order */
    CAT_TAG_SUR, CAT_TAG_TEX, CAT_TAG_CON, CAT_TAG_ALIAS,
    CAT_TAG_SC0, CAT_TAG_SC1, CAT_TAG_SC2, CAT_TAG_SC3,
    CAT_TAG_SEMSC0, CAT_TAG_SEMSC1, CAT_TAG_SEMSC2, CAT_TAG_SEMSC3,
    CAT_TAG_NONPRIV, CAT_TAG_AV, CAT_TAG_VIS, CAT_TAG_SEMAV, CAT_TAG_SEMVIS, CAT_TAG_AVDEVICE, CAT_TAG_VISDEVICE,
    CAT_TAG_GLOBAL, CAT_TAG_LOCAL, CAT_TAG_NAL, CAT_TAG_EF, CAT_TAG_XF,
    CAT_TAGS
};

_Static_assert((int)CAT_TAGS - (int)CAT_TAG_GEN == (int)LITMUS_MARKS, "every mark is a tag");
_Static_assert((int)CAT_TAGS <= 64, "tags are bits of a word");

/* Whether the name is that of a set of tags (upper or lower case alike, but for
 * names of one letter), or of a relation. */
bool cat_tags_named(const char *name, uint64_t *tags);
bool cat_base_named(const char *name, enum cat_base *base);

#endif
