/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * coverage.h - which points of a model a search comes to: code that notes them.
 *
 * A point is a branch of a statement, or a value of a variable in some state that is
 * visited.  A variable's place in the state has its indices left out, `cache[*].state`: so what
 * is met does not hang on which of several symmetric states stands for them.  Each work place
 * has a byte for each point, which nobody else writes; who gives a work place up adds what it
 * met to the bytes of the shared object (model.leave).
 *
 * What is met because another point is has no code: where a block goes on to a statement that
 * branches, the block was entered if one of the branches was taken, and who leaves or fails
 * before that notes it there; and likewise a condition without else was false where what follows
 * branches, and nothing comes there that found it true.  A loop over a constant range that is
 * not empty has one branch, its body.  `links` say so.
 */
#ifndef MURRELET_COVERAGE_H
#define MURRELET_COVERAGE_H

#include "../base/arena.h"
#include "../base/text.h"
#include "../murphi/types.h"

/* A way is a branch that nobody is told of: of a switch, that it had no case. */
enum coverage_kind { COVERAGE_BRANCH, COVERAGE_VALUE, COVERAGE_WAY };

struct coverage_point {
    enum coverage_kind kind;
    struct place place;      /* of a value: of the variable */
    const char *what;        /* "it is true", "the body"; the path of a value's variable */
    const char *value;       /* of a value its name; NULL: Undefined */
};

/* Where `from` is met so is `to`. */
struct coverage_link {
    unsigned from, to;
};

struct coverage {
    struct arena *arena;
    struct coverage_point *points; /* by the number of their bytes */
    unsigned count;
    unsigned paths;          /* of variables with values */
    struct coverage_link *links;
    unsigned link_count;
};

/* As codegen_program, with the points, which are listed. */
void codegen_covered(struct text *out, const struct program *, struct coverage *);
/* By point, whether it was met: noted in the bytes of compiled_covered(), or by what was. */
unsigned char *coverage_met(const struct coverage *, const unsigned char *bytes);
/* What the searches of a compiled model came to.  `met` may say of a cover that it is not to be listed. */
enum { COVERAGE_LEFT_OUT = 2 };
struct covered {
    const struct coverage *points;
    const unsigned char *bytes;       /* compiled_covered() */
    const unsigned char *fired, *met; /* by rule; by property, of covers */
};
/* The name of the bytes in the shared object: one for each point, and one more. */
#define COVERAGE_BYTES "murrelet_covered"

#endif
