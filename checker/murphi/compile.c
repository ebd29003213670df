/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * compile.c - run the compiler, keep what it made, load it.
 *
 * The cache is a folder of shared objects, each named by the hash of all that
 * decides its content.  A file appears there by one rename, complete, so that
 * runs may share the folder; one that cannot be loaded counts as absent.  The
 * compiler works in a folder of its own, and no shell is between it and us.
 */
#include "compile.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <xxhash.h>

#include "../base/arena.h"
#include "../base/die.h"

extern char **environ;

/* The text of model.h is part of this program, so that it works anywhere. */
extern const char compile_header[], compile_header_end[];
__asm__(".pushsection .rodata\n"
        ".global compile_header\n"
        ".hidden compile_header\n"
        "compile_header:\n"
        ".incbin \"checker/model.h\"\n"
        ".global compile_header_end\n"
        ".hidden compile_header_end\n"
        "compile_header_end:\n"
        ".byte 0\n"
        ".popsection\n");

#define CACHE_LIMIT (UINT64_C(256) << 20)

struct compiled {
    void *handle;
    const struct model *model;
    bool from_cache;
    double seconds;
};

/* One compilation: everything is in the arena. */
struct job {
    struct arena *arena;
    const struct text *c;
    const struct compile_options *options;
    struct text *error;
    char **command;      /* the compiler and its own arguments, from $CC */
    unsigned command_count;
    const char *path;    /* of the compiler, resolved */
    const char **flags;
    unsigned flag_count;
    const char *cache;   /* folder, or NULL */
    const char *cached;  /* file, or NULL */
    const char *folder;  /* to work in */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the compiler ---- */

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* What an empty PATH entry means (here) is not followed. */
static const char *look_up(struct arena *arena, const char *name)
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

/* $CC may name a program and arguments, parted by spaces. */
static bool find_compiler(struct job *job)
{
    const char *named = job->options->cc ? job->options->cc : getenv("CC");
    if (!named || !named[strspn(named, " ")])
        named = "cc";
    char *words = arena_text(job->arena, named, strlen(named)), *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        ARENA_PUSH(job->arena, job->command, job->command_count, word);
    const char *found = look_up(job->arena, job->command[0]);
    if (!found) {
        text_format(job->error, "there is no C compiler '%s'; install one (on Debian: apt install gcc), or name it with --cc",
                    job->command[0]);
        return false;
    }
    char *real = realpath(found, NULL);
    job->path = real ? arena_text(job->arena, real, strlen(real)) : found;
    free(real);
    return true;
}

static bool compiler_is(const struct job *job, const char *name)
{
    const char *slash = strrchr(job->path, '/');
    return strstr(slash ? slash : job->path, name) != NULL;
}

/* A long text at -O2 takes the compiler longer, and gains the search little:
 * most of its time goes into what lies in the engine. */
static int fitting_level(const struct job *job)
{
    if (job->options->optimise >= 0)
        return job->options->optimise > 3 ? 3 : job->options->optimise;
    return job->c->length < 300000 ? 2 : 1;
}

static void choose_flags(struct job *job)
{
    const char *level = arena_format(job->arena, "-O%d", fitting_level(job));
    const char *common[] = {"-std=c99", level, "-fPIC", "-shared", "-w"};
    for (unsigned i = 0; i < sizeof common / sizeof *common; i++)
        ARENA_PUSH(job->arena, job->flags, job->flag_count, common[i]);
    if (compiler_is(job, "tcc"))
        return;
    if (compiler_is(job, "clang")) /* which takes 256 for the most that anyone nests */
        ARENA_PUSH(job->arena, job->flags, job->flag_count, "-fbracket-depth=1000000");
    ARENA_PUSH(job->arena, job->flags, job->flag_count, "-fvisibility=hidden");
    ARENA_PUSH(job->arena, job->flags, job->flag_count, "-march=native");
}

/* ---- the key ---- */

/* What -march=native looks at. */
static void hash_processor(XXH3_state_t *hash)
{
    unsigned long capabilities[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    XXH3_128bits_update(hash, capabilities, sizeof capabilities);
#if defined(__x86_64__) || defined(__i386__)
    static const unsigned leaves[] = {1, 7};
    for (unsigned i = 0; i < 2; i++) {
        unsigned r[4] = {0};
        __get_cpuid_count(leaves[i], 0, &r[0], &r[1], &r[2], &r[3]);
        if (leaves[i] == 1) { /* the processor's own number is no feature */
            r[1] = 0;
            r[2] &= ~(1u << 27);
        }
        XXH3_128bits_update(hash, r, sizeof r);
    }
#endif
}

static void hash_text(XXH3_state_t *hash, const char *text)
{
    XXH3_128bits_update(hash, text, strlen(text) + 1);
}

static const char *key_of(struct job *job)
{
    XXH3_state_t *hash = XXH3_createState();
    if (!hash)
        die_memory(sizeof hash);
    XXH3_128bits_reset(hash);
    XXH3_128bits_update(hash, job->c->bytes, job->c->length);
    XXH3_128bits_update(hash, compile_header, (size_t)(compile_header_end - compile_header));
    struct stat st = {0};
    stat(job->path, &st);
    const long long version[] = {MODEL_ABI, st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_ctim.tv_sec};
    XXH3_128bits_update(hash, version, sizeof version);
    hash_text(hash, job->path);
    for (unsigned i = 1; i < job->command_count; i++)
        hash_text(hash, job->command[i]);
    for (unsigned i = 0; i < job->flag_count; i++)
        hash_text(hash, job->flags[i]);
    hash_processor(hash);
    XXH128_hash_t key = XXH3_128bits_digest(hash);
    XXH3_freeState(hash);
    return arena_format(job->arena, "%016llx%016llx", (unsigned long long)key.high64, (unsigned long long)key.low64);
}

/* ---- the cache ---- */

/* Make a folder and those above it. */
static bool make_folders(struct arena *arena, const char *path)
{
    char *copy = arena_text(arena, path, strlen(path));
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(copy, 0700) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

/* Only a folder of our own that nobody else may write holds code that we run. */
static bool is_ours(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH))
           && access(path, W_OK) == 0;
}

static void find_cache(struct job *job)
{
    if (job->options->no_cache)
        return;
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/')
        job->cache = arena_format(job->arena, "%s/murrelet", base);
    else if (home && *home == '/')
        job->cache = arena_format(job->arena, "%s/.cache/murrelet", home);
    else
        return;
    if (!make_folders(job->arena, job->cache) || !is_ours(job->cache))
        job->cache = NULL;
    else
        job->cached = arena_format(job->arena, "%s/%s.so", job->cache, key_of(job));
}

struct entry {
    char *path;
    uint64_t bytes;
    struct timespec used;
};

static int older_first(const void *a, const void *b)
{
    const struct entry *one = a, *two = b;
    if (one->used.tv_sec != two->used.tv_sec)
        return one->used.tv_sec < two->used.tv_sec ? -1 : 1;
    if (one->used.tv_nsec != two->used.tv_nsec)
        return one->used.tv_nsec < two->used.tv_nsec ? -1 : 1;
    return strcmp(one->path, two->path);
}

static void remove_folder(struct arena *arena, const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *file; folder && (file = readdir(folder));)
        if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
            unlink(arena_format(arena, "%s/%s", path, file->d_name));
    if (folder)
        closedir(folder);
    rmdir(path);
}

/* Remove what was used longest ago until the rest fits, and the work of runs
 * that were killed (no compilation takes a day). */
static void bound_cache(struct job *job)
{
    uint64_t limit = job->options->cache_limit ? job->options->cache_limit : CACHE_LIMIT, total = 0;
    struct entry *entries = NULL;
    unsigned count = 0;
    DIR *folder = opendir(job->cache);
    for (struct dirent *file; folder && (file = readdir(folder));) {
        struct stat st;
        char *path = arena_format(job->arena, "%s/%s", job->cache, file->d_name);
        size_t length = strlen(file->d_name);
        if (stat(path, &st))
            continue;
        if (S_ISDIR(st.st_mode) && !strncmp(file->d_name, "work-", 5) && st.st_mtime + 86400 < time(NULL))
            remove_folder(job->arena, path);
        if (!S_ISREG(st.st_mode) || length < 3 || strcmp(file->d_name + length - 3, ".so"))
            continue;
        total += (uint64_t)st.st_size;
        struct entry entry = {path, (uint64_t)st.st_size, st.st_mtim};
        ARENA_PUSH(job->arena, entries, count, entry);
    }
    if (folder)
        closedir(folder);
    if (count && total > limit)
        qsort(entries, count, sizeof *entries, older_first);
    for (unsigned i = 0; i < count && total > limit; i++) {
        if (!strcmp(entries[i].path, job->cached))
            continue;
        unlink(entries[i].path);
        total -= entries[i].bytes;
    }
}

/* ---- loading ---- */

static struct compiled *load(const char *path, struct text *error)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        text_format(error, "%s", dlerror());
        return NULL;
    }
    /* ISO C has no conversion from an object pointer to a function pointer. */
    model_entry *entry = NULL;
    void *symbol = dlsym(handle, MODEL_ENTRY);
    memcpy(&entry, &symbol, sizeof entry);
    const struct model *model = entry ? entry() : NULL;
    if (!model || model->abi != MODEL_ABI) {
        text_format(error, !entry ? "%s does not export %s: it is no model" : "%s is a model for another version of %s",
                    path, entry ? "Murrelet" : MODEL_ENTRY);
        dlclose(handle);
        return NULL;
    }
    struct compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled)
        die_memory(sizeof *compiled);
    compiled->handle = handle;
    compiled->model = model;
    return compiled;
}

struct compiled *compile_load(const char *path, struct text *error)
{
    if (strchr(path, '/'))
        return load(path, error);
    struct text here = {0};
    text_format(&here, "./%s", path);
    struct compiled *compiled = load(here.bytes, error);
    text_free(&here);
    return compiled;
}

static struct compiled *load_cached(const struct job *job)
{
    if (!job->cached || access(job->cached, R_OK))
        return NULL;
    struct text ignored = {0};
    struct compiled *compiled = load(job->cached, &ignored);
    text_free(&ignored);
    if (compiled) {
        compiled->from_cache = true;
        utimensat(AT_FDCWD, job->cached, NULL, 0);
    }
    return compiled;
}

/* ---- compiling ---- */

static bool make_work_folder(struct job *job)
{
    const char *base = getenv("TMPDIR");
    if (job->cache)
        base = job->cache;
    else if (!base || *base != '/')
        base = "/tmp";
    char *folder = arena_format(job->arena, job->cache ? "%s/work-XXXXXX" : "%s/murrelet-XXXXXX", base);
    if (!mkdtemp(folder)) {
        text_format(job->error, "cannot make a folder in %s to compile in: %s", base, strerror(errno));
        return false;
    }
    job->folder = folder;
    return true;
}

static bool write_file(struct job *job, const char *name, const char *bytes, size_t length)
{
    const char *path = arena_format(job->arena, "%s/%s", job->folder, name);
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file))
        written = false;
    if (!written)
        text_format(job->error, "cannot write %s: %s", path, strerror(errno));
    return written;
}

/* Compilers recurse over long expressions: children may have as much stack
 * as the system grants.  Gives what the limit was. */
static struct rlimit raise_stack(void)
{
    struct rlimit before = {0}, raised;
    getrlimit(RLIMIT_STACK, &before);
    raised = before;
    raised.rlim_cur = before.rlim_max;
    setrlimit(RLIMIT_STACK, &raised);
    return before;
}

/* What we ignore the compiler does not: it ends where it cannot write. */
static void set_defaults(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

/* Run it with what it says going to a file; returns its wait status, or -1. */
static int run(struct job *job, char **arguments, const char *output)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_t attributes;
    set_defaults(&attributes);
    pid_t child;
    struct rlimit before = raise_stack();
    int failed = posix_spawn(&child, look_up(job->arena, arguments[0]), &actions, &attributes, arguments, environ);
    int status = -1;
    setrlimit(RLIMIT_STACK, &before);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed) {
        text_format(job->error, "cannot run %s: %s", arguments[0], strerror(failed));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

static char **command_line(struct job *job, const char *object, const char *source)
{
    char **arguments = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < job->command_count; i++)
        ARENA_PUSH(job->arena, arguments, count, job->command[i]);
    for (unsigned i = 0; i < job->flag_count; i++)
        ARENA_PUSH(job->arena, arguments, count, (char *)job->flags[i]);
    const char *last[] = {"-I", job->folder, "-o", object, source, NULL};
    for (unsigned i = 0; i < sizeof last / sizeof *last; i++)
        ARENA_PUSH(job->arena, arguments, count, (char *)last[i]);
    return arguments;
}

/* The compiler's own words, the first of them. */
static void quote(struct job *job, const char *path)
{
    char buffer[4096];
    size_t length, total = 0;
    FILE *file = fopen(path, "r");
    while (file && total < 8192 && (length = fread(buffer, 1, sizeof buffer, file)) > 0) {
        text_add(job->error, buffer, length);
        total += length;
    }
    if (file)
        fclose(file);
}

static void show_command(char **arguments)
{
    for (char **word = arguments; *word; word++)
        fprintf(stderr, "%s%s", word == arguments ? "" : " ", *word);
    fputc('\n', stderr);
}

/* The path of the shared object, or NULL. */
static const char *build(struct job *job)
{
    const char *object = arena_format(job->arena, "%s/model.so", job->folder);
    const char *source = arena_format(job->arena, "%s/model.c", job->folder);
    const char *output = arena_format(job->arena, "%s/output", job->folder);
    if (!write_file(job, "model.c", job->c->bytes, job->c->length)
        || !write_file(job, "model.h", compile_header, (size_t)(compile_header_end - compile_header)))
        return NULL;
    char **arguments = command_line(job, object, source);
    if (job->options->verbose)
        show_command(arguments);
    int status = run(job, arguments, output);
    if (status == 0)
        return object;
    if (WIFEXITED(status))
        text_format(job->error, "%s could not compile the model:\n", job->command[0]);
    else if (status != -1)
        text_format(job->error, "%s was killed by signal %d:\n", job->command[0], WTERMSIG(status));
    quote(job, output);
    return NULL;
}

static struct compiled *compile(struct job *job)
{
    double start = now();
    if (!make_work_folder(job))
        return NULL;
    struct compiled *compiled = NULL;
    const char *object = build(job);
    if (object)
        compiled = load(object, job->error);
    if (compiled && job->cached && rename(object, job->cached) == 0)
        bound_cache(job);
    if (compiled)
        compiled->seconds = now() - start;
    remove_folder(job->arena, job->folder);
    return compiled;
}

struct compiled *compile_model(const struct text *c, const struct compile_options *options, struct text *error)
{
    struct job job = {.arena = arena_new(), .c = c, .options = options, .error = error};
    struct compiled *compiled = NULL;
    if (find_compiler(&job)) {
        choose_flags(&job);
        find_cache(&job);
        compiled = load_cached(&job);
        if (!compiled)
            compiled = compile(&job);
    }
    arena_free(job.arena);
    return compiled;
}

const struct model *compiled_model(const struct compiled *compiled)
{
    return compiled->model;
}

bool compiled_from_cache(const struct compiled *compiled)
{
    return compiled->from_cache;
}

double compiled_seconds(const struct compiled *compiled)
{
    return compiled->seconds;
}

void compiled_free(struct compiled *compiled)
{
    if (!compiled)
        return;
    dlclose(compiled->handle);
    free(compiled);
}
