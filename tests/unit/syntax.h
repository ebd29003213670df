/* SPDX-License-Identifier: BSD-2-Clause */
/* syntax.h - what the tests of lexer, parser and layout share. */
#ifndef TEST_SYNTAX_H
#define TEST_SYNTAX_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "murphi/ast_dump.h"
#include "rewrite/format.h"
#include "murphi/lexer.h"

struct syntax {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct text text;
};

static inline struct syntax syntax_begin(void)
{
    struct syntax syntax = {.arena = arena_new()};
    syntax.diagnostics = diagnostics_new(syntax.arena);
    return syntax;
}

static inline void syntax_end(struct syntax *syntax)
{
    text_free(&syntax->text);
    arena_free(syntax->arena);
}

static inline struct source *syntax_source(struct syntax *syntax, const char *text)
{
    return source_from_text(syntax->arena, "test.m", text);
}

/* What the diagnostics print, without colour. */
static inline char *syntax_said(struct syntax *syntax)
{
    char *buffer = NULL;
    size_t length;
    FILE *file = open_memstream(&buffer, &length);
    diagnostics_print(syntax->diagnostics, file, 0);
    fclose(file);
    char *said = arena_text(syntax->arena, buffer, length);
    free(buffer);
    return said;
}

#endif
