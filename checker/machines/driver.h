/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * driver.h - a machine under a driver without a program, with what observes it,
 * as one model: what `murrelet check --machine` searches.
 *
 * The text that puts them together is a few includes, which nobody has to
 * write:
 *
 *     include "lib/orders.m"
 *     include "lib/free.m"               the driver
 *     include "gpu-vi/gpu-vi.m"          the machine
 *     include "../invariants/swmr.m"     what is asked of it
 *
 * A driver says in a comment what it gives, an invariant what it needs:
 *
 *     -- gives: named-values     a value names the store that it comes from
 *     -- needs: program          the questions that only a litmus test answers
 *
 * The library's drivers have scalarsets for types, and a machine that counts with
 * them (a line as an index, an operation as a number) is no program then; the
 * same driver with numbers takes their place, and the search has no symmetry.
 *
 * Without invariants that are asked for they follow from the machine's header:
 * those that it names, and where none of them observes the machine, coherence if
 * it promises a model that has it of every program, or, under a driver whose
 * values come again, that no store is lost.  One that needs what the driver does
 * not give is left out.
 * Nothing else follows from a promise: one for programs without races says
 * nothing of all programs at once, and a memory model says nothing of the moment
 * at which another thread sees a store.
 */
#ifndef MURRELET_DRIVER_H
#define MURRELET_DRIVER_H

#include "../murphi/types.h"
#include "registry.h"

struct driver_request {
    const char *machine, *driver;
    const char *const *invariants; /* names or files, with commas between several; none: as the machine promises */
    unsigned invariant_count;
};

struct driver_file {
    const char *name, *path;
};

struct driven {
    const struct machine_variant *machine;
    struct driver_file driver;
    struct driver_file *invariants, *left_out; /* left out: needs what the driver does not give */
    unsigned invariant_count, left_out_count;
    bool runs_out;                  /* each value is stored once: after the last one only loads go on */
    bool by_promise;                /* the invariants follow from the machine's header */
    const char *numbers;            /* why threads, lines and values are numbers; NULL: they are scalarsets */
    const char *title;              /* "gpu-vi under the free driver" */
    struct source *source;          /* what puts them together */
    struct constant_override *constants; /* the machine's variant sets them */
    unsigned constant_count;
};

/* The drivers that every machine goes with, or says why not; then NULL. */
extern const char *const driver_names[];

/* False, with all that is to be said in `error`. */
bool driver_compose(struct driven *, struct arena *, struct machines *, const struct driver_request *,
                    struct text *error);

/* The constants that were given over those of the machine's variant; `count` is how many there are then. */
struct constant_override *driver_constants(const struct driven *, struct arena *, const struct constant_override *given,
                                           unsigned *count);
/* Each constant that is given lies where the machine's header says that it may. */
bool driver_constants_lie_within(const struct driven *, struct arena *, const struct constant_override *given,
                                 unsigned count, struct text *error);

/* What of the composition a constant of the program belongs to. */
enum driver_part { DRIVER_SIZE, DRIVER_ENVIRONMENT, DRIVER_MACHINE, DRIVER_INVARIANT, DRIVER_KIND };
/* Of a declaration of the program; DRIVER_MACHINE for what is in the machine's files, DRIVER_KIND for what tells the
 * machine which kind of driver it has, and is for nobody to set. */
enum driver_part driver_part(const struct program *, unsigned decl);

/* Everything that makes this model another one than its files' texts do. */
const char *driver_identity(struct arena *, const struct driven *);

#endif
