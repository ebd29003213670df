/* SPDX-License-Identifier: BSD-2-Clause */
/* path.h - a path of a thread, and the paths of all; paths.h says what they are for. */
#ifndef MURRELET_AXIOMS_PATH_H
#define MURRELET_AXIOMS_PATH_H

#include "../litmus/program.h"

/* An access or a fence of an execution. */
struct race_action {
    int thread;
    unsigned at; /* the instruction */
    enum litmus_instruction_kind kind;
    enum litmus_order order;
    enum litmus_level level;
    int location;        /* whose memory it is; -1 for a fence */
    int address;         /* by which it was reached: the location, but for aliases */
    int64_t id, quorum;  /* of a barrier */
    bool reads, writes;
    bool open;           /* what it reads is any value that its location has: `read` does not say */
    struct litmus_value read, written;
};

/* Each set is of earlier events of the path that read. */
struct path_event {
    struct race_action action;
    uint32_t address, data, control; /* on which its address depends, its value (an RMW's own read too), the branches before it */
};

/* How a path ends.  Only paths that are asked for with `endless` end otherwise than at the thread's end. */
enum path_end {
    PATH_ENDS,
    PATH_SPINS,   /* it came to where it was before, and nothing has changed: the events from `spin` on happen again and again */
    PATH_REPEATS, /* as PATH_SPINS, but memory changes: the events from `spin` on are those before them once more */
    PATH_WAITS,   /* at a barrier, which is its last event */
    PATH_STOPS,   /* the thread takes no more steps, though it could */
    PATH_IS_CUT,  /* at a back edge, by the bound */
};

struct path {
    struct path_event *events;
    unsigned count;
    struct litmus_value *registers;
    int *opened;   /* by register: the event whose open value it ends with; -1: `registers` has it */
    enum path_end end;
    unsigned spin; /* PATH_SPINS, PATH_REPEATS */
    bool still;    /* PATH_REPEATS: but memory does not change, and PATH_SPINS says as much where nobody else changes it for ever */
};

struct path_options {
    unsigned unroll;
    /* A location whose writes are computed from reads may also have the values
     * that the condition names: for models that let a value come out of thin air. */
    bool guess;
    /* The value of a load stays open where its thread does not go on with it (live.h). */
    bool open;
    /* What a thread may do for ever too (path_loops.h): paths of all ends.  `stops`: PATH_STOPS among them. */
    bool endless, stops;
};

struct paths {
    const struct litmus_test *test;
    struct path *of[LITMUS_MAX_THREADS];
    unsigned count[LITMUS_MAX_THREADS];
    bool unrolled; /* a path was cut at a back edge */
    struct path_values *values;                   /* by location */
    struct path_traffic *traffic[LITMUS_MAX_THREADS]; /* [path * locations + location] */
    uint64_t *may_give;                           /* [thread * locations + location] */
};

#endif
