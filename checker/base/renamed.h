/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * renamed.h - names of the models that come along, as they once were.
 *
 * A name that was given up is never taken for its successor: whoever still writes
 * it gets an error, and the error says what to write instead.
 */
#ifndef MURRELET_RENAMED_H
#define MURRELET_RENAMED_H

/* What to write in place of a model's constant, as a hint; NULL: the constant was
 * never renamed.  `successor` gets the new name. */
const char *renamed_constant(const char *name, const char **successor);
/* The `number`-th name that a machine's variant may have today; it stands for the
 * end of `name` that begins at `*from`.  NULL: there are no more. */
const char *renamed_variant(const char *name, unsigned number, unsigned *from);

#endif
