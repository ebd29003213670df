/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runtime_text.c - copies sections of runtime.c into a generated file.
 *
 * The text of runtime.c is part of this program.  Of a `#if FLAG` with a flag
 * of the generator only the side that holds for the model is copied, so that a
 * generated file has no line that does nothing.  runtime.c says what a section
 * is; each section stands there once, and a name that is not there is a bug.
 */
#include <string.h>

#include "../base/die.h"
#include "codegen_private.h"

extern const char runtime_text[], runtime_text_end[];
__asm__(".pushsection .rodata\n"
        ".global runtime_text\n"
        ".hidden runtime_text\n"
        "runtime_text:\n"
        ".incbin \"checker/codegen/runtime.c\"\n"
        ".global runtime_text_end\n"
        ".hidden runtime_text_end\n"
        "runtime_text_end:\n"
        ".byte 0\n"
        ".popsection\n");

/* Where a line of a section stands: outside of any `#if FLAG`, on the side of
 * one that is copied, or on the other. */
enum side { NONE, TAKEN, LEFT_OUT };

struct copying {
    struct gen *gen;
    enum side side;
    unsigned depth; /* how many conditions are open that are the compiler's */
};

static bool line_is(const char *line, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(line, text, length) == 0;
}

/* What comes after the line `section NAME`. */
static const char *find_section(const char *name)
{
    for (const char *at = runtime_text; (at = strstr(at, "\n/* section ")); at++) {
        const char *found = at + strlen("\n/* section ");
        size_t length = strlen(name);
        if (strncmp(found, name, length) == 0 && strncmp(found + length, " */\n", 4) == 0)
            return found + length + 4;
    }
    die("runtime.c has no section %s.", name);
}

/* The side that a line `#if FLAG` begins, or NONE where it is another line. */
static enum side side_of(const struct gen *gen, const char *line, size_t length)
{
    const struct { const char *line; bool holds; } flags[] = {
        {"#if HAS_GUARDS", gen->has_guards}, {"#if COUNTS_CALLS", gen->counts_calls}, {"#if IS_BOUND", gen->is_bound},
        {"#if IS_RANKED", gen_is_ranked(gen)}, {"#if IS_LARGE", gen_is_large(gen)},
        {"#if SORTS_MULTISETS", gen_sorts_multisets(gen)}, {"#if RENAMES", gen->element_count > 0}, {"#if IS_NOTED", gen_covers(gen)},
    };
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (line_is(line, length, flags[i].line))
            return flags[i].holds ? TAKEN : LEFT_OUT;
    return NONE;
}

/* Whether the line is one of a `#if FLAG`, which is decided here and not copied.  Flags do not nest. */
static bool decides(struct copying *copying, const char *line, size_t length)
{
    enum side begun = side_of(copying->gen, line, length);
    if (begun != NONE) {
        copying->side = begun;
        return true;
    }
    if (copying->depth > 0 || copying->side == NONE)
        return false;
    if (line_is(line, length, "#else")) {
        copying->side = copying->side == TAKEN ? LEFT_OUT : TAKEN;
        return true;
    }
    if (line_is(line, length, "#endif")) {
        copying->side = NONE;
        return true;
    }
    return false;
}

void gen_runtime(struct gen *gen, const char *section)
{
    struct copying copying = {.gen = gen};
    for (const char *line = find_section(section), *end;; line = end + 1) {
        end = strchr(line, '\n');
        size_t length = (size_t)(end - line);
        if (line_is(line, length, "/* end */"))
            break;
        if (decides(&copying, line, length))
            continue;
        if (strncmp(line, "#if", 3) == 0)
            copying.depth++;
        else if (line_is(line, length, "#endif"))
            copying.depth--;
        if (copying.side != LEFT_OUT)
            text_add(gen->out, line, length + 1);
    }
    text_char(gen->out, '\n');
}
