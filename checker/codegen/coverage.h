/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * coverage.h - which points of a model a search comes to: code that notes them.
 *
 * A point is a branch of a statement, or a value
 * of a variable in some state that is visited.  A variable's place in the state has its
 * indices left out, `cache[*].state`: so what is met does not hang on which of several
 * symmetric states stands for them.  The generated code has a byte for each point, and that
 * for each work place of its own, so that no thread waits for another one's.
 */
#ifndef MURRELET_COVERAGE_H
#define MURRELET_COVERAGE_H

#include "../base/arena.h"
#include "../base/text.h"
#include "../murphi/types.h"

enum coverage_kind { COVERAGE_BRANCH, COVERAGE_VALUE };

struct coverage_point {
    enum coverage_kind kind;
    struct place place;      /* of a value: of the variable */
    const char *what;        /* "it is true", "the body"; the path of a value's variable */
    const char *value;       /* of a value its name; NULL: Undefined */
};

struct coverage {
    struct arena *arena;
    struct coverage_point *points; /* by the number of their bytes */
    unsigned count;
    unsigned paths;          /* of variables with values */
};

/* As codegen_program, with the points, which are listed. */
void codegen_covered(struct text *out, const struct program *, struct coverage *);
/* The name of the bytes in the shared object: COVERAGE_PLACES times those of all points, and one more. */
/* What the searches of a compiled model came to.  `met` may say of a cover that it is not to be listed. */
enum { COVERAGE_LEFT_OUT = 2 };
struct covered {
    const struct coverage *points;
    const unsigned char *bytes;       /* compiled_covered() */
    const unsigned char *fired, *met; /* by rule; by property, of covers */
};
#define COVERAGE_BYTES "murrelet_covered"
enum { COVERAGE_PLACES = 512 };

#endif
