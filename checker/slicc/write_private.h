/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_private.h - what the parts of the translation share.
 *
 * A machine M of n copies becomes a type M_id; what each copy has is an array
 * over it, and each routine takes the copy as `self`.  A pointer to an entry is
 * the line of the entry, or OOD.  What a step of M works on is `now`, of type
 * M_context: the port and its message, and what trigger was given.
 */
#ifndef MURRELET_SLICC_WRITE_PRIVATE_H
#define MURRELET_SLICC_WRITE_PRIVATE_H

#include <string.h>

#include "../base/arena.h"
#include "builtin.h"
#include "slicc.h"
#include "translate_options.h"

/* Parts of the model, in the order in which they are put together. */
enum slicc_section { SLICC_CONSTANT, SLICC_TYPE, SLICC_ENUM, SLICC_VARIABLE, SLICC_ROUTINE, SLICC_RULE };

/* A piece of the model: it is left out where its name is in no piece that is kept. */
struct slicc_item {
    enum slicc_section section;
    const char *name;   /* NULL: it is kept */
    const char *text;
    bool kept;
};

struct slicc_writer {
    struct slicc *slicc;
    const struct slicc_options *options;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct text out;                        /* the piece that is being written */
    struct slicc_item *items;
    unsigned item_count;
    struct slicc_decl *machine, *unit;      /* that is written */
    const char **names;                     /* taken in the outermost scope */
    unsigned name_count;
    const char **local_names;               /* taken in the routine */
    unsigned local_name_count;
    struct text body;                       /* of the routine: its variables stand before it */
    struct slicc_local **locals;            /* of the routine, in the order of their declarations */
    unsigned local_count;
    struct slicc_decl **probed;             /* caches that the port which was written asks for a victim */
    unsigned probed_count;
    unsigned inlined;                       /* routines that return a place, within each other */
};

/* ---- write_names.c ---- */

/* An error: this is not translated. */
void slicc_refuse(struct slicc_writer *, struct place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A name that no other thing in the outermost scope has, as near to this one as can be. */
const char *slicc_global_name(struct slicc_writer *, const char *wanted);
const char *slicc_local_name(struct slicc_writer *, const char *wanted);
/* The name of a declaration of a machine, such as L1Cache_getState. */
const char *slicc_name_of(struct slicc_writer *, struct slicc_decl *);
const char *slicc_member_name(struct slicc_writer *, const struct slicc_type *, const char *member);
const char *slicc_field_name(struct slicc_writer *, const struct slicc_decl *);
const char *slicc_type_name(struct slicc_writer *, const struct slicc_type *);
/* "file:line" */
const char *slicc_where(struct slicc_writer *, struct place);

/* ---- write_items.c ---- */

/* What was written since the last one is a piece of the model. */
void slicc_item(struct slicc_writer *, enum slicc_section, const char *name);
/* Put together what is kept. */
void slicc_assemble(struct slicc_writer *, struct text *);

/* ---- write_base.c ---- */

/* Whether nothing of such a type is in the model. */
bool slicc_type_dropped(const struct slicc_type *);
const struct slicc_type *slicc_type_of(const struct slicc_writer *, const struct slicc_decl *object);
/* `new_T(x);` for what `new T` gives. */
const char *slicc_initial(struct slicc_writer *, const struct slicc_type *, const struct slicc_decl *object, const char *variable);
unsigned slicc_copies_of(const struct slicc_writer *, const char *machine);
/* Where a machine for litmus tests is written: whose cores the CUs of the first agent are (0), or of the others (1); NULL: none. */
struct slicc_decl *slicc_core_at(const struct slicc_writer *, unsigned agent);
/* The i-th machine that the model has, or NULL. */
struct slicc_decl *slicc_machine_at(const struct slicc_writer *, unsigned);

bool slicc_is_set(const struct slicc_writer *, const struct slicc_decl *machine);
/* Whether the protocol asks which of several copies of a machine an address is mapped to. */
bool slicc_is_mapped_to(const struct slicc_writer *, const struct slicc_decl *machine);
/* Where memory answers it. */
bool slicc_uses_memory(const struct slicc_decl *machine);
/* Whether an action of the machine has such a statement on a port of this name. */
bool slicc_acts_on(const struct slicc_decl *machine, enum slicc_stmt_kind, const char *port);
/* Whether some action of the machine puts the port's messages aside. */
bool slicc_port_parks(const struct slicc_decl *machine, const struct slicc_decl *port);

/* ---- write_types.c ---- */

void slicc_write_types(struct slicc_writer *);
void slicc_write_type_routines(struct slicc_writer *);

/* ---- write_library.c ---- */

/* Routines on destinations, masks and blocks. */
void slicc_write_library(struct slicc_writer *);

/* ---- write_tables.c ---- */

/* Whether an object of a machine is a cache, a directory or a TBE table. */
bool slicc_is_table(const struct slicc_writer *, const struct slicc_decl *object);
const struct slicc_type *slicc_table_entry(const struct slicc_writer *, const struct slicc_decl *table);
/* Entries of a machine: the i-th of its structures that a table holds, or NULL. */
const struct slicc_type *slicc_entry_at(const struct slicc_writer *, const struct slicc_decl *machine, unsigned);
void slicc_write_table_variables(struct slicc_writer *);
void slicc_write_table_routines(struct slicc_writer *);
void slicc_write_table_start(struct slicc_writer *);

/* ---- write_method.c: a call of something that is not in SLICC, of texts ---- */

struct slicc_call {
    const struct slicc_expr *e;
    const char *receiver; /* the object's text, or NULL */
    const char **arguments;
    bool statement;       /* its value is not wanted */
};

const char *slicc_write_method(struct slicc_writer *, const struct slicc_call *);
const char *slicc_write_builtin(struct slicc_writer *, const struct slicc_call *);

/* ---- write_expr.c ---- */

const char *slicc_write_expr(struct slicc_writer *, const struct slicc_expr *);
/* The same, as a statement; "" for what is left out. */
const char *slicc_write_call(struct slicc_writer *, const struct slicc_expr *);
bool slicc_expr_dropped(const struct slicc_expr *);

/* ---- write_stmt.c ---- */

void slicc_write_block(struct slicc_writer *, const struct slicc_block *);
/* A routine of a machine: its head, then its variables and its body. */
void slicc_write_function(struct slicc_writer *, struct slicc_decl *);
void slicc_write_action(struct slicc_writer *, struct slicc_decl *);
void slicc_write_in_port(struct slicc_writer *, struct slicc_decl *);

/* ---- write_ports.c ---- */

bool slicc_is_ordered(const struct slicc_writer *, const struct slicc_decl *machine, const struct slicc_decl *buffer);
bool slicc_is_core_queue(const struct slicc_decl *buffer);
/* The i-th type of messages that the machine receives, or NULL. */
const struct slicc_type *slicc_received_at(const struct slicc_writer *, const struct slicc_decl *machine, unsigned);
/* The machine types that send on this buffer, as the type of an index; NULL: none. */
void slicc_write_buffer_types(struct slicc_writer *);
void slicc_write_buffer_variables(struct slicc_writer *);
void slicc_write_buffer_routines(struct slicc_writer *);
void slicc_write_buffer_start(struct slicc_writer *);
/* "a & b ...": none of the machine's buffers has a message, nothing is put aside. */
const char *slicc_write_buffers_empty(struct slicc_writer *, struct slicc_decl *machine);
void slicc_write_wake(struct slicc_writer *);
void slicc_write_port_rules(struct slicc_writer *, struct slicc_decl *machine);

/* ---- write_step.c ---- */

void slicc_write_step(struct slicc_writer *);

/* ---- write_core.c ---- */

void slicc_write_core_variables(struct slicc_writer *);
void slicc_write_core_routines(struct slicc_writer *);
void slicc_write_core_start(struct slicc_writer *);
void slicc_write_core_rules(struct slicc_writer *);
void slicc_write_properties(struct slicc_writer *);

/* ---- write_requests.c ---- */

/* The i-th request of the cores of a machine, or NULL. */
const char *slicc_request_at(const struct slicc_writer *, const char *machine, unsigned i);
/* The type of a core's request, as its name in the model. */
const char *slicc_request_name(struct slicc_writer *, const char *request);
/* Whether the cores of a machine ask for such a thing. */
bool slicc_core_asks(const struct slicc_writer *, const char *machine, const char *request);
/* Whether the protocol reads this field of a request. */
bool slicc_request_has(const struct slicc_writer *, const char *field);

/* ---- write_permissions.c ---- */

/* Functions on a line of a machine's copy, from the permissions of its states: may_write_M(self, a), may_read_M(self, a). */
void slicc_write_permissions(struct slicc_writer *, struct slicc_decl *machine);
bool slicc_may_write(struct slicc_writer *, struct slicc_decl *machine);
bool slicc_may_read(struct slicc_writer *, struct slicc_decl *machine);

/* ---- write_machine.c: what the drivers of litmus tests ask of a machine ---- */

/* Names of the drivers, which nothing of the protocol may have. */
void slicc_reserve_machine_names(struct slicc_writer *);
/* Whether a machine for litmus tests is written, some core of which is behind a coalescer. */
bool slicc_has_coalescer(const struct slicc_writer *);
void slicc_write_machine_head(struct slicc_writer *, struct text *);
void slicc_write_machine_variables(struct slicc_writer *);
void slicc_write_machine_start(struct slicc_writer *);
void slicc_write_machine_routines(struct slicc_writer *);
void slicc_write_machine_rules(struct slicc_writer *);
/* Whether the data of an atomic's request says its operation, which is done where the protocol calls atomicPartial. */
bool slicc_carries_atomics(const struct slicc_writer *);

#define PUT(writer, ...) text_format(&(writer)->out, __VA_ARGS__)

#endif
