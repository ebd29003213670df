/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_tokens.c - the current token, what is missing there, and the small
 * things that declarations and statements have in common.
 */
#include "parser_private.h"

enum { DEPTH_LIMIT = 200 /* of blocks and parentheses within each other */ };

const struct slicc_token *slicc_ahead(const struct slicc_parser *p, unsigned by)
{
    unsigned last = p->tokens.count - 1;
    return &p->tokens.list[last - p->at < by ? last : p->at + by];
}

bool slicc_at(const struct slicc_parser *p, enum slicc_token_kind kind)
{
    return !p->panic && slicc_ahead(p, 0)->kind == kind;
}

bool slicc_at_word(const struct slicc_parser *p, const char *word)
{
    return slicc_at(p, SLICC_WORD) && !strcmp(slicc_ahead(p, 0)->text, word);
}

struct place slicc_here(const struct slicc_parser *p)
{
    const struct slicc_token *token = slicc_ahead(p, 0);
    return (struct place){p->tokens.source, token->start, token->end};
}

struct place slicc_since(const struct slicc_parser *p, unsigned first)
{
    const struct slicc_token *last = &p->tokens.list[p->at > first ? p->at - 1 : first];
    return (struct place){p->tokens.source, p->tokens.list[first].start, last->end};
}

bool slicc_take(struct slicc_parser *p, enum slicc_token_kind kind)
{
    bool is = slicc_at(p, kind);
    if (is && kind != SLICC_END_OF_FILE)
        p->at++;
    return is;
}

bool slicc_take_word(struct slicc_parser *p, const char *word)
{
    bool is = slicc_at_word(p, word);
    p->at += is;
    return is;
}

static const char *describe(const struct slicc_parser *p)
{
    const struct slicc_token *token = slicc_ahead(p, 0);
    unsigned length = token->end - token->start;
    if (token->kind == SLICC_STRING || token->kind == SLICC_END_OF_FILE || length > 40)
        return slicc_token_kind_name(token->kind);
    return arena_format(p->arena, "'%.*s'", (int)length, p->tokens.source->text + token->start);
}

/* Where something is missing: at the current token, or, when that begins
 * another line, right after the one before. */
static struct place missing_place(const struct slicc_parser *p)
{
    struct place place = slicc_here(p);
    unsigned end = p->at ? p->tokens.list[p->at - 1].end : place.start;
    if (memchr(p->tokens.source->text + end, '\n', place.start - end))
        place.start = place.end = end;
    return place;
}

void slicc_fail(struct slicc_parser *p, const char *expected)
{
    if (!p->panic)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, missing_place(p), NULL, "expected %s, found %s", expected, describe(p));
    p->panic = true;
}

void slicc_expect(struct slicc_parser *p, enum slicc_token_kind kind, const char *where)
{
    if (!slicc_take(p, kind))
        slicc_fail(p, arena_format(p->arena, "%s%s", slicc_token_kind_name(kind), where));
}

bool slicc_enter(struct slicc_parser *p)
{
    if (++p->depth > DEPTH_LIMIT && !p->panic) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, slicc_here(p), NULL, "this is nested too deeply");
        p->panic = true;
    }
    return !p->panic;
}

void slicc_leave(struct slicc_parser *p)
{
    p->depth--;
}

struct slicc_name slicc_parse_name(struct slicc_parser *p, const char *what)
{
    struct slicc_name name = {"", slicc_here(p)};
    if (slicc_at(p, SLICC_WORD))
        name.text = slicc_ahead(p, 0)->text;
    if (!slicc_take(p, SLICC_WORD))
        slicc_fail(p, what);
    return name;
}

const char *slicc_parse_type(struct slicc_parser *p)
{
    const char *name = slicc_parse_name(p, "a type").text;
    while (slicc_at(p, SLICC_SCOPE) && slicc_ahead(p, 1)->kind == SLICC_WORD && slicc_take(p, SLICC_SCOPE))
        name = arena_format(p->arena, "%s::%s", name, slicc_parse_name(p, "a name").text);
    return name;
}

static struct slicc_pair parse_pair(struct slicc_parser *p)
{
    struct slicc_pair pair = {.place = slicc_here(p)};
    if (slicc_ahead(p, 0)->kind == SLICC_WORD && slicc_ahead(p, 1)->kind == SLICC_IS) {
        pair.key = slicc_parse_name(p, "a name").text;
        slicc_take(p, SLICC_IS);
    }
    const struct slicc_token *value = slicc_ahead(p, 0);
    pair.value = value->text;
    if (slicc_take(p, SLICC_NUMBER))
        pair.value = arena_format(p->arena, "%lld", (long long)value->number);
    else if (!slicc_take(p, SLICC_STRING) && !(pair.key && slicc_take(p, SLICC_WORD)))
        slicc_fail(p, pair.key ? "a value" : "a string, or NAME = VALUE");
    return pair;
}

struct slicc_pairs slicc_parse_pairs(struct slicc_parser *p)
{
    struct slicc_pairs pairs = {0};
    while (slicc_take(p, SLICC_COMMA)) {
        struct slicc_pair pair = parse_pair(p);
        ARENA_PUSH(p->arena, pairs.list, pairs.count, pair);
    }
    return pairs;
}

const char *slicc_pair(const struct slicc_pairs *pairs, const char *key)
{
    for (unsigned i = 0; i < pairs->count; i++)
        if (pairs->list[i].key && !strcmp(pairs->list[i].key, key))
            return pairs->list[i].value;
    return NULL;
}
