/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lexer.c - cut the text of a model into tokens.
 */
#include "lexer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/arena.h"

/* ---- words ---- */

struct word {
    enum token_kind kind;
    const char *spelling;
    bool soft;
};

static const struct word words[] = {
#define WORD(kind, spelling) {TOKEN_##kind, spelling, false},
#define SOFT(kind, spelling) {TOKEN_##kind, spelling, true},
    LEXER_WORDS(WORD, SOFT)
#undef WORD
#undef SOFT
};

enum { WORDS = sizeof words / sizeof *words };

static const char *const symbols[] = {
#define SYMBOL(kind, spelling) spelling,
    LEXER_SYMBOLS(SYMBOL)
#undef SYMBOL
};

/* The kinds of words, then those of symbols, stand in the order of the tables. */
enum { FIRST_WORD = TOKEN_STRING + 1, FIRST_SYMBOL = FIRST_WORD + WORDS };

bool token_is_word(enum token_kind kind)
{
    return (int)kind >= FIRST_WORD && (int)kind < FIRST_SYMBOL;
}

bool token_is_soft(enum token_kind kind)
{
    return token_is_word(kind) && words[(int)kind - FIRST_WORD].soft;
}

const char *token_spelling(enum token_kind kind)
{
    if (token_is_word(kind))
        return words[(int)kind - FIRST_WORD].spelling;
    return (int)kind >= FIRST_WORD && kind < TOKEN_KINDS ? symbols[(int)kind - FIRST_SYMBOL] : "";
}

const char *token_kind_name(enum token_kind kind)
{
    static const char *const quoted[] = {
#define QUOTED(kind, spelling) "'" spelling "'",
        LEXER_WORDS(QUOTED, QUOTED) LEXER_SYMBOLS(QUOTED)
#undef QUOTED
    };
    switch (kind) {
    case TOKEN_END_OF_FILE:
        return "the end of the file";
    case TOKEN_NAME:
        return "a name";
    case TOKEN_NUMBER:
        return "a number";
    case TOKEN_STRING:
        return "a string";
    default:
        return quoted[(int)kind - FIRST_WORD];
    }
}

/* Locale-free, unlike <ctype.h>. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Of letters in lower case. */
static int compare_word(const void *key, const void *word)
{
    return strcmp(key, ((const struct word *)word)->spelling);
}

/* As large as the longest word, with its end. */
union longest_word {
#define LETTERS(kind, spelling) char kind[sizeof spelling];
    LEXER_WORDS(LETTERS, LETTERS)
#undef LETTERS
};

/* NULL: it is a name. */
static const struct word *find_word(const char *text, size_t length)
{
    char lower[sizeof(union longest_word)];
    if (length >= sizeof lower)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if (is_letter(text[i]))
            lower[i] = (char)(text[i] | 0x20);
        else
            return NULL;
    lower[length] = 0;
    return bsearch(lower, words, WORDS, sizeof *words, compare_word);
}

/* ---- operators ---- */

struct spelling {
    const char *text;
    enum token_kind kind;
};

/* The longer ones before those that begin them. */
static const struct spelling ascii_operators[] = {
    {"<->", TOKEN_EQUIVALENT}, {"<>", TOKEN_EVENTUALLY}, {"[]", TOKEN_ALWAYS},
    {"==>", TOKEN_ARROW}, {":=", TOKEN_ASSIGN}, {"..", TOKEN_DOTS}, {"->", TOKEN_IMPLIES},
    {"||", TOKEN_OR}, {"&&", TOKEN_AND}, {"==", TOKEN_EQUAL}, {"!=", TOKEN_NOT_EQUAL},
    {"<=", TOKEN_LESS_EQUAL}, {">=", TOKEN_GREATER_EQUAL}, {"<<", TOKEN_SHIFT_LEFT}, {">>", TOKEN_SHIFT_RIGHT},
    {":", TOKEN_COLON}, {";", TOKEN_SEMICOLON}, {",", TOKEN_COMMA}, {".", TOKEN_DOT},
    {"(", TOKEN_OPEN}, {")", TOKEN_CLOSE}, {"[", TOKEN_OPEN_BRACKET}, {"]", TOKEN_CLOSE_BRACKET},
    {"{", TOKEN_OPEN_BRACE}, {"}", TOKEN_CLOSE_BRACE}, {"?", TOKEN_QUESTION}, {"|", TOKEN_PIPE},
    {"^", TOKEN_CARET}, {"&", TOKEN_AMPERSAND}, {"!", TOKEN_NOT}, {"=", TOKEN_EQUAL},
    {"<", TOKEN_LESS}, {">", TOKEN_GREATER}, {"+", TOKEN_PLUS}, {"-", TOKEN_MINUS},
    {"*", TOKEN_STAR}, {"/", TOKEN_SLASH}, {"%", TOKEN_PERCENT}, {"~", TOKEN_TILDE},
};

static const struct spelling unicode_operators[] = {
    {"≔", TOKEN_ASSIGN}, {"≥", TOKEN_GREATER_EQUAL}, {"≤", TOKEN_LESS_EQUAL}, {"≠", TOKEN_NOT_EQUAL},
    {"→", TOKEN_IMPLIES}, {"⇒", TOKEN_ARROW}, {"¬", TOKEN_NOT}, {"∧", TOKEN_AND},
    {"∨", TOKEN_OR}, {"×", TOKEN_STAR}, {"÷", TOKEN_SLASH}, {"∕", TOKEN_SLASH},
    {"−", TOKEN_MINUS}, {"∀", TOKEN_FORALL}, {"∃", TOKEN_EXISTS},
};

static const char open_quote[] = "“", close_quote[] = "”";

/* ---- reading ---- */

/* Few models have shorter tokens on average, with what stands between them, so that the list is made once. */
enum { BYTES_A_TOKEN = 5 };

struct lexer {
    struct arena *arena;
    struct diagnostics *diagnostics;
    enum dialect dialect;
    const char *text, *at, *end;
    struct tokens *out;
    size_t room; /* for tokens in out->list */
};

static struct place place_of(const struct lexer *lexer, const char *start, const char *end)
{
    return (struct place){lexer->out->source, (unsigned)(start - lexer->text), (unsigned)(end - lexer->text)};
}

static bool starts(const struct lexer *lexer, const char *at, const char *prefix)
{
    if (at == lexer->end || *at != *prefix) /* nearly always */
        return false;
    size_t length = strlen(prefix);
    return (size_t)(lexer->end - at) >= length && !memcmp(at, prefix, length);
}

static struct token *add(struct lexer *lexer, enum token_kind kind, const char *start)
{
    struct token token = {
        .kind = kind,
        .start = (unsigned)(start - lexer->text),
        .end = (unsigned)(lexer->at - lexer->text),
    };
    struct tokens *out = lexer->out;
    if (out->count == lexer->room) {
        lexer->room *= 2;
        out->list = memcpy(arena_alloc(lexer->arena, lexer->room * sizeof token), out->list, out->count * sizeof token);
    }
    out->list[out->count++] = token;
    return &out->list[out->count - 1];
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static void read_name(struct lexer *lexer)
{
    const char *start = lexer->at;
    while (is_letter(*lexer->at) || is_digit(*lexer->at) || *lexer->at == '_')
        lexer->at++;
    size_t length = (size_t)(lexer->at - start);
    const struct word *word = find_word(start, length);
    enum token_kind kind = word ? word->kind : TOKEN_NAME;
    if (lexer->dialect == DIALECT_CMURPHI && (kind == TOKEN_ASSUME || kind == TOKEN_COVER || kind == TOKEN_LIVENESS))
        kind = TOKEN_NAME;
    struct token *token = add(lexer, kind, start);
    if (kind == TOKEN_NAME || word->soft)
        token->text = arena_text(lexer->arena, start, length);
}

/* Digits of the base into *value.  False where it exceeds 2^63. */
static bool read_digits(struct lexer *lexer, unsigned base, uint64_t *value)
{
    bool fits = true;
    *value = 0;
    for (; digit_value(*lexer->at) < (int)(base == 8 ? 10 : base); lexer->at++) {
        unsigned digit = (unsigned)digit_value(*lexer->at);
        if (*value > ((uint64_t)INT64_MAX + 1 - digit) / base)
            fits = false;
        else
            *value = *value * base + digit;
    }
    return fits;
}

static bool all_octal(const char *at, const char *end)
{
    while (at < end && *at < '8')
        at++;
    return at == end;
}

/* NUMBER = digits | "0x" hexadecimal digits.  A leading zero means octal to
 * Rumur and nothing to CMurphi. */
static void read_number(struct lexer *lexer)
{
    const char *start = lexer->at;
    bool hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X') && digit_value(start[2]) < 16;
    bool octal = !hexadecimal && start[0] == '0' && is_digit(start[1]) && lexer->dialect == DIALECT_RUMUR;
    lexer->at += hexadecimal ? 2 : 0;
    uint64_t value;
    bool fits = read_digits(lexer, hexadecimal ? 16 : octal ? 8 : 10, &value);
    if (*lexer->at == '.' && is_digit(lexer->at[1])) {
        for (lexer->at++; is_digit(*lexer->at); lexer->at++)
            ;
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place_of(lexer, start, lexer->at),
                        "scale the quantity and use integers",
                        "real numbers are not supported: states must be compared exactly");
        value = 0;
    } else if (!fits) {
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place_of(lexer, start, lexer->at),
                        "the largest is 9223372036854775807", "this number does not fit in 64 bits");
        value = 0;
    } else if (octal && !all_octal(start, lexer->at)) {
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place_of(lexer, start, lexer->at),
                        "drop the leading zero", "a number with a leading zero is octal, and this has other digits");
    } else if (octal && value > 7) {
        diagnostics_add(lexer->diagnostics, SEVERITY_WARNING, place_of(lexer, start, lexer->at),
                        "CMurphi reads it as decimal (--dialect cmurphi)",
                        "a number with a leading zero is octal: this is %llu", (unsigned long long)value);
    }
    struct token *token = add(lexer, TOKEN_NUMBER, start);
    token->too_large = value > INT64_MAX;
    token->number = token->too_large ? INT64_MAX : (int64_t)value;
}

static const char *decode(struct lexer *lexer, const char *at, const char *end)
{
    static const char escapes[] = "n\nt\tr\r\\\\\"\"''a\ab\bf\fv\v";
    char *out = arena_alloc(lexer->arena, (size_t)(end - at) + 1), *to = out;
    while (at < end) {
        const char *escape = NULL;
        if (*at == '\\' && at + 1 < end)
            for (const char *e = escapes; *e && !escape; e += 2)
                escape = at[1] == *e ? e + 1 : NULL;
        if (escape) {
            *to++ = *escape;
            at += 2;
        } else if (*at == '\\' && starts(lexer, at + 1, close_quote)) {
            at++;
        } else {
            *to++ = *at++;
        }
    }
    return out;
}

/* The first closing mark from `at` on, or NULL.  A backslash hides the next
 * character. */
static const char *find_close(const struct lexer *lexer, const char *at, bool plain, bool curly)
{
    for (; at < lexer->end; at++) {
        if (*at == '\\' && at + 1 < lexer->end)
            at++;
        else if ((plain && *at == '"') || (curly && starts(lexer, at, close_quote)))
            return at;
    }
    return NULL;
}

/* STRING = '"' character* '"' | '“' character* '”'.  Rumur lets the two kinds
 * of marks be mixed, and a string go over lines. */
static void read_string(struct lexer *lexer)
{
    const char *start = lexer->at;
    bool curly = *start != '"';
    const char *first = start + (curly ? sizeof open_quote - 1 : 1);
    const char *close = find_close(lexer, first, true, curly);
    if (!close)
        close = find_close(lexer, first, false, true);
    if (!close) {
        const char *line = memchr(first, '\n', (size_t)(lexer->end - first));
        close = lexer->at = line ? line : lexer->end;
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place_of(lexer, start, close), NULL,
                        "this string is not closed");
    } else {
        lexer->at = close + (*close == '"' ? 1 : sizeof close_quote - 1);
        if (memchr(first, '\n', (size_t)(close - first)))
            diagnostics_add(lexer->diagnostics, SEVERITY_WARNING, place_of(lexer, start, lexer->at), NULL,
                            "this string goes on over the end of the line");
    }
    add(lexer, TOKEN_STRING, start)->text = decode(lexer, first, close);
}

/* COMMENT = "--" to the end of the line | "/" "*" to the next "*" "/" */
static void read_comment(struct lexer *lexer)
{
    const char *start = lexer->at;
    bool line = *start == '-';
    if (line) {
        const char *stop = memchr(start, '\n', (size_t)(lexer->end - start));
        lexer->at = stop ? stop : lexer->end;
    } else {
        const char *stop = memmem(start + 2, (size_t)(lexer->end - start - 2), "*/", 2);
        lexer->at = stop ? stop + 2 : lexer->end;
        if (!stop)
            diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place_of(lexer, start, start + 2), NULL,
                            "this comment is not closed");
    }
    const char *stop = lexer->at;
    if (line && stop[-1] == '\r')
        stop--;
    struct comment comment = {(unsigned)(start - lexer->text), (unsigned)(stop - lexer->text)};
    struct tokens *out = lexer->out;
    ARENA_PUSH(lexer->arena, out->comments, out->comment_count, comment);
}

static bool read_operator(struct lexer *lexer)
{
    bool ascii = (unsigned char)*lexer->at < 0x80;
    const struct spelling *list = ascii ? ascii_operators : unicode_operators;
    size_t count = ascii ? sizeof ascii_operators / sizeof *list : sizeof unicode_operators / sizeof *list;
    for (size_t i = 0; i < count; i++)
        if (starts(lexer, lexer->at, list[i].text)) {
            const char *start = lexer->at;
            lexer->at += strlen(list[i].text);
            add(lexer, list[i].kind, start)->unicode = !ascii;
            return true;
        }
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool begins_token(const struct lexer *lexer, const char *at)
{
    if ((unsigned char)*at < 0x80)
        return is_space(*at) || is_letter(*at) || is_digit(*at) || (*at && strchr(":;,.()[]{}=?-|&^!<>+*/%~\"", *at));
    for (size_t i = 0; i < sizeof unicode_operators / sizeof *unicode_operators; i++)
        if (starts(lexer, at, unicode_operators[i].text))
            return true;
    return starts(lexer, at, open_quote);
}

/* A run of bytes that nothing can begin with is said once. */
static void refuse(struct lexer *lexer)
{
    const char *start = lexer->at++;
    while (lexer->at < lexer->end && !begins_token(lexer, lexer->at))
        lexer->at++;
    struct place place = place_of(lexer, start, lexer->at);
    if (*start == '_') {
        while (is_letter(*lexer->at) || is_digit(*lexer->at) || *lexer->at == '_')
            lexer->at++;
        place.end = (unsigned)(lexer->at - lexer->text);
        add(lexer, TOKEN_NAME, start)->text = arena_text(lexer->arena, start, (size_t)(lexer->at - start));
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place, NULL, "a name must begin with a letter");
    } else if (*start > ' ' && *start < 0x7F && lexer->at == start + 1) {
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place, NULL, "'%c' means nothing in Murphi", *start);
    } else {
        diagnostics_add(lexer->diagnostics, SEVERITY_ERROR, place, NULL, "these characters mean nothing in Murphi");
    }
}

static void read_token(struct lexer *lexer)
{
    if (is_letter(*lexer->at))
        read_name(lexer);
    else if (is_digit(*lexer->at))
        read_number(lexer);
    else if (*lexer->at == '"' || starts(lexer, lexer->at, open_quote))
        read_string(lexer);
    else if (starts(lexer, lexer->at, "--") || starts(lexer, lexer->at, "/*"))
        read_comment(lexer);
    else if (!read_operator(lexer))
        refuse(lexer);
}

struct tokens *lexer_read(struct arena *arena, struct diagnostics *diagnostics, const struct source *source,
                          enum dialect dialect)
{
    struct tokens *out = arena_alloc(arena, sizeof *out);
    out->source = source;
    struct lexer lexer = {arena, diagnostics, dialect, source->text, source->text, source->text + source->length, out,
                          source->length / BYTES_A_TOKEN + 16};
    out->list = arena_alloc(arena, lexer.room * sizeof *out->list);
    const char *zero = memchr(source->text, 0, source->length);
    if (zero)
        diagnostics_add(diagnostics, SEVERITY_ERROR, place_of(&lexer, zero, zero + 1), NULL,
                        "a zero byte: this is not a text file");
    lexer.end = zero ? zero : lexer.end;
    if (starts(&lexer, lexer.at, "\xEF\xBB\xBF")) /* a byte order mark */
        lexer.at += 3;
    while (lexer.at < lexer.end) {
        if (is_space(*lexer.at))
            lexer.at++;
        else
            read_token(&lexer);
    }
    lexer.at = lexer.end;
    add(&lexer, TOKEN_END_OF_FILE, lexer.end);
    return out;
}

void lexer_dump(FILE *file, const struct tokens *tokens)
{
    for (unsigned i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->list[i];
        struct place place = {tokens->source, token->start, token->end};
        fprintf(file, "%u:%u %s %.*s\n", place_line(place), place_column(place), token_kind_name(token->kind),
                (int)(token->end - token->start), tokens->source->text + token->start);
    }
}
