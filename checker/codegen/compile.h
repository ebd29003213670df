/* SPDX-License-Identifier: BSD-2-Clause */
/* compile.h - C text to a loaded model, through the system's compiler and a
 * cache of shared objects keyed by content.  A model is code: compiling it
 * and running it is running a program its author wrote. */
#ifndef MURRELET_COMPILE_H
#define MURRELET_COMPILE_H

#include <stdbool.h>

#include <xxhash.h>

#include "../base/text.h"
#include "../model/model.h"

enum compile_end { COMPILE_ENDED, COMPILE_INTERRUPTED, COMPILE_OUT_OF_TIME };

struct compile_options {
    const char *cc;      /* NULL: $CC, then cc; looked up in PATH, run without a shell */
    int optimise;        /* 0 to 3; -1: fit to the work */
    bool quickly;        /* for little work: not optimised, unless the cache has it as `optimise` says */
    bool no_cache;
    uint64_t cache_limit; /* bytes; 0: the default */
    double max_seconds;  /* that the compiler may take; 0: no bound */
    enum compile_end *end; /* whether it was stopped; or NULL */
    bool verbose;
};

/* A hash of all that decides, beside the text, what the compiler makes: its command, the flags, the programs that it
 * runs, the processor.  False where there is no compiler, or it could not be asked. */
bool compile_identity(const struct compile_options *, XXH128_hash_t *);

struct compiled;
/* NULL on failure; then `error` holds what went wrong, the compiler's own
 * words included: a fault of ours or of the toolchain (exit 4).  Where the user
 * wishes to end (stop.h), or the time is up, the compiler is killed, and
 * *error says so. */
struct compiled *compile_model(const struct text *c, const struct compile_options *, struct text *error);
/* A shared object that the user built by hand. */
struct compiled *compile_load(const char *path, struct text *error);
const struct model *compiled_model(const struct compiled *);
/* The bytes of its points, where it was generated with them (coverage.h); else NULL. */
const unsigned char *compiled_covered(const struct compiled *);
bool compiled_from_cache(const struct compiled *);
double compiled_seconds(const struct compiled *);
void compiled_free(struct compiled *);

#endif
