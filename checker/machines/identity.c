/* SPDX-License-Identifier: BSD-2-Clause */
/* identity.c - see identity.h. */
#include "identity.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../base/hash.h"

/* With its length before it, so that no two lists of texts run into one. */
static void add(struct hash hash, const char *text, size_t length)
{
    unsigned long long size = length;
    hash_bytes(hash, &size, sizeof size);
    hash_bytes(hash, text, length);
}

static const char *print(XXH128_hash_t hash, struct arena *arena)
{
    char digits[HASH_DIGITS];
    hash_print(hash, digits);
    return arena_text(arena, digits, sizeof digits - 1);
}

/* The text that puts a machine together is in no file: its name is `<MACHINE>`. */
static bool is_file(const struct source *source)
{
    return source && source->path[0] != '<';
}

const char *identity_program(struct arena *arena, const struct program *program, const char *constants)
{
    struct hash hash = hash_new();
    const struct source **seen = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < program->decl_count; i++) {
        const struct source *source = program->decls[i]->place.source;
        bool known = !is_file(source);
        for (unsigned j = 0; j < count && !known; j++)
            known = seen[j] == source;
        if (known)
            continue;
        ARENA_PUSH(arena, seen, count, source);
        add(hash, source->text, source->length);
    }
    add(hash, constants, strlen(constants));
    return print(hash_end(hash), arena);
}

const char *identity_machine(struct arena *arena, const struct machines *machines, const struct machine_variant *v)
{
    static const struct machine_environment plain = {.invariants = "none"};
    struct litmus_sizes sizes = machine_least_sizes();
    struct arena *own = arena_new();
    struct text error = {0};
    const struct program *program = machines_program(machines, v, &plain, &sizes, own, &error);
    const char *identity = program ? identity_program(arena, program, v->constants) : NULL;
    text_free(&error);
    arena_free(own);
    return identity;
}

const char *identity_test(struct arena *arena, const struct litmus_test *test)
{
    struct hash hash = hash_new();
    add(hash, test->source->text, test->source->length);
    return print(hash_end(hash), arena);
}

const char *identity_cat(struct arena *arena, const struct cat_model *model)
{
    struct hash hash = hash_new();
    for (unsigned i = 0; i < model->source_count; i++)
        add(hash, model->sources[i]->text, model->sources[i]->length);
    return print(hash_end(hash), arena);
}

const char *identity_compiler(struct arena *arena, const struct compile_options *options)
{
    XXH128_hash_t key;
    if (!compile_identity(options, &key))
        return NULL;
    return print(key, arena);
}

const char *identity_tool(struct arena *arena)
{
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    struct hash hash = hash_new();
    bool read_whole = hash_file(hash, file);
    close(file);
    const char *identity = print(hash_end(hash), arena);
    return read_whole ? identity : NULL;
}
