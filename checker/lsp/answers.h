/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * answers.h - the requests that are answered, each in a file of its own kind.
 *
 * Each takes a request's parameters and returns its result, or NULL with a
 * refusal.  What is asked of a document that is not open is refused.
 */
#ifndef MURRELET_LSP_ANSWERS_H
#define MURRELET_LSP_ANSWERS_H

#include "session.h"

typedef json_t *answer(struct server *, const json_t *params, struct refusal *);

json_t *answer_hover(struct server *, const json_t *, struct refusal *);
json_t *answer_completion(struct server *, const json_t *, struct refusal *);
json_t *answer_definition(struct server *, const json_t *, struct refusal *);
json_t *answer_type_definition(struct server *, const json_t *, struct refusal *);
json_t *answer_references(struct server *, const json_t *, struct refusal *);
json_t *answer_highlight(struct server *, const json_t *, struct refusal *);
json_t *answer_symbols(struct server *, const json_t *, struct refusal *);
json_t *answer_prepare_rename(struct server *, const json_t *, struct refusal *);
json_t *answer_rename(struct server *, const json_t *, struct refusal *);
json_t *answer_formatting(struct server *, const json_t *, struct refusal *);

#endif
