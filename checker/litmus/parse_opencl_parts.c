/* SPDX-License-Identifier: BSD-2-Clause */
/* parse_opencl_parts.c - words, instructions and labels of OpenCL C. */
#include <string.h>

#include "../base/arena.h"
#include "parse_opencl_private.h"

/* ---- words ---- */

struct place opencl_here(const struct opencl_reader *r)
{
    return r->lexer.token.place;
}

bool opencl_error(struct opencl_reader *r, struct place place, const char *hint, const char *message)
{
    if (r->lexer.token.kind != TOKEN_WRONG)
        build_error(r->builder, place, hint, "%s", message);
    return false;
}

int opencl_word(const struct opencl_reader *r, const struct opencl_word *table)
{
    for (; table->text; table++)
        if (litmus_lexer_is(&r->lexer, table->text))
            return table->value;
    return -1;
}

bool opencl_take(struct opencl_reader *r, const char *word)
{
    if (!litmus_lexer_is(&r->lexer, word))
        return false;
    litmus_lexer_next(&r->lexer);
    return true;
}

bool opencl_at_pair(const struct opencl_reader *r, const char *pair)
{
    return r->lexer.token.kind == TOKEN_PAIR && !memcmp(r->lexer.token.text, pair, 2);
}

const struct opencl_word opencl_qualifiers[] = {{"volatile", 0}, {"const", 0}, {"restrict", 0}, {"private", 0}, {"__private", 0}, {0}};
const struct opencl_word opencl_types[] = {{"int", 0}, {"uint", 0}, {"unsigned", 0}, {"signed", 0}, {"long", 0}, {"ulong", 0},
                                           {"short", 0}, {"ushort", 0}, {"char", 0}, {"uchar", 0}, {"bool", 0}, {"size_t", 0},
                                           {"intptr_t", 0}, {"uintptr_t", 0}, {0}};
const struct opencl_word opencl_atomic_types[] = {{"atomic_int", 0}, {"atomic_uint", 0}, {"atomic_long", 0}, {"atomic_ulong", 0},
                                                  {"atomic_size_t", 0}, {"atomic_intptr_t", 0}, {"atomic_uintptr_t", 0},
                                                  {"atomic_bool", 0}, {0}};
const struct opencl_word opencl_regions[] = {{"global", MARK_GLOBAL}, {"__global", MARK_GLOBAL}, {"local", MARK_LOCAL},
                                             {"__local", MARK_LOCAL}, {0}};

bool opencl_skip_type(struct opencl_reader *r)
{
    bool any = false;

    for (;; any = true) {
        if (opencl_word(r, opencl_qualifiers) < 0 && opencl_word(r, opencl_types) < 0 && opencl_word(r, opencl_atomic_types) < 0 && opencl_word(r, opencl_regions) < 0)
            return any;
        litmus_lexer_next(&r->lexer);
    }
}

/* ---- instructions and labels ---- */

struct litmus_instruction *opencl_emit(struct opencl_reader *r, enum litmus_instruction_kind kind, struct place place)
{
    return build_instruction(r->builder, r->thread, kind, place);
}

const char *opencl_new_label(struct opencl_reader *r, const char *what)
{
    return arena_format(r->builder->arena, "%s-%u", what, r->labels++);
}

static struct litmus_token as_token(const char *text, struct place place)
{
    return (struct litmus_token){.kind = TOKEN_NAME, .text = text, .length = (unsigned)strlen(text), .place = place};
}

void opencl_put_label(struct opencl_reader *r, const char *name)
{
    struct litmus_token token = as_token(name, opencl_here(r));
    build_label(r->builder, r->thread, &token);
}

bool opencl_jump(struct opencl_reader *r, const char *label, struct place place)
{
    struct litmus_instruction *i = opencl_emit(r, LITMUS_JUMP, place);
    struct litmus_token token = as_token(label, place);

    if (i)
        build_goal_of(r->builder, r->thread, i, &token);
    return i != NULL;
}

bool opencl_branch(struct opencl_reader *r, const struct litmus_expression *value, const char *label, struct place place)
{
    struct litmus_instruction *i = opencl_emit(r, LITMUS_BRANCH, place);
    struct litmus_token token = as_token(label, place);

    if (!i)
        return false;
    i->value = *value;
    build_goal_of(r->builder, r->thread, i, &token);
    return true;
}
