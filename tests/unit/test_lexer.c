/* SPDX-License-Identifier: BSD-2-Clause */
#include <strings.h>

#include "syntax.h"

TestSuite(lexer, .timeout = 20);

static struct tokens *read(struct syntax *s, const char *text, enum dialect dialect)
{
    return lexer_read(s->arena, s->diagnostics, syntax_source(s, text), dialect);
}

static void kinds(const char *text, const enum token_kind *expected)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens = read(&s, text, DIALECT_RUMUR);
    unsigned i = 0;
    for (; expected[i] != TOKEN_END_OF_FILE; i++) {
        cr_assert_lt(i, tokens->count);
        cr_assert_eq(tokens->list[i].kind, expected[i], "token %u of '%s' is %s", i, text,
                     token_kind_name(tokens->list[i].kind));
    }
    cr_assert_eq(tokens->list[i].kind, TOKEN_END_OF_FILE);
    cr_assert_eq(tokens->count, i + 1);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    syntax_end(&s);
}
#define KINDS(text, ...) kinds(text, (enum token_kind[]){__VA_ARGS__, TOKEN_END_OF_FILE})

Test(lexer, words_are_in_order)
{
    for (int kind = TOKEN_STRING + 1; token_is_word((enum token_kind)(kind + 1)); kind++)
        cr_assert_lt(strcasecmp(token_spelling((enum token_kind)kind), token_spelling((enum token_kind)(kind + 1))), 0,
                     "'%s' is out of order", token_spelling((enum token_kind)(kind + 1)));
}

Test(lexer, finds_every_word_in_any_case)
{
    struct syntax s = syntax_begin();
    for (int kind = TOKEN_STRING + 1; token_is_word((enum token_kind)kind); kind++) {
        char upper[32];
        snprintf(upper, sizeof upper, "%s", token_spelling((enum token_kind)kind));
        upper[0] = (char)(upper[0] - 'a' + 'A');
        cr_assert_eq((int)read(&s, upper, DIALECT_RUMUR)->list[0].kind, kind, "%s", upper);
    }
    syntax_end(&s);
}

Test(lexer, symbols)
{
    KINDS(":= : .. . ==> == = -> - != ! <= << < >= >> > && & || | ^ ~ + * / % ? ( ) [ ] { } , ;", TOKEN_ASSIGN,
          TOKEN_COLON, TOKEN_DOTS, TOKEN_DOT, TOKEN_ARROW, TOKEN_EQUAL, TOKEN_EQUAL, TOKEN_IMPLIES, TOKEN_MINUS,
          TOKEN_NOT_EQUAL, TOKEN_NOT, TOKEN_LESS_EQUAL, TOKEN_SHIFT_LEFT, TOKEN_LESS, TOKEN_GREATER_EQUAL,
          TOKEN_SHIFT_RIGHT, TOKEN_GREATER, TOKEN_AND, TOKEN_AMPERSAND, TOKEN_OR, TOKEN_PIPE, TOKEN_CARET,
          TOKEN_TILDE, TOKEN_PLUS, TOKEN_STAR, TOKEN_SLASH, TOKEN_PERCENT, TOKEN_QUESTION, TOKEN_OPEN, TOKEN_CLOSE,
          TOKEN_OPEN_BRACKET, TOKEN_CLOSE_BRACKET, TOKEN_OPEN_BRACE, TOKEN_CLOSE_BRACE, TOKEN_COMMA, TOKEN_SEMICOLON);
    KINDS("≔≥≤≠→⇒¬∧∨×÷∕−∀∃", TOKEN_ASSIGN, TOKEN_GREATER_EQUAL, TOKEN_LESS_EQUAL, TOKEN_NOT_EQUAL, TOKEN_IMPLIES,
          TOKEN_ARROW, TOKEN_NOT, TOKEN_AND, TOKEN_OR, TOKEN_STAR, TOKEN_SLASH, TOKEN_SLASH, TOKEN_MINUS,
          TOKEN_FORALL, TOKEN_EXISTS);
    KINDS("0..3", TOKEN_NUMBER, TOKEN_DOTS, TOKEN_NUMBER);
    KINDS("a-1 a--1\n-1", TOKEN_NAME, TOKEN_MINUS, TOKEN_NUMBER, TOKEN_NAME, TOKEN_MINUS, TOKEN_NUMBER);
}

Test(lexer, comments_are_kept_aside)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens = read(&s, "\xEF\xBB\xBF-- one\r\na /* two\n*/ b /***/ -- \"x", DIALECT_RUMUR);
    cr_assert_eq(tokens->count, 3);
    cr_assert_eq(tokens->comment_count, 4);
    cr_assert_eq(tokens->comments[0].end - tokens->comments[0].start, 6, "the end of the line is not part of it");
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    syntax_end(&s);
}

static int64_t number(const char *text, enum dialect dialect, int errors)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens = read(&s, text, dialect);
    int64_t value = tokens->list[0].number;
    cr_assert_eq(tokens->list[0].kind, TOKEN_NUMBER);
    cr_assert_eq(tokens->count, 2, "%s", text);
    cr_assert_eq(diagnostics_errors(s.diagnostics), errors, "%s", text);
    syntax_end(&s);
    return value;
}

Test(lexer, numbers)
{
    cr_assert_eq(number("0", DIALECT_RUMUR, 0), 0);
    cr_assert_eq(number("9223372036854775807", DIALECT_RUMUR, 0), INT64_MAX);
    cr_assert_eq(number("0x7fffFFFFffffFFFF", DIALECT_RUMUR, 0), INT64_MAX);
    cr_assert_eq(number("0Xa0", DIALECT_RUMUR, 0), 160);
    number("9223372036854775809", DIALECT_RUMUR, 1);
    number("0xFFFFFFFFFFFFFFFF", DIALECT_RUMUR, 1);
    number("99999999999999999999999999", DIALECT_RUMUR, 1);
    number("1.5", DIALECT_RUMUR, 1);
}

Test(lexer, a_leading_zero_is_octal_to_rumur_only)
{
    cr_assert_eq(number("010", DIALECT_RUMUR, 0), 8);
    cr_assert_eq(number("010", DIALECT_CMURPHI, 0), 10);
    cr_assert_eq(number("09", DIALECT_CMURPHI, 0), 9);
    number("09", DIALECT_RUMUR, 1);
    cr_assert_eq(number("00", DIALECT_RUMUR, 0), 0);
}

static void string(const char *text, const char *expected)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens = read(&s, text, DIALECT_RUMUR);
    cr_assert_eq(tokens->list[0].kind, TOKEN_STRING);
    cr_assert_str_eq(tokens->list[0].text, expected);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    syntax_end(&s);
}

Test(lexer, strings)
{
    string("\"\"", "");
    string("\"a b\" \"c\"", "a b");
    string("“curly” x", "curly");
    string("“mixed\" x", "mixed");
    string("\"mixed”", "mixed");
    string("\"say “hi”\"", "say “hi”");
    string("\"a\\\"b\\\\c\\nd\\qe\"", "a\"b\\c\nd\\qe");
    string("“a\\”b”", "a”b");
    string("\"two\nlines\"", "two\nlines");
    string("\"-- no comment\"", "-- no comment");
}

static void refused(const char *text, const char *why)
{
    struct syntax s = syntax_begin();
    read(&s, text, DIALECT_RUMUR);
    char *said = syntax_said(&s);
    cr_assert_gt(diagnostics_errors(s.diagnostics), 0, "%s", text);
    cr_assert_not_null(strstr(said, why), "'%s' is not in: %s", why, said);
    syntax_end(&s);
}

Test(lexer, says_what_is_wrong)
{
    refused("\"abc", "not closed");
    refused("/* abc", "not closed");
    refused("a $ b", "'$' means nothing");
    refused("a €€ b", "mean nothing");
    refused("_a", "must begin with a letter");
    refused("\xFF\xFE", "mean nothing");
}

Test(lexer, a_zero_byte_is_no_text)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "a b c");
    ((char *)source->text)[1] = 0;
    struct tokens *tokens = lexer_read(s.arena, s.diagnostics, source, DIALECT_RUMUR);
    cr_assert_eq(tokens->count, 2);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 1);
    syntax_end(&s);
}

Test(lexer, rumurs_own_words_are_names_to_cmurphi)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens = read(&s, "cover assume liveness invariant", DIALECT_CMURPHI);
    for (unsigned i = 0; i < 3; i++)
        cr_assert_eq(tokens->list[i].kind, TOKEN_NAME);
    cr_assert_eq(tokens->list[3].kind, TOKEN_INVARIANT);
    syntax_end(&s);
}
