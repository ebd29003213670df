/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vocabulary.h - what may be put on a cycle: which orders, read-modify-writes,
 * dependencies, fences, scopes and scope trees.
 *
 * A vocabulary is a few layers, each of which is all combinations of some words on the
 * cycles of some sizes; a test of the vocabulary is one of any of its layers.  So small
 * tests can have many words, and large ones few.
 */
#ifndef MURRELET_GENERATE_VOCABULARY_H
#define MURRELET_GENERATE_VOCABULARY_H

#include <stdbool.h>

#include "cycle.h"

enum access_order {
    ORDER_NA, ORDER_RLX, ORDER_ACQ, ORDER_REL, ORDER_AR, ORDER_SC, ORDER_RM_ACQ, ORDER_RM_REL, ORDER_RM_AR,
    ORDERS
};
/* How an access is done; all but PLAIN read and write in one step (read-modify-writes).  To read a value an ADD adds 0, and a
 * CAS fails; to write one an ADD adds 1, a SWAP stores it, and a CAS stores it in place of the one before. */
enum access_form { FORM_PLAIN, FORM_ADD, FORM_SWAP, FORM_CAS, FORMS };
/* Of an access on the one before it in its thread, which is a read. */
enum access_dependency { DEPENDS_NOT, DEPENDS_CTRL, DEPENDS_DATA, DEPENDS_ADDR, DEPENDENCIES };
enum access_fence { FENCE_NONE, FENCE_ACQ, FENCE_REL, FENCE_AR, FENCE_SC, FENCES };
enum access_scope { SCOPE_WG, SCOPE_AGENT, SCOPE_SYS, SCOPES };
/* What changes no outcome and goes before an access: its thread stores to a word of its own beside the location, before all else
 * (so that it has the line) or right before the access, behind others; or loads the location before all else, and nobody asks
 * what (so that it has a copy). */
enum access_prelude { PRELUDE_NONE, PRELUDE_OWN, PRELUDE_LATE, PRELUDE_WARM, PRELUDES };
/* Which locations are beside each other: none, all in a line, all in an epoch band. */
enum access_layout { LAYOUT_APART, LAYOUT_LINE, LAYOUT_BAND, LAYOUTS };
/* What has one scope for all of it. */
enum scope_unit { SCOPE_OF_TEST, SCOPE_OF_THREAD, SCOPE_OF_EVENT };
/* Which cycles, by communication within a thread; ALL but those of loads alone. */
enum layer_cycles { CYCLES_ALL, CYCLES_EXTERNAL, CYCLES_INTERNAL, CYCLES_LOADS };

/* Sets of the above, a bit each; NA, PLAIN, DEPENDS_NOT and FENCE_NONE stand for themselves. */
struct vocabulary_layer {
    unsigned orders;               /* of plain accesses */
    unsigned update_orders, forms; /* of read-modify-writes */
    unsigned dependencies, fences, scopes;
    unsigned updates;              /* read-modify-writes of a test, at most */
    unsigned threads_from, threads_to;
    unsigned layouts; /* where some are given, those alone */
    unsigned preluded, preludes; /* so many accesses, no fewer, have one of these; with LAYOUT_APART alone */
    enum scope_unit unit;
    enum layer_cycles cycles;
    bool guards;   /* a branch before a plain access may stand behind a fence */
    bool anywhere; /* dependencies and fences between any two accesses; else only where nothing else orders them */
    bool trees;    /* every scope tree; else all work-groups apart in one agent: of all layers of a vocabulary, or of none */
};

struct vocabulary {
    const char *name, *is;
    const struct vocabulary_layer *layers;
    unsigned count;
    bool internal; /* cycles with communication within a thread belong to it */
};

/* Those that have names; the first is the default.  Ends with one without a name. */
extern const struct vocabulary vocabularies[];

/* Whether such an access exists, of an event that writes or reads for its cycle. */
bool order_is_borne(bool write, enum access_form, enum access_order);
/* Whether an event of the cycle can be such an access. */
bool form_is_borne(const struct cycle *, unsigned event, enum access_form);
/* The orders, a bit each, that are a step weaker. */
unsigned orders_below(enum access_form, enum access_order);
unsigned fences_below(enum access_fence);

bool layer_has_cycle(const struct vocabulary_layer *, const struct cycle *);
bool vocabulary_has_cycle(const struct vocabulary *, const struct cycle *);

#endif
