/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_refuse.c - the verdict on a scalarset: the first reason against it stands.
 */
#include "symmetry_private.h"

static void refuse_set(struct walk *w, struct type *set, struct place place, const char *reason)
{
    const char **why = w->in_start ? &set->start_asymmetry : &set->asymmetry;
    if (set->high <= set->low || *why)
        return;
    *why = reason;
    *(w->in_start ? &set->start_asymmetry_place : &set->asymmetry_place) = place;
}

void symmetry_refuse(struct walk *w, const struct type *type, struct place place, const char *reason)
{
    w->refusals++;
    type = type_of((struct type *)type);
    if (type->kind == TYPE_SCALARSET && type->scalarset >= 0)
        refuse_set(w, w->program->scalarsets[type->scalarset], place, reason);
    for (unsigned i = 0; type->kind == TYPE_UNION && i < type->part_count; i++)
        symmetry_refuse(w, type->parts[i], place, reason);
}

void symmetry_refuse_loops(struct walk *w, struct place place, const char *reason)
{
    for (const struct loop *loop = w->loop; loop; loop = loop->outer)
        symmetry_refuse(w, loop->quantifier->symbol->type, place, reason);
}

static const struct type *moving_part(const struct type *type)
{
    type = type_of((struct type *)type);
    if (type->kind == TYPE_SCALARSET && type->scalarset >= 0 && type->high > type->low)
        return type;
    const struct type *part = NULL;
    for (unsigned i = 0; type->kind == TYPE_UNION && i < type->part_count && !part; i++)
        part = moving_part(type->parts[i]);
    return part;
}

bool symmetry_matters(const struct quantifier *q)
{
    return !q->multiset && q->symbol->type && moving_part(q->symbol->type);
}

const char *symmetry_set_name(const struct quantifier *q)
{
    const struct type *type = type_of(q->symbol->type), *part = moving_part(type);
    return type->name ? type->name : part->name ? part->name : "scalarset";
}
