/* SPDX-License-Identifier: BSD-2-Clause */
/* value.h - leaves, values and parameters as text, by a model's type tables. */
#ifndef MURRELET_VALUE_H
#define MURRELET_VALUE_H

#include <stdbool.h>

#include "../base/text.h"
#include "model.h"

/* Where a leaf of the state lies. */
struct value_place {
    const struct model_type *type; /* of the scalar; NULL for a multiset slot's mark */
    bool visible;                  /* every multiset slot around it is taken */
};

/* Append the leaf's path as Murphi writes it: cache[Node_1].state.  A slot of
 * a multiset is written net{0}, and its mark taken(net{0}).  `leaves` may be
 * NULL; then all is visible. */
struct value_place value_path(struct text *, const struct model *, uint32_t leaf, const int64_t *leaves);

/* Part `index` of a record or an array: append its path, which begins with
 * `path`. */
struct value_part {
    const struct model_type *type;
    uint32_t leaf; /* from the first of the whole */
};
struct value_part value_part(struct text *, const char *path, const struct model_type *, uint32_t index);

/* Append a scalar: Undefined, true, Idle, 12, Node_1.  A NULL type is a
 * multiset slot's mark: true or false. */
void value_scalar(struct text *, const struct model_type *, int64_t value);

/* Append "p = Node_1, i = 3"; `number` counts instances from 0 within the rule
 * or property. */
void value_parameters(struct text *, const struct model_parameter *, uint32_t count, uint64_t number);
/* The value of one of them: its type may be NULL (a slot of a multiset). */
void value_parameter(struct text *, const struct model_parameter *, int64_t value);

#endif
