/* SPDX-License-Identifier: BSD-2-Clause */
/* identity.h - what exactly was run: hashes (XXH3, 128 bits, hexadecimal) of the
 * texts of a machine with all that it includes, of a test, and of the program. */
#ifndef MURRELET_LITMUS_IDENTITY_H
#define MURRELET_LITMUS_IDENTITY_H

#include "registry.h"
#include "../cat/model.h"
#include "../litmus/program.h"

/* Every file of a program, in the order in which they are included, and the
 * constants that are set ("" where none is). */
const char *identity_program(struct arena *, const struct program *, const char *constants);
/* Of a machine as litmus tests run on it; NULL where it is no program. */
const char *identity_machine(struct arena *, const struct machines *, const struct machine_variant *);
const char *identity_test(struct arena *, const struct litmus_test *);
/* Of a memory model in cat, with all that it includes. */
const char *identity_cat(struct arena *, const struct cat_model *);
/* The C compiler that these options name: its command, flags, files and what they run, and the processor that it
 * makes code for.  NULL where there is none, or it could not be asked. */
const char *identity_compiler(struct arena *, const struct compile_options *);
/* The program that is running; NULL where its file cannot be read. */
const char *identity_tool(struct arena *);

#endif
