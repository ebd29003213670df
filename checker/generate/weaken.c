/* SPDX-License-Identifier: BSD-2-Clause */
/* weaken.c - a test with one synchronisation less; see decorate.h. */
#include "decorate.h"

/* Weaker tests are counted down as they are made, to the one that is wanted. */
struct weakening {
    const struct decorated *strong;
    const struct vocabulary_layer *layer;
    struct decorated *weaker;
    unsigned left;
    bool found;
};

static bool is_in(unsigned set, unsigned member)
{
    return set >> member & 1;
}

static void offer(struct weakening *w, const struct decorated *weaker)
{
    if (!w->found && w->left-- == 0) {
        *w->weaker = *weaker;
        w->found = true;
    }
}

static void offer_at(struct weakening *w, unsigned event, struct decoration decoration)
{
    struct decorated weaker = *w->strong;
    if (decoration.order == ORDER_NA)
        decoration.scope = 0;
    if (decoration.fence == FENCE_NONE)
        decoration.fence_scope = 0;
    weaker.at[event] = decoration;
    offer(w, &weaker);
}

/* The next weaker orders that the layer has, however many steps below. */
static void weaken_order(struct weakening *w, unsigned event, unsigned order)
{
    struct decoration at = w->strong->at[event];
    enum access_form form = (enum access_form)at.form;
    unsigned below = orders_below(form, (enum access_order)order);
    unsigned set = form == FORM_PLAIN ? w->layer->orders : w->layer->update_orders;
    for (unsigned lower = ORDER_NA; lower < ORDERS; lower++) {
        if (!is_in(below, lower) || !order_is_borne(w->strong->cycle->events[event].write, form, (enum access_order)lower))
            continue;
        at.order = (unsigned char)lower;
        if (is_in(set, lower))
            offer_at(w, event, at);
        else
            weaken_order(w, event, lower);
    }
}

static void weaken_fence(struct weakening *w, unsigned event, unsigned fence)
{
    struct decoration at = w->strong->at[event];
    unsigned below = fences_below((enum access_fence)fence);
    bool offered = false;
    for (unsigned lower = FENCE_NONE + 1; lower < FENCES; lower++)
        if (is_in(below, lower) && is_in(w->layer->fences, lower)) {
            at.fence = (unsigned char)lower;
            offer_at(w, event, at);
            offered = true;
        }
    at.fence = FENCE_NONE;
    if (!offered)
        offer_at(w, event, at);
}

static void weaken_dependency(struct weakening *w, unsigned event)
{
    struct decoration at = w->strong->at[event];
    at.dependency = DEPENDS_NOT;
    offer_at(w, event, at);
}

/* All that has its scope with this slot, one scope lower; of each unit its first slot stands for it. */
static void weaken_scope(struct weakening *w, const struct scope_slot *slots, unsigned count, unsigned slot)
{
    struct decorated weaker = *w->strong;
    unsigned scope = *decorated_scope(&weaker, slots[slot]), lower = scope;
    while (lower > 0 && (lower == scope || !is_in(w->layer->scopes, lower)))
        lower--;
    if (lower == scope || !is_in(w->layer->scopes, lower))
        return;
    for (unsigned i = 0; i < count; i++) {
        if (i != slot && !decorated_same_unit(w->strong, w->layer->unit, slots[slot], slots[i]))
            continue;
        if (i < slot)
            return;
        *decorated_scope(&weaker, slots[i]) = (unsigned char)lower;
    }
    offer(w, &weaker);
}

bool decorated_weaken(const struct decorated *d, const struct vocabulary *vocabulary, unsigned index, struct decorated *weaker)
{
    struct scope_slot slots[SCOPE_SLOTS];
    unsigned count = decorated_slots(d, slots);
    struct weakening w = {.strong = d, .layer = decorated_layer(d, vocabulary), .weaker = weaker, .left = index};
    for (unsigned i = 0; i < d->cycle->count && w.layer; i++) {
        weaken_order(&w, i, d->at[i].order);
        if (d->at[i].dependency != DEPENDS_NOT)
            weaken_dependency(&w, i);
        if (d->at[i].fence != FENCE_NONE)
            weaken_fence(&w, i, d->at[i].fence);
    }
    for (unsigned i = 0; i < count && w.layer; i++)
        weaken_scope(&w, slots, count, i);
    return w.found;
}
