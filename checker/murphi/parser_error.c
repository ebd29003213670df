/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_error.c - say what is wrong with the syntax, and go on behind it.
 */
#include "parser_private.h"

#include <ctype.h>
#include <strings.h>

enum {
    DEPTH_LIMIT = 500,   /* of blocks, types and parentheses within each other */
    ERROR_LIMIT = 100,   /* then the rest of the file is given up */
};

/* ---- errors ---- */

static const char *describe(const struct parser *p, unsigned index)
{
    const struct token *token = token_at(p, index);
    unsigned length = token->end - token->start;
    if (token->kind == TOKEN_STRING)
        return "a string";
    if (token->kind == TOKEN_END_OF_FILE || length > 40)
        return token_kind_name(token->kind);
    return arena_format(p->arena, "'%.*s'", (int)length, p->tokens->source->text + token->start);
}

/* Where something is missing: at the current token, or, when that begins
 * another line, right after the one before. */
struct place parser_missing_place(const struct parser *p)
{
    struct place place = here(p);
    if (!p->at)
        return place;
    unsigned end = token_at(p, p->at - 1)->end;
    if (memchr(p->tokens->source->text + end, '\n', place.start - end))
        place.start = place.end = end;
    return place;
}

static void give_up(struct parser *p)
{
    p->gave_up = true;
    p->at = p->tokens->count - 1;
}

static bool is_reserved(const struct parser *p, unsigned index)
{
    enum token_kind kind = token_at(p, index)->kind;
    return token_is_word(kind) && !is_name(kind);
}

/* Whether the reserved word at `index` stands as a name would: what follows it follows names alone, or it is written as few
 * write a word of the language, and a symbol follows. */
static bool reads_as_name(const struct parser *p, unsigned index)
{
    enum token_kind after = index + 1 < p->tokens->count ? token_at(p, index + 1)->kind : TOKEN_END_OF_FILE;
    bool symbol = after != TOKEN_END_OF_FILE && after != TOKEN_NAME && after != TOKEN_NUMBER && after != TOKEN_STRING &&
                  !token_is_word(after);
    return after == TOKEN_COLON || after == TOKEN_COMMA || after == TOKEN_CLOSE_BRACE || after == TOKEN_ASSIGN ||
           (symbol && isupper((unsigned char)p->tokens->source->text[token_at(p, index)->start]));
}

/* Who calls a thing `Put` or `END` does not see that it is no name, since words are reserved in any case: of the word that is
 * in the way, or that was taken for a word of the language just before.  NULL: it is not that. */
static const char *reserved_hint(const struct parser *p, const char *expected)
{
    unsigned index = p->at;
    bool meant = is_reserved(p, index) && (!strncmp(expected, "a name", 6) || reads_as_name(p, index));
    if (!meant && index && (peek(p) == TOKEN_ASSIGN || peek(p) == TOKEN_COLON)) {
        enum token_kind before = token_at(p, --index)->kind;
        meant = parser_is_end(before) || parser_is_statement_word(before);
    }
    return meant ? arena_format(p->arena, "%s is a reserved word", describe(p, index)) : NULL;
}

static void report_at(struct parser *p, struct place place, const char *hint, const char *expected)
{
    if (p->panic || p->gave_up)
        return;
    if (!hint)
        hint = reserved_hint(p, expected);
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, place, hint, "expected %s, found %s", expected, describe(p, p->at));
    if (diagnostics_errors(p->diagnostics) >= ERROR_LIMIT)
        give_up(p);
}

void parser_report(struct parser *p, const char *hint, const char *expected)
{
    report_at(p, parser_missing_place(p), hint, expected);
}

void parser_misplaced(struct parser *p, const char *hint, const char *expected)
{
    report_at(p, here(p), hint, expected);
}

void parser_fail(struct parser *p, const char *expected)
{
    parser_report(p, NULL, expected);
    p->panic = true;
}

bool parser_expect(struct parser *p, enum token_kind kind, const char *where)
{
    if (take(p, kind))
        return true;
    if (!p->panic)
        parser_fail(p, arena_format(p->arena, "%s%s", token_kind_name(kind), where));
    return false;
}

void parser_refuse(struct parser *p, struct place place, const char *hint, const char *what)
{
    if (!p->panic && !p->gave_up)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, place, hint, "%s", what);
}

/* Enter a level of nesting.  False, in panic, where that is one too many; the
 * caller leaves it all the same. */
bool parser_enter(struct parser *p)
{
    if (++p->depth <= DEPTH_LIMIT)
        return !p->panic;
    parser_refuse(p, here(p), NULL, "this is nested too deeply");
    give_up(p);
    p->panic = true;
    return false;
}

void parser_leave(struct parser *p)
{
    p->depth--;
}

/* ---- where to go on after an error ---- */

bool parser_is_end(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_END:
    case TOKEN_ENDALIAS:
    case TOKEN_ENDEXISTS:
    case TOKEN_ENDFOR:
    case TOKEN_ENDFORALL:
    case TOKEN_ENDFUNCTION:
    case TOKEN_ENDIF:
    case TOKEN_ENDPROCEDURE:
    case TOKEN_ENDRECORD:
    case TOKEN_ENDRULE:
    case TOKEN_ENDRULESET:
    case TOKEN_ENDSTARTSTATE:
    case TOKEN_ENDSWITCH:
    case TOKEN_ENDWHILE:
        return true;
    default:
        return false;
    }
}

bool parser_is_section(enum token_kind kind)
{
    return kind == TOKEN_CONST || kind == TOKEN_TYPE || kind == TOKEN_VAR;
}

/* What can only stand outside of statements. */
bool parser_is_outer(enum token_kind kind)
{
    return parser_is_section(kind) || kind == TOKEN_RULE || kind == TOKEN_RULESET || kind == TOKEN_STARTSTATE ||
           kind == TOKEN_FUNCTION || kind == TOKEN_PROCEDURE || kind == TOKEN_END_OF_FILE;
}

bool parser_ends_block(enum token_kind kind)
{
    return parser_is_end(kind) || parser_is_outer(kind) || kind == TOKEN_ELSE || kind == TOKEN_ELSIF ||
           kind == TOKEN_CASE;
}

static bool is_property(enum token_kind kind)
{
    return kind == TOKEN_INVARIANT || kind == TOKEN_ASSERT || kind == TOKEN_ASSUME || kind == TOKEN_COVER ||
           kind == TOKEN_LIVENESS;
}

bool parser_is_statement_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_IF:
    case TOKEN_SWITCH:
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_ALIAS:
    case TOKEN_CLEAR:
    case TOKEN_UNDEFINE:
    case TOKEN_PUT:
    case TOKEN_ERROR:
    case TOKEN_RETURN:
        return true;
    default:
        return is_property(kind);
    }
}

static bool is_word(const struct parser *p, unsigned index, const char *word)
{
    return token_at(p, index)->kind == TOKEN_NAME && !strcasecmp(token_at(p, index)->text, word);
}

bool parser_at_word(const struct parser *p, const char *word)
{
    return !p->panic && is_word(p, p->at, word);
}

/* `ltl` and `leadsto` are names, but where a string follows, which no name can
 * have after it; so is `fair` but before `rule` or `ruleset`, and `strong` but before that. */
bool parser_at_formula(const struct parser *p)
{
    return (parser_at_word(p, "ltl") || parser_at_word(p, "leadsto")) && peek_next(p) == TOKEN_STRING;
}

bool parser_at_fair(const struct parser *p)
{
    bool strong = parser_at_word(p, "strong");
    enum token_kind after = token_at(p, p->at + (strong ? 2 : 1))->kind;
    return !p->panic && is_word(p, p->at + strong, "fair") && (after == TOKEN_RULE || after == TOKEN_RULESET);
}

/* Whether a rule or property begins here.  `choose` is one only before a
 * name and a colon. */
bool parser_at_rule(const struct parser *p)
{
    enum token_kind kind = peek(p);
    return kind == TOKEN_RULE || kind == TOKEN_RULESET || kind == TOKEN_STARTSTATE || kind == TOKEN_ALIAS ||
           is_property(kind) || (kind == TOKEN_CHOOSE && is_name(peek_next(p))) || parser_at_formula(p) || parser_at_fair(p);
}

/* Skip to `kind`, but not over anything that begins or ends a construct. */
void parser_recover_to(struct parser *p, enum token_kind kind)
{
    p->panic = false;
    while (!at(p, kind) && !at(p, TOKEN_SEMICOLON) && !at(p, TOKEN_BEGIN) && !parser_ends_block(peek(p)) &&
           !parser_is_statement_word(peek(p)))
        advance(p);
}

/* The keyword between a construct's header and its body.  The body follows
 * whether it is there or not. */
void parser_expect_header(struct parser *p, enum token_kind kind, const char *where)
{
    if (take(p, kind) || (kind == TOKEN_DO && take(p, TOKEN_COLON)))
        return;
    parser_expect(p, kind, where);
    parser_recover_to(p, kind);
    take(p, kind);
}

/* ---- ends ---- */

void parser_open_block(struct parser *p, enum token_kind word)
{
    p->open[word]++;
}

/* END(word).  A wrong end word closes the block unless an outer one is
 * waiting for it; where there is none at all, the block ends here. */
void parser_close_block(struct parser *p, enum token_kind word, unsigned opener)
{
    bool quantifier = word == TOKEN_ENDFORALL || word == TOKEN_ENDEXISTS;
    mark_here(p, quantifier ? ROLE_UNNEST : ROLE_START);
    p->open[word]--;
    if (take(p, TOKEN_END) || take(p, word))
        return;
    if (p->panic)
        return;
    parser_report(p, NULL, arena_format(p->arena, "'end' or '%s'", token_spelling(word)));
    if (!p->gave_up)
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, token_place(p, opener), NULL, "to close what begins here");
    if (parser_is_end(peek(p)) && !p->open[peek(p)])
        advance(p);
}

/* ---- names ---- */

/* NAME = letter {letter | digit | "_"} */
const char *parse_name(struct parser *p, const char *what)
{
    if (!is_name(peek(p))) {
        parser_fail(p, what);
        return "";
    }
    const char *name = token_at(p, p->at)->text;
    advance(p);
    return name;
}

struct symbol *parser_new_symbol(struct parser *p, enum symbol_kind kind, const char *name, struct place place)
{
    struct symbol *symbol = arena_alloc(p->arena, sizeof *symbol);
    symbol->kind = kind;
    symbol->name = name;
    symbol->place = place;
    return symbol;
}

/* Words that Rumur added to the language: names in CMurphi's dialect. */
static bool is_keyword_elsewhere(const struct parser *p, const char *name)
{
    return p->dialect == DIALECT_CMURPHI &&
           (!strcasecmp(name, "assume") || !strcasecmp(name, "cover") || !strcasecmp(name, "liveness"));
}

struct symbol *parse_symbol(struct parser *p, enum symbol_kind kind, const char *what)
{
    unsigned first = p->at;
    const char *name = parse_name(p, what);
    if (!p->keyword_name.source && is_keyword_elsewhere(p, name))
        p->keyword_name = token_place(p, first);
    return parser_new_symbol(p, kind, name, token_place(p, first));
}

/* names = [NAME {"," NAME} [","]]: none at all, and a last comma, as Rumur
 * has it for the sake of generated models. */
struct symbols parse_names(struct parser *p, enum symbol_kind kind)
{
    struct symbols names = {0};
    while (is_name(peek(p))) {
        ARENA_PUSH(p->arena, names.list, names.count, parse_symbol(p, kind, "a name"));
        if (!take(p, TOKEN_COMMA))
            break;
    }
    return names;
}
