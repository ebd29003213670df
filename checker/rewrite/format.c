/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * format.c - the canonical layout of a source.
 *
 * One pass over the tokens, led by the roles that the parser gave them, makes
 * lines: an indentation, code, and a comment after it.  A second pass aligns
 * the comments and writes the lines out.  The result is lexed again, and must
 * be the same tokens but for semicolons.
 */
#include "format.h"

#include <string.h>
#include <strings.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../murphi/lexer.h"

enum {
    STEP = 2,             /* columns of a level */
    CONTINUATION = 4,     /* of the later lines of a statement */
    COMMENT_GAP = 2,      /* at least, between code and a comment after it */
    ALIGNED_WIDTH = 70,   /* longer lines do not push the comments around them */
};

struct line {
    unsigned indent;
    const char *code;     /* "" for a comment alone */
    const char *comment;  /* after the code; or alone; or NULL */
    bool blank_before;
    bool aside;           /* a comment alone that goes on the one after the code above */
};

/* An open bracket, or the body of a quantifier. */
struct nest {
    unsigned indent;      /* of the line that it began on */
    bool shallow;         /* a brace or a quantifier: its lines are one STEP in */
    bool spread;          /* shallow, and not on one line: breaks after and before it */
};

struct formatter {
    struct arena *arena;
    const struct tokens *tokens;
    const char *text;
    bool *inline_token;   /* by token: it is in a construct that stays on one line */
    unsigned comment;     /* the next one to place */
    unsigned done;        /* bytes of the source that are placed */
    const struct token *previous; /* the last one placed, or NULL */

    struct line *lines;
    unsigned line_count;
    struct line current;  /* being made: its code is in `code`, what follows that in `trailing` */
    struct text code, trailing;
    bool broken;          /* a comment ended the line, and the next token begins another */
    bool spaced;          /* a comment stands before the next token on its line */
    unsigned column_at, column; /* a place in the source, and its column */
    unsigned comment_column; /* where the last comment after code was in the source */

    unsigned level;
    unsigned base;        /* indentation of the later lines of what goes on */
    bool arrow_breaks;    /* the guard began a line, and so will its `==>` */
    struct nest *nests;
    unsigned nest_count;
};

static const struct token *token_of(const struct formatter *f, unsigned index)
{
    return &f->tokens->list[index];
}

static const struct token_layout *layout_of(const struct formatter *f, const struct token *token)
{
    return &f->tokens->layout[token - f->tokens->list];
}

static bool has_role(const struct formatter *f, const struct token *token, enum token_role role)
{
    return layout_of(f, token)->roles & (unsigned)role;
}

/* ---- the source's own lines ---- */

static unsigned breaks_between(const struct formatter *f, unsigned from, unsigned to)
{
    unsigned count = 0;
    const char *end = f->text + to;
    for (const char *at = f->text + from; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    return count;
}

static unsigned width_of(const char *bytes, size_t length)
{
    unsigned width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return width;
}

/* To be asked for places in ascending order: the way there is gone once. */
static unsigned column_of(struct formatter *f, unsigned at)
{
    for (; f->column_at < at; f->column_at++) {
        char c = f->text[f->column_at];
        f->column = c == '\n' ? 0 : f->column + (((unsigned char)c & 0xC0) != 0x80);
    }
    return f->column;
}

/* ---- which constructs stay on one line ---- */

static bool has_comment(const struct formatter *f, unsigned from, unsigned to)
{
    unsigned low = 0, high = f->tokens->comment_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (f->tokens->comments[middle].start < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->tokens->comment_count && f->tokens->comments[low].start < to;
}

/* From where on a part that stays on one line has no breaks: declarations and
 * `begin` go with the body, but each part of an `if` is for itself. */
static unsigned inline_from(const struct formatter *f, unsigned open)
{
    const struct token *token = token_of(f, open);
    const unsigned first = layout_of(f, token)->first;
    return (token_of(f, first)->kind == TOKEN_IF ? open : first) + 1;
}

static bool is_end_word(enum token_kind kind)
{
    return token_is_word(kind) && !strncmp(token_spelling(kind), "end", 3);
}

/* The statements, items or fields of an OPEN token's part, or many. */
static unsigned starts_inside(const struct formatter *f, unsigned open, unsigned many)
{
    unsigned count = 0;
    for (unsigned i = inline_from(f, open); i < f->tokens->layout[open].last && count < many; i++)
        count += has_role(f, token_of(f, i), ROLE_START) && token_of(f, i)->kind != TOKEN_BEGIN && !is_end_word(token_of(f, i)->kind);
    return count;
}

/* What the author wrote on one line, with one statement at the most. */
static bool fits_line(const struct formatter *f, unsigned open)
{
    const struct token *token = token_of(f, open);
    unsigned from = token_of(f, layout_of(f, token)->first)->start, to = token_of(f, layout_of(f, token)->last)->end;
    if (to < from || breaks_between(f, from, to) || has_comment(f, from, to))
        return false;
    return has_role(f, token, ROLE_LIST) || starts_inside(f, open, 2) <= 1;
}

/* The parts of one construct (`then`, `else`) go together. */
static void find_inline(struct formatter *f)
{
    unsigned count = f->tokens->count;
    bool *spread = arena_alloc(f->arena, count * sizeof *spread); /* by first token */
    int *change = arena_alloc(f->arena, (count + 1) * sizeof *change);
    f->inline_token = arena_alloc(f->arena, count * sizeof *f->inline_token);
    for (unsigned i = 0; i < count; i++)
        if (has_role(f, token_of(f, i), ROLE_OPEN) && !fits_line(f, i))
            spread[f->tokens->layout[i].first] = true;
    for (unsigned i = 0; i < count; i++)
        if (has_role(f, token_of(f, i), ROLE_OPEN) && !spread[f->tokens->layout[i].first]) {
            change[inline_from(f, i)]++;
            change[f->tokens->layout[i].last + 1]--;
        }
    for (unsigned i = 0, inside = 0; i < count; i++) {
        inside += (unsigned)change[i];
        f->inline_token[i] = inside > 0;
    }
}

/* ---- lines ---- */

static void end_line(struct formatter *f)
{
    f->broken = false;
    f->spaced = false;
    if (!f->code.length && !f->current.comment)
        return;
    if (f->trailing.length)
        f->current.comment = arena_text(f->arena, f->trailing.bytes, f->trailing.length);
    f->current.code = arena_text(f->arena, f->code.bytes ? f->code.bytes : "", f->code.length);
    ARENA_PUSH(f->arena, f->lines, f->line_count, f->current);
    f->code.length = f->trailing.length = 0;
    f->current = (struct line){0};
}

static void begin_line(struct formatter *f, unsigned indent, bool blank_before)
{
    end_line(f);
    f->current.indent = indent;
    f->current.blank_before = blank_before && f->line_count;
}

/* Whether a blank line of the author's stays. */
static bool keeps_blank(const struct formatter *f, unsigned at)
{
    return breaks_between(f, f->done, at) > 1 && !(f->previous && layout_of(f, f->previous)->opens);
}

static bool closes_nest(const struct formatter *f, const struct token *token)
{
    return token->kind == TOKEN_CLOSE || token->kind == TOKEN_CLOSE_BRACKET || token->kind == TOKEN_CLOSE_BRACE ||
           has_role(f, token, ROLE_UNNEST);
}

/* Where a token goes that begins a line, but not a statement. */
static unsigned later_indent(const struct formatter *f, const struct token *token)
{
    bool heads = token->kind == TOKEN_ARROW || token->kind == TOKEN_THEN ||
                 (token->kind == TOKEN_DO && !has_role(f, token, ROLE_NEST));
    if (heads)
        return f->level * STEP;
    if (has_role(f, token, ROLE_BODY))
        return f->level * STEP + STEP;
    if (!f->nest_count)
        return f->base;
    const struct nest *nest = &f->nests[f->nest_count - 1];
    return closes_nest(f, token) ? nest->indent : nest->indent + (nest->shallow ? STEP : CONTINUATION);
}

/* ---- comments ---- */

static const char *comment_text(const struct formatter *f, const struct comment *comment)
{
    struct text text = {0};
    for (unsigned i = comment->start; i < comment->end; i++)
        if (f->text[i] != '\r')
            text_char(&text, f->text[i]);
    while (text.length && strchr(" \t\v\f", text.bytes[text.length - 1]))
        text.length--;
    const char *copy = arena_text(f->arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

/* Comments before an end word belong to what it ends. */
static unsigned comment_indent(const struct formatter *f, unsigned index)
{
    const struct token *token = token_of(f, index);
    if (token->kind != TOKEN_END_OF_FILE && !(has_role(f, token, ROLE_START) && !f->inline_token[index]))
        return later_indent(f, token);
    return (is_end_word(token->kind) || layout_of(f, token)->closes > f->level ? f->level : f->level - layout_of(f, token)->closes) * STEP;
}

static bool goes_on(struct formatter *f, const struct comment *comment)
{
    const struct line *above = f->line_count ? &f->lines[f->line_count - 1] : NULL;
    return above && above->comment && (*above->code || above->aside) && f->text[comment->start] == '-' &&
           breaks_between(f, f->done, comment->start) == 1 && column_of(f, comment->start) == f->comment_column;
}

static void place_alone(struct formatter *f, const struct comment *comment, unsigned index)
{
    begin_line(f, comment_indent(f, index), keeps_blank(f, comment->start));
    f->current.aside = goes_on(f, comment);
    f->current.comment = comment_text(f, comment);
    if (f->current.aside)
        f->current.indent = f->lines[f->line_count - 1].indent;
    f->broken = true;
}

/* After code: at the end of its line, or with more code behind it. */
static void place_after(struct formatter *f, const struct comment *comment, unsigned index)
{
    const char *text = comment_text(f, comment);
    const struct token *next = token_of(f, index);
    bool breaks = next->kind == TOKEN_END_OF_FILE || (has_role(f, next, ROLE_START) && !f->inline_token[index]);
    if (*text != '-' && !breaks && !breaks_between(f, comment->end, next->start)) {
        text_format(&f->code, " %s", text);
        f->spaced = true;
        return;
    }
    if (!f->trailing.length)
        f->comment_column = column_of(f, comment->start);
    text_format(&f->trailing, "%s%s", f->trailing.length ? " " : "", text);
    f->broken = true;
}

static void place_comments(struct formatter *f, unsigned index)
{
    unsigned start = token_of(f, index)->start;
    while (f->comment < f->tokens->comment_count && f->tokens->comments[f->comment].start < start) {
        const struct comment *comment = &f->tokens->comments[f->comment++];
        bool several_lines = breaks_between(f, comment->start, comment->end) > 0;
        if (several_lines || !f->code.length || breaks_between(f, f->done, comment->start))
            place_alone(f, comment, index);
        else
            place_after(f, comment, index);
        f->done = comment->end;
    }
}

/* ---- tokens ---- */

static bool is_callable(enum token_kind kind)
{
    return kind == TOKEN_NAME || kind == TOKEN_ISUNDEFINED || kind == TOKEN_SCALARSET ||
           (token_is_soft(kind) && kind != TOKEN_MULTISET);
}

static bool wants_space(const struct formatter *f, const struct token *token)
{
    const struct token *before = f->previous;
    if (!f->code.length)
        return false;
    if (f->spaced || has_role(f, before, ROLE_FINISH))
        return true;
    if (has_role(f, before, ROLE_PREFIX)) /* "--" would begin a comment */
        return has_role(f, token, ROLE_PREFIX) && before->kind == TOKEN_MINUS && token->kind == TOKEN_MINUS;
    switch (before->kind) {
    case TOKEN_OPEN:
    case TOKEN_OPEN_BRACKET:
    case TOKEN_DOT:
        return false;
    case TOKEN_DOTS:
        return has_role(f, before, ROLE_SPACED);
    case TOKEN_OPEN_BRACE:
        return token->kind != TOKEN_CLOSE_BRACE;
    default:
        break;
    }
    switch (token->kind) {
    case TOKEN_CLOSE:
    case TOKEN_CLOSE_BRACKET:
    case TOKEN_COMMA:
    case TOKEN_DOT:
        return false;
    case TOKEN_COLON:
    case TOKEN_DOTS:
        return has_role(f, token, ROLE_SPACED);
    case TOKEN_OPEN:
        return !is_callable(before->kind) || has_role(f, before, ROLE_SPACED);
    case TOKEN_OPEN_BRACKET:
        return !is_callable(before->kind) && before->kind != TOKEN_CLOSE_BRACKET;
    default:
        return true;
    }
}

static void push_nest(struct formatter *f, bool shallow, bool spread)
{
    struct nest nest = {f->current.indent, shallow, spread};
    if (f->nest_count && f->nests[f->nest_count - 1].indent == nest.indent)
        nest.shallow = shallow || f->nests[f->nest_count - 1].shallow;
    ARENA_PUSH(f->arena, f->nests, f->nest_count, nest);
}

/* Whether what a brace or a quantifier's `do` opens goes over several lines. */
static bool is_spread(const struct formatter *f, const struct token *opener)
{
    bool brace = opener->kind == TOKEN_OPEN_BRACE;
    const struct token *token = opener + 1;
    for (unsigned depth = 1; depth && token->kind != TOKEN_END_OF_FILE; token++) {
        depth += brace ? token->kind == TOKEN_OPEN_BRACE : has_role(f, token, ROLE_NEST);
        depth -= brace ? token->kind == TOKEN_CLOSE_BRACE : has_role(f, token, ROLE_UNNEST);
    }
    return breaks_between(f, opener->start, token[-1].end) || has_comment(f, opener->start, token[-1].end);
}

static void put_token(struct formatter *f, const struct token *token)
{
    if (wants_space(f, token))
        text_char(&f->code, ' ');
    if (token_is_word(token->kind) && !token_is_soft(token->kind) && !token->unicode)
        text_put(&f->code, token_spelling(token->kind));
    else
        text_add(&f->code, f->text + token->start, token->end - token->start);
    if (has_role(f, token, ROLE_FINISH))
        text_char(&f->code, ';');
    if (token->kind == TOKEN_OPEN || token->kind == TOKEN_OPEN_BRACKET)
        push_nest(f, false, false);
    else if (has_role(f, token, ROLE_NEST) || token->kind == TOKEN_OPEN_BRACE)
        push_nest(f, true, is_spread(f, token));
    else if (closes_nest(f, token) && f->nest_count)
        f->nest_count--;
    f->spaced = false;
}

static void start_line(struct formatter *f, unsigned index)
{
    const struct token *token = token_of(f, index);
    bool if_else = token->kind == TOKEN_ELSE && layout_of(f, token)->first != index;
    bool tight = is_end_word(token->kind) || if_else || token->kind == TOKEN_ELSIF;
    begin_line(f, f->level * STEP, !tight && keeps_blank(f, token->start));
    f->base = f->current.indent + CONTINUATION;
    f->nest_count = 0;
    f->arrow_breaks = false;
}

static void continue_line(struct formatter *f, const struct token *token)
{
    begin_line(f, later_indent(f, token), false);
    if (has_role(f, token, ROLE_BODY)) {
        f->base = f->current.indent;
        f->arrow_breaks = true;
    }
}

static void place_token(struct formatter *f, unsigned index)
{
    const struct token *token = token_of(f, index);
    const struct nest *nest = f->nest_count ? &f->nests[f->nest_count - 1] : NULL;
    bool at_edge = token->kind == TOKEN_CLOSE_BRACE || has_role(f, token, ROLE_UNNEST) ||
                   (f->previous && (f->previous->kind == TOKEN_OPEN_BRACE || has_role(f, f->previous, ROLE_NEST)));
    bool breaks = f->broken || breaks_between(f, f->done, token->start) ||
                  (token->kind == TOKEN_ARROW && f->arrow_breaks) || (at_edge && nest && nest->spread);
    f->level -= layout_of(f, token)->closes < f->level ? layout_of(f, token)->closes : f->level;
    if (has_role(f, token, ROLE_START) && !f->inline_token[index])
        start_line(f, index);
    else if (breaks)
        continue_line(f, token);
    put_token(f, token);
    f->level += layout_of(f, token)->opens;
    f->previous = token;
}

/* ---- the second pass ---- */

static unsigned code_end(const struct line *line)
{
    return line->indent + width_of(line->code, strlen(line->code));
}

/* Lines [first, result) have their comments in one column. */
static unsigned group_end(const struct formatter *f, unsigned first)
{
    unsigned i = first + 1;
    while (i < f->line_count && !f->lines[i].blank_before && f->lines[i].indent == f->lines[first].indent &&
           (*f->lines[i].code || f->lines[i].aside))
        i++;
    return i;
}

static unsigned comment_column(const struct formatter *f, unsigned first, unsigned end)
{
    unsigned column = 0;
    for (unsigned i = first; i < end; i++) {
        const struct line *line = &f->lines[i];
        if (*line->code && line->comment && code_end(line) <= ALIGNED_WIDTH && code_end(line) + COMMENT_GAP > column)
            column = code_end(line) + COMMENT_GAP;
    }
    return column;
}

static void put_line(struct text *out, const struct line *line, unsigned column)
{
    if (line->blank_before)
        text_char(out, '\n');
    unsigned indent = line->aside ? column : line->indent;
    if (*line->code || line->comment)
        text_format(out, "%*s%s", (int)indent, "", line->code);
    if (line->comment && *line->code)
        text_format(out, "%*s", (int)(column - code_end(line)), "");
    if (line->comment)
        text_put(out, line->comment);
    text_char(out, '\n');
}

static void put_lines(const struct formatter *f, struct text *out)
{
    for (unsigned first = 0; first < f->line_count;) {
        unsigned end = group_end(f, first), common = comment_column(f, first, end), column = common;
        for (; first < end; first++) {
            const struct line *line = &f->lines[first];
            if (*line->code)
                column = code_end(line) + COMMENT_GAP > common ? code_end(line) + COMMENT_GAP : common;
            put_line(out, line, column);
        }
    }
}

/* ---- the seam ---- */

static bool same_token(const struct source *a, const struct token *left, const struct source *b,
                       const struct token *right)
{
    unsigned length = left->end - left->start;
    return left->kind == right->kind && length == right->end - right->start &&
           !strncasecmp(a->text + left->start, b->text + right->start, length);
}

/* Layout must not change what a model says. */
static void check_result(const struct tokens *before, const struct tokens *after)
{
    unsigned i = 0, j = 0;
    for (;; i++, j++) {
        while (before->list[i].kind == TOKEN_SEMICOLON)
            i++;
        while (after->list[j].kind == TOKEN_SEMICOLON)
            j++;
        if (!same_token(before->source, &before->list[i], after->source, &after->list[j]))
            die("formatting would have changed '%s' at byte %u", before->source->path, before->list[i].start);
        if (before->list[i].kind == TOKEN_END_OF_FILE)
            break;
    }
    if (before->comment_count != after->comment_count)
        die("formatting would have lost a comment of '%s'", before->source->path);
}

static void format_tokens(struct arena *arena, const struct tokens *tokens, struct text *out)
{
    struct formatter f = {.arena = arena, .tokens = tokens, .text = tokens->source->text};
    find_inline(&f);
    for (unsigned i = 0; i < tokens->count; i++) {
        if (tokens->list[i].kind == TOKEN_SEMICOLON) {
            /* What stands between it and the last token was placed, or will be. */
            if (!has_comment(&f, f.done, tokens->list[i].start))
                f.done = tokens->list[i].end;
            continue;
        }
        place_comments(&f, i);
        if (tokens->list[i].kind == TOKEN_END_OF_FILE)
            break;
        place_token(&f, i);
        f.done = tokens->list[i].end;
    }
    end_line(&f);
    put_lines(&f, out);
    text_free(&f.code);
    text_free(&f.trailing);
}

int format_source(struct text *out, struct diagnostics *diagnostics, struct source *source, enum dialect dialect)
{
    int errors = diagnostics_errors(diagnostics);
    struct arena *arena = arena_new();
    struct tokens *tokens;
    parse_file(arena, diagnostics, source, dialect, &tokens);
    if (diagnostics_errors(diagnostics) == errors) {
        struct text text = {0};
        format_tokens(arena, tokens, &text);
        struct source *result = source_from_text(arena, source->path, text.bytes ? text.bytes : "");
        check_result(tokens, lexer_read(arena, diagnostics_new(arena), result, dialect));
        text_add(out, text.bytes ? text.bytes : "", text.length);
        text_free(&text);
    }
    arena_free(arena);
    return diagnostics_errors(diagnostics) > errors;
}
