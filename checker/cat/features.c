/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * features.c - what a model has a meaning for.
 *
 * A model that nowhere names the tags or relations by which something is told
 * apart takes it for something else: such tests are refused.
 */
#include "model.h"
#include "vocabulary.h"

#define BIT(tag) (UINT64_C(1) << CAT_TAG_##tag)

static const struct {
    enum litmus_feature feature;
    uint64_t tags;      /* any of them */
    enum cat_base base; /* or this relation; CAT_NOTHING: none */
} meanings[] = {
    {FEATURE_PROXIES, BIT(SUR) | BIT(TEX) | BIT(CON) | BIT(ALIAS), CAT_NOTHING},
    {FEATURE_ALIASES, 0, CAT_VLOC},
    {FEATURE_BARRIERS, 0, CAT_SYNCBAR},
    {FEATURE_AVAILABILITY, BIT(AV) | BIT(VIS) | BIT(SEMAV) | BIT(SEMVIS), CAT_NOTHING},
    {FEATURE_CLASSES, BIT(SEMSC0) | BIT(SEMSC1) | BIT(SEMSC2) | BIT(SEMSC3), CAT_NOTHING},
    {FEATURE_HOST, 0, CAT_SSW},
    {FEATURE_REGIONS, BIT(LOCAL), CAT_NOTHING},
};

unsigned cat_model_features(const struct cat_model *model)
{
    unsigned features = 0;
    for (unsigned i = 0; i < model->node_count; i++)
        for (unsigned k = 0; k < sizeof meanings / sizeof *meanings; k++) {
            const struct cat_node *node = &model->nodes[i];
            bool relation = node->operator == CAT_OF_BASE && node->base == meanings[k].base && node->base != CAT_NOTHING;
            if (relation || (node->operator == CAT_OF_TAGS && node->tags & meanings[k].tags))
                features |= 1u << meanings[k].feature;
        }
    return features;
}

bool cat_model_fits(const struct cat_model *model, const struct litmus_test *test, struct diagnostics *diagnostics)
{
    struct litmus_need need;
    if (!litmus_needs(test, cat_model_features(model), &need))
        return true;
    diagnostics_add(diagnostics, SEVERITY_ERROR, need.place, NULL, "the model %s has no meaning for %s", model->path, need.name);
    return false;
}
