/* SPDX-License-Identifier: BSD-2-Clause */
/* cover.c - see cover.h.  Several threads may search one model: each only ever adds. */
#include "cover.h"

struct machine_cover *machine_cover_new(struct arena *arena)
{
    struct machine_cover *cover = arena_alloc(arena, sizeof *cover);
    cover->points = (struct coverage){.arena = arena};
    cover->fired = cover->met = NULL;
    atomic_init(&cover->searches, 0);
    atomic_init(&cover->spoilt, 0);
    return cover;
}

static atomic_uchar *flags(struct arena *arena, uint32_t count)
{
    atomic_uchar *flags = arena_alloc(arena, (count + 1) * sizeof *flags);
    for (uint32_t i = 0; i < count; i++)
        atomic_init(&flags[i], 0);
    return flags;
}

void machine_cover_open(struct machine_cover *cover, struct arena *arena, const struct model *model)
{
    cover->fired = flags(arena, model->rule_count);
    cover->met = flags(arena, model->property_count);
}

static void set(atomic_uchar *flag)
{
    if (!atomic_load_explicit(flag, memory_order_relaxed))
        atomic_store_explicit(flag, 1, memory_order_relaxed);
}

void machine_cover_add(struct machine_cover *cover, const struct model *model, const struct search_result *search)
{
    for (uint32_t i = 0; i < model->rule_count; i++)
        if (search->rule_fired[i])
            set(&cover->fired[i]);
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == MODEL_COVER && search->properties[i].met)
            set(&cover->met[i]);
    atomic_fetch_add_explicit(&cover->searches, 1, memory_order_relaxed);
}
