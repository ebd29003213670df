/* SPDX-License-Identifier: BSD-2-Clause */
/* patch.h - a fault that is kept as a patch: a unified diff of one file, behind lines that say what it is for. */
#ifndef MURRELET_AUDIT_PATCH_H
#define MURRELET_AUDIT_PATCH_H

#include "../base/arena.h"
#include "../base/text.h"

/* The path of the one file that it changes, as `--- a/PATH` has it; NULL where there is none, or there are several. */
const char *patch_file(struct arena *, const char *patch);
/* The file's text with it; false, with words in `why`, where a part does not match. */
bool patch_apply(const char *patch, const char *text, struct text *out, struct text *why);

#endif
