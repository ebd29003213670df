/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lexer.c - SLICC text to tokens.
 */
#include "lexer.h"

#include <string.h>

#include "../base/arena.h"

static const char *const symbols[] = {
#define SPELLING(kind, spelling) spelling,
    SLICC_SYMBOLS(SPELLING)
#undef SPELLING
};

enum { FIRST_SYMBOL = SLICC_STRING + 1, SYMBOLS = sizeof symbols / sizeof *symbols };

const char *slicc_token_kind_name(enum slicc_token_kind kind)
{
    static const char *const quoted[] = {
#define QUOTED(kind, spelling) "'" spelling "'",
        SLICC_SYMBOLS(QUOTED)
#undef QUOTED
    };
    static const char *const others[] = {"the end of the file", "a name", "a number", "a string"};
    return (int)kind < FIRST_SYMBOL ? others[kind] : quoted[(int)kind - FIRST_SYMBOL];
}

struct lexer {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const char *text, *at, *end;
    struct slicc_tokens out;
};

static struct place place_from(const struct lexer *l, const char *start)
{
    return (struct place){l->out.source, (unsigned)(start - l->text), (unsigned)(l->at - l->text)};
}

static struct slicc_token *add(struct lexer *l, enum slicc_token_kind kind, const char *start)
{
    struct slicc_token token = {.kind = kind, .start = (unsigned)(start - l->text), .end = (unsigned)(l->at - l->text)};
    ARENA_PUSH(l->arena, l->out.list, l->out.count, token);
    return &l->out.list[l->out.count - 1];
}

/* Locale-free, unlike <ctype.h>. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void read_word(struct lexer *l)
{
    const char *start = l->at;
    while (is_name(*l->at))
        l->at++;
    add(l, SLICC_WORD, start)->text = arena_text(l->arena, start, (size_t)(l->at - start));
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Digits, or 0x and hexadecimal ones.  A number with a point is a latency or a
 * weight, and nothing that a state can hold. */
static void read_number(struct lexer *l)
{
    const char *start = l->at;
    bool hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X') && digit_value(start[2]) < 16;
    int base = hexadecimal ? 16 : 10;
    int64_t value = 0;
    bool fits = true;
    for (l->at += hexadecimal ? 2 : 0; digit_value(*l->at) < base; l->at++) {
        fits = fits && value <= (INT64_MAX - 15) / base;
        value = fits ? value * base + digit_value(*l->at) : 0;
    }
    bool point = *l->at == '.' && is_digit(l->at[1]);
    if (point)
        for (l->at++; is_digit(*l->at); l->at++)
            ;
    add(l, SLICC_NUMBER, start)->number = value;
    if (point)
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place_from(l, start), "scale the quantity and use integers",
                        "numbers with a point cannot be translated");
    else if (!fits)
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place_from(l, start), NULL, "this number does not fit in 63 bits");
}

/* "..." or '...', within a line; a backslash is a character like others. */
static void read_string(struct lexer *l)
{
    const char *start = l->at, mark = *l->at++;
    while (l->at < l->end && *l->at != mark && *l->at != '\n')
        l->at += *l->at == '\\' && l->at + 1 < l->end && l->at[1] != '\n' ? 2 : 1;
    const char *close = l->at;
    if (l->at < l->end && *l->at == mark)
        l->at++;
    else
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place_from(l, start), NULL, "this string is not closed");
    add(l, SLICC_STRING, start)->text = arena_text(l->arena, start + 1, (size_t)(close - start - 1));
}

static void skip_comment(struct lexer *l)
{
    const char *start = l->at;
    bool line = start[1] == '/';
    const char *stop = line ? memchr(start, '\n', (size_t)(l->end - start))
                            : memmem(start + 2, (size_t)(l->end - start - 2), "*/", 2);
    l->at = stop ? stop + (line ? 0 : 2) : l->end;
    if (!stop && !line) {
        struct place place = place_from(l, start);
        place.end = place.start + 2;
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place, NULL, "this comment is not closed");
    }
}

static bool read_symbol(struct lexer *l)
{
    for (int i = 0; i < SYMBOLS; i++) {
        size_t length = strlen(symbols[i]);
        if ((size_t)(l->end - l->at) >= length && !memcmp(l->at, symbols[i], length)) {
            const char *start = l->at;
            l->at += length;
            add(l, (enum slicc_token_kind)(FIRST_SYMBOL + i), start);
            return true;
        }
    }
    return false;
}

/* A run of bytes that nothing can begin with is said once. */
static void refuse(struct lexer *l)
{
    const char *start = l->at++;
    while (l->at < l->end && !is_name(*l->at) && !is_space(*l->at) && (unsigned char)*l->at >= 0x7F)
        l->at++;
    if (*start > ' ' && *start < 0x7F)
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place_from(l, start), NULL, "'%c' means nothing in SLICC", *start);
    else
        diagnostics_add(l->diagnostics, SEVERITY_ERROR, place_from(l, start), NULL, "these characters mean nothing in SLICC");
}

static void read_token(struct lexer *l)
{
    bool comment = *l->at == '/' && l->at + 1 < l->end && (l->at[1] == '/' || l->at[1] == '*');
    if (is_space(*l->at))
        l->at++;
    else if (is_digit(*l->at))
        read_number(l);
    else if (is_name(*l->at))
        read_word(l);
    else if (*l->at == '"' || *l->at == '\'')
        read_string(l);
    else if (comment)
        skip_comment(l);
    else if (!read_symbol(l))
        refuse(l);
}

struct slicc_tokens slicc_lexer_read(struct arena *arena, struct diagnostics *diagnostics, const struct source *source)
{
    struct lexer l = {arena, diagnostics, source->text, source->text, source->text + source->length, {.source = source}};
    const char *zero = memchr(source->text, 0, source->length);
    if (zero) {
        l.end = zero;
        struct place place = {source, (unsigned)(zero - source->text), (unsigned)(zero - source->text) + 1};
        diagnostics_add(diagnostics, SEVERITY_ERROR, place, NULL, "a zero byte: this is not a text file");
    }
    if (source->length >= 3 && !memcmp(l.at, "\xEF\xBB\xBF", 3)) /* a byte order mark */
        l.at += 3;
    while (l.at < l.end)
        read_token(&l);
    l.at = l.end;
    add(&l, SLICC_END_OF_FILE, l.end);
    return l.out;
}
