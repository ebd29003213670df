/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.c - read the lines `-- show:` of a model's files (view.h).
 */
#include "view.h"

#include <ctype.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/nearest.h"
#include "uses.h"

static const char mark[] = "-- show:";

struct reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct program *program;
    struct view *view;
    const struct source *source;
    unsigned at, end;            /* of the line's rest */
    bool wrong;                  /* something of this line was */
};

/* ---- words ---- */

struct word {
    const char *text;            /* "" at the end of the line */
    bool quoted;
    struct place place;
};

static void refuse(struct reader *r, struct place place, const char *hint, const char *message, const char *name)
{
    if (!r->wrong)
        diagnostics_add(r->diagnostics, SEVERITY_ERROR, place, hint, message, name);
    r->wrong = true;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A name, a text in quotes, or a single character. */
static struct word next(struct reader *r)
{
    const char *text = r->source->text;
    while (r->at < r->end && isspace((unsigned char)text[r->at]))
        r->at++;
    unsigned start = r->at;
    struct word word = {.text = "", .quoted = r->at < r->end && text[r->at] == '"'};
    if (word.quoted) {
        for (r->at++; r->at < r->end && text[r->at] != '"'; r->at++) {}
        word.text = arena_text(r->arena, text + start + 1, r->at - start - 1);
        if (r->at < r->end)
            r->at++;
        else
            refuse(r, (struct place){r->source, start, r->end}, NULL, "%s", "this text does not end in its line");
    } else if (r->at < r->end) {
        do
            r->at++;
        while (r->at < r->end && is_name(text[r->at - 1]) && is_name(text[r->at]));
        word.text = arena_text(r->arena, text + start, r->at - start);
    }
    word.place = (struct place){r->source, start, r->at > start ? r->at : start + 1};
    return word;
}

static bool take(struct reader *r, const char *text)
{
    unsigned at = r->at;
    struct word word = next(r);
    if (!word.quoted && !strcmp(word.text, text))
        return true;
    r->at = at;
    return false;
}

/* ---- what is named ---- */

static const char *variable_at(const void *program, unsigned i)
{
    return ((const struct program *)program)->variables[i]->name;
}

static const char *type_at(const void *program, unsigned i)
{
    const struct decl *decl = ((const struct program *)program)->decls[i];
    return decl->kind == DECL_TYPE ? decl->symbol->name : "";
}

static const char *hint(struct reader *r, const char *near)
{
    return near && *near ? arena_format(r->arena, "did you mean `%s`?", near) : NULL;
}

static struct symbol *read_variable(struct reader *r)
{
    const struct program *p = r->program;
    struct word word = next(r);
    for (unsigned i = 0; i < p->variable_count; i++)
        if (!strcmp(p->variables[i]->name, word.text) && !word.quoted) {
            uses_note(r->arena, p, word.place, false, p->variables[i]);
            return p->variables[i];
        }
    refuse(r, word.place, hint(r, nearest_of(word.text, variable_at, p, p->variable_count)),
           *word.text ? "the model has no variable `%s`" : "a variable is wanted here%s", word.text);
    return NULL;
}

static const struct symbol *find_type(const struct program *p, const char *name)
{
    for (unsigned i = 0; i < p->decl_count; i++)
        if (*name && !strcmp(type_at(p, i), name))
            return p->decls[i]->symbol;
    return NULL;
}

/* a, b, c */
static struct symbol **read_variables(struct reader *r, unsigned *count)
{
    struct symbol **variables = NULL;
    *count = 0;
    do {
        struct symbol *variable = read_variable(r);
        if (variable)
            ARENA_PUSH(r->arena, variables, *count, variable);
    } while (!r->wrong && take(r, ","));
    return variables;
}

/* The type of a message: of a queue's elements, where its record has a count and an array; else of what is under all
 * indices of the channel. */
static const struct type *message_type(struct type *type)
{
    while (type_of(type)->kind == TYPE_ARRAY || type_of(type)->kind == TYPE_MULTISET)
        type = type_of(type)->element;
    const struct type *record = type_of(type);
    bool counted = false;
    for (unsigned i = 0; record->kind == TYPE_RECORD && i < record->field_count; i++)
        counted |= !strcmp(record->fields[i].name, "count");
    for (unsigned i = 0; counted && i < record->field_count; i++)
        if (type_of(record->fields[i].type)->kind == TYPE_ARRAY)
            return type_of(type_of(record->fields[i].type)->element);
    return record;
}

static const struct field *find_field(const struct type *record, const char *name)
{
    for (unsigned i = 0; record->kind == TYPE_RECORD && i < record->field_count; i++)
        if (!strcmp(record->fields[i].name, name))
            return &record->fields[i];
    return NULL;
}

/* A field, or one of a field: data, fill.data; that stands at `at`. */
static bool has_field(struct reader *r, const struct type *record, const char *path, unsigned at)
{
    unsigned length = (unsigned)strcspn(path, ".");
    const struct field *field = find_field(record, arena_text(r->arena, path, length));
    bool has = field && (!path[length] || has_field(r, type_of(field->type), path + length + 1, at + length + 1));
    if (has)
        uses_note_field(r->arena, r->program, (struct place){r->source, at, at + length}, false, field);
    return has;
}

static struct type *element_of(struct type *type)
{
    while (type_of(type)->kind == TYPE_ARRAY)
        type = type_of(type)->element;
    return type;
}

static bool has_index(struct reader *r, struct type *type, const char *name, unsigned at)
{
    for (; type_of(type)->kind == TYPE_ARRAY; type = type_of(type)->element) {
        const struct type *index = type_of(type_of(type)->index);
        if (!index || !index->name || strcmp(index->name, name))
            continue;
        const struct symbol *symbol = find_type(r->program, name);
        if (symbol)
            uses_note(r->arena, r->program, (struct place){r->source, at, at + (unsigned)strlen(name)}, false, symbol);
        return true;
    }
    return false;
}

/* Whether the name means something of the channel's messages: a field of them or of a record on the way to them; with
 * `indices`, the type of an index there too.  It stands at `at`. */
static bool is_part(struct reader *r, const struct view_channel *channel, const char *name, bool indices, unsigned at)
{
    struct type *type = channel->variable->type;
    for (unsigned i = 0;; i++) {
        bool is_last = i == channel->path_count;
        struct type *element = element_of(type);
        if ((indices && has_index(r, type, name, at)) || has_field(r, is_last ? message_type(type) : type_of(element), name, at))
            return true;
        if (is_last)
            return false;
        type = find_field(type_of(element), channel->path[i])->type;
    }
}

/* The name of a lane: of a type, or a text; at an end of a channel a field of its messages will do.  Whether the text is
 * one of a lane is looked at in the end. */
static const char *read_end(struct reader *r, const struct view_channel *channel)
{
    struct word word = next(r);
    const struct symbol *type = word.quoted ? NULL : find_type(r->program, word.text);
    if (type)
        uses_note(r->arena, r->program, word.place, false, type);
    else if (!word.quoted && !(channel && channel->variable && is_part(r, channel, word.text, false, word.place.start)))
        refuse(r, word.place, hint(r, nearest_of(word.text, type_at, r->program, r->program->decl_count)),
               *word.text ? "the model has no type `%s`" : "a lane is wanted here, a type or a text%s", word.text);
    return word.text;
}

/* ---- lines ---- */

static void read_lane(struct reader *r)
{
    unsigned at = r->at;
    bool is_text = next(r).quoted;
    r->at = at;
    struct view_lane lane = {.name = read_end(r, NULL), .is_type = !is_text};
    if (is_text && !take(r, "of"))
        refuse(r, next(r).place, NULL, "%s", "`of` is wanted here, and the lane's variables");
    if (is_text && !r->wrong)
        lane.variables = read_variables(r, &lane.count);
    if (!r->wrong)
        ARENA_PUSH(r->arena, r->view->lanes, r->view->lane_count, lane);
}

static void check_text(struct reader *r, const struct view_channel *channel, struct place place)
{
    for (const char *open = channel->text; (open = strchr(open, '{')); open++) {
        size_t length = strcspn(open, "}");
        const char *name = arena_text(r->arena, open + 1, length - 1);
        if (!open[length])
            refuse(r, place, NULL, "%s", "a `{` of this text has no `}`");
        else if (!is_part(r, channel, name, true, place.start + 2 + (unsigned)(open - channel->text)))
            refuse(r, place, "a field of the message, or the type of an index of the channel, stands in braces",
                   "the channel's messages have no `%s`", name);
    }
}

/* .field.field: the type that it leads to */
static struct type *read_path(struct reader *r, struct view_channel *channel)
{
    struct type *type = channel->variable->type;
    while (channel->path_count < VIEW_DEEP && take(r, ".")) {
        struct word word = next(r);
        const struct field *field = find_field(type_of(element_of(type)), word.text);
        if (!field || word.quoted) {
            refuse(r, word.place, NULL, *word.text ? "there is no field `%s` here" : "a field is wanted here%s", word.text);
            return type;
        }
        uses_note_field(r->arena, r->program, word.place, false, field);
        ARENA_PUSH(r->arena, channel->path, channel->path_count, field->name);
        type = field->type;
    }
    return type;
}

/* VALUE, VALUE: of the enum that the channel is of */
static void read_values(struct reader *r, struct view_channel *channel, struct type *type)
{
    const struct type *scalar = type_of(element_of(type));
    do {
        struct word word = next(r);
        unsigned i = 0;
        while (i < scalar->member_count && (word.quoted || strcmp(scalar->members[i]->name, word.text)))
            i++;
        if (i < scalar->member_count) {
            uses_note(r->arena, r->program, word.place, false, scalar->members[i]);
            ARENA_PUSH(r->arena, channel->values, channel->value_count, scalar->members[i]->name);
        } else
            refuse(r, word.place, scalar->member_count ? NULL : "what is a channel while it has some values is of an enum",
                   *word.text ? "the channel never has the value `%s`" : "a value is wanted here%s", word.text);
    } while (!r->wrong && take(r, ","));
}

static void read_channel(struct reader *r)
{
    struct view_channel channel = {.variable = read_variable(r)};
    struct type *type = r->wrong ? NULL : read_path(r, &channel);
    if (!r->wrong && take(r, "while"))
        read_values(r, &channel, type);
    if (!r->wrong && take(r, "from"))
        channel.from = read_end(r, &channel);
    if (!r->wrong && take(r, "to"))
        channel.to = read_end(r, &channel);
    if (!r->wrong && take(r, "as")) {
        struct word word = next(r);
        channel.text = word.text;
        if (!word.quoted)
            refuse(r, word.place, "as in: as \"{kind} {line}\"", "%s", "a text is wanted here");
        else if (!r->wrong)
            check_text(r, &channel, word.place);
    }
    if (!r->wrong)
        ARENA_PUSH(r->arena, r->view->channels, r->view->channel_count, channel);
}

static void read_hidden(struct reader *r, enum view_hidden hidden)
{
    unsigned count;
    struct symbol **variables = read_variables(r, &count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned v = 0; v < r->program->variable_count; v++)
            if (r->program->variables[v] == variables[i])
                r->view->hidden[v] = (unsigned char)hidden;
}

static void read_line(struct reader *r)
{
    struct word word = next(r);
    if (!strcmp(word.text, "lane"))
        read_lane(r);
    else if (!strcmp(word.text, "channel"))
        read_channel(r);
    else if (!strcmp(word.text, "ghost"))
        read_hidden(r, VIEW_GHOST);
    else if (!strcmp(word.text, "driver"))
        read_hidden(r, VIEW_DRIVER);
    else
        refuse(r, word.place, "lane, channel, ghost and driver are what can be said", "there is nothing to show by `%s`", word.text);
    word = next(r);
    if (*word.text)
        refuse(r, word.place, NULL, "`%s` is one word too many", word.text);
}

static void read_source(struct reader *r, const struct source *source)
{
    r->source = source;
    for (unsigned i = 0; i < source->line_count; i++) {
        unsigned start = source->lines[i], length = (unsigned)strcspn(source->text + start, "\n");
        if (strncmp(source->text + start, mark, sizeof mark - 1))
            continue;
        r->at = start + (unsigned)sizeof mark - 1;
        r->end = start + length;
        r->wrong = false;
        read_line(r);
    }
}

const struct view *view_read(struct arena *arena, struct diagnostics *diagnostics, const struct program *program)
{
    struct view *view = arena_alloc(arena, sizeof *view);
    *view = (struct view){.hidden = arena_alloc(arena, program->variable_count + 1)};
    memset(view->hidden, VIEW_SHOWN, program->variable_count);
    struct reader reader = {.arena = arena, .diagnostics = diagnostics, .program = program, .view = view};
    int before = diagnostics_errors(diagnostics);
    read_source(&reader, program->source);
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_INCLUDE && program->decls[i]->included)
            read_source(&reader, program->decls[i]->included);
    return diagnostics_errors(diagnostics) == before ? view : NULL;
}
