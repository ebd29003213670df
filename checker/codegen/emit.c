/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emit.c - lines, blocks and names of the generated file.
 */
#include "codegen_private.h"

#include <stdarg.h>

#include "../base/arena.h"

static void indented(struct gen *gen, const char *format, va_list list)
{
    text_format(gen->out, "%*s", 4 * gen->indent, "");
    text_vformat(gen->out, format, list);
}

void gen_line(struct gen *gen, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    indented(gen, format, list);
    va_end(list);
    text_char(gen->out, '\n');
}

/* A block; outside functions the brace stands on its own line. */
void gen_open(struct gen *gen, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t before = gen->out->length;
    indented(gen, format, list);
    va_end(list);
    bool bare = gen->out->length == before + 4 * (size_t)gen->indent;
    text_put(gen->out, gen->indent == 0 ? "\n{\n" : bare ? "{\n" : " {\n");
    gen->indent++;
}

void gen_close(struct gen *gen)
{
    gen->indent--;
    gen_line(gen, "}");
}

void gen_blank(struct gen *gen)
{
    text_char(gen->out, '\n');
}

const char *gen_fresh(struct gen *gen, const char *stem)
{
    return arena_format(gen->arena, "%s_%u", stem, gen->fresh++);
}

const char *gen_c_string(struct gen *gen, const char *string)
{
    if (!string)
        return "NULL";
    struct text text = {0};
    text_char(&text, '"');
    for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_format(&text, "\\%c", *c);
        else if (*c < 32 || *c > 126 || *c == '?')
            text_format(&text, "\\%03o", *c);
        else
            text_char(&text, (char)*c);
    }
    text_char(&text, '"');
    const char *copy = arena_text(gen->arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

const char *gen_routine_name(struct gen *gen, const struct routine *routine)
{
    return arena_format(gen->arena, "call_%s_%u", routine->name, routine->id);
}

unsigned gen_external_number(const struct gen *gen, const struct routine *routine)
{
    unsigned number = 0;
    for (unsigned i = 0; gen->program->routines[i] != routine; i++)
        number += gen->program->routines[i]->external;
    return number;
}
