/* SPDX-License-Identifier: BSD-2-Clause */
/* value.h - leaves, values and parameters as text, by a model's type tables. */
#ifndef MURRELET_VALUE_H
#define MURRELET_VALUE_H

#include <stdbool.h>

#include "../base/text.h"
#include "model.h"

/*
 * What values are called, where somebody knows a better name than the model has:
 * a thread P0, a line x.  `put` appends it, or returns false and appends nothing.
 * `seen` is 0 where a path or a list of parameters begins, and then what `put` has left
 * there: so that the index of a word can have the name that it has in its line.
 */
struct value_names {
    bool (*put)(const void *data, struct text *, const struct model_type *, int64_t value, int64_t *seen);
    /* Whether an index of this type means anything; what is under one that does not is not shown. */
    bool (*means)(const void *data, const struct model_type *, int64_t value);
    const void *data;
};

/* The leaves of a state; never NULL, and free() frees them. */
int64_t *value_leaves(const struct model *, const uint64_t *packed);

/* Where a leaf of the state lies. */
struct value_place {
    const struct model_type *type; /* of the scalar; NULL for a multiset slot's mark */
    bool visible;                  /* every multiset slot around it is taken */
    int64_t seen;                  /* of names: what the path has left */
};

/* Append the leaf's path as Murphi writes it: cache[Node_1].state.  A slot of
 * a multiset is written net{0}, and its mark taken(net{0}).  `leaves` may be
 * NULL; then all is visible. */
struct value_place value_path(struct text *, const struct model *, uint32_t leaf, const int64_t *leaves);
/* The same, by names; NULL: the model's own.  So for all below. */
struct value_place value_path_by(struct text *, const struct value_names *, const struct model *, uint32_t leaf,
                                 const int64_t *leaves);
/* The value of that leaf, as its path lets it be understood. */
void value_leaf_by(struct text *, const struct value_names *, const struct model *, uint32_t leaf, int64_t value);

/* A part of the state; part `index` of a record or an array: append its path,
 * which begins with `path`. */
struct value_part {
    const struct model_type *type;
    uint32_t leaf;
    int64_t seen;
};
struct value_part value_part(struct text *, const struct value_names *, const char *path, const struct value_part *,
                             uint32_t index);

/* The part of a union that its value is from. */
const struct model_part *value_union_part(const struct model_type *, int64_t value);

/* Append a scalar: Undefined, true, Idle, 12, Node_1.  A NULL type is a
 * multiset slot's mark: true or false. */
void value_scalar(struct text *, const struct model_type *, int64_t value);
void value_scalar_by(struct text *, const struct value_names *, const struct model_type *, int64_t value, int64_t *seen);

/* Append "p = Node_1, i = 3"; `number` counts instances from 0 within the rule
 * or property. */
void value_parameters(struct text *, const struct model_parameter *, uint32_t count, uint64_t number);
void value_parameters_by(struct text *, const struct value_names *, const struct model_parameter *, uint32_t count,
                         uint64_t number);
/* The value of one of them: its type may be NULL (a slot of a multiset). */
void value_parameter(struct text *, const struct model_parameter *, int64_t value);

#endif
