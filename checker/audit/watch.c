/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * watch.c - read what tells what a controller does, and see it between two states
 * (watch.h).  derive.c asks it of every firing.
 */
#include "watch.h"

#include <ctype.h>
#include <string.h>

#include "../model/value.h"

/* ---- paths ---- */

/* A leaf's path without its indices and slots: l1[cu_1][x].state is l1.state. */
static void bare_path(struct text *out, const struct model *model, uint32_t leaf)
{
    struct text path = {0};
    int depth = 0;
    out->length = 0;
    value_path(&path, model, leaf, NULL);
    for (const char *at = path.bytes; *at; at++) {
        depth += *at == '[' || *at == '{';
        if (!depth)
            text_char(out, *at);
        depth -= *at == ']' || *at == '}';
    }
    text_free(&path);
}

static struct watch_leaves find_leaves(struct arena *arena, const struct model *model, const char *path)
{
    struct watch_leaves found = {0};
    struct text bare = {0};
    uint32_t *leaves = NULL;
    for (uint32_t leaf = 0; leaf < model->leaf_count; leaf++) {
        bare_path(&bare, model, leaf);
        if (strcmp(bare.bytes, path))
            continue;
        struct text unused = {0};
        found.type = value_path(&unused, model, leaf, NULL).type;
        text_free(&unused);
        ARENA_PUSH(arena, leaves, found.count, leaf);
    }
    text_free(&bare);
    found.leaves = leaves;
    return found;
}

/* ---- items ---- */

struct reading {
    struct watch *watch;
    struct arena *arena;
    const struct model *model;
    struct text *error;
};

static bool refuse(struct reading *r, const char *item, const char *what)
{
    text_format(r->error, "`%s`: %s", item, what);
    return false;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    for (size_t length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        text[--length] = 0;
    return text;
}

static int member_of(const struct model_type *type, const char *name)
{
    for (int64_t i = type->low; type->members && i <= type->high; i++)
        if (!strcmp(type->members[i - type->low], name))
            return (int)(i - type->low);
    return -1;
}

static bool read_path(struct reading *r, const char *item, const char *path, struct watch_leaves *leaves)
{
    *leaves = path ? find_leaves(r->arena, r->model, path) : (struct watch_leaves){0};
    return leaves->count || refuse(r, item, "no scalar of the model's state has this path");
}

static bool add_signal(struct reading *r, const char *item, struct watch_signal signal)
{
    if (r->watch->signal_count == WATCH_SIGNALS)
        return refuse(r, item, "a table has 16 signals at most");
    ARENA_PUSH(r->arena, r->watch->signals, r->watch->signal_count, signal);
    return true;
}

static void read_words(struct reading *r, struct watch_signal *signal, char *words)
{
    char *save = NULL;
    for (char *word = strtok_r(words, ",", &save); word; word = strtok_r(NULL, ",", &save))
        ARENA_PUSH(r->arena, signal->words, signal->word_count, (const char *)trim(word));
}

/* A signal for each member. */
static bool add_members(struct reading *r, const char *item, struct watch_signal signal)
{
    const struct model_type *type = signal.leaves.type;
    for (int64_t i = 0; i <= type->high - type->low; i++) {
        signal.members = UINT64_C(1) << i;
        signal.words = NULL;
        signal.word_count = 0;
        ARENA_PUSH(r->arena, signal.words, signal.word_count, type->members[i]);
        if (!add_signal(r, item, signal))
            return false;
    }
    return true;
}

static bool read_sends(struct reading *r, const char *item, struct watch_signal signal, char **save, char *words)
{
    const struct model_type *type = signal.leaves.type;
    if (!type || type->kind != MODEL_TYPE_ENUM || type->high - type->low >= 64)
        return refuse(r, item, "a message's kind has to be an enumeration of at most 64 members");
    for (char *name = strtok_r(NULL, " ", save); name; name = strtok_r(NULL, " ", save)) {
        int member = member_of(type, name);
        if (member < 0)
            return refuse(r, item, "the enumeration has no such member");
        signal.members |= UINT64_C(1) << member;
    }
    if (!signal.members && words)
        signal.members = ~UINT64_C(0);
    if (!words)
        return add_members(r, item, signal);
    read_words(r, &signal, words);
    return add_signal(r, item, signal);
}

static bool read_change(struct reading *r, const char *item, struct watch_signal signal, char **save, char *words)
{
    const char *minus = strtok_r(NULL, " ", save);
    if (minus && (strcmp(minus, "-") || !read_path(r, item, strtok_r(NULL, " ", save), &signal.beyond)))
        return r->error->length ? false : refuse(r, item, "after the path only `- PATH` may stand");
    if (!words)
        return refuse(r, item, "what the table calls it is missing: = WORDS");
    read_words(r, &signal, words);
    return signal.word_count ? add_signal(r, item, signal) : refuse(r, item, "what the table calls it is missing");
}

static bool read_item(struct reading *r, char *text)
{
    const char *item = arena_format(r->arena, "%s", text);
    char *words = strchr(text, '='), *save = NULL;
    if (words)
        *words++ = 0;
    const char *verb = strtok_r(text, " ", &save), *path = strtok_r(NULL, " ", &save);
    struct watch_leaves leaves;
    if (!read_path(r, item, path, &leaves))
        return false;
    if (!strcmp(verb, "state")) {
        r->watch->state = leaves;
        return true;
    }
    struct watch_signal signal = {.leaves = leaves};
    if (!strcmp(verb, "sends"))
        return read_sends(r, item, signal, &save, words);
    signal.kind = !strcmp(verb, "rises") ? WATCH_RISES : WATCH_FALLS;
    if (signal.kind == WATCH_FALLS && strcmp(verb, "falls"))
        return refuse(r, item, "an item begins with state, sends, rises or falls");
    return read_change(r, item, signal, &save, words);
}

/* ---- rows ---- */

static bool find_rows(struct reading *r, const char *table, const char *const *rows, unsigned row_count)
{
    const struct model_type *type = r->watch->state.type;
    if (!type || type->kind != MODEL_TYPE_ENUM)
        return refuse(r, table, "`state PATH` is missing, or is no enumeration");
    size_t count = (size_t)(type->high - type->low + 1);
    signed char *row = arena_alloc(r->arena, count);
    memset(row, -1, count);
    for (unsigned i = 0; i < row_count && i < WATCH_STATES; i++) {
        int member = member_of(type, rows[i]);
        if (member < 0)
            member = member_of(type, arena_format(r->arena, "%s_%s", table, rows[i]));
        if (member < 0)
            return refuse(r, rows[i], "no member of the state's enumeration is this row");
        row[member] = (signed char)i;
    }
    r->watch->row = row;
    return row_count <= WATCH_STATES || refuse(r, table, "a table has 32 states at most");
}

bool watch_read(struct watch *watch, struct arena *arena, const struct model *model, const char *items, const char *table,
                const char *const *rows, unsigned row_count, struct text *error)
{
    struct reading r = {.watch = watch, .arena = arena, .model = model, .error = error};
    char *rest = arena_format(arena, "%s", items), *save = NULL;
    *watch = (struct watch){0};
    for (char *item = strtok_r(rest, ";", &save); item; item = strtok_r(NULL, ";", &save))
        if (!read_item(&r, trim(item)))
            return false;
    return find_rows(&r, table, rows, row_count);
}

/* ---- between two states ---- */

static int64_t measure(const struct watch_signal *signal, const struct watch_leaves *leaves, const int64_t *state)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < leaves->count; i++) {
        int64_t value = state[leaves->leaves[i]];
        if (value == MODEL_UNDEFINED)
            continue;
        sum += signal->kind != WATCH_SENDS ? value : (int64_t)(signal->members >> (value - leaves->type->low) & 1);
    }
    return sum;
}

unsigned watch_given(const struct watch_signal *signal, const int64_t *before, const int64_t *after)
{
    int64_t more = measure(signal, &signal->leaves, after) - measure(signal, &signal->leaves, before);
    int64_t off = measure(signal, &signal->beyond, after) - measure(signal, &signal->beyond, before);
    if (signal->kind == WATCH_FALLS)
        more = -more, off = -off;
    more -= off;
    return more > 0 ? (unsigned)more : 0;
}

static bool part_of_a_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* As a word of its own: ACK is not named by ACK_G or ACK-G. */
static bool names(const char *printed, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = printed; (at = strstr(at, word)); at++)
        if ((at == printed || !part_of_a_word(at[-1])) && !part_of_a_word(at[length]))
            return true;
    return false;
}

const char *watch_named(const struct watch_signal *signal, const char *printed)
{
    for (unsigned i = 0; i < signal->word_count; i++)
        if (names(printed, signal->words[i]))
            return signal->words[i];
    return NULL;
}
