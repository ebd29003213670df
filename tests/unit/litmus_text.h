/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_text.h - a litmus test given as a string, for the tests of the
 * litmus front end. */
#ifndef MURRELET_TEST_LITMUS_TEXT_H
#define MURRELET_TEST_LITMUS_TEXT_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "litmus/machine_program.h"
#include "litmus/parse.h"
#include "litmus/print.h"

struct litmus_text {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct litmus_test *test; /* NULL if refused */
    char *said;
};

static inline struct litmus_text litmus_read(const char *text)
{
    struct litmus_text t = {.arena = arena_new()};
    t.diagnostics = diagnostics_new(t.arena);
    t.test = litmus_parse(t.arena, t.diagnostics, source_from_text(t.arena, "t.litmus", text));
    return t;
}

static inline const char *litmus_says(struct litmus_text *t)
{
    size_t size;
    if (t->said)
        return t->said;
    FILE *stream = open_memstream(&t->said, &size);
    diagnostics_print(t->diagnostics, stream, 0);
    fclose(stream);
    return t->said;
}

static inline void litmus_free(struct litmus_text *t)
{
    free(t->said);
    arena_free(t->arena);
}

/* Refused, with `place` ("line:column") and `words` in what is said. */
static inline void litmus_refuses(const char *text, const char *place, const char *words)
{
    struct litmus_text t = litmus_read(text);
    char *where = arena_format(t.arena, "t.litmus:%s: error: ", place);
    cr_expect_null(t.test, "accepted:\n%s", text);
    cr_expect(strstr(litmus_says(&t), where), "no error at %s:\n%s", place, litmus_says(&t));
    cr_expect(strstr(litmus_says(&t), words), "not '%s':\n%s", words, litmus_says(&t));
    litmus_free(&t);
}

/* Accepted; the caller frees. */
static inline struct litmus_text litmus_accepts(const char *text)
{
    struct litmus_text t = litmus_read(text);
    cr_assert_not_null(t.test, "refused:\n%s\n%s", text, litmus_says(&t));
    return t;
}

/* A test of one row per thread, with a scope tree: to hold the rest constant. */
#define ONE_THREAD(cell) "LISA t\n{ x=0; }\n P0 ;\n " cell " ;\nscopes: (wg 0)\nexists (x=0)\n"
#define TWO_THREADS "LISA t\n{ x=0; y=0; }\n P0 | P1 ;\n w[na] x 1 | r[na] r1 x ;\n"

#endif
