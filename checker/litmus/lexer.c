/* SPDX-License-Identifier: BSD-2-Clause */
/* lexer.c - see lexer.h. */
#include "lexer.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

static struct place span(const struct litmus_lexer *lexer, unsigned from, unsigned to)
{
    return (struct place){lexer->source, from, to};
}

static unsigned char at_byte(const struct source *source, unsigned at, unsigned end)
{
    return at < end ? (unsigned char)source->text[at] : 0;
}

/* The end of the comment that starts at `at`; comments nest.  `end` and
 * *closed false if it is never closed. */
static unsigned comment_end(const struct source *source, unsigned at, unsigned end, bool *closed)
{
    unsigned depth = 0;

    while (at < end) {
        if (source->text[at] == '(' && at_byte(source, at + 1, end) == '*') {
            depth++;
            at += 2;
        } else if (source->text[at] == '*' && at_byte(source, at + 1, end) == ')') {
            at += 2;
            if (--depth == 0)
                return at;
        } else {
            at++;
        }
    }
    *closed = false;
    return end;
}

unsigned litmus_skip_blank(const struct source *source, unsigned at, unsigned end, int64_t *unclosed)
{
    for (;;) {
        while (at < end && isspace((unsigned char)source->text[at]))
            at++;
        if (at + 1 >= end || source->text[at] != '(' || source->text[at + 1] != '*')
            return at;
        bool closed = true;
        unsigned start = at;
        at = comment_end(source, at, end, &closed);
        if (!closed && unclosed)
            *unclosed = start;
    }
}

unsigned litmus_skip_c(const struct source *source, unsigned at, unsigned end, int64_t *unclosed)
{
    for (;;) {
        while (at < end && isspace((unsigned char)source->text[at]))
            at++;
        if (at + 1 >= end || source->text[at] != '/' || (source->text[at + 1] != '/' && source->text[at + 1] != '*'))
            return at;
        bool line = source->text[at + 1] == '/';
        unsigned start = at;
        const char *found = strstr(source->text + at + 2, line ? "\n" : "*/");
        at = found && found < source->text + end ? (unsigned)(found - source->text) + (line ? 1 : 2) : end;
        if (at == end && !line && unclosed && !(found && found + 2 == source->text + end))
            *unclosed = start;
    }
}

static bool name_start(enum litmus_lexis lexis, unsigned char byte)
{
    if (isalpha(byte))
        return true;
    switch (lexis) {
    case LEXIS_CODE: return false;
    case LEXIS_STATE: return byte == '_' || byte == '.' || byte == '$';
    case LEXIS_PTX: return byte == '_' || byte == '%';
    case LEXIS_C: return byte == '_';
    }
    return false;
}

static bool name_byte(enum litmus_lexis lexis, unsigned char byte)
{
    if (isalnum(byte) || byte == '_')
        return true;
    switch (lexis) {
    case LEXIS_CODE: return byte == '/' || byte == '-';
    case LEXIS_STATE: return byte == '/' || byte == '.' || byte == '$' || byte == '-';
    case LEXIS_PTX: return byte == '.';
    case LEXIS_C: return false;
    }
    return false;
}

/* A name takes a `/` only if no `\` follows: that is the conjunction. */
static unsigned name_end(const struct litmus_lexer *lexer, unsigned at)
{
    while (name_byte(lexer->lexis, at_byte(lexer->source, at, lexer->end)) &&
           !(lexer->source->text[at] == '/' && at_byte(lexer->source, at + 1, lexer->end) == '\\'))
        at++;
    return at;
}

static int digit_value(unsigned char byte)
{
    if (isdigit(byte))
        return byte - '0';
    return isxdigit(byte) ? tolower(byte) - 'a' + 10 : 99;
}

/* The largest that a number may be before its sign: one in hexadecimal may be any 64 bits. */
static uint64_t largest(bool negative, int base)
{
    return negative ? UINT64_C(1) << 63 : base == 16 ? UINT64_MAX : (uint64_t)INT64_MAX;
}

static void read_number(struct litmus_lexer *lexer)
{
    struct litmus_token *token = &lexer->token;
    unsigned start = lexer->at, at = start;
    int base = 10;
    bool fits = true, negative = false;
    uint64_t value = 0;

    if (lexer->source->text[at] == '-') {
        negative = true;
        at++;
    }
    if (lexer->source->text[at] == '0' && at_byte(lexer->source, at + 1, lexer->end) == 'x' &&
        digit_value(at_byte(lexer->source, at + 2, lexer->end)) < 16) {
        base = 16;
        at += 2;
    }
    for (int digit; (digit = digit_value(at_byte(lexer->source, at, lexer->end))) < base; at++) {
        fits = fits && value <= (UINT64_MAX - (uint64_t)digit) / (uint64_t)base;
        value = value * (uint64_t)base + (uint64_t)digit;
    }
    lexer->at = at;
    token->kind = TOKEN_NUMBER;
    token->place = span(lexer, start, at);
    token->length = at - start;
    if (!fits || value > largest(negative, base)) {
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, token->place, NULL, "this number is too large");
        token->kind = TOKEN_WRONG;
    } else {
        token->number = (int64_t)(negative ? -value : value);
    }
}

/* The pairs of C begin the table. */
enum { PAIRS_OF_C = 6 };

static enum litmus_token_kind two_bytes(enum litmus_lexis lexis, char first, char second)
{
    static const struct {
        char text[3];
        enum litmus_token_kind kind;
    } pairs[] = {{"&&", TOKEN_PAIR}, {"||", TOKEN_PAIR}, {"++", TOKEN_PAIR}, {"--", TOKEN_PAIR}, {"+=", TOKEN_PAIR}, {"-=", TOKEN_PAIR},
                 {"/\\", TOKEN_AND}, {"\\/", TOKEN_OR}, {"=>", TOKEN_IMPLIES}, {"==", TOKEN_EQUAL},
                 {"!=", TOKEN_DIFFER}, {"<>", TOKEN_DIFFER}, {"<=", TOKEN_COMPARE}, {">=", TOKEN_COMPARE}};

    for (unsigned i = lexis == LEXIS_C ? 0 : PAIRS_OF_C; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].text[0] == first && pairs[i].text[1] == second)
            return pairs[i].kind;
    return TOKEN_SYMBOL;
}

static void read_symbol(struct litmus_lexer *lexer)
{
    struct litmus_token *token = &lexer->token;
    const char *text = lexer->source->text + lexer->at;
    unsigned length = 1;

    token->kind = two_bytes(lexer->lexis, text[0], (char)at_byte(lexer->source, lexer->at + 1, lexer->end));
    if (token->kind != TOKEN_SYMBOL)
        length = 2;
    else if (text[0] == '=')
        token->kind = TOKEN_EQUAL;
    token->symbol = text[0];
    token->length = length;
    token->place = span(lexer, lexer->at, lexer->at + length);
    lexer->at += length;
}

void litmus_lexer_next(struct litmus_lexer *lexer)
{
    int64_t unclosed = -1;
    struct litmus_token *token = &lexer->token;

    lexer->at = (lexer->lexis == LEXIS_C ? litmus_skip_c : litmus_skip_blank)(lexer->source, lexer->at, lexer->end, &unclosed);
    if (unclosed >= 0)
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, span(lexer, (unsigned)unclosed, (unsigned)unclosed + 2), NULL,
                        "this comment is not closed");
    *token = (struct litmus_token){.kind = TOKEN_END, .text = lexer->source->text + lexer->at};
    token->place = span(lexer, lexer->at, lexer->at);
    if (lexer->at >= lexer->end)
        return;

    unsigned char byte = at_byte(lexer->source, lexer->at, lexer->end);
    if (isdigit(byte) || (byte == '-' && lexer->lexis != LEXIS_C && isdigit(at_byte(lexer->source, lexer->at + 1, lexer->end)))) {
        read_number(lexer);
    } else if (name_start(lexer->lexis, byte)) {
        unsigned start = lexer->at;
        lexer->at = name_end(lexer, start + 1);
        token->kind = TOKEN_NAME;
        token->length = lexer->at - start;
        token->place = span(lexer, start, lexer->at);
    } else {
        read_symbol(lexer);
    }
}

void litmus_lexer_start(struct litmus_lexer *lexer, const struct source *source, struct diagnostics *diagnostics,
                        enum litmus_lexis lexis, unsigned from, unsigned to)
{
    *lexer = (struct litmus_lexer){.source = source, .diagnostics = diagnostics, .lexis = lexis, .at = from, .end = to};
    litmus_lexer_next(lexer);
}

bool litmus_lexer_is(const struct litmus_lexer *lexer, const char *name)
{
    return lexer->token.kind == TOKEN_NAME && lexer->token.length == strlen(name) &&
           memcmp(lexer->token.text, name, lexer->token.length) == 0;
}

bool litmus_lexer_at(const struct litmus_lexer *lexer, char symbol)
{
    return lexer->token.kind == TOKEN_SYMBOL && lexer->token.symbol == symbol;
}

bool litmus_lexer_take(struct litmus_lexer *lexer, char symbol)
{
    if (!litmus_lexer_at(lexer, symbol))
        return false;
    litmus_lexer_next(lexer);
    return true;
}

void litmus_lexer_wanted(struct litmus_lexer *lexer, const char *what)
{
    const struct litmus_token *token = &lexer->token;

    if (token->kind == TOKEN_WRONG)
        return;
    if (token->kind == TOKEN_END)
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, token->place, NULL, "expected %s", what);
    else
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, token->place, NULL, "expected %s, found `%.*s`", what,
                        (int)(token->length > 40 ? 40 : token->length), token->text);
}

bool litmus_lexer_expect(struct litmus_lexer *lexer, char symbol, const char *what)
{
    if (litmus_lexer_take(lexer, symbol))
        return true;
    litmus_lexer_wanted(lexer, what);
    return false;
}
