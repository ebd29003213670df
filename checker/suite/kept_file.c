/* SPDX-License-Identifier: BSD-2-Clause */
/* kept_file.c - see kept_file.h. */
#include "kept_file.h"

#include <string.h>

#include "../base/cache.h"
#include "../base/memory.h"

#define ENDING ".kept"

/* So many results an entry has at most, those of the last run before all others.  The
 * cache as a whole is bounded in bytes. */
enum { RESULTS_MOST = 20000 };

struct kept_file {
    const char *folder;
    XXH128_hash_t key;
    json_t *there; /* {"head": ..., "results": {...}} as it was read; or NULL */
    json_t *head;  /* of what is new */
    json_t *new;   /* by name */
};

/* ---- keys ---- */

struct kept_key kept_key_new(const char *kind)
{
    struct kept_key key = {hash_new()};
    kept_key_text(key, kind);
    return key;
}

void kept_key_number(struct kept_key key, uint64_t number)
{
    hash_bytes(key.hash, &number, sizeof number);
}

void kept_key_text(struct kept_key key, const char *text)
{
    kept_key_number(key, text ? strlen(text) : UINT64_MAX);
    if (text)
        hash_bytes(key.hash, text, strlen(text));
}

XXH128_hash_t kept_key_end(struct kept_key key)
{
    return hash_end(key.hash);
}

/* ---- the entry ---- */

/* What the cache has; NULL where that is nothing, or no such thing. */
static json_t *read_entry(const struct kept_file *file)
{
    struct text text = {0};
    json_t *entry = NULL;
    if (cache_read(file->folder, file->key, ENDING, &text) && text.length)
        entry = json_loadb(text.bytes, text.length, 0, NULL);
    text_free(&text);
    if (json_is_object(json_object_get(entry, "results")))
        return entry;
    json_decref(entry);
    return NULL;
}

struct kept_file *kept_file_open(struct arena *arena, const char *folder, XXH128_hash_t key, bool fresh)
{
    struct kept_file *file = arena_alloc(arena, sizeof *file);
    *file = (struct kept_file){.folder = folder, .key = key, .new = json_object()};
    file->there = fresh ? NULL : read_entry(file);
    return file;
}

const json_t *kept_file_head(const struct kept_file *file)
{
    return json_object_get(file->there, "head");
}

const json_t *kept_file_find(const struct kept_file *file, const char *name)
{
    return json_object_get(json_object_get(file->there, "results"), name);
}

void kept_file_put(struct kept_file *file, const char *name, json_t *head, json_t *result)
{
    if (!file->head)
        file->head = json_incref(head);
    if (result && (!file->head || json_equal(head, file->head)))
        json_object_set(file->new, name, result); /* a name that is no UTF-8 is refused, and then it is not kept */
    json_decref(head);
    json_decref(result);
}

/* To the new results those that are there and belong to the same head. */
static void add_old(json_t *results, const json_t *head, const json_t *there)
{
    const char *name;
    json_t *result;
    const json_t *other = json_object_get(there, "head");
    if (head ? !json_equal((json_t *)head, (json_t *)other) : other != NULL)
        return;
    json_object_foreach(json_object_get(there, "results"), name, result)
        if (!json_object_get(results, name) && json_object_size(results) < RESULTS_MOST)
            json_object_set(results, name, result);
}

bool kept_file_write(struct kept_file *file)
{
    if (!json_object_size(file->new))
        return true;
    json_t *there = read_entry(file), *entry = json_object();
    add_old(file->new, file->head, there);
    if (file->head)
        json_object_set(entry, "head", file->head);
    json_object_set(entry, "results", file->new);
    char *text = json_dumps(entry, JSON_COMPACT | JSON_PRESERVE_ORDER);
    bool written = text && cache_write(file->folder, file->key, ENDING, text, strlen(text));
    struct arena *arena = arena_new();
    if (written)
        cache_bound(arena, file->folder, CACHE_LIMIT, file->key, ENDING);
    arena_free(arena);
    memory_give(text);
    json_decref(there);
    json_decref(entry);
    return written;
}

void kept_file_free(struct kept_file *file)
{
    if (!file)
        return;
    json_decref(file->there);
    json_decref(file->head);
    json_decref(file->new);
}
