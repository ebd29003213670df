/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mutant.c - mutants as text: the file with the edit, a line of it, a patch.
 */
#include "mutant.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT_LINES = 3 };

static const struct {
    const char *name, *meaning;
} operators[MUTANT_OPERATORS] = {
    [MUTANT_DROP_ASSIGNMENT] = {"drop-assignment", "an assignment is left out"},
    [MUTANT_DROP_STATEMENT] = {"drop-statement", "a clear, an undefine, a return of a procedure or a whole loop is left out"},
    [MUTANT_DROP_CALL] = {"drop-call", "a call of a procedure is left out, such as one that sends a message"},
    [MUTANT_REPEAT_CALL] = {"repeat-call", "a call of a procedure is made twice"},
    [MUTANT_DROP_SEND] = {"drop-send", "an element is not added to a multiset: a message is lost"},
    [MUTANT_REPEAT_SEND] = {"repeat-send", "an element is added to a multiset twice"},
    [MUTANT_DROP_RECEIVE] = {"drop-receive", "elements stay in a multiset: a message is received again"},
    [MUTANT_SKIP_BRANCH] = {"skip-branch", "a branch of an if, a switch or a conditional expression is never taken"},
    [MUTANT_SKIP_RULE] = {"skip-rule", "a rule is never enabled"},
    [MUTANT_NEGATE_CONDITION] = {"negate-condition", "a conjunct, a disjunct or a boolean value is negated"},
    [MUTANT_DROP_CONDITION] = {"drop-condition", "a conjunct is left out, or a disjunct, or a whole condition"},
    [MUTANT_EXCHANGE_LOGIC] = {"exchange-logic", "an and is an or, or the reverse"},
    [MUTANT_COMPARISON] = {"comparison", "a comparison has its bound, or has it not; = is !=, or the reverse"},
    [MUTANT_ARITHMETIC] = {"arithmetic", "a plus is a minus, or the reverse"},
    [MUTANT_EXCHANGE_MEMBER] = {"exchange-member", "a member of an enum is the next one; true is false, or the reverse"},
    [MUTANT_OFF_BY_ONE] = {"off-by-one", "a number is one more, or one less"},
    [MUTANT_EXCHANGE_QUANTIFIER] = {"exchange-quantifier", "a forall is an exists, or the reverse"},
};

const char *mutant_operator_name(enum mutant_operator operator)
{
    return operators[operator].name;
}

const char *mutant_operator_meaning(enum mutant_operator operator)
{
    return operators[operator].meaning;
}

void mutant_put_where(struct text *text, const struct mutant *mutant)
{
    text_place(text, mutant->file->shown, place_line(mutant->place), place_column(mutant->place));
    text_format(text, ": %s", mutant_operator_name(mutant->operator));
}

/* ---- order ---- */

static int compare(const void *left, const void *right)
{
    const struct mutant *a = left, *b = right;
    int c = strcmp(a->file->shown, b->file->shown);
    if (!c)
        c = place_compare(a->place, b->place);
    if (!c)
        c = (a->operator > b->operator) - (a->operator < b->operator);
    if (!c)
        c = (a->start > b->start) - (a->start < b->start);
    return c ? c : strcmp(a->text, b->text);
}

void mutants_sort(struct mutants *mutants)
{
    if (mutants->count)
        qsort(mutants->items, mutants->count, sizeof *mutants->items, compare);
}

void mutants_add_given(struct mutants *mutants, const struct mutant_file *file, const char *path, const char *text)
{
    const struct mutant given = {.file = file, .place = {file->source, 0, file->source->length}, .end = file->source->length,
                                 .text = text, .given = path, .live = true};
    ARENA_PUSH(mutants->arena, mutants->items, mutants->count, given);
    unsigned at = mutants->files_given++;
    memmove(&mutants->items[at + 1], &mutants->items[at], (mutants->count - 1 - at) * sizeof *mutants->items);
    mutants->items[at] = given;
}

/* ---- how they are shown ---- */

void mutant_put_file(struct text *text, const struct mutant *mutant)
{
    const struct source *source = mutant->file->source;
    text_add(text, source->text, mutant->start);
    text_put(text, mutant->text);
    text_add(text, source->text + mutant->end, source->length - mutant->end);
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n\f\v", c);
}

/* Where a comment or a blank ends that begins at `at`, or `at`. */
static const char *skip_space(const char *at, const char *end)
{
    const char *stop = at;
    if (end - at >= 2 && !memcmp(at, "--", 2)) {
        stop = memchr(at, '\n', (size_t)(end - at));
    } else if (end - at >= 2 && !memcmp(at, "/*", 2)) {
        stop = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
        stop = stop ? stop + 2 : NULL;
    } else if (is_blank(*at)) {
        stop = at + 1;
    }
    return stop ? stop : end;
}

/* Where a string ends that begins at `at`; a mark after a backslash is no end. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

static const char *one_line(struct arena *arena, const char *at, const char *end)
{
    struct text line = {0};
    text_put(&line, "");
    while (at < end) {
        const char *from = at, *next = skip_space(at, end);
        while (next != at && next < end)
            at = next, next = skip_space(at, end);
        at = next;
        if (at > from && at < end && line.length)
            text_char(&line, ' ');
        if (at < end) {
            next = *at == '"' ? skip_string(at, end) : at + 1;
            text_add(&line, at, (size_t)(next - at));
            at = next;
        }
    }
    const char *result = arena_text(arena, line.bytes, line.length);
    text_free(&line);
    return result;
}

const char *mutant_line(struct arena *arena, struct place place)
{
    return one_line(arena, place.source->text + place.start, place.source->text + place.end);
}

const char *mutant_original(struct arena *arena, const struct mutant *mutant)
{
    return mutant_line(arena, mutant->place);
}

const char *mutant_changed(struct arena *arena, const struct mutant *mutant)
{
    const char *source = mutant->file->source->text;
    struct text changed = {0};
    text_put(&changed, "");
    if (mutant->start > mutant->place.start)
        text_add(&changed, source + mutant->place.start, mutant->start - mutant->place.start);
    text_put(&changed, mutant->text);
    if (mutant->end < mutant->place.end)
        text_add(&changed, source + mutant->end, mutant->place.end - mutant->end);
    const char *line = one_line(arena, changed.bytes, changed.bytes + changed.length);
    text_free(&changed);
    return line;
}

/* ---- patches ---- */

/* Lines [first, last] of a text, from 0, each after `mark`. */
static void put_marked(struct text *patch, const struct source *source, unsigned first, unsigned last, char mark)
{
    for (unsigned i = first; i <= last && i < source->line_count; i++) {
        unsigned start = source->lines[i], end = i + 1 < source->line_count ? source->lines[i + 1] : source->length;
        if (start == end)
            continue;
        text_char(patch, mark);
        text_add(patch, source->text + start, end - start);
        if (source->text[end - 1] != '\n')
            text_put(patch, "\n\\ No newline at end of file\n");
    }
}

/* How many lines a text has: a last one that is empty is none. */
static unsigned lines_of(const struct source *source)
{
    return source->line_count - (source->lines[source->line_count - 1] == source->length);
}

static unsigned line_at(const struct source *source, unsigned at)
{
    return place_line((struct place){source, at, at}) - 1;
}

void mutant_put_patch(struct text *patch, const struct mutant *mutant)
{
    struct arena *arena = arena_new();
    struct text file = {0};
    mutant_put_file(&file, mutant);
    const struct source *old = mutant->file->source, *new = source_from_text(arena, old->path, file.bytes);
    unsigned first = line_at(old, mutant->start), last = line_at(old, mutant->end);
    unsigned from = first > CONTEXT_LINES ? first - CONTEXT_LINES : 0;
    unsigned to = last + CONTEXT_LINES < lines_of(old) ? last + CONTEXT_LINES : lines_of(old) - 1;
    text_format(patch, "--- a/%s\n+++ b/%s\n@@ -%u,%u +%u,%u @@\n", mutant->file->shown, mutant->file->shown, from + 1,
                to - from + 1, from + 1, to - from + 1);
    if (first > from)
        put_marked(patch, old, from, first - 1, ' ');
    put_marked(patch, old, first, last, '-');
    put_marked(patch, new, first, last, '+');
    put_marked(patch, old, last + 1, to, ' ');
    text_free(&file);
    arena_free(arena);
}
