/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symbols.h - the names of a protocol, and what they stand for.
 *
 * A machine's own types, variables and routines hide those of the files; a
 * type of a machine is also found by its name in gem5's C++, L1Cache_Entry.
 */
#ifndef MURRELET_SLICC_SYMBOLS_H
#define MURRELET_SLICC_SYMBOLS_H

#include "ast.h"

struct slicc_symbols {
    struct slicc_protocol *protocol;
    const struct slicc_type **types;
    unsigned type_count;
    const struct slicc_type *unknown, *void_type, *boolean, *integer, *address, *time, *text;
};

/* Make a type of each declaration that is one, and say of each declaration to
 * which machine it belongs. */
void slicc_symbols_collect(struct slicc_symbols *, struct slicc_protocol *);
/* Seen from a machine, or from none (NULL); NULL where there is no such type. */
const struct slicc_type *slicc_symbols_type(const struct slicc_symbols *, const struct slicc_decl *machine, const char *name);
/* The declaration of this kind and name that is seen from there, or NULL; of several, the one behind `after`. */
struct slicc_decl *slicc_symbols_find(const struct slicc_symbols *, const struct slicc_decl *machine,
                                      enum slicc_decl_kind, const char *name, const struct slicc_decl *after);
/* A part of a machine, an enum or a structure. */
struct slicc_decl *slicc_part(const struct slicc_decl *of, enum slicc_decl_kind, const char *name,
                              const struct slicc_decl *after);
/* Whether a core asks this machine: it has a mandatoryQueue. */
bool slicc_has_core(const struct slicc_decl *machine);
bool slicc_type_is(const struct slicc_type *, const char *name);
/* A hint with the name that was perhaps meant, among those of a kind; or NULL. */
const char *slicc_symbols_hint(const struct slicc_symbols *, const struct slicc_decl *machine, enum slicc_decl_kind,
                               const char *name);
const char *slicc_part_hint(struct arena *, const struct slicc_decl *of, const char *name);
struct slicc_decl *slicc_symbols_machine(const struct slicc_symbols *, const char *name);

#endif
