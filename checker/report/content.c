/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * content.c - fingerprints of models and traces.
 */
#include "content.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include "../base/die.h"
#include "../base/memory.h"

static struct content_hash finish(XXH3_state_t *state)
{
    struct content_hash hash;
    XXH128_hash_t digest = XXH3_128bits_digest(state);
    snprintf(hash.text, sizeof hash.text, "%016" PRIx64 "%016" PRIx64, digest.high64, digest.low64);
    XXH3_freeState(state);
    return hash;
}

static XXH3_state_t *begin(void)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        die_memory(sizeof(XXH128_hash_t));
    XXH3_128bits_reset(state);
    return state;
}

/* The terminating 0 counts, so that text cannot move from one file to the next. */
static void add_source(XXH3_state_t *state, const struct source *source)
{
    XXH3_128bits_update(state, source->text, (size_t)source->length + 1);
}

struct content_hash content_of_program(const struct program *program)
{
    XXH3_state_t *state = begin();
    if (program->source->path[0] != '<') /* what puts a machine together is in no file, and names where files lie */
        add_source(state, program->source);
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_INCLUDE && program->decls[i]->included)
            add_source(state, program->decls[i]->included);
    return finish(state);
}

struct content_hash content_of_file(const char *path)
{
    struct content_hash nothing;
    char buffer[65536];
    size_t length;
    FILE *file = fopen(path, "rbe");
    if (!file) {
        memory_check_errno();
        memset(nothing.text, '0', sizeof nothing.text - 1);
        nothing.text[sizeof nothing.text - 1] = 0;
        return nothing;
    }
    XXH3_state_t *state = begin();
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        XXH3_128bits_update(state, buffer, length);
    fclose(file);
    return finish(state);
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
    XXH3_state_t *state = begin();
    XXH3_128bits_update(state, text, strlen(text));
    memory_give(text); /* as the library takes its memory (base/memory.h) */
    json_decref(rest);
    return finish(state);
}
