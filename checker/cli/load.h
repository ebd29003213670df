/* SPDX-License-Identifier: BSD-2-Clause */
/* load.h - from a path on the command line to a checked program or a compiled
 * model, with the options that every command on a model shares. */
#ifndef MURRELET_LOAD_H
#define MURRELET_LOAD_H

#include "../base/arena.h"
#include "../codegen/compile.h"
#include "../machines/driver.h"
#include "../murphi/types.h"
#include "options.h"

enum warn_level { WARN_NONE, WARN_DEFAULT, WARN_ERROR };
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* How a model is read.  Group: load_language_options. */
struct language_arguments {
    struct option_list constants; /* NAME=VALUE */
    int dialect;                  /* enum dialect */
    int warn;                     /* enum warn_level */
    int color;                    /* enum color_mode */
    const char *dump;             /* -d: letters, or NULL */
    struct option_list formulas;  /* --ltl */
    struct option_list fair, strong; /* --fair, --strong-fair: names of rules, all, none */
};
#define LANGUAGE_DEFAULTS {.dialect = DIALECT_RUMUR, .warn = WARN_DEFAULT, .color = COLOR_AUTO}
extern const struct option_spec load_language_options[];
/* What is asked of its runs.  Of the same struct. */
extern const struct option_spec load_progress_options[];

/* How its C is compiled.  Group: load_compile_options. */
struct compile_arguments {
    const char *cc;
    int optimise;                 /* 0 to 3; -1: fit to the work */
    bool no_cache;
};
#define COMPILE_DEFAULTS {.optimise = -1}
extern const struct option_spec load_compile_options[];

/* A model on its way from text to a shared object. */
struct loaded {
    const char *path;
    struct arena *arena;
    struct diagnostics *diagnostics;
    enum dialect dialect;
    struct constant_override *overrides; /* from --const; of a machine also those of its variant */
    unsigned override_count;
    struct machines *machines;    /* what a machine was found in; NULL for a model that is a file */
    struct driven *driven;        /* the machine with its driver and invariants; or NULL */
    struct program *program;      /* NULL for a model that is a shared object */
    struct compiled *compiled;    /* NULL until load_compile */
    struct coverage *coverage;    /* the caller's: points that the code is to note; or NULL */
};

/* Whether to colour what goes to a stream. */
bool load_colour(const struct language_arguments *, FILE *);
/* On stderr, in colour where that is a terminal. */
void load_print_diagnostics(struct diagnostics *);

/* Whether -d asks for a letter (dump.h). */
bool load_dumps(const struct language_arguments *, char letter);

/* Read, parse and check.  Gives 0, or an exit code when the diagnostics (which
 * it prints on stderr) hold an error. */
int load_program(struct loaded *, const struct language_arguments *, const char *path);
/* As load_program; a routine without a body is an error, since nothing supplies one. */
int load_closed_program(struct loaded *, const struct language_arguments *, const char *path);
/* The two halves of it, for a model that is no file: open `loaded`, with the constants of --const; then parse
 * and check. */
int load_begin(struct loaded *, const struct language_arguments *, const char *path);
int load_source(struct loaded *, const struct language_arguments *, struct source *, bool closed);
/* A path that ends in .so is a model built by hand, and has no program. */
bool load_is_object(const char *path);
/* Generate C, compile and load it; or load the shared object. */
int load_compile(struct loaded *, const struct compile_arguments *);
/* The same, but the compiler is given so much time (0: any); EXIT_INCOMPLETE
 * where it was stopped, and *end says why. */
int load_compile_within(struct loaded *, const struct compile_arguments *, double max_seconds, enum compile_end *end);
void load_free(struct loaded *);

#endif
