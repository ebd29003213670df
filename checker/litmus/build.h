/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * build.h - what the parsers of all dialects share: making a test.
 *
 * While a test is built its registers and watches are numbered in order of
 * first appearance; build_finish() gives them their final order (program.h)
 * and renumbers all that refers to them.
 */
#ifndef MURRELET_LITMUS_BUILD_H
#define MURRELET_LITMUS_BUILD_H

#include "lexer.h"
#include "program.h"

struct builder {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct source *source;
    struct litmus_test *test;
    /* A branch's label until all are known: by thread, then in code order. */
    struct build_goal *goals;
    unsigned goal_count;
    bool scopes_seen;
};

struct build_goal {
    unsigned thread, instruction;
    const char *label;
    struct place place;
};

void build_error(struct builder *, struct place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Note that a name stands there; build_location() and the like do, so for what they find. */
void build_name(const struct builder *, enum litmus_named, int thread, int64_t number, struct place);

/* The numbers of things, made at their first appearance; -1 with an error if
 * there are too many, or the thread does not exist. */
int build_location(struct builder *, const char *name, unsigned length, struct place);
int build_register(struct builder *, unsigned thread, int64_t number, struct place);
/* Registers that are a thread's variables, by their names: one that is r and a number is that register, others
 * have numbers from the first constant on.  build_find_named_register() is -1 where there is none. */
enum { BUILD_NAMED_REGISTER = 500000, BUILD_TEMPORARY_REGISTER = 600000 };
int build_named_register(struct builder *, unsigned thread, const struct litmus_token *);
int build_find_named_register(const struct builder *, unsigned thread, const struct litmus_token *);
/* build_array.c.  The register that holds an address which an access computes; no test can name it. */
enum { BUILD_ADDRESS_REGISTER = 1000000 };
int build_address_register(struct builder *, unsigned thread);
/* Another such, for an operation within an operation: its number is higher. */
int build_nested_register(struct builder *, unsigned thread);
/* So many locations NAME[0], NAME[1], ...; false after an error. */
bool build_array(struct builder *, const struct litmus_token *name, int64_t size);
/* NAME or NAME[NUMBER] there, where NAME alone is an array's first element; -1 after an error. */
int build_location_name(struct builder *, struct litmus_lexer *);
struct litmus_value build_address(const struct builder *, int location);
int build_watch(struct builder *, int thread, int index, bool observed);
/* Whether a name is r0, r1, ... (with `%` before it where a dialect writes so). */
bool build_register_name(const struct litmus_token *, int64_t *number);
bool build_processor_name(const struct litmus_token *, int64_t *number);
/* Whether a name is that letter and a number. */
bool build_lettered_name(const struct litmus_token *, char letter, int64_t *number);

void build_threads(struct builder *, unsigned count);
/* NULL, with an error, if the thread's code is too long. */
struct litmus_instruction *build_instruction(struct builder *, unsigned thread, enum litmus_instruction_kind, struct place);
void build_label(struct builder *, unsigned thread, const struct litmus_token *);
void build_goal_of(struct builder *, unsigned thread, const struct litmus_instruction *, const struct litmus_token *);

/* Resolve labels, refuse loops without an access, complete scopes and layout,
 * and put registers and watches into their final order. */
void build_finish(struct builder *);
/* Only the last of these, after something was added to a finished test. */
void build_renumber(struct arena *, struct litmus_test *);


/* The conditions of all dialects: proposition at `lexer`, watching observed
 * or unobserved things.  NULL after an error. */
struct litmus_proposition *build_proposition(struct builder *, struct litmus_lexer *, bool observed);
/* A location `x`, `[x]` or register `1:r0` there. */
bool build_state_name(struct builder *, struct litmus_lexer *, int *thread, int *index);

#endif
