/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_view.h - what is said of the parts of a litmus test.
 */
#ifndef MURRELET_LSP_LITMUS_VIEW_H
#define MURRELET_LSP_LITMUS_VIEW_H

#include "../base/text.h"
#include "../litmus/program.h"

/* Of what stands at this byte of the test's source: the place of it, or nowhere where there is nothing to say. */
struct place litmus_view_hover(struct text *, const struct litmus_test *, unsigned at);

/* Whether two names are of one thing. */
bool litmus_view_is_same(const struct litmus_name *, const struct litmus_name *);

/* Where the location, the register of its thread, or the label that is named at this byte is named, in order; none where
 * none is.  The number of them; the places are the arena's. */
unsigned litmus_view_places(struct arena *, const struct litmus_test *, unsigned at, struct place **places);

#endif
