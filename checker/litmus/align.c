/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * align.c - see align.h.
 *
 *     row = comment* cell ("|" cell)* ";" comment?
 *
 * The rows begin with the one that names the threads; what follows the last `;` stays as it is.
 */
#include "align.h"

#include <ctype.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "lexer.h"

/* Bytes of the source, without the blanks around them. */
struct span {
    unsigned start, end;
};

struct row {
    struct span *notes, *cells; /* comments before it */
    unsigned note_count, cell_count;
    struct span after; /* the comment behind its end, or empty */
};

struct aligner {
    struct arena *arena;
    const struct source *source;
    unsigned end;        /* of the program */
    struct row *rows;
    unsigned row_count;
    unsigned rest;       /* what follows the rows */
    const char *newline;
};

static struct span trimmed(const struct aligner *a, unsigned start, unsigned end)
{
    while (start < end && isspace((unsigned char)a->source->text[start]))
        start++;
    while (end > start && isspace((unsigned char)a->source->text[end - 1]))
        end--;
    return (struct span){start, end};
}

/* ---- reading ---- */

static bool is_comment(const struct aligner *a, unsigned at)
{
    return at + 1 < a->end && a->source->text[at] == '(' && a->source->text[at + 1] == '*';
}

/* Where the comment that begins there ends; comments nest. */
static unsigned comment_end(const struct aligner *a, unsigned at)
{
    unsigned depth = 0;
    do {
        bool begins = is_comment(a, at), ends = a->source->text[at] == '*' && a->source->text[at + 1] == ')';
        depth += begins;
        depth -= ends;
        at += begins || ends ? 2 : 1;
    } while (depth && at < a->end);
    return at;
}

/* The comments before the row's first cell. */
static unsigned read_notes(struct aligner *a, struct row *row, unsigned at)
{
    for (;;) {
        while (at < a->end && isspace((unsigned char)a->source->text[at]))
            at++;
        if (!is_comment(a, at))
            return at;
        struct span note = {at, comment_end(a, at)};
        ARENA_PUSH(a->arena, row->notes, row->note_count, note);
        at = note.end;
    }
}

/* One that begins in the line where the row ends, and ends there. */
static unsigned read_after(struct aligner *a, struct row *row, unsigned at)
{
    unsigned start = at + (unsigned)strspn(a->source->text + at, " \t");
    if (!is_comment(a, start))
        return at;
    row->after = (struct span){start, comment_end(a, start)};
    if (!memchr(a->source->text + start, '\n', row->after.end - start))
        return row->after.end;
    row->after = (struct span){0, 0};
    return at;
}

/* False where no row begins there. */
static bool read_row(struct aligner *a, unsigned *at)
{
    struct row row = {0};
    unsigned from = read_notes(a, &row, *at), here = from;
    while ((here = litmus_skip_blank(a->source, here, a->end, NULL)) < a->end) {
        char c = a->source->text[here++];
        if (c != '|' && c != ';')
            continue;
        struct span cell = trimmed(a, from, here - 1);
        ARENA_PUSH(a->arena, row.cells, row.cell_count, cell);
        from = here;
        if (c == '|')
            continue;
        *at = read_after(a, &row, here);
        ARENA_PUSH(a->arena, a->rows, a->row_count, row);
        return true;
    }
    return false;
}

/* ---- writing ---- */

/* Blanks outside of comments are one. */
static void put_cell(struct text *out, const struct aligner *a, struct span cell)
{
    for (unsigned at = cell.start; at < cell.end;) {
        unsigned blanks = at;
        if (is_comment(a, at)) {
            unsigned end = comment_end(a, at);
            text_add(out, a->source->text + at, end - at);
            at = end;
            continue;
        }
        while (blanks < cell.end && isspace((unsigned char)a->source->text[blanks]))
            blanks++;
        text_char(out, blanks > at ? ' ' : a->source->text[at]);
        at = blanks > at ? blanks : at + 1;
    }
}

static unsigned width_of(const struct aligner *a, struct span cell)
{
    struct text text = {0};
    unsigned width = 0;
    put_cell(&text, a, cell);
    for (size_t i = 0; i < text.length; i++)
        width += !text_continues(text.bytes[i]);
    text_free(&text);
    return width;
}

static unsigned column_width(const struct aligner *a, unsigned column)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < a->row_count; i++) {
        unsigned width = column < a->rows[i].cell_count ? width_of(a, a->rows[i].cells[column]) : 0;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_span(struct text *out, const struct aligner *a, const char *before, struct span span, const char *behind)
{
    text_put(out, before);
    text_add(out, a->source->text + span.start, span.end - span.start);
    text_put(out, behind);
}

static void put_row(struct text *out, const struct aligner *a, const struct row *row, const unsigned *widths)
{
    for (unsigned i = 0; i < row->note_count; i++)
        put_span(out, a, " ", row->notes[i], a->newline);
    for (unsigned c = 0; c < row->cell_count; c++) {
        text_put(out, c ? " | " : " ");
        put_cell(out, a, row->cells[c]);
        for (unsigned width = width_of(a, row->cells[c]); width < widths[c]; width++)
            text_char(out, ' ');
    }
    text_put(out, " ;");
    if (row->after.end)
        put_span(out, a, " ", row->after, "");
    text_put(out, a->newline);
}

static bool has_long_comment(const struct aligner *a)
{
    for (unsigned i = 0; i < a->row_count; i++)
        for (unsigned c = 0; c < a->rows[i].cell_count; c++)
            for (unsigned at = a->rows[i].cells[c].start; at < a->rows[i].cells[c].end; at++)
                if (is_comment(a, at) && memchr(a->source->text + at, '\n', comment_end(a, at) - at))
                    return true;
    return false;
}

static void put_rows(struct text *out, const struct aligner *a, unsigned start)
{
    unsigned columns = a->rows[0].cell_count, *widths = arena_alloc(a->arena, columns * sizeof *widths);
    for (unsigned c = 0; c < columns; c++)
        widths[c] = column_width(a, c);
    struct span before = {0, start};
    while (before.end && strchr(" \t", a->source->text[before.end - 1]))
        before.end--;
    put_span(out, a, "", before, before.end && a->source->text[before.end - 1] != '\n' ? a->newline : "");
    for (unsigned i = 0; i < a->row_count; i++)
        put_row(out, a, &a->rows[i], widths);
    unsigned rest = a->rest + (unsigned)strspn(a->source->text + a->rest, " \t\r");
    rest += rest < a->source->length && a->source->text[rest] == '\n';
    text_add(out, a->source->text + rest, a->source->length - rest);
}

void litmus_align(struct text *out, const struct litmus_test *test)
{
    struct aligner a = {.arena = arena_new(), .source = test->source, .end = test->program.end,
                        .newline = strchr(test->source->text, '\r') ? "\r\n" : "\n"};
    unsigned start = test->thread_count && !litmus_is_c(test) ? test->threads[0].place.start : 0;
    a.rest = start;
    while (start && read_row(&a, &a.rest))
        ;
    if (a.row_count && !has_long_comment(&a))
        put_rows(out, &a, start);
    else
        text_add(out, test->source->text, test->source->length);
    arena_free(a.arena);
}
