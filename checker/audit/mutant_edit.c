/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mutant_edit.c - see mutant_edit.h.
 *
 * Invariant: an edit puts in as many ends of lines as it takes out.
 */
#include "mutant_edit.h"

#include <stdlib.h>
#include <string.h>

#include "../base/here.h"
#include "../base/memory.h"

/* ---- files ---- */

static const struct mutant_file *file_of(struct mutants *mutants, const struct source *source)
{
    char *real = realpath(source->path, NULL);
    if (!real) { /* text that is in no file */
        memory_check_errno();
        return NULL;
    }
    const char *path = arena_format(mutants->arena, "%s", real);
    free(real);
    for (unsigned i = 0; i < mutants->file_count; i++)
        if (!strcmp(mutants->files[i]->path, path))
            return mutants->files[i];
    struct mutant_file *file = arena_alloc(mutants->arena, sizeof *file);
    *file = (struct mutant_file){.path = path, .shown = here_below(path), .source = source,
                                 .taken = mutants->takes(mutants->data, path)};
    ARENA_PUSH(mutants->arena, mutants->files, mutants->file_count, file);
    return file;
}

/* ---- edits ---- */

/* The same edit, or NULL. */
static struct mutant *find(const struct mutants *mutants, const struct mutant *new)
{
    for (unsigned i = mutants->count; i-- > 0;) {
        struct mutant *m = &mutants->items[i];
        if (m->file == new->file && m->start == new->start && m->end == new->end && !strcmp(m->text, new->text))
            return m;
    }
    return NULL;
}

void mutant_replace(struct mutant_search *search, enum mutant_operator operator, struct place place, unsigned start,
                    unsigned end, const char *text)
{
    struct mutants *mutants = search->mutants;
    const struct mutant_file *file = place.source ? file_of(mutants, place.source) : NULL;
    if (!file || !file->taken || (mutants->operators && !mutants->operators[operator]))
        return;
    place.source = file->source;
    struct mutant new = {.operator = operator, .file = file, .place = place, .start = start, .end = end,
                         .text = arena_text(mutants->arena, text, strlen(text))};
    struct mutant *old = find(mutants, &new);
    if (search->marks && old)
        old->live = true;
    else if (!search->marks && !old)
        ARENA_PUSH(mutants->arena, mutants->items, mutants->count, new);
}

/* As many ends of lines as there are in [start, end). */
static void put_lines(struct text *text, const struct source *source, unsigned start, unsigned end)
{
    for (unsigned i = start; i < end; i++)
        if (source->text[i] == '\n')
            text_char(text, '\n');
}

void mutant_replace_all(struct mutant_search *search, enum mutant_operator operator, struct place place, const char *text)
{
    struct text whole = {0};
    text_put(&whole, text);
    if (!strchr(text, '\n'))
        put_lines(&whole, place.source, place.start, place.end);
    mutant_replace(search, operator, place, place.start, place.end, whole.bytes);
    text_free(&whole);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Statements that stand alone on their lines go with their indentation. */
void mutant_drop(struct mutant_search *search, enum mutant_operator operator, struct place place)
{
    const char *text = place.source->text;
    unsigned start = place.start, end = place.end, left = start, right = end;
    while (is_blank(text[right]))
        right++;
    if (text[right] == ';')
        end = ++right;
    while (is_blank(text[right]))
        right++;
    while (left > 0 && is_blank(text[left - 1]))
        left--;
    if ((left == 0 || text[left - 1] == '\n') && (text[right] == '\n' || !text[right]))
        start = left, end = right;
    struct text lines = {0};
    text_put(&lines, "");
    put_lines(&lines, place.source, start, end);
    mutant_replace(search, operator, place, start, end, lines.bytes);
    text_free(&lines);
}

void mutant_repeat(struct mutant_search *search, enum mutant_operator operator, struct place place)
{
    const char *again = arena_format(search->mutants->arena, "; %s", mutant_line(search->mutants->arena, place));
    mutant_replace(search, operator, place, place.end, place.end, again);
}
