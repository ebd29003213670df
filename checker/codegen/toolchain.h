/* SPDX-License-Identifier: BSD-2-Clause */
/* toolchain.h - which programs a C compiler consists of, and which versions of
 * them are installed: what it makes hangs on them, and an upgrade of one may
 * leave the compiler's own file as it is. */
#ifndef MURRELET_TOOLCHAIN_H
#define MURRELET_TOOLCHAIN_H

#include <stdbool.h>

#include <xxhash.h>

struct arena;

/* The regular, executable file that a name stands for, in PATH unless it has a
 * slash; NULL: none. */
const char *toolchain_find(struct arena *, const char *name);

/* A hash of the programs that this command runs: their paths, sizes and times.
 * `arguments` are the command and its flags, ended by NULL.  The compiler is
 * asked for their names once; `folder` (or NULL) keeps the answer.  Where the
 * asking is stopped (child.h; `until`), the hash stands for nothing. */
XXH128_hash_t toolchain_identity(struct arena *, const char *folder, char *const *arguments, unsigned command_count,
                                 double until);

#endif
