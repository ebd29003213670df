/* SPDX-License-Identifier: BSD-2-Clause */
/* identity.c - see identity.h. */
#include "identity.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "../base/die.h"

struct hash {
    XXH3_state_t *state;
};

static struct hash hash_new(void)
{
    struct hash hash = {XXH3_createState()};
    if (!hash.state)
        die_memory(sizeof hash);
    XXH3_128bits_reset(hash.state);
    return hash;
}

/* With its length before it, so that no two lists of texts run into one. */
static void add(struct hash hash, const char *text, size_t length)
{
    unsigned long long size = length;
    XXH3_128bits_update(hash.state, &size, sizeof size);
    XXH3_128bits_update(hash.state, text, length);
}

static const char *digest(struct hash hash, struct arena *arena)
{
    XXH128_hash_t key = XXH3_128bits_digest(hash.state);
    XXH3_freeState(hash.state);
    return arena_format(arena, "%016llx%016llx", (unsigned long long)key.high64, (unsigned long long)key.low64);
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
    return digest(hash, arena);
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
    return digest(hash, arena);
}

const char *identity_cat(struct arena *arena, const struct cat_model *model)
{
    struct hash hash = hash_new();
    for (unsigned i = 0; i < model->source_count; i++)
        add(hash, model->sources[i]->text, model->sources[i]->length);
    return digest(hash, arena);
}

const char *identity_compiler(struct arena *arena, const struct compile_options *options)
{
    XXH128_hash_t key;
    if (!compile_identity(options, &key))
        return NULL;
    return arena_format(arena, "%016llx%016llx", (unsigned long long)key.high64, (unsigned long long)key.low64);
}

/* False: it cannot be read. */
static bool add_file(struct hash hash, int file)
{
    char buffer[64 * 1024];
    for (;;) {
        ssize_t got = read(file, buffer, sizeof buffer);
        if (got > 0)
            XXH3_128bits_update(hash.state, buffer, (size_t)got);
        else if (got == 0 || errno != EINTR)
            return got == 0;
    }
}

const char *identity_tool(struct arena *arena)
{
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    struct hash hash = hash_new();
    bool read_whole = add_file(hash, file);
    close(file);
    const char *identity = digest(hash, arena);
    return read_whole ? identity : NULL;
}
