/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lexer.c - tokens of a cat file.  A name may hold `-` and `.`, so `po-loc` is
 * one; `^-1` is one token, so the `-` of an inverse begins no name.
 */
#include "syntax.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {
    "let", "rec", "and", "in", "include", "show", "unshow", "acyclic", "irreflexive", "empty", "flag",
    "undefined_unless", "as",
    /* of herd alone: refused by name */
    "procedure", "call", "with", "from", "forall", "do", "end", "match", "if", "then", "else", "try", "fun", "enum",
    "instructions", "default",
};

static char peek(const struct cat_lexer *l, unsigned ahead)
{
    unsigned at = l->place.end + ahead;
    return at < l->source->length ? l->source->text[at] : 0;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

/* Past a comment whose opening is `open` characters long, to the end of `close`. */
static void skip_comment(struct cat_lexer *l, unsigned open, const char *close)
{
    const char *text = l->source->text + l->place.end, *end = strstr(text + open, close);
    if (!end) {
        diagnostics_add(l->diagnostics, SEVERITY_ERROR,
                        (struct place){l->source, l->place.end, l->place.end + open}, NULL, "this comment does not end");
        l->place.end = l->source->length;
        return;
    }
    l->place.end += (unsigned)(end - text) + (unsigned)strlen(close);
}

static void skip_line(struct cat_lexer *l)
{
    while (peek(l, 0) && peek(l, 0) != '\n')
        l->place.end++;
}

static void skip_blank(struct cat_lexer *l)
{
    for (;;) {
        if (isspace((unsigned char)peek(l, 0)))
            l->place.end++;
        else if (peek(l, 0) == '(' && peek(l, 1) == '*')
            skip_comment(l, 2, "*)");
        else if (peek(l, 0) == '/' && peek(l, 1) == '*')
            skip_comment(l, 2, "*/");
        else if (peek(l, 0) == '#' || (peek(l, 0) == '/' && peek(l, 1) == '/'))
            skip_line(l);
        else
            return;
    }
}

static void take_string(struct cat_lexer *l)
{
    const char *text = l->source->text + l->place.end + 1, *end = strchr(text, '"');
    l->kind = CAT_TOKEN_STRING;
    l->place.start++;
    if (end) {
        l->place.end = (unsigned)(end - l->source->text);
        return;
    }
    l->kind = CAT_TOKEN_WRONG;
    l->place.end = l->place.start;
    diagnostics_add(l->diagnostics, SEVERITY_ERROR, l->place, NULL, "this string does not end");
    l->place.end = l->source->length;
}

static void take_name(struct cat_lexer *l)
{
    l->kind = CAT_TOKEN_NAME;
    while (in_name(peek(l, 0)))
        l->place.end++;
    for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (cat_lexer_is(l, keywords[i]))
            l->kind = CAT_TOKEN_KEYWORD;
}

static void take_symbol(struct cat_lexer *l)
{
    l->symbol = peek(l, 0);
    l->place.end++;
    l->kind = CAT_TOKEN_SYMBOL;
    if (l->symbol == '^' && peek(l, 0) == '-' && peek(l, 1) == '1') {
        l->place.end += 2;
        l->kind = CAT_TOKEN_INVERSE;
    } else if (!strchr("()[]{},;|&\\*+?~=0_", l->symbol)) {
        l->kind = CAT_TOKEN_WRONG;
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, l->place, NULL, "nothing in cat is written so");
    }
}

void cat_lexer_next(struct cat_lexer *l)
{
    if (l->kind == CAT_TOKEN_STRING)
        l->place.end++; /* its closing quote */
    skip_blank(l);
    l->place.start = l->place.end;
    char c = peek(l, 0);
    if (!c)
        l->kind = CAT_TOKEN_END;
    else if (c == '"')
        take_string(l);
    else if (isalpha((unsigned char)c) || (c == '_' && in_name(peek(l, 1))) || (c == '\'' && in_name(peek(l, 1)))) {
        l->place.end++;
        take_name(l);
    } else
        take_symbol(l);
}

void cat_lexer_start(struct cat_lexer *l, const struct source *source, struct diagnostics *diagnostics)
{
    *l = (struct cat_lexer){.source = source, .diagnostics = diagnostics, .place = {source, 0, 0}};
    cat_lexer_next(l);
}

bool cat_lexer_is(const struct cat_lexer *l, const char *word)
{
    unsigned length = l->place.end - l->place.start;
    return (l->kind == CAT_TOKEN_NAME || l->kind == CAT_TOKEN_KEYWORD) && strlen(word) == length &&
           !memcmp(l->source->text + l->place.start, word, length);
}

bool cat_lexer_at(const struct cat_lexer *l, char symbol)
{
    return l->kind == CAT_TOKEN_SYMBOL && l->symbol == symbol;
}
