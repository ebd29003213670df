/* SPDX-License-Identifier: BSD-2-Clause */
/* small_model.h - a model in a string, compiled, and what it emitted. */
#ifndef MURRELET_TEST_SMALL_MODEL_H
#define MURRELET_TEST_SMALL_MODEL_H

#include "base/arena.h"
#include "codegen/compile.h"
#include "murphi/types.h"

enum { SMALL_EMITTED = 512 };

struct small_model {
    struct arena *arena;
    struct program *program;
    struct compiled *compiled;
    const struct model *model;
    struct expansion x;
    uint64_t emitted[SMALL_EMITTED][16], instances[SMALL_EMITTED];
    int moved[SMALL_EMITTED];
    unsigned emitted_count;
    uint32_t violated[64];
    enum model_where where[64];
    unsigned violated_count;
    uint64_t source[16];
};

/* The program alone; the test fails where it has errors. */
struct program *small_program(struct arena *, const char *text);
/* Compiled with the options given (NULL: -O0, no cache). */
struct small_model *small_model(const char *text, const struct compile_options *);
void small_free(struct small_model *);
/* Forget what was emitted and violated. */
void small_clear(struct small_model *);
/* Start instance 0 becomes the source. */
void small_start(struct small_model *);
/* The nth emitted state becomes the source. */
void small_step(struct small_model *, unsigned emitted);
int64_t small_leaf(struct small_model *, const uint64_t *packed, unsigned leaf);

#endif
