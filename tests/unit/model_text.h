/* SPDX-License-Identifier: BSD-2-Clause */
/* model_text.h - a model given as a string, parsed and checked, for the tests
 * of the front end. */
#ifndef MURRELET_TEST_MODEL_TEXT_H
#define MURRELET_TEST_MODEL_TEXT_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "murphi/types.h"

struct model_text {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct program *program;
    bool good;      /* parsed and checked without errors */
    char *said;     /* what the diagnostics print, once model_says was called */
};

static inline struct model_text model_check_with(const char *text, enum dialect dialect,
                                                 struct constant_override *overrides, unsigned count)
{
    struct model_text m = {.arena = arena_new()};
    m.diagnostics = diagnostics_new(m.arena);
    m.program = parse_program(m.arena, m.diagnostics, source_from_text(m.arena, "m", text), dialect);
    m.good = !diagnostics_errors(m.diagnostics)
          && types_check(m.arena, m.diagnostics, m.program, dialect, overrides, count);
    return m;
}

static inline struct model_text model_check(const char *text)
{
    return model_check_with(text, DIALECT_RUMUR, NULL, 0);
}

/* All diagnostics as the user would see them. */
static inline const char *model_says(struct model_text *m)
{
    size_t size;
    if (m->said)
        return m->said;
    FILE *stream = open_memstream(&m->said, &size);
    diagnostics_print(m->diagnostics, stream, 0);
    fclose(stream);
    return m->said;
}

static inline void model_free(struct model_text *m)
{
    free(m->said);
    arena_free(m->arena);
}

/* The model is accepted. */
static inline void model_accepts(const char *text)
{
    struct model_text m = model_check(text);
    cr_expect(m.good, "refused:\n%s\n%s", text, model_says(&m));
    model_free(&m);
}

/* The model is refused, and the errors contain this text (place included). */
static inline void model_refuses(const char *text, const char *message)
{
    struct model_text m = model_check(text);
    cr_expect(!m.good, "accepted, but should say '%s':\n%s", message, text);
    cr_expect(strstr(model_says(&m), message), "should say '%s':\n%s\n%s", message, text, model_says(&m));
    model_free(&m);
}

#endif
