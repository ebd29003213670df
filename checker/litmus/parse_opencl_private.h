/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_opencl_private.h - what statements and expressions of OpenCL C share.
 *
 * A thread's variables are registers that have names (build_named_register()).  An
 * operation within an expression leaves its result in a temporary register, which
 * lives as long as the statement.
 */
#ifndef MURRELET_LITMUS_PARSE_OPENCL_PRIVATE_H
#define MURRELET_LITMUS_PARSE_OPENCL_PRIVATE_H

#include "build.h"

/* What a word stands for; a table of them ends with one without a text. */
struct opencl_word {
    const char *text;
    int value;
};

/* A pointer that a thread is given: the location of its name. */
struct opencl_parameter {
    const char *name;
    unsigned length;
    int location;
};

struct opencl_reader {
    struct builder *builder;
    struct litmus_lexer lexer;
    unsigned thread;
    bool (*call)(struct opencl_reader *, struct litmus_expression *); /* opencl_call(), which reads expressions in its turn */
    struct opencl_parameter *parameters;
    unsigned parameter_count;
    unsigned temporaries;           /* in use by this statement */
    unsigned labels;                /* of our own, so far */
    const char *leave, *again;      /* where `break` and `continue` go, or NULL */
    bool returns;                   /* some statement goes to the thread's end */
    bool declared[LITMUS_MAX_LOCATIONS];
    unsigned depth;                 /* of blocks and parentheses */
};

enum { OPENCL_DEEPEST = 100 }; /* a fuzzer's input must not end the stack */

/* ---- parse_opencl_parts.c ---- */

struct place opencl_here(const struct opencl_reader *);
bool opencl_error(struct opencl_reader *, struct place, const char *hint, const char *message);
/* The value of the word that comes next, or -1. */
int opencl_word(const struct opencl_reader *, const struct opencl_word *table);
/* The word itself is next: skip it. */
bool opencl_take(struct opencl_reader *, const char *word);
/* Two characters are next, as one token. */
bool opencl_at_pair(const struct opencl_reader *, const char *pair);
/* Skip all words of types, regions and qualifiers; false: there are none. */
bool opencl_skip_type(struct opencl_reader *);
extern const struct opencl_word opencl_qualifiers[], opencl_types[], opencl_atomic_types[], opencl_regions[];
/* Append an instruction; NULL after an error. */
struct litmus_instruction *opencl_emit(struct opencl_reader *, enum litmus_instruction_kind, struct place);

/* A label of our own: no name of C has a `-`. */
const char *opencl_new_label(struct opencl_reader *, const char *what);
void opencl_put_label(struct opencl_reader *, const char *name);
/* To the label, always, and where the value is true. */
bool opencl_jump(struct opencl_reader *, const char *label, struct place);
bool opencl_branch(struct opencl_reader *, const struct litmus_expression *, const char *label, struct place);

/* ---- parse_opencl_expression.c ---- */

/* A value, whose last operation is not done yet. */
bool opencl_expression(struct opencl_reader *, struct litmus_expression *);
/* The same in a register or as a constant. */
bool opencl_operand(struct opencl_reader *, const struct litmus_expression *, struct litmus_operand *);
/* What is false where the value is true. */
bool opencl_opposite(struct opencl_reader *, struct litmus_expression *);
/* A register for what an operation makes, which no test can name. */
bool opencl_temporary(struct opencl_reader *, struct litmus_operand *);
bool opencl_move(struct opencl_reader *, int reg, const struct litmus_expression *, struct place);
/* Put a value in a variable: the same, or what the last access reads goes there at once. */
bool opencl_assign(struct opencl_reader *, int reg, const struct litmus_expression *, struct place);
/* An access that orders nothing. */
void opencl_plain(struct litmus_instruction *);
/* "*" unary there, and a value there: an address. */
bool opencl_pointer(struct opencl_reader *, struct litmus_operand *address);
bool opencl_address(struct opencl_reader *, struct litmus_operand *address);
/* The variable of that name, or -1. */
int opencl_variable(const struct opencl_reader *, const struct litmus_token *);

/* ---- parse_opencl_call.c ---- */

/* A call of a function that orders or accesses memory, at its name; false after an error. */
bool opencl_call(struct opencl_reader *, struct litmus_expression *value);
/* "B1" ":" "barrier" "(" ... ")", at the name of the function. */
bool opencl_barrier(struct opencl_reader *, int64_t instance);

#endif
