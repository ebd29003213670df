/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_names.c - see test_names.h.
 *
 * The types are those of models/lib/host.m, known by their names.  `seen` is a line
 * (1, 2, ...), so that the word behind it has its location's name, or a thread (-1,
 * -2, ...), whose local state then means something.
 */
#include "test_names.h"

#include <ctype.h>
#include <string.h>

/* The locations in a line, or in one word of it: "x", "x,y".  False where there are none. */
static bool put_locations(struct text *out, const struct litmus_result *result, int64_t line, int64_t word)
{
    const struct litmus_placement *placement = &result->placement;
    const char *separator = "";
    for (unsigned a = 0; a < result->test->location_count; a++) {
        if (placement->line[a] != line || (word >= 0 && placement->word[a] != word))
            continue;
        text_format(out, "%s%s", separator, result->test->locations[a].name);
        separator = ",";
    }
    return *separator;
}

static bool put_operation(struct text *out, const struct litmus_result *result, int64_t operation)
{
    if (operation <= 0)
        return false;
    litmus_host_print_operation(result->host, out, (int)operation);
    return true;
}

static bool put_local(struct text *out, const struct litmus_result *result, int64_t thread, int64_t local)
{
    if (thread < 0 || thread >= result->test->thread_count)
        return false;
    litmus_host_print_local(result->host, out, (int)thread, (int)local);
    return true;
}

static bool put(const void *data, struct text *out, const struct model_type *type, int64_t value, int64_t *seen)
{
    const struct litmus_result *result = data;
    const char *name = type->name ? type->name : "";
    if (!strcmp(name, "thread")) {
        *seen = -1 - value;
        return text_format(out, "P%d", (int)value), true;
    }
    if (!strcmp(name, "cu") || !strcmp(name, "component"))
        return text_format(out, "%s%d", name, (int)value), true;
    if (!strcmp(name, "line")) {
        *seen = 1 + value;
        return put_locations(out, result, value, -1);
    }
    if (!strcmp(name, "word"))
        return result->placement.words > 1 && *seen > 0 && put_locations(out, result, *seen - 1, value);
    if (!strcmp(name, "operation"))
        return put_operation(out, result, value);
    if (!strcmp(name, "value"))
        return litmus_host_print_value(result->host, out, (int)value);
    return !strcmp(name, "local") && put_local(out, result, -1 - *seen, value);
}

/* A machine is compiled for more threads, CUs and lines than most tests have. */
static bool means(const void *data, const struct model_type *type, int64_t value)
{
    const struct litmus_result *result = data;
    const struct litmus_placement *placement = &result->placement;
    const char *name = type->name ? type->name : "";
    return (strcmp(name, "thread") || value < result->test->thread_count) && (strcmp(name, "cu") || value < placement->cus) &&
           (strcmp(name, "component") || value < placement->components) && (strcmp(name, "line") || value < placement->lines);
}

struct value_names test_names(const struct litmus_result *result)
{
    return (struct value_names){put, means, result};
}

/* ---- in expressions ---- */

/* ranges of the host's are short; what is longer has no names */
enum { SHOWN_MOST = 64 };

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)*text))
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return !*text;
}

static void add_name(struct arena *arena, struct shown_names *names, const char *name, struct type *type, int64_t value)
{
    for (unsigned i = 0; i < names->count; i++) {
        struct shown_name *other = &names->list[i];
        if (strcmp(other->name, name))
            continue;
        if (other->value != value)
            other->name = ""; /* nobody can write it, so that it means nothing */
        return;
    }
    struct shown_name *list = arena_alloc(arena, (names->count + 1) * sizeof *list);
    if (names->count)
        memcpy(list, names->list, names->count * sizeof *list);
    list[names->count++] = (struct shown_name){arena_text(arena, name, strlen(name)), type, value};
    names->list = list;
}

/* What a value of the type is called; a word, in any line. */
static void add_value(struct arena *arena, struct shown_names *names, const struct litmus_result *result, struct type *type,
                      int64_t value)
{
    const struct model_type named = {.name = type->name};
    int lines = strcmp(type->name, "word") ? 0 : result->placement.lines;
    for (int line = 0; line <= lines; line++) {
        struct text text = {0};
        int64_t seen = line;
        if (means(result, &named, value) && put(result, &text, &named, value, &seen) && is_name(text.bytes))
            add_name(arena, names, text.bytes, type, value);
        text_free(&text);
    }
}

struct shown_names test_names_shown(struct arena *arena, const struct litmus_result *result)
{
    static const char *const types[] = {"thread", "cu", "component", "line", "word"};
    const struct program *program = result->model->program;
    struct shown_names names = {0};
    for (unsigned k = 0; k < sizeof types / sizeof *types; k++)
        for (unsigned i = 0; i < program->type_count; i++) {
            struct type *type = program->types[i];
            if (type->kind != TYPE_RANGE || !type->name || strcmp(type->name, types[k]))
                continue;
            for (int64_t value = type->low; value <= type->high && value < SHOWN_MOST; value++)
                add_value(arena, &names, result, type, value);
        }
    return names;
}
