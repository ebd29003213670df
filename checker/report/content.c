/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * content.c - fingerprints of models and traces.
 */
#include "content.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/hash.h"
#include "../base/memory.h"

static struct content_hash finish(struct hash hash)
{
    struct content_hash content;
    hash_print(hash_end(hash), content.text);
    return content;
}

/* The terminating 0 counts, so that text cannot move from one file to the next. */
static void add_source(struct hash hash, const struct source *source)
{
    hash_bytes(hash, source->text, (size_t)source->length + 1);
}

struct content_hash content_of_program(const struct program *program)
{
    struct hash hash = hash_new();
    if (program->source->path[0] != '<') /* what puts a machine together is in no file, and names where files lie */
        add_source(hash, program->source);
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_INCLUDE && program->decls[i]->included)
            add_source(hash, program->decls[i]->included);
    return finish(hash);
}

struct content_hash content_of_file(const char *path)
{
    struct content_hash nothing;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        memory_check_errno();
        memset(nothing.text, '0', sizeof nothing.text - 1);
        nothing.text[sizeof nothing.text - 1] = 0;
        return nothing;
    }
    struct hash hash = hash_new();
    hash_file(hash, file);
    close(file);
    return finish(hash);
}

struct content_hash content_of_trace(const json_t *trace)
{
    json_t *rest = json_copy((json_t *)(uintptr_t)trace); /* shares the members */
    if (!rest)
        die_memory(sizeof(void *));
    json_object_del(rest, "trace_hash");
    char *text = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        die_memory(json_object_size(rest));
    struct hash hash = hash_new();
    hash_bytes(hash, text, strlen(text));
    memory_give(text); /* as the library takes its memory (base/memory.h) */
    json_decref(rest);
    return finish(hash);
}
