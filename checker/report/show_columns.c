/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show_columns.c - a trace in columns, one for each lane: who acts, what it
 * changes, and arrows for messages.
 */
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "show.h"
#include "show_parts.h"

enum { NUMBER = 5, LEAST = 9, MOST = 26, LEAST_TAIL = 40 };

struct columns {
    struct show show;
    unsigned width;  /* of a lane */
    unsigned whole;  /* of all of them */
    unsigned tail;   /* the room behind them */
    char *line;      /* `whole` characters; UTF-8 is not cut within one, since nothing but ASCII is drawn here */
    FILE *out;
};

static unsigned center(const struct columns *c, unsigned lane)
{
    return NUMBER + lane * c->width + c->width / 2;
}

/* A line with a stroke for each lane. */
static void begin_line(struct columns *c)
{
    memset(c->line, ' ', c->whole);
    for (unsigned i = 0; i < c->show.lane_count; i++)
        c->line[center(c, i)] = '|';
}

static void end_line(struct columns *c)
{
    unsigned length = c->whole;
    while (length && c->line[length - 1] == ' ')
        length--;
    fprintf(c->out, "%.*s", (int)length, c->line);
}

/* Text at a place of the line, as far as it goes; what is no printable ASCII is a question mark. */
static void write_at(struct columns *c, unsigned at, unsigned room, const char *text)
{
    for (unsigned i = 0; i < room && text[i] && at + i < c->whole; i++)
        c->line[at + i] = text[i] >= ' ' && text[i] < 127 ? text[i] : '?';
}

/* In the middle of `room`; cut text ends in dots. */
static void write_centered(struct columns *c, unsigned at, unsigned room, const char *text)
{
    unsigned length = (unsigned)strlen(text), shown = length < room ? length : room;
    unsigned start = at + (room - shown) / 2;
    if (start > at)
        c->line[start - 1] = ' ';
    write_at(c, start, shown, text);
    if (length > room)
        write_at(c, start + shown - 2, 2, "..");
    else if (start + shown < c->whole && c->line[start + shown] == '|')
        c->line[start + shown] = ' ';
}

/* What is not printable is a question mark. */
static void put_printable(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length; i++)
        fputc((unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i], out);
}

/* What a line says behind its columns, as far as the terminal goes. */
static void put_tail(struct columns *c, const char *text)
{
    size_t length = strlen(text), end = length;
    if (length > c->tail)
        for (end = c->tail - 2; end && ((unsigned char)text[end] & 0xc0) == 0x80; end--) {}
    fputs("  ", c->out);
    put_printable(text, end, c->out);
    fputs(end < length ? "..\n" : "\n", c->out);
}

static void put_heads(struct columns *c)
{
    memset(c->line, ' ', c->whole);
    for (unsigned i = 0; i < c->show.lane_count; i++)
        write_centered(c, NUMBER + i * c->width + 1, c->width - 2, show_lane(&c->show, i));
    end_line(c);
    fputc('\n', c->out);
}

/* The arrow of a message, in a line of its own, below the step that sends it. */
static void put_message(struct columns *c, const struct show_message *m)
{
    int from = m->from == SHOW_NOBODY ? m->to : m->from, to = m->to == SHOW_NOBODY ? m->from : m->to;
    struct text tail = {0};
    if (from == SHOW_NOBODY)
        return;
    unsigned a = center(c, (unsigned)from), b = center(c, (unsigned)to), low = a < b ? a : b, high = a < b ? b : a;
    begin_line(c);
    if (low < high) {
        memset(c->line + low + 1, '-', high - low - 1);
        c->line[b] = b > a ? '>' : '<';
        if (high - low > 12)
            write_centered(c, low + 3, high - low - 5, m->text);
    } else {
        c->line[a] = '@';
    }
    c->line[a] = low < high ? 'o' : '@';
    end_line(c);
    text_format(&tail, "%s", m->text);
    if (m->received < c->show.count)
        text_format(&tail, "  taken in %u", m->received);
    else
        text_put(&tail, "  still on its way at the end");
    put_tail(c, tail.bytes);
    text_free(&tail);
}

static void put_step(struct columns *c, unsigned step)
{
    struct text rule = {0}, changes = {0}, number = {0};
    struct show_message message;
    unsigned lane = show_actor(&c->show, step);
    show_rule(&rule, &c->show, step);
    bool fails = show_fails(&changes, &c->show, step);
    if (!fails)
        show_changes(&changes, &c->show, step);
    text_format(&number, "%4u", step);
    begin_line(c);
    write_at(c, 0, NUMBER, number.bytes);
    if (step)
        write_centered(c, NUMBER + lane * c->width + 1, c->width - 2,
                       json_string_value(json_object_get(json_array_get(c->show.steps, step), "rule")));
    end_line(c);
    put_tail(c, rule.bytes);
    if ((step || fails) && changes.length) {
        begin_line(c);
        end_line(c);
        put_tail(c, changes.bytes);
    }
    for (unsigned i = 0; show_message(&c->show, i, &message); i++)
        if (message.sent == step)
            put_message(c, &message);
    text_free(&rule);
    text_free(&changes);
    text_free(&number);
}

/* Why it is fair, of a run that goes round. */
static void put_treatment(struct columns *c)
{
    struct text line = {0};
    for (unsigned i = 0; show_treated(&line, &c->show, i); i++) {
        fputs(i ? "      " : "     It is fair; in the cycle\n      ", c->out);
        put_printable(line.bytes, line.length, c->out);
        fputc('\n', c->out);
        text_free(&line);
    }
    text_free(&line);
}

static void put_reasons(struct columns *c)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(c->show.trace, "because"), i, line)
        if (json_is_string(line)) {
            fputs(i ? "      " : show_ends_failing(&c->show) ? "     It fails, since\n      " : "     In the last state:\n      ", c->out);
            put_printable(json_string_value(line), json_string_length(line), c->out);
            fputc('\n', c->out);
        }
}

void show_columns(const json_t *trace, unsigned width, FILE *out)
{
    struct columns c = {.show = show_open(trace), .out = out};
    struct text target = {0};
    unsigned half = width / 2 > NUMBER ? (width / 2 - NUMBER) / c.show.lane_count : 0;
    c.width = half < LEAST ? LEAST : half > MOST ? MOST : half;
    c.whole = NUMBER + c.width * c.show.lane_count;
    c.tail = width > c.whole + 2 + LEAST_TAIL ? width - c.whole - 2 : LEAST_TAIL;
    c.line = malloc(c.whole + 1);
    if (!c.line)
        die_memory(c.whole);
    show_target(&target, &c.show);
    put_heads(&c);
    for (unsigned i = 0; i < c.show.count; i++) {
        if (show_is_cycle(&c.show, i) && !show_is_cycle(&c.show, i - 1))
            fputs("     From here on it goes round, for ever:\n", out);
        put_step(&c, i);
    }
    fputs("     ", out);
    put_printable(target.bytes ? target.bytes : "", target.length, out);
    fputc('\n', out);
    put_treatment(&c);
    put_reasons(&c);
    text_free(&target);
    free(c.line);
}
