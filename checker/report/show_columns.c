/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show_columns.c - a trace in columns, one for each lane: who acts, what it
 * changes, and arrows for messages.
 *
 * What is said beside the lanes is folded there; where the terminal has no room
 * for that, it stands below them, folded; where it has none for the lanes, each
 * step names its lane.  Nothing is lost: in a lane itself a rule or a message may
 * be cut, and stands beside or below it whole.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "show.h"
#include "show_parts.h"

enum { NUMBER = 5, LEAST = 9, MOST = 26, LEAST_TAIL = 36, NARROW = 4, LETTERS = 26, LEAST_TERMINAL = 12 };

/* Where what is said of a step stands. */
enum form { BESIDE, BELOW, LISTED };

struct columns {
    struct show show;
    enum form form;
    bool lettered;   /* the lanes' heads are letters, whose meaning is said first */
    unsigned terminal;
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
static void begin_line(const struct columns *c)
{
    memset(c->line, ' ', c->whole);
    for (unsigned i = 0; i < c->show.lane_count; i++)
        c->line[center(c, i)] = '|';
}

static void end_line(const struct columns *c)
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

/* How much of the text stands in so much room: to the last space, or as far as it goes. */
static size_t fits(const char *text, size_t length, unsigned room)
{
    size_t end = 0, space = 0;
    for (unsigned taken = 0; end < length; taken++) {
        if (text[end] == ' ')
            space = end;
        if (taken == room)
            return space ? space : end;
        for (end++; end < length && text_continues(text[end]); end++) {}
    }
    return end;
}

/* What the folded lines behind the first begin with: spaces, or the strokes of the lanes. */
static void begin_folded(const struct columns *c, const char *head)
{
    if (head) {
        fprintf(c->out, "\n%*s", (int)strlen(head), "");
        return;
    }
    fputc('\n', c->out);
    begin_line(c);
    end_line(c);
    fputs("  ", c->out);
}

/* Folded to the terminal's width; the first line begins with `head`, those that follow with as many spaces.  Without a
 * head it stands behind the lanes, whose strokes go on beside it. */
static void put_folded(const struct columns *c, const char *head, const char *text)
{
    unsigned room = head ? c->terminal - (unsigned)strlen(head) : c->tail;
    size_t length = strlen(text);
    fputs(head ? head : "  ", c->out);
    for (size_t at = 0; at < length;) {
        size_t taken = fits(text + at, length - at, room);
        put_printable(text + at, taken, c->out);
        for (at += taken; at < length && text[at] == ' '; at++) {}
        if (at < length)
            begin_folded(c, head);
    }
    fputc('\n', c->out);
}

/* What a line says behind its columns, or below them. */
static void put_tail(const struct columns *c, const char *head, const char *text)
{
    if (c->form == BELOW)
        fputc('\n', c->out);
    put_folded(c, c->form == BESIDE ? NULL : head, text);
}

static void put_letters(const struct columns *c)
{
    struct text all = {0};
    for (unsigned i = 0; i < c->show.lane_count; i++)
        text_format(&all, "%s%c %s", i ? ", " : "", 'A' + (int)i, show_lane(&c->show, i));
    put_folded(c, "     ", all.bytes);
    text_free(&all);
}

static void put_heads(struct columns *c)
{
    if (c->form == LISTED)
        return;
    if (c->lettered)
        put_letters(c);
    memset(c->line, ' ', c->whole);
    for (unsigned i = 0; i < c->show.lane_count; i++) {
        const char letter[] = {(char)('A' + i), 0};
        if (c->lettered)
            c->line[center(c, i)] = *letter;
        else
            write_centered(c, NUMBER + i * c->width + 1, c->width - 2, show_lane(&c->show, i));
    }
    end_line(c);
    fputc('\n', c->out);
}

/* What is said of all of the run, in a terminal of this width. */
static void put_said(const struct columns *c, const char *text)
{
    put_folded(c, c->form == LISTED ? "" : "     ", text);
}

static void draw_arrow(struct columns *c, unsigned a, unsigned b, const char *text)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    begin_line(c);
    if (low < high) {
        memset(c->line + low + 1, '-', high - low - 1);
        c->line[b] = b > a ? '>' : '<';
        if (high - low > 12)
            write_centered(c, low + 3, high - low - 5, text);
    }
    c->line[a] = low < high ? 'o' : '@';
    end_line(c);
}

/* A message below the step that sends it: its arrow, in a line of its own, and what it says. */
static void put_message(struct columns *c, const struct show_message *m)
{
    int from = m->from == SHOW_NOBODY ? m->to : m->from, to = m->to == SHOW_NOBODY ? m->from : m->to;
    struct text tail = {0};
    if (from == SHOW_NOBODY)
        return;
    if (c->form == LISTED)
        text_format(&tail, "to %s: ", show_lane(&c->show, (unsigned)to));
    else
        draw_arrow(c, center(c, (unsigned)from), center(c, (unsigned)to), m->text);
    text_put(&tail, m->text);
    if (m->received < c->show.count)
        text_format(&tail, "  taken in %u", m->received);
    else
        text_put(&tail, "  still on its way at the end");
    put_tail(c, "       ", tail.bytes);
    text_free(&tail);
}

/* The line of the lane that acts: its rule, or where that has no room a star. */
static void draw_step(struct columns *c, const char *number, unsigned step)
{
    const char *rule = json_string_value(json_object_get(json_array_get(c->show.steps, step), "rule"));
    unsigned lane = show_actor(&c->show, step);
    begin_line(c);
    write_at(c, 0, NUMBER, number);
    if (step && c->form == BELOW && strlen(rule) > c->width - 2)
        c->line[center(c, lane)] = '*';
    else if (step)
        write_centered(c, NUMBER + lane * c->width + 1, c->width - 2, rule);
    end_line(c);
}

static void put_changes(struct columns *c, const char *changes)
{
    if (c->form != BESIDE) {
        put_folded(c, "       ", changes);
        return;
    }
    begin_line(c);
    end_line(c);
    put_folded(c, NULL, changes);
}

static void put_step(struct columns *c, unsigned step)
{
    struct text rule = {0}, changes = {0}, number = {0};
    struct show_message message;
    text_format(&number, "%4u ", step);
    if (c->form == LISTED && step)
        text_format(&rule, "%s: ", show_lane(&c->show, show_actor(&c->show, step)));
    show_rule(&rule, &c->show, step);
    bool fails = show_fails(&changes, &c->show, step);
    if (!fails)
        show_changes(&changes, &c->show, step);
    if (c->form != LISTED)
        draw_step(c, number.bytes, step);
    put_tail(c, c->form == LISTED ? number.bytes : "     ", rule.bytes);
    if ((step || fails) && changes.length)
        put_changes(c, changes.bytes);
    for (unsigned i = 0; show_message(&c->show, i, &message); i++)
        if (message.sent == step)
            put_message(c, &message);
    text_free(&rule);
    text_free(&changes);
    text_free(&number);
}

/* Lines under a heading. */
static void put_under(const struct columns *c, const char *heading, const char *line)
{
    if (heading)
        put_said(c, heading);
    put_folded(c, c->form == LISTED ? " " : "      ", line);
}

/* Why it is fair, of a run that goes round. */
static void put_treatment(struct columns *c)
{
    struct text line = {0};
    for (unsigned i = 0; show_treated(&line, &c->show, i); i++) {
        put_under(c, i ? NULL : "It is fair; in the cycle", line.bytes);
        text_free(&line);
    }
    text_free(&line);
}

static void put_reasons(struct columns *c)
{
    const char *heading = show_ends_failing(&c->show) ? "It fails, since" : "In the last state:";
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(c->show.trace, "because"), i, line)
        if (json_is_string(line))
            put_under(c, i ? NULL : heading, json_string_value(line));
}

/* How wide a lane has to be for its head; more than any is where that cannot be drawn in a line of ASCII. */
static unsigned widest_head(const struct columns *c)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < c->show.lane_count; i++) {
        const char *name = show_lane(&c->show, i);
        unsigned needed = (unsigned)strlen(name) + 2;
        for (const char *at = name; *at; at++)
            if (*at < ' ' || *at > '~')
                needed = UINT_MAX;
        widest = needed > widest ? needed : widest;
    }
    return widest;
}

/* Beside the lanes where that has room and no head is cut; else below them, if only their strokes have. */
static void choose_form(struct columns *c, unsigned width)
{
    unsigned lanes = c->show.lane_count, half = width / 2 > NUMBER ? (width / 2 - NUMBER) / lanes : 0, head = widest_head(c);
    c->terminal = width < LEAST_TERMINAL ? LEAST_TERMINAL : width;
    c->width = half < LEAST ? LEAST : half > MOST ? MOST : half;
    if (c->width < head && head < width / lanes)
        c->width = head;
    c->whole = NUMBER + c->width * lanes;
    c->tail = width > c->whole + 2 ? width - c->whole - 2 : 0;
    if (c->tail >= LEAST_TAIL && head <= c->width)
        return;
    c->form = BELOW;
    c->width = c->terminal > NUMBER + 1 ? (c->terminal - NUMBER - 1) / lanes : 0;
    c->lettered = head > c->width;
    if (c->width > MOST && (c->lettered || head < MOST))
        c->width = MOST;
    if (c->width < NARROW || (c->lettered && lanes > LETTERS))
        c->form = LISTED;
    c->whole = NUMBER + c->width * lanes;
}

void show_columns(const json_t *trace, unsigned width, FILE *out)
{
    struct columns c = {.show = show_open(trace), .out = out};
    struct text target = {0};
    choose_form(&c, width);
    c.line = malloc(c.whole + 1);
    if (!c.line)
        die_memory(c.whole);
    show_target(&target, &c.show);
    put_heads(&c);
    for (unsigned i = 0; i < c.show.count; i++) {
        if (show_is_cycle(&c.show, i) && !show_is_cycle(&c.show, i - 1))
            put_said(&c, "From here on it goes round, for ever:");
        put_step(&c, i);
    }
    put_said(&c, target.bytes ? target.bytes : "");
    put_treatment(&c);
    put_reasons(&c);
    text_free(&target);
    free(c.line);
}
