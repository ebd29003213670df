/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_ptx.c - the instructions of a PTX test, as Dartagnan's suite writes it.
 *
 * A load of a constant is a move.  An access by another proxy has a name of its
 * own: `tld` (texture), `suld`, `sust`, `suatom`, `sured` (surface), `cold`
 * (constant).  A `cta` is a work-group, a `gpu` an agent, and all threads are of
 * one system.
 */
#include "parse_ptx.h"

#include "../base/arena.h"
#include "columns.h"

static const struct columns_word orders[] = {{"weak", LITMUS_NA}, {"relaxed", LITMUS_RLX}, {"acquire", LITMUS_ACQ},
                                             {"release", LITMUS_REL}, {"acq_rel", LITMUS_AR}, {"sc", LITMUS_SC}, {0}};
static const struct columns_word scopes[] = {{"cta", LITMUS_WG}, {"cluster", LITMUS_CLUSTER}, {"gpu", LITMUS_AGENT}, {"sys", LITMUS_SYS}, {0}};
static const struct columns_word places[] = {{"cta", LITMUS_WG}, {"cluster", LITMUS_CLUSTER}, {"gpu", LITMUS_AGENT}, {0}};
static const struct columns_word proxies[] = {{"tld", MARK_TEXTURE}, {"suld", MARK_SURFACE}, {"sust", MARK_SURFACE},
                                              {"suatom", MARK_SURFACE}, {"sured", MARK_SURFACE}, {"cold", MARK_CONSTANT}, {0}};
static const struct columns_word proxy_fences[] = {{"generic", MARK_GENERIC}, {"texture", MARK_TEXTURE},
                                                   {"surface", MARK_SURFACE}, {"constant", MARK_CONSTANT},
                                                   {"alias", MARK_ALIAS}, {0}};
static const struct columns_word with_result[] = {{"atom", 1}, {"suatom", 1}, {0}};

static bool order_fits(enum litmus_instruction_kind kind, int order)
{
    switch (kind) {
    case LITMUS_LOAD: return order == LITMUS_NA || order == LITMUS_RLX || order == LITMUS_ACQ;
    case LITMUS_STORE: return order == LITMUS_NA || order == LITMUS_RLX || order == LITMUS_REL;
    case LITMUS_RMW: return order >= 0 && order != LITMUS_NA && order != LITMUS_SC;
    case LITMUS_FENCE: return order >= 0 && order != LITMUS_NA && order != LITMUS_RLX;
    case LITMUS_MOVE: case LITMUS_BRANCH: case LITMUS_JUMP: break;
    }
    return false;
}

static struct litmus_instruction *make(struct columns *c, const struct mnemonic *name, enum litmus_instruction_kind kind)
{
    struct litmus_instruction *made = columns_instruction(c, name, kind);
    int proxy = columns_word(name, 0, proxies);

    if (made && proxy >= 0)
        made->marks |= UINT64_C(1) << proxy;
    return made;
}

/* order "." scope, at word 1 of the name; `weak` has no scope, all others do.  A bare `ld` or `st` is weak. */
static bool read_order(struct columns *c, const struct mnemonic *name, unsigned words, struct litmus_instruction *into)
{
    bool bare = name->count == 1 && (into->kind == LITMUS_LOAD || into->kind == LITMUS_STORE);
    int order = bare ? LITMUS_NA : columns_word(name, 1, orders);
    bool weak = order == LITMUS_NA;
    int scope = weak ? LITMUS_SYS : columns_word(name, 2, scopes);

    if (!order_fits(into->kind, order) || name->count != words - weak - bare || scope < 0)
        return columns_refuse(c, name);
    into->order = (enum litmus_order)order;
    into->level = (enum litmus_level)scope;
    into->annotations = weak ? "na"
                             : arena_format(c->builder->arena, "%s,%s", litmus_order_name(into->order),
                                            litmus_level_name(into->level));
    if (into->marks)
        into->annotations = arena_format(c->builder->arena, "%s,%.*s", into->annotations, (int)name->word[0].length,
                                         name->word[0].text);
    return true;
}

/* ("ld" | "tld" | "suld" | "cold") order scope? reg "," (location | constant) */
static bool read_load(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *load = make(c, name, LITMUS_LOAD);

    return load && read_order(c, name, 3, load) && columns_loaded(c, load);
}

/* ("st" | "sust") order scope? location "," value */
static bool read_store(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *store = make(c, name, LITMUS_STORE);

    return store && read_order(c, name, 3, store) && columns_location(c, &store->address) && columns_comma(c) &&
           columns_value(c, &store->value.left);
}

/* ("atom" order scope op reg "," | "red" order scope op) location "," value ("," value)? */
static bool read_atom(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *rmw = make(c, name, LITMUS_RMW);
    int operator = columns_word(name, 3, columns_operators);

    if (!rmw || operator < 0)
        return columns_refuse(c, name);
    rmw->value.operator = (enum litmus_operator)operator;
    if (!read_order(c, name, 4, rmw))
        return false;
    if (columns_word(name, 0, with_result) > 0 && (!columns_register(c, &rmw->target) || !columns_comma(c)))
        return false;
    return columns_location(c, &rmw->address) && columns_comma(c) && columns_stored(c, rmw);
}

/* "fence" (order scope | "proxy" ("alias" | proxy)) */
static bool read_fence(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *fence = make(c, name, LITMUS_FENCE);
    int proxy = columns_word(name, 2, proxy_fences);

    if (!fence || columns_word(name, 1, (struct columns_word[]){{"proxy", 0}, {0}}) < 0)
        return fence && read_order(c, name, 3, fence);
    if (proxy < 0 || name->count != 3)
        return columns_refuse(c, name);
    fence->marks = UINT64_C(1) << proxy;
    fence->annotations = arena_text(c->builder->arena, name->text, name->length);
    return true;
}

/* "bar" "cta" ("sync" | "arrive") barrier */
static bool read_barrier(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *fence = make(c, name, LITMUS_FENCE);
    int arrives = columns_word(name, 2, (struct columns_word[]){{"sync", 0}, {"arrive", 1}, {0}});

    if (!fence || arrives < 0 || name->count != 3 || columns_word(name, 1, (struct columns_word[]){{"cta", 0}, {0}}) < 0)
        return columns_refuse(c, name);
    fence->level = LITMUS_WG;
    fence->annotations = arena_text(c->builder->arena, name->text, name->length);
    return columns_barrier(c, fence, arrives);
}

static const struct columns_form forms[] = {
    {"ld", read_load}, {"tld", read_load}, {"suld", read_load}, {"cold", read_load}, {"st", read_store}, {"sust", read_store},
    {"atom", read_atom}, {"suatom", read_atom}, {"red", read_atom}, {"sured", read_atom}, {"fence", read_fence},
    {"bar", read_barrier}, COLUMNS_FORMS, {0}};

void parse_ptx_program(struct builder *builder, unsigned from, unsigned to)
{
    static const struct columns_dialect dialect = {
        .known = "known are ld, st, atom, red, fence, bar.cta, tld, suld, sust, cold, add and its like, goto, beq and its like",
        .forms = forms, .place = places};

    columns_parse(builder, &dialect, from, to);
}
