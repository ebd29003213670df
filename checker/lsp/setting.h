/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * setting.h - what a file has to be put together with to be a program.
 *
 * Many files are parts: of a model that includes them, of a machine that a
 * driver runs (models/lib/README.md), of what is asked of machines.  Names that
 * a part does not declare are no errors where the whole declares them.  So what
 * is analysed is, of these, the first that has no errors, or else the one of
 * fewest:
 *
 *   - the file itself, if with what it includes it has a start state;
 *   - a file nearby that includes it, by way of others perhaps, and no other
 *     does: itself if that has a start state, or else
 *   - a machine, under drivers of the library; a driver, with a machine; any
 *     other part, as an invariant of machines, first of those that name it;
 *   - the file itself.
 *
 * "Nearby" is the file's folder and the one around it, with the folders in
 * them, and the library that the file belongs to: a folder around it that holds
 * models/lib/orders.m, or else the library of this program.
 */
#ifndef MURRELET_LSP_SETTING_H
#define MURRELET_LSP_SETTING_H

#include <stdbool.h>

struct arena;
struct document;
struct documents;

struct setting {
    const char *const *includes; /* absolute paths, in this order; none: the document itself */
    unsigned count;
    const char *library;         /* of the program's source, or NULL */
    const char *machine;         /* the machine's file among them, or NULL */
    bool out_of_order;           /* the machine's driver is the window */
};

/* Those that might be it, the likeliest first; at least one. */
const struct setting *settings_of(struct arena *, const struct document *, unsigned *count);

#endif
