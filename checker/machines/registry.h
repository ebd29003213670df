/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * registry.h - the protocols that litmus tests run on: which there are, and
 * how one is put together with a driver and compiled.
 *
 * `models/machines.tsv` lists ours, a line a variant; the first line of a
 * machine is its default.  A user's own is a file written against
 * models/lib/README.md, whose header (header.h) says the same of it.
 * What the list promises, the file's own header promises too.  A model is compiled once for each size class and
 * environment that changes constants; the compiled ones are kept for the
 * life of a registry, and may be asked for from several threads.
 */
#ifndef MURRELET_LITMUS_MACHINES_H
#define MURRELET_LITMUS_MACHINES_H

#include "../codegen/compile.h"
#include "../murphi/types.h"
#include "cover.h"
#include "host.h"
#include "header.h"
#include "progress.h"
#include "specialise.h"

struct machine_variant {
    const char *machine, *variant; /* variant "" is the default */
    const char *name;              /* MACHINE or MACHINE:VARIANT */
    const char *path;              /* of the protocol's file */
    bool own;                      /* a user's file */
    bool out_of_order;                 /* driven by lib/window.m: a reference machine */
    const char *constants;         /* NAME=VALUE, separated by blanks */
    struct header_constants set;   /* the same, each with its place */
    const char *promises;          /* reference models, and files in cat, separated by blanks */
    struct place promises_place;
    const char *source;
};

struct machines;
/* NULL, with all that is to be said in `error`, where the library's files are
 * not found, or its list of machines or a machine's header is not right. */
struct machines *machines_open(struct text *error);
void machines_close(struct machines *);
/* The reference machines that judge all others: in every list, or it is refused. */
extern const char *const machines_references[];
const struct machine_variant *machines_reference(const struct machines *, const char *name);
/* The name in the list that was perhaps meant; NULL where none is near. */
const char *machines_nearest(const struct machines *, const char *name);
/* The folder that holds models/, litmus/ and invariants/. */
const char *machines_root(const struct machines *);

/* The file of a model in cat that the machine in the file `machine` promises: beside
 * that, or one of litmus/models.  NULL where there is none. */
const char *machines_promised_file(struct arena *, const struct machines *, const char *machine, const char *model);

unsigned machines_count(const struct machines *);
const struct machine_variant *machines_at(const struct machines *, unsigned index);
/* NAME, NAME:VARIANT, or FILE.m, FILE.m:VARIANT.  NULL where there is none, or
 * the file's header is not right; `why` then has all that is to be said. */
const struct machine_variant *machines_find(struct machines *, const char *name, struct text *why);

/* What of the surroundings is a constant of the compiled model. */
struct machine_environment {
    unsigned prefetches;  /* of each CU */
    bool warm;            /* prefetches before the program only, any number */
    bool evictions;
    const char *invariants; /* a file of invariants/ without .m, "none" if nothing observes */
    const char *constants;  /* further NAME=VALUE, separated by blanks; or NULL */
    struct promises promises; /* where any is asked: ask whether the program ends; in place of invariants */
    unsigned scheduled;       /* threads of the test, then */
};

/* Whether the constant of this name follows from a test and its surroundings, and is nobody's to set. */
bool machines_sets(const char *name, size_t length);

struct machine_model {
    struct litmus_sizes sizes;
    unsigned size_class;
    struct arena *arena;
    struct program *program;
    struct specialise_plan *plan;
    struct compiled *compiled;
    const struct model *model;
    struct machine_cover *cover; /* NULL: what searches come to is not noted */
};

/* The machine, its driver and what observes it as one program, checked and not
 * compiled.  NULL, with the diagnostics in `error`, where it has errors. */
struct program *machines_program(const struct machines *, const struct machine_variant *,
                                 const struct machine_environment *, const struct litmus_sizes *, struct arena *,
                                 struct text *error);

enum { MACHINE_SIZE_CLASSES = 3 };
/* For the front end alone: those of the least class, one component, one word a line. */
struct litmus_sizes machine_least_sizes(void);
/* The least class, from `least` up, that holds the test at this placement. */
unsigned machine_size_class(const struct machine_program *, const struct litmus_placement *, unsigned least);

/* Compiled at first use.  NULL, with the diagnostics or the compiler's words
 * in `error`, where that fails. */
const struct machine_model *machines_model(struct machines *, const struct machine_variant *,
                                           const struct machine_environment *, const struct compile_options *,
                                           unsigned size_class, int components, int words, struct text *error);

/* From now on have compiled models note what searches come to; before any search. */
void machines_cover(struct machines *);
typedef void machines_visitor(void *data, const struct machine_variant *, const struct machine_model *);
/* Each model that was compiled so, in the order in which they were asked for. */
void machines_visit_covered(struct machines *, machines_visitor *, void *data);

#endif
