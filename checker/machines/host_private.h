/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_private.h - what the files of a host share.
 *
 * A local state is all that the host knows of a thread at one moment.  Under the
 * litmus driver it is the pc, the registers, and which register the result of
 * each tag goes to; under the window driver it is the pc and registers of the
 * oldest unfinished instruction, and what is known of the entries of the fetch
 * window.
 *
 * Invariant: a numbered local state never changes; the table of a thread's
 * states grows by blocks that never move, so a reader needs no lock.  A number
 * reaches another thread only through the search's own store; the insertion
 * there makes the local state's content visible before its number.  The memo
 * cells `issued` and `completed` alone are written later, with release and
 * acquire.
 *
 * host_bind.c makes a host and binds it; host_calls.c has what the model asks, and
 * host_answers.c the tables that it is answered by; host_locals.c numbers local
 * states, host_state.c operations; host_in_order.c and host_window.c are the two
 * drivers; host_future.c knows what a thread may still do; host_provenance.c keeps,
 * of one run, which store each value comes from; host_print.c finds words for traces.
 */
#ifndef MURRELET_HOST_PRIVATE_H
#define MURRELET_HOST_PRIVATE_H

#include "host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAGS = 4,              /* the most that a model may be compiled for */
    BLOCK = 256,           /* local states a block */
    BLOCKS = 1024,
    LOCALS_MOST = BLOCK * BLOCKS,
    OPERATIONS_MOST = 4096,
    NO_TARGET = -1,        /* a tag in use whose result nobody reads */
    NO_TAG = -2,           /* a tag not in use */
    EXTERNALS_MOST = 64,
};

/* What identifies a local state; compared as bytes, so fully zeroed first. */
struct local_key {
    int16_t pc;
    int8_t registers[PROGRAM_REGISTERS]; /* value codes, pending included */
    int8_t tags[TAGS];                   /* litmus driver: NO_TAG, NO_TARGET or a register */
    int8_t results[PROGRAM_WINDOW];      /* window driver: PROGRAM_UNKNOWN or what was read */
    uint16_t performed;                  /* window driver: entries that are */
    /* Following a run, else 0: operations issued, or entries retired; and which
     * of the thread's operations a tag belongs to. */
    uint16_t past;
    uint16_t tag_index[TAGS];
};

struct slot_answer {
    uint16_t operation; /* 0: may not be performed */
    int16_t forwarded;  /* a value code, or -1 */
    uint16_t passed;    /* releases before it that are not performed yet */
};

struct local_state {
    struct local_key key;
    uint32_t next_same_hash;
    bool ended;
    /* litmus driver */
    uint16_t next;      /* operation, 0 for none */
    int8_t free_tag;
    _Atomic int32_t issued;                                  /* memo: local state + 1 */
    _Atomic int32_t completed[TAGS][PROGRAM_VALUES];         /* memo, by tag and value */
    /* window driver */
    bool may_guess[2]; /* that the last branch is not taken, that it is */
    struct slot_answer slots[PROGRAM_WINDOW];
};

struct thread_table {
    struct local_state *blocks[BLOCKS]; /* up to the first that is NULL; of the last the first states alone are there */
    _Atomic uint32_t count;
    uint32_t *buckets; /* local state + 1 */
    uint32_t bucket_count;
    int start;
};

/* Of each operation of a run that is followed: whose it is, and what became of it. */
struct followed {
    int thread, index, written, source, place; /* as in litmus_event; source: an operation */
    bool performed;                            /* window driver: and not undone */
};

struct provenance {
    struct followed operations[OPERATIONS_MOST];
    int stores[PROGRAM_LOCATIONS]; /* placed so far */
    const char *trouble;
};

/* The answers to one external, for the generated code to read (model.h).  A row
 * is filled before its number reaches a state. */
struct answers {
    int32_t *cells; /* NULL: the function is called */
    uint32_t sizes[3];
};

/* What a model asks whether a thread may yet do; host_future.c knows which accesses that are. */
enum later {
    READS_LATER,
    WRITES_LATER,
    ACCESSES_LATER,
    LOADS_LATER,         /* without RMWs */
    RELAXED_LOADS_LATER, /* of these, with an order of at most relaxed */
    SYNCHRONISES,        /* of these, with an order above that */
    ORDERS_LATER,        /* of no line, so that a set is 1: fences, and accesses with an order above relaxed */
    LATER_COUNT
};

struct litmus_host {
    const struct machine_program *program;
    const struct litmus_test *test;
    struct litmus_placement placement;
    struct litmus_sizes sizes;
    bool out_of_order;
    int thread_count, location_count;
    int location_of[PROGRAM_LOCATIONS][PROGRAM_LOCATIONS]; /* [line][word], or -1 */
    pthread_mutex_t lock; /* guards numbering, and the final functions' calls */
    struct thread_table tables[PROGRAM_THREADS];
    struct local_state nobody; /* of a thread that the test does not have: a machine may be wrong, and ask all the same */
    uint8_t *later[LATER_COUNT][PROGRAM_THREADS]; /* by pc: the lines to which this may be done from there on, as a set */
    struct program_operation operations[OPERATIONS_MOST]; /* from 1 */
    uint32_t operation_count;
    struct provenance *provenance; /* or NULL */
    _Atomic(const char *) trouble;
    litmus_final_function *final;
    void *final_data;
    litmus_witness_function *witness;
    void *witness_data;
    struct hb *hb;
    struct answers answers[EXTERNALS_MOST];
    /* How the driver brings a local state to its canonical form (NULL: every one is
     * canonical), and what it works out for one that is new. */
    void (*normalise)(struct litmus_host *, int thread, struct local_key *);
    void (*describe)(struct litmus_host *, int thread, struct local_state *);
    /* Called, under the lock, with each number that is given out, before a state
     * can hold the number. */
    void (*new_operation)(struct litmus_host *, uint32_t number);
    void (*new_local)(struct litmus_host *, int thread, uint32_t number);
};

/* host_state.c: under the lock.  0 where there are too many operations. */
void host_note_trouble(struct litmus_host *, const char *sentence);
/* Never NULL, whatever a machine asks. */
struct local_state *host_state_of(const struct litmus_host *, int64_t thread, int64_t local);
/* 0 <= number < count: what comes from a machine may be MODEL_UNDEFINED too. */
static inline bool host_below(int64_t number, int64_t count)
{
    return (uint64_t)number < (uint64_t)count;
}
uint16_t host_number_operation(struct litmus_host *, struct program_operation, int thread, int index);
int host_location_at(const struct litmus_host *, int64_t line, int64_t word);
/* While a run is followed: whether operation `number` is the thread's index-th. */
bool host_has_provenance(const struct litmus_host *, uint32_t number, int thread, int index);
void host_load_registers(const struct local_key *, int *pc, int *registers);
void host_store_registers(struct local_key *, int pc, const int *registers);

/* host_locals.c: takes the lock. */
int host_number_local(struct litmus_host *, int thread, struct local_key *);

/* host_in_order.c, host_window.c: the two drivers. */
void host_describe_in_order(struct litmus_host *, int thread, struct local_state *);
void host_normalise_window(struct litmus_host *, int thread, struct local_key *);
void host_describe_window(struct litmus_host *, int thread, struct local_state *);
/* The window's last branch, not resolved, is taken or not. */
void host_window_guess(struct litmus_host *, int thread, struct local_key *, bool taken);

/* host_provenance.c: values that say which store they come from. */
int64_t host_own_value(const struct litmus_host *, int64_t operation); /* of the operation's write */
int host_writer_of(const struct litmus_host *, int64_t value); /* -1 for a value of the test's */
int host_plain_value(const struct litmus_host *, int64_t value); /* as the test knows it */
void host_provenance_note(struct litmus_host *, const char *sentence);
void host_provenance_read(struct litmus_host *, int operation, int64_t value);
/* What a thread fetched from `index` on was undone. */
void host_provenance_undo(struct litmus_host *, int thread, unsigned index);
int host_provenance_operation(const struct litmus_host *, int thread, int index);

/* host_future.c: by pc, the lines to which a thread may yet do that. */
uint8_t *host_find_future(const struct litmus_host *, int thread, enum later);

/* host_calls.c: the externals.  `domain`: the arguments' types, where the
 * answer is a table: t a thread, c a CU, n a line, w a word, and, by rows that
 * are filled as they are numbered, l a local state and o an operation.  NULL:
 * the answer is not known beforehand, or something is reported. */
struct host_external {
    const char *name;
    model_external_function *function;
    bool window; /* asked by the window driver alone */
    const char *domain;
};
extern const struct host_external host_externals[];
extern const unsigned host_external_count;
/* Where a predicate ends that lets the model's loops end (model.h); 0 for others. */
int64_t host_bound_of(const struct litmus_host *, model_external_function *);

/* host_answers.c: answers as tables. */
void host_make_answers(struct litmus_host *);
void host_free_answers(struct litmus_host *);
void host_answer_operation(struct litmus_host *, uint32_t number);
void host_answer_local(struct litmus_host *, int thread, uint32_t number);
/* What does not hang on local states and operations, once the starts have numbers. */
void host_answer_rest(struct litmus_host *);
void host_show_answers(const struct litmus_host *, const char *name, struct model_external_binding *);

#endif
