/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show_itf.c - a trace in the Informal Trace Format (Apalache's ADR-015), which
 * Quint and Apalache share.
 *
 * A path as l1[cu0].data[0] becomes a record within a map.  What is undefined is not in
 * the state; a multiset is a map from its slots, an empty one where the trace names it
 * elsewhere: of one that is empty from first to last a trace says nothing.  Integers are {"#bigint": "1"}, since
 * they may have 64 bits.
 */
#include <stdlib.h>
#include <string.h>

#include "json_parts.h"
#include "show.h"
#include "show_parts.h"

/* The parts of a path: a name, then .field, [index] or {slot}. */
struct part {
    const char *start;
    size_t length;
    char kind; /* 0: the variable; '.', '[', '{' */
};

/* The next part, from *at on; false at the end, and where the path is none. */
static bool next_part(const char **at, struct part *part)
{
    const char *p = *at;
    if (!*p || (*p != '.' && *p != '[' && *p != '{' && p[0] == ')'))
        return false;
    part->kind = strchr(".[{", *p) ? *p : 0;
    p += part->kind != 0;
    part->start = p;
    part->length = strcspn(p, part->kind == '[' ? "]" : part->kind == '{' ? "}" : ".[{");
    p += part->length;
    if ((part->kind == '[' || part->kind == '{') && *p)
        p++;
    *at = p;
    return part->length > 0;
}

static json_t *integer(json_int_t value)
{
    struct text digits = {0};
    text_format(&digits, "%" JSON_INTEGER_FORMAT, value);
    json_t *object = json_pack("{s:s}", "#bigint", digits.bytes);
    text_free(&digits);
    return object;
}

static json_t *scalar(const json_t *value)
{
    return json_is_integer(value) ? integer(json_integer_value(value)) : json_incref((json_t *)(uintptr_t)value);
}

/* A key of a map: a number, true, or a name. */
static json_t *key_of(const struct part *part)
{
    char text[64], *end;
    if (part->length < sizeof text) {
        memcpy(text, part->start, part->length);
        text[part->length] = 0;
        long long number = strtoll(text, &end, 10);
        if (!*end)
            return integer(number);
        if (!strcmp(text, "true") || !strcmp(text, "false"))
            return json_boolean(*text == 't');
    }
    return json_stringn(part->start, part->length);
}

/* The entry of a map, made where it is not there. */
static json_t *entry(json_t *map, const struct part *part)
{
    json_t *pairs = json_object_get(map, "#map"), *key = key_of(part), *pair;
    size_t i;
    if (!pairs)
        json_object_set_new(map, "#map", pairs = json_array());
    json_array_foreach(pairs, i, pair)
        if (json_equal(json_array_get(pair, 0), key)) {
            json_decref(key);
            return pair;
        }
    pair = json_array();
    json_part_append(pair, key);
    json_part_append(pair, json_object());
    json_part_append(pairs, pair);
    return pair;
}

/* Put a value at its path within the state. */
static void place(json_t *state, const char *path, const json_t *value)
{
    struct part part;
    json_t *at = state, *pair = NULL, *record = NULL;
    struct text name = {0};
    while (next_part(&path, &part)) {
        if (pair)
            at = json_array_get(pair, 1);
        else if (record)
            at = json_object_get(record, name.bytes);
        pair = record = NULL;
        if (part.kind == '[' || part.kind == '{') {
            pair = entry(at, &part);
            continue;
        }
        text_free(&name);
        text_add(&name, part.start, part.length);
        record = at;
        if (!json_object_get(record, name.bytes))
            json_part_set(record, name.bytes, json_object());
    }
    if (pair)
        json_array_set_new(pair, 1, scalar(value));
    else if (record)
        json_part_set(record, name.bytes, scalar(value));
    text_free(&name);
}

/* Note each multiset, by its path, of which these changes take or free a slot. */
static void note_multisets(json_t *multisets, const json_t *changes)
{
    const char *path;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)changes, path, value) {
        const char *slot = strncmp(path, "taken(", 6) ? NULL : strrchr(path, '{');
        if (!slot)
            continue;
        struct text name = {0};
        text_add(&name, path + 6, (size_t)(slot - path) - 6);
        json_part_set(multisets, name.bytes, json_true());
        text_free(&name);
    }
}

/* The state as ITF has it; `leaves` by path.  A slot that is free holds nothing, and its mark is none of the state. */
static json_t *state_of(const json_t *leaves, const json_t *multisets)
{
    json_t *state = json_object(), *value;
    const char *path;
    json_object_foreach((json_t *)(uintptr_t)multisets, path, value) {
        json_t *empty = json_pack("{s:[]}", "#map");
        place(state, path, empty);
        json_decref(empty);
    }
    json_object_foreach((json_t *)(uintptr_t)leaves, path, value)
        if (!json_is_null(value) && strncmp(path, "taken(", 6))
            place(state, path, value);
    return state;
}

/* What an element of a multiset had is gone with it. */
static void forget_slots(json_t *leaves, const json_t *changes)
{
    const char *path, *leaf;
    json_t *value, *inner;
    void *next;
    json_object_foreach((json_t *)(uintptr_t)changes, path, value) {
        size_t length = strlen(path);
        if (strncmp(path, "taken(", 6) || json_is_true(value) || length < 7)
            continue;
        json_object_foreach_safe(leaves, next, leaf, inner)
            if (!strncmp(leaf, path + 6, length - 7))
                json_object_del(leaves, leaf);
    }
}

static json_t *variables_of(const json_t *states)
{
    json_t *names = json_array(), *seen = json_object(), *state, *value;
    const char *name;
    size_t i;
    json_array_foreach(states, i, state)
        json_object_foreach(state, name, value)
            if (*name != '#' && !json_object_get(seen, name)) {
                json_part_set(seen, name, json_true());
                json_part_append(names, json_part_text(name));
            }
    json_decref(seen);
    return names;
}

/* Every variable has a value in every state: of one that is undefined as a whole it is said. */
static void fill(json_t *states, const json_t *names)
{
    json_t *state, *name;
    size_t i, j;
    json_array_foreach(states, i, state)
        json_array_foreach(names, j, name)
            if (!json_object_get(state, json_string_value(name)))
                json_part_set(state, json_string_value(name), json_pack("{s:s}", "#unserializable", "undefined"));
}

static json_t *meta_of(const struct show *s)
{
    struct text about = {0};
    const char *model = json_string_value(json_object_get(s->trace, "model"));
    show_target(&about, s);
    json_t *meta = json_pack("{s:s, s:s}", "format", "ITF", "format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html");
    json_part_set(meta, "source", json_part_text(model ? model : ""));
    json_part_set(meta, "description", json_part_text(about.bytes ? about.bytes : ""));
    text_free(&about);
    return meta;
}

/* Of a run that goes round: its last state is that of step `loop` once more, and is left out; where nothing leads on, the
 * run stays in it. */
static void set_loop(json_t *root, const struct show *s, json_t *states)
{
    unsigned at, last = (unsigned)json_array_size(states) - 1;
    if (!show_goes_round(s, &at) || at > last)
        return;
    if (at < last)
        json_array_remove(states, last);
    json_part_set(root, "loop", json_integer(at));
}

json_t *show_itf(const json_t *trace)
{
    const struct show s = show_open(trace);
    json_t *states = json_array(), *leaves = json_object(), *root = json_object(), *multisets = json_object();
    for (unsigned i = 0; i < s.count; i++)
        note_multisets(multisets, json_object_get(json_array_get(s.steps, i), "changes"));
    for (unsigned i = 0; i < s.count; i++) {
        const json_t *step = json_array_get(s.steps, i), *changes = json_object_get(step, "changes");
        if (json_is_true(json_object_get(step, "fails")))
            break; /* there is no state after it */
        forget_slots(leaves, changes);
        json_object_update(leaves, (json_t *)(uintptr_t)changes);
        struct text rule = {0};
        show_rule(&rule, &s, i);
        json_t *state = state_of(leaves, multisets);
        json_part_set(state, "#meta", json_pack("{s:i, s:o}", "index", (int)i, "rule", json_part_text(rule.bytes)));
        json_part_append(states, state);
        text_free(&rule);
    }
    json_t *names = variables_of(states);
    fill(states, names);
    json_part_set(root, "#meta", meta_of(&s));
    json_part_set(root, "params", json_array());
    json_part_set(root, "vars", names);
    json_part_set(root, "states", states);
    set_loop(root, &s, states);
    json_decref(leaves);
    json_decref(multisets);
    return root;
}
