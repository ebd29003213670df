/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * columns.h - what PTX and Vulkan share, whose threads stand side by side:
 *
 *     program = head row+
 *     head    = place ("|" place)* ";"
 *     row     = cell ("|" cell)* ";"        cell = (label ":")* instruction?
 *
 * An instruction's name is words joined by dots: `ld.acquire.gpu`.  A dialect
 * gives the forms that it knows by their first word, and the words of a place.
 */
#ifndef MURRELET_LITMUS_COLUMNS_H
#define MURRELET_LITMUS_COLUMNS_H

#include "build.h"

/* A word and what it stands for; a table of them ends with one without a text. */
struct columns_word {
    const char *text;
    int value;
};

/* An instruction's name in its parts. */
enum { COLUMNS_WORDS = 14 };
struct mnemonic {
    struct place place;
    const char *text;
    unsigned length;
    struct {
        const char *text;
        unsigned length;
    } word[COLUMNS_WORDS];
    unsigned count; /* COLUMNS_WORDS + 1: too many */
};

struct columns {
    struct builder *builder;
    struct litmus_lexer lexer;
    const struct columns_dialect *dialect;
    unsigned thread;
};

struct columns_form {
    const char *word;
    bool (*read)(struct columns *, const struct mnemonic *);
};

struct columns_dialect {
    const char *known;                /* the instructions there are, for a hint */
    const struct columns_form *forms; /* the last has no word */
    const struct columns_word *place; /* by rising level, the numbers of each within the next */
};

/* The program lies at bytes [from, to). */
void columns_parse(struct builder *, const struct columns_dialect *, unsigned from, unsigned to);
/* place = "P0" "@" WORD n ("," WORD n)*, of the next thread. */
bool columns_place(struct builder *, struct litmus_lexer *, const struct columns_word *levels, unsigned thread,
                   int64_t (*numbers)[LITMUS_LEVELS]);

/* What word `i` of a name stands for in a table; -1: it is not in it. */
int columns_word(const struct mnemonic *, unsigned i, const struct columns_word *table);
bool columns_refuse(struct columns *, const struct mnemonic *);
struct litmus_instruction *columns_instruction(struct columns *, const struct mnemonic *, enum litmus_instruction_kind);

/* Operands; each is false, or NULL, after an error. */
bool columns_comma(struct columns *);
bool columns_register(struct columns *, int *reg);
bool columns_value(struct columns *, struct litmus_operand *);    /* a constant or a register */
bool columns_location(struct columns *, struct litmus_operand *);
bool columns_stored(struct columns *, struct litmus_instruction *); /* what an RMW stores, after its operator */
bool columns_barrier(struct columns *, struct litmus_instruction *, bool arrives);
/* reg "," (constant: a move | location) */
bool columns_loaded(struct columns *, struct litmus_instruction *);

/* Forms of any dialect: ("add" | "sub" | ...) reg "," value "," value; ("beq" | ...) value "," value "," label;
 * "goto" label. */
bool columns_arithmetic(struct columns *, const struct mnemonic *);
bool columns_branch(struct columns *, const struct mnemonic *);
bool columns_goto(struct columns *, const struct mnemonic *);
#define COLUMNS_FORMS \
    {"add", columns_arithmetic}, {"sub", columns_arithmetic}, {"mul", columns_arithmetic}, {"div", columns_arithmetic}, \
    {"and", columns_arithmetic}, {"or", columns_arithmetic}, {"xor", columns_arithmetic}, {"min", columns_arithmetic}, \
    {"max", columns_arithmetic}, {"beq", columns_branch}, {"bne", columns_branch}, {"blt", columns_branch}, \
    {"ble", columns_branch}, {"bgt", columns_branch}, {"bge", columns_branch}, {"goto", columns_goto}

/* The operators of read-modify-writes by their names. */
extern const struct columns_word columns_operators[];

#endif
