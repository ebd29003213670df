/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * toolchain.c - ask the compiler which programs it runs, and look at these.
 *
 * gcc and clang say it with -###, and run nothing then; each line that begins
 * with a space begins with a program.  What a compiler does not say (as tcc, which is one
 * program) is left at its own file.  The answer is kept beside the objects,
 * under a key of the command, its file and the environment; it is a line
 * for each program, its state included, and holds as long as that is its state.
 */
#include "toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/arena.h"
#include "../base/cache.h"
#include "../base/die.h"
#include "../base/hash.h"
#include "../base/text.h"
#include "child.h"

#define ENDING ".cc"
#define ANSWER_MOST (1u << 20)

extern char **environ;

/* ---- programs ---- */

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* What an empty PATH entry means (here) is not followed. */
const char *toolchain_find(struct arena *arena, const char *name)
{
    if (strchr(name, '/'))
        return is_program(name) ? name : NULL;
    const char *path = getenv("PATH");
    for (path = path ? path : "/usr/local/bin:/usr/bin:/bin"; *path;) {
        size_t length = strcspn(path, ":");
        const char *file = arena_format(arena, "%.*s/%s", (int)length, path, name);
        if (length && is_program(file))
            return file;
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* A line of the answer: the state of a file at present. */
static void describe(struct text *text, const char *path)
{
    struct stat st = {0};
    stat(path, &st);
    text_format(text, "%lld %lld %lld.%09ld %lld.%09ld %s\n", (long long)st.st_size, (long long)st.st_ino,
                (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec, path);
}

static bool is_present_state(struct arena *arena, const char *line, size_t length)
{
    struct text now = {0};
    const char *path = line;
    for (unsigned i = 0; i < 4 && path; i++)
        path = memchr(path, ' ', (size_t)(line + length - path)) ? strchr(path, ' ') + 1 : NULL;
    if (!path)
        return false;
    describe(&now, arena_text(arena, path, (size_t)(line + length - path)));
    bool same = now.length == length + 1 && !memcmp(now.bytes, line, length);
    text_free(&now);
    return same;
}

static bool still_holds(struct arena *arena, const struct text *answer)
{
    const char *at = answer->bytes, *end = at + answer->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline || !is_present_state(arena, at, (size_t)(newline - at)))
            return false;
        at = newline + 1;
    }
    return true;
}

/* ---- asking ---- */

/* All that the command says, with -### and nothing to compile; NULL where it was stopped. */
static const char *ask(struct arena *arena, char *const *arguments, double until)
{
    static const char *const more[] = {"-###", "-x", "c", "/dev/null", "-o", "/dev/null"};
    char **words = NULL;
    unsigned count = 0;
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawnattr_t attributes;
    int status, file = memfd_create("answer", MFD_CLOEXEC);
    const char *program = toolchain_find(arena, arguments[0]);
    if (file < 0)
        return "";
    for (char *const *word = arguments; *word; word++)
        ARENA_PUSH(arena, words, count, *word);
    for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
        ARENA_PUSH(arena, words, count, (char *)(uintptr_t)more[i]);
    ARENA_PUSH(arena, words, count, NULL);
    if (posix_spawn_file_actions_init(&actions) ||
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) ||
        posix_spawn_file_actions_adddup2(&actions, file, 1) || posix_spawn_file_actions_adddup2(&actions, file, 2))
        die_memory(0); /* the list of actions grows */
    child_attributes(&attributes);
    int failed = program ? posix_spawn(&child, program, &actions, &attributes, words, environ) : ENOENT;
    if (failed == ENOMEM) /* no answer would do for a key */
        die_memory(0);
    bool ran = !failed;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (ran && child_wait(child, until, &status) != CHILD_ENDED) {
        close(file);
        return NULL;
    }
    char *answer = arena_alloc(arena, ANSWER_MOST + 1);
    ssize_t length = ran ? pread(file, answer, ANSWER_MOST, 0) : -1;
    close(file);
    answer[length > 0 ? length : 0] = 0;
    return answer;
}

/* The program that a line of the answer begins with, or NULL. */
static const char *program_in(struct arena *arena, const char *line)
{
    const char *name = line + 1;
    size_t length;
    if (line[0] != ' ')
        return NULL;
    if (*name == '"') {
        name++;
        length = strcspn(name, "\"\n");
    } else {
        length = strcspn(name, " \n");
    }
    return length ? toolchain_find(arena, arena_text(arena, name, length)) : NULL;
}

/* False: the asking was stopped. */
static bool describe_all(struct arena *arena, char *const *arguments, unsigned command_count, double until, struct text *text)
{
    const char *answer = ask(arena, arguments, until);
    const char *linker = toolchain_find(arena, "ld");
    /* The first may be a wrapper, as in "ccache gcc". */
    for (unsigned i = 0; i < command_count; i++) {
        const char *program = toolchain_find(arena, arguments[i]);
        if (program)
            describe(text, program);
    }
    for (const char *line = answer; line && *line;) {
        const char *program = program_in(arena, line);
        if (program)
            describe(text, program);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (linker) /* which gcc's own linker runs, and does not say */
        describe(text, linker);
    return answer != NULL;
}

/* ---- the identity ---- */

static XXH128_hash_t key_of(struct arena *arena, char *const *arguments)
{
    /* By which compilers find programs and headers, or take flags. */
    static const char *const variables[] = {
        "PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
        "GCC_SPECS", "CCACHE_CC", "CCACHE_PREFIX", "CCACHE_COMPILER",
    };
    struct text own = {0};
    struct hash hash = hash_new();
    const char *program = toolchain_find(arena, arguments[0]);
    hash_text(hash, "toolchain 1");
    describe(&own, program ? program : arguments[0]);
    hash_text(hash, own.bytes);
    text_free(&own);
    for (char *const *word = arguments; *word; word++)
        hash_text(hash, *word);
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        hash_text(hash, value ? value : "");
    }
    return hash_end(hash);
}

XXH128_hash_t toolchain_identity(struct arena *arena, const char *folder, char *const *arguments, unsigned command_count,
                                 double until)
{
    struct text answer = {0};
    XXH128_hash_t key = key_of(arena, arguments);
    if (!folder || !cache_read(folder, key, ENDING, &answer) || !still_holds(arena, &answer)) {
        text_free(&answer);
        bool known = describe_all(arena, arguments, command_count, until, &answer);
        if (folder && known && answer.length)
            cache_write(folder, key, ENDING, answer.bytes, answer.length);
    }
    XXH128_hash_t identity = answer.length ? XXH3_128bits(answer.bytes, answer.length) : key;
    text_free(&answer);
    return identity;
}
