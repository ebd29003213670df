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
    CAT_TAG_GEN, /* by the generic proxy: every access */
    CAT_TAGS
};

/* Whether the name is that of a set of tags (upper or lower case alike, but for
 * names of one letter), or of a relation. */
bool cat_tags_named(const char *name, uint64_t *tags);
bool cat_base_named(const char *name, enum cat_base *base);

#endif
