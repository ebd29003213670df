/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * header.h - what a machine says of itself, in comments of its file
 * (models/lib/README.md has the grammar):
 *
 *     -- machine: source: PROSE
 *     -- machine: lowering: PROSE
 *     -- machine: driver: litmus | window
 *     -- machine: constants: CONSTANT=VALUE ...
 *     -- machine: values CONSTANT ...: LOW..HIGH
 *     -- machine: promises: MODEL ...
 *     -- machine: variant NAME: CONSTANT=VALUE ...
 *     -- machine: promises NAME: MODEL ...
 *     -- machine: invariants: INVARIANT ...
 *     -- machine: invariants NAME: INVARIANT ...
 *     -- machine: not DRIVER: PROSE
 *
 * A promise that is not read is a promise that is not checked.  So whatever
 * looks like such a line is one, or is refused: a key, a model, a driver, a
 * constant's form that is not known, a thing said twice, a prefix with a slip.
 */
#ifndef MURRELET_LITMUS_MACHINE_HEADER_H
#define MURRELET_LITMUS_MACHINE_HEADER_H

#include <stdbool.h>

#include "../base/arena.h"
#include "../base/source.h"

/* CONSTANT=VALUE, where it was written. */
struct header_constant {
    const char *name, *value;
    struct place place;
};

struct header_constants {
    struct header_constant *items;
    unsigned count;
};

/* The values that a constant may take. */
struct header_values {
    const char *name;
    long long low, high;
    struct place place;
};

struct header_variant {
    const char *name; /* "": the machine as it is, without a variant's constants */
    struct header_constants constants;
    const char *promises; /* reference models, separated by blanks; NULL where nothing is said */
    struct header_names *invariants; /* NULL where nothing is said */
    struct place place, promises_place;
};

/* Words, each with its place. */
struct header_names {
    struct header_name {
        const char *text;
        struct place place;
    } *items;
    unsigned count;
};

/* A driver that the machine does not go with, and why. */
struct header_refusal {
    const char *driver, *why;
};

struct machine_header {
    const char *source;  /* "" where nothing is said */
    bool out_of_order;
    struct header_variant *variants; /* the first is "" */
    unsigned variant_count;
    struct header_values *values;
    unsigned values_count;
    struct header_refusal *refusals;
    unsigned refusal_count;
};

/* Read them all; false where an error was added. */
bool machine_header_read(struct machine_header *, struct arena *, struct diagnostics *, const struct source *);
const struct header_variant *machine_header_variant(const struct machine_header *, const char *name);
/* The variant whose constants `set` has, each with its value: of several the one of most constants. */
const struct header_variant *machine_header_variant_of(const struct machine_header *, const struct header_constants *set);

/* The same two languages in a cell of models/machines.tsv.  NULL, or false, on errors. */
const char *machine_promises_read(struct arena *, struct diagnostics *, const char *text, struct place);
bool machine_constants_read(struct header_constants *, struct arena *, struct diagnostics *, const char *text,
                            struct place);
/* Each number that a constant is set to lies where the header says that it may. */
bool machine_constants_lie_within(const struct machine_header *, struct diagnostics *, const struct header_constants *);
/* "A=1 B=2" */
const char *machine_constants_text(struct arena *, const struct header_constants *);

/* Every reference model that a promise may name, the stronger before the weaker; then NULL. */
enum { HEADER_MODELS = 10 };
extern const char *const header_models[HEADER_MODELS + 1];
bool header_is_reference(const char *model);

#endif
