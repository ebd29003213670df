/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * library.h - a memory model by its name: a file of one's own, or one of those
 * that come along in litmus/models.
 */
#ifndef MURRELET_CAT_LIBRARY_H
#define MURRELET_CAT_LIBRARY_H

#include "model.h"

/* Whether the word names a file in cat, and not one of the reference models. */
bool cat_is_file_name(const char *word);
/* Its file's name without folders. */
const char *cat_model_name(const struct cat_model *);
/* Whether the writes of a location are ordered partially, where nobody says: in a
 * model whose title begins with PTX. */
bool cat_is_partial(const struct cat_model *);
/* Where the model is: NAME itself, relative to the folder `near` (NULL: the working
 * directory), or litmus/models/NAME under `root`, with or without .cat.  NULL where
 * there is no such file. */
const char *cat_library_find(struct arena *, const char *root, const char *near, const char *name);
/* Read it, and what it includes: from the including file's folder, from `folders`,
 * from litmus/models.  NULL, with diagnostics, where something is wrong. */
struct cat_model *cat_library_read(struct arena *, struct diagnostics *, const char *root, const char *path,
                                   const char *const *folders, unsigned folder_count);

#endif
