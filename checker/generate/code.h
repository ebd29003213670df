/* SPDX-License-Identifier: BSD-2-Clause */
/* code.h - the accesses of a litmus test, for read.c: straight code alone. */
#ifndef MURRELET_GENERATE_CODE_H
#define MURRELET_GENERATE_CODE_H

#include "../litmus/program.h"
#include "vocabulary.h"

/* An access of the cycle, and what lies between it and the next of its thread. */
struct code_event {
    unsigned thread, location;
    const struct litmus_instruction *instruction;
    enum access_order order;
    enum access_scope scope, fence_scope;
    enum access_dependency dependency;
    enum access_fence fence;
    enum access_prelude prelude;
    bool stores_number;   /* what it stores, or adds, is a number */
    int64_t number;
    int64_t guarded_by;   /* CTRL: the value that the next access is made with */
};

struct code_of_test {
    struct code_event events[CYCLE_EDGES];
    unsigned count, first[CYCLE_THREADS + 1];
    /* By location: the one it is beside in its line, if a thread stores to it alone and it is used nowhere else; or -1. */
    int beside[LITMUS_MAX_LOCATIONS];
};

/* NULL, or why not. */
const char *code_read(const struct litmus_test *, struct code_of_test *out);

#endif
