/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vocabulary.c - names of tags and relations.  Several names for one thing are
 * those of PTX, Vulkan, OpenCL and HRF for the same order or scope.
 */
#include "vocabulary.h"

#include <string.h>
#include <strings.h>

#define BIT(tag) (UINT64_C(1) << CAT_TAG_##tag)

static const struct {
    const char *name;
    uint64_t tags;
} sets[] = {
    {"R", BIT(R)}, {"W", BIT(W)}, {"M", BIT(R) | BIT(W)}, {"F", BIT(F)}, {"IW", BIT(IW)}, {"I", BIT(IW)},
    {"RMW", BIT(RMW)},
    {"NA", BIT(NA)}, {"WEAK", BIT(NA)}, {"RLX", BIT(RLX)}, {"ACQ", BIT(ACQ)}, {"REL", BIT(REL)}, {"ACQ_REL", BIT(ACQ_REL)},
    {"SC", BIT(SC)}, {"REMOTE", BIT(REMOTE)}, {"A", BIT(ATOMIC)}, {"ATOM", BIT(ATOMIC)}, {"ATOMIC", BIT(ATOMIC)},
    {"WI", BIT(WI)}, {"WV", BIT(WV)}, {"SG", BIT(WV)}, {"WG", BIT(WG)}, {"CTA", BIT(WG)}, {"CLUSTER", BIT(CLUSTER)}, {"AGENT", BIT(AGENT)},
    {"GPU", BIT(AGENT)}, {"DV", BIT(DV)}, {"QF", BIT(QF)}, {"SYS", BIT(SYS)}, {"ALL", BIT(SYS)}, {"GEN", BIT(GEN)},
    {"SUR", BIT(SUR)}, {"TEX", BIT(TEX)}, {"CON", BIT(CON)}, {"ALIAS", BIT(ALIAS)},
    {"SC0", BIT(SC0)}, {"SC1", BIT(SC1)}, {"SC2", BIT(SC2)}, {"SC3", BIT(SC3)},
    {"SEMSC0", BIT(SEMSC0)}, {"SEMSC1", BIT(SEMSC1)}, {"SEMSC2", BIT(SEMSC2)}, {"SEMSC3", BIT(SEMSC3)},
    {"NONPRIV", BIT(NONPRIV)}, {"AV", BIT(AV)}, {"VIS", BIT(VIS)}, {"SEMAV", BIT(SEMAV)}, {"SEMVIS", BIT(SEMVIS)},
    {"AVDEVICE", BIT(AVDEVICE)}, {"VISDEVICE", BIT(VISDEVICE)},
    {"GLOBAL", BIT(GLOBAL)}, {"LOCAL", BIT(LOCAL)}, {"NAL", BIT(NAL)}, {"EF", BIT(EF)}, {"XF", BIT(XF)},
    {"B", BIT(BARRIER)}, {"CBAR", BIT(BARRIER)},
    {"emptyset", 0}, {"UB", 0}, {"FW", 0},
};

static const struct {
    const char *name;
    enum cat_base base;
} relations[] = {
    {"rf", CAT_RF}, {"co", CAT_CO}, {"sync_fence", CAT_SYNC_FENCE}, {"reads-order", CAT_READS_ORDER},
    {"po", CAT_PO}, {"loc", CAT_LOC}, {"vloc", CAT_VLOC}, {"syncbar", CAT_SYNCBAR}, {"ssw", CAT_SSW},
    {"id", CAT_ID}, {"int", CAT_INT}, {"ext", CAT_EXT}, {"addr", CAT_ADDR}, {"data", CAT_DATA}, {"ctrl", CAT_CTRL},
    {"amo", CAT_AMO}, {"sr", CAT_SR}, {"sr-one", CAT_SR_ONE}, {"sr-exact", CAT_SR_EXACT},
    {"ssg", CAT_SAME_WV}, {"same-wv", CAT_SAME_WV}, {"scta", CAT_SAME_WG}, {"swg", CAT_SAME_WG}, {"same-wg", CAT_SAME_WG},
    {"same-cluster", CAT_SAME_CLUSTER}, {"sdv", CAT_SAME_AGENT}, {"sqf", CAT_SAME_AGENT}, {"same-agent", CAT_SAME_AGENT}, {"same-sys", CAT_SAME_SYS},
    {"lxsx", CAT_NOTHING}, {"casdep", CAT_NOTHING}, {"si", CAT_NOTHING}, {"rcu-rscs", CAT_NOTHING},
};

bool cat_tags_named(const char *name, uint64_t *tags)
{
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (name[1] ? !strcasecmp(name, sets[i].name) : !strcmp(name, sets[i].name)) {
            *tags = sets[i].tags;
            return true;
        }
    return false;
}

bool cat_base_named(const char *name, enum cat_base *base)
{
    for (unsigned i = 0; i < sizeof relations / sizeof *relations; i++)
        if (!strcmp(name, relations[i].name)) {
            *base = relations[i].base;
            return true;
        }
    return false;
}
