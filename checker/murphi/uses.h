/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uses.h - where the names of a program stand, and what each of them means.
 *
 * The type checker notes every name that it resolves, and every declaration, in
 * the order in which it comes to them; a name that it comes to twice is there
 * twice.  So the list says what the checker found, even where that found errors.
 */
#ifndef MURRELET_USES_H
#define MURRELET_USES_H

#include "ast.h"

struct arena;

/* One of `symbol` and `field`; the place is the name's own. */
struct name_use {
    struct place place;
    const struct symbol *symbol;
    const struct field *field;
    bool declares;
};

struct name_uses {
    struct name_use *list;
    unsigned count;
};

/* `place` begins, or with `last` ends, with the name; what has no name there, since nobody wrote it, is not noted. */
void uses_note(struct arena *, const struct program *, struct place, bool last, const struct symbol *);
void uses_note_field(struct arena *, const struct program *, struct place, bool last, const struct field *);
void uses_note_declaration(struct arena *, const struct program *, const struct symbol *);
void uses_note_field_declaration(struct arena *, const struct program *, const struct field *);

#endif
