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
    for (int64_t i = 0; i <= type->high - type->low; i++)
        if (!strcmp(type->members[i], name))
            return (int)i;
    return -1;
}

static bool read_path(struct reading *r, const char *item, const char *path, struct watch_leaves *leaves)
{
    *leaves = path ? find_leaves(r->arena, r->model, path) : (struct watch_leaves){0};
    return leaves->count || refuse(r, item, "no scalar of the model's state has this path");
}

/* PATH MEMBER... up to the end, or an `&`; no member: any value. */
static bool read_test(struct reading *r, const char *item, const char *path, char **save, struct watch_test *test)
{
    if (!read_path(r, item, path, &test->leaves))
        return false;
    const struct model_type *type = test->leaves.type;
    bool named = type->kind == MODEL_TYPE_ENUM || type->kind == MODEL_TYPE_BOOLEAN;
    if (!named || type->high - type->low >= 64)
        return refuse(r, item, "what is asked for members has to be an enumeration of at most 64, or a boolean");
    for (char *name = strtok_r(NULL, " ", save); name && strcmp(name, "&"); name = strtok_r(NULL, " ", save)) {
        int member = member_of(type, name);
        if (member < 0)
            return refuse(r, item, "the enumeration has no such member");
        test->members |= UINT64_C(1) << member;
    }
    test->members = test->members ? test->members : ~UINT64_C(0);
    return true;
}

/* WHERE: tests between `&`. */
static bool read_places(struct reading *r, const char *item, const char *path, char **save, struct watch_places *places)
{
    struct watch_test *tests = NULL;
    for (; path; path = strtok_r(NULL, " ", save)) {
        struct watch_test test = {0};
        if (!read_test(r, item, path, save, &test))
            return false;
        if (places->test_count && test.leaves.count != places->count)
            return refuse(r, item, "these paths have not as many elements, so that none belongs to another's");
        places->count = test.leaves.count;
        ARENA_PUSH(r->arena, tests, places->test_count, test);
    }
    places->tests = tests;
    return places->test_count || refuse(r, item, "a path is missing");
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

/* A signal for each member of the one path. */
static bool add_members(struct reading *r, const char *item, struct watch_signal signal)
{
    struct watch_test whole = signal.places.tests[0];
    const struct model_type *type = whole.leaves.type;
    for (int64_t i = 0; i <= type->high - type->low; i++) {
        struct watch_test *test = arena_alloc(r->arena, sizeof *test);
        *test = (struct watch_test){.leaves = whole.leaves, .members = UINT64_C(1) << i};
        signal.places.tests = test;
        signal.words = NULL;
        signal.word_count = 0;
        ARENA_PUSH(r->arena, signal.words, signal.word_count, type->members[i]);
        if (!add_signal(r, item, signal))
            return false;
    }
    return true;
}

static bool read_sends(struct reading *r, const char *item, struct watch_signal signal, const char *path, char **save, char *words)
{
    if (!read_places(r, item, path, save, &signal.places))
        return false;
    const struct watch_test *only = &signal.places.tests[0];
    if (!words && signal.kind == WATCH_SENDS && signal.places.test_count == 1 && only->members == ~UINT64_C(0))
        return add_members(r, item, signal);
    if (words)
        read_words(r, &signal, words);
    return signal.word_count ? add_signal(r, item, signal) : refuse(r, item, "what the table calls it is missing: = WORDS");
}

static bool read_change(struct reading *r, const char *item, struct watch_signal signal, const char *path, char **save, char *words)
{
    if (!read_path(r, item, path, &signal.leaves))
        return false;
    const char *minus = strtok_r(NULL, " ", save);
    if (minus && (strcmp(minus, "-") || !read_path(r, item, strtok_r(NULL, " ", save), &signal.beyond)))
        return r->error->length ? false : refuse(r, item, "after the path only `- PATH` may stand");
    if (!words)
        return refuse(r, item, "what the table calls it is missing: = WORDS");
    read_words(r, &signal, words);
    return signal.word_count ? add_signal(r, item, signal) : refuse(r, item, "what the table calls it is missing");
}

/* row NAME [WHERE] */
static bool read_row(struct reading *r, const char *item, const char *name, char **save)
{
    struct watch_row row = {.name = arena_format(r->arena, "%s", name), .row = -1};
    const char *path = strtok_r(NULL, " ", save);
    if (path && !read_places(r, item, path, save, &row.places))
        return false;
    if (path && r->watch->line_count && row.places.count != r->watch->line_count)
        return refuse(r, item, "the rows are of as many lines each");
    if (path)
        r->watch->line_count = row.places.count;
    ARENA_PUSH(r->arena, r->watch->rows, r->watch->row_count, row);
    return true;
}

/* A row for each member of the enumeration. */
static bool read_state(struct reading *r, const char *item, const char *path)
{
    struct watch_leaves leaves;
    if (!read_path(r, item, path, &leaves))
        return false;
    const struct model_type *type = leaves.type;
    if (type->kind != MODEL_TYPE_ENUM || type->high - type->low >= 64)
        return refuse(r, item, "the state has to be an enumeration of at most 64 members");
    for (int64_t i = 0; i <= type->high - type->low; i++) {
        struct watch_test *test = arena_alloc(r->arena, sizeof *test);
        *test = (struct watch_test){.leaves = leaves, .members = UINT64_C(1) << i};
        struct watch_row row = {.name = type->members[i], .row = -1, .places = {test, 1, leaves.count}};
        ARENA_PUSH(r->arena, r->watch->rows, r->watch->row_count, row);
    }
    r->watch->line_count = leaves.count;
    return true;
}

static bool read_item(struct reading *r, char *text)
{
    static const char *const verbs[] = {"sends", "ends", "rises", "falls"}; /* as enum watch_kind */
    const char *item = arena_format(r->arena, "%s", text);
    char *words = strchr(text, '='), *save = NULL;
    if (words)
        *words++ = 0;
    const char *verb = strtok_r(text, " ", &save), *path = strtok_r(NULL, " ", &save);
    if (!verb || !path)
        return refuse(r, item, "an item is a verb and a path");
    if (!strcmp(verb, "row"))
        return read_row(r, item, path, &save);
    if (!strcmp(verb, "state"))
        return read_state(r, item, path);
    for (unsigned kind = 0; kind < sizeof verbs / sizeof *verbs; kind++)
        if (!strcmp(verb, verbs[kind]))
            return (kind <= WATCH_ENDS ? read_sends : read_change)(r, item, (struct watch_signal){.kind = kind}, path, &save, words);
    return refuse(r, item, "an item begins with state, row, sends, ends, rises or falls");
}

/* ---- rows ---- */

/* The rows of that name are the table's row of this number; false where there are none. */
static bool seat_row(struct watch *watch, const char *name, int number)
{
    bool found = false;
    for (unsigned i = 0; i < watch->row_count; i++)
        if (!strcmp(watch->rows[i].name, name)) {
            watch->rows[i].row = number;
            found = true;
        }
    return found;
}

static bool find_rows(struct reading *r, const char *table, const char *const *rows, unsigned row_count)
{
    if (!r->watch->line_count)
        return refuse(r, table, "what the state of a line is is missing: `state PATH`, or rows");
    if (row_count > WATCH_STATES)
        return refuse(r, table, "a table has 32 states at most");
    for (unsigned i = 0; i < row_count; i++)
        if (!seat_row(r->watch, rows[i], (int)i) &&
            !seat_row(r->watch, arena_format(r->arena, "%s_%s", table, rows[i]), (int)i))
            return refuse(r, rows[i], "nothing that is watched is this row");
    return true;
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

static bool is_so(const struct watch_places *places, unsigned i, const int64_t *state)
{
    for (unsigned t = 0; t < places->test_count; t++) {
        const struct watch_test *test = &places->tests[t];
        int64_t value = state[test->leaves.leaves[i]];
        if (value == MODEL_UNDEFINED || !(test->members >> (value - test->leaves.type->low) & 1))
            return false;
    }
    return true;
}

int watch_row_of(const struct watch *watch, unsigned line, const int64_t *leaves)
{
    for (unsigned i = 0; i < watch->row_count; i++)
        if (is_so(&watch->rows[i].places, line, leaves))
            return watch->rows[i].row;
    return -1;
}

static int64_t count(const struct watch_places *places, const int64_t *state)
{
    int64_t count = 0;
    for (unsigned i = 0; i < places->count; i++)
        count += is_so(places, i, state);
    return count;
}

static int64_t sum(const struct watch_leaves *leaves, const int64_t *state)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < leaves->count; i++)
        sum += state[leaves->leaves[i]] == MODEL_UNDEFINED ? 0 : state[leaves->leaves[i]];
    return sum;
}

unsigned watch_given(const struct watch_signal *signal, const int64_t *before, const int64_t *after)
{
    int64_t more = count(&signal->places, after) - count(&signal->places, before) + sum(&signal->leaves, after) -
                   sum(&signal->leaves, before);
    int64_t off = sum(&signal->beyond, after) - sum(&signal->beyond, before);
    if (signal->kind == WATCH_ENDS || signal->kind == WATCH_FALLS)
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
