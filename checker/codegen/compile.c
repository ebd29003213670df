/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * compile.c - run the compiler, keep what it made, load it.
 *
 * The cache (cache.h) keeps shared objects, each under a key of all that decides
 * its content.  A model is loaded from a private copy of the bytes that were
 * verified, or that the compiler has just made; the cache keeps the same bytes.
 * If the cache cannot be read or written, the run goes on without it.
 * The compiler works in a folder of its own, and no shell is between it and us.
 */
#include "compile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "../base/arena.h"
#include "../base/cache.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../base/hash.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../model/contract.h"
#include "child.h"
#include "coverage.h"
#include "toolchain.h"

extern char **environ;

/* The texts of the headers are part of this program, so that it works anywhere. */
#define EMBED(name, path)                   \
    extern const char name[], name##_end[]; \
    __asm__(".pushsection .rodata\n"        \
            ".global " #name "\n"           \
            ".hidden " #name "\n"           \
            #name ":\n"                     \
            ".incbin \"" path "\"\n"        \
            ".global " #name "_end\n"       \
            ".hidden " #name "_end\n"       \
            #name "_end:\n"                 \
            ".byte 0\n"                     \
            ".popsection\n")

EMBED(compile_model_h, "checker/model/model.h");
EMBED(compile_model_binding_h, "checker/model/model_binding.h");
EMBED(compile_model_fairness_h, "checker/model/model_fairness.h");
EMBED(compile_model_symmetry_h, "checker/model/model_symmetry.h");

static const struct header {
    const char *name, *text, *end;
} headers[] = {
    {"model.h", compile_model_h, compile_model_h_end},
    {"model_binding.h", compile_model_binding_h, compile_model_binding_h_end},
    {"model_fairness.h", compile_model_fairness_h, compile_model_fairness_h_end},
    {"model_symmetry.h", compile_model_symmetry_h, compile_model_symmetry_h_end},
};
enum { HEADERS = sizeof headers / sizeof *headers };

#define ENDING ".so"
#define FULL_BYTES (UINT64_C(4) << 20)
#define FULL_FILES 16u

struct compiled {
    void *handle;
    int file;            /* the copy that was loaded, or -1 */
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
    XXH128_hash_t key;   /* of the object there */
    const char *folder;  /* to work in */
    double until;        /* when the compiler is stopped, by child_clock; 0: never */
    bool out_of_memory;  /* the compiler had too little */
};

/* ---- the compiler ---- */

/* $CC may name a program and arguments, parted by spaces. */
static bool find_compiler(struct job *job)
{
    const char *named = job->options->cc ? job->options->cc : getenv("CC");
    if (!named || !named[strspn(named, " ")])
        named = "cc";
    char *words = arena_text(job->arena, named, strlen(named)), *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        ARENA_PUSH(job->arena, job->command, job->command_count, word);
    const char *found = toolchain_find(job->arena, job->command[0]);
    if (!found) {
        text_format(job->error, "there is no C compiler '%s'; install one (on Debian: apt install gcc), or name it with --cc",
                    job->command[0]);
        return false;
    }
    char *real = realpath(found, NULL);
    if (!real)
        memory_check_errno();
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
 * most of its time goes into what lies in the engine.  A text of megabytes (a
 * thousand variables with a rule each) takes twice as long at -O1 as at -O0. */
static int fitting_level(const struct job *job)
{
    if (job->options->optimise >= 0)
        return job->options->optimise > 3 ? 3 : job->options->optimise;
    return job->c->length < 300000 ? 2 : job->c->length < 2000000 ? 1 : 0;
}

/* Models consist of many small routines, which each level below -O3 would leave
 * as calls.  Inlined as -O3 does it the largest machines run up to a fifth
 * faster, others little, for a tenth of the time to compile. */
static const char *const gcc_inlines[] = {"-finline-functions", "-finline-small-functions", "-findirect-inlining",
                                          "--param=max-inline-insns-auto=30", "--param=early-inlining-insns=14",
                                          "--param=inline-min-speedup=15"};

/* Whether the processor gathers and spreads bits by one instruction each, and not by a loop of its own. */
static bool gathers_at_once(void)
{
#if defined(__x86_64__) && !defined(__TINYC__)
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

static void choose_flags(struct job *job, int level)
{
    const char *common[] = {"-std=c99", arena_format(job->arena, "-O%d", level), "-fPIC", "-shared", "-w"};
    job->flags = NULL;
    job->flag_count = 0;
    for (unsigned i = 0; i < sizeof common / sizeof *common; i++)
        ARENA_PUSH(job->arena, job->flags, job->flag_count, common[i]);
    if (compiler_is(job, "tcc")) {
        if (gathers_at_once())
            ARENA_PUSH(job->arena, job->flags, job->flag_count, "-DGATHER_BY_CODE");
        return;
    }
    if (compiler_is(job, "clang")) /* which takes 256 for the most that anyone nests */
        ARENA_PUSH(job->arena, job->flags, job->flag_count, "-fbracket-depth=1000000");
    if (compiler_is(job, "gcc") && level > 0)
        for (unsigned i = 0; i < sizeof gcc_inlines / sizeof *gcc_inlines; i++)
            ARENA_PUSH(job->arena, job->flags, job->flag_count, gcc_inlines[i]);
    ARENA_PUSH(job->arena, job->flags, job->flag_count, "-fvisibility=hidden");
    ARENA_PUSH(job->arena, job->flags, job->flag_count, "-march=native");
}

/* ---- the key ---- */

/* The features of the processor, on which the result of -march=native depends. */
static void hash_processor(struct hash hash)
{
    unsigned long capabilities[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    hash_bytes(hash, capabilities, sizeof capabilities);
#if defined(__x86_64__) || defined(__i386__)
    static const unsigned leaves[] = {1, 7};
    for (unsigned i = 0; i < 2; i++) {
        unsigned r[4] = {0};
        __get_cpuid_count(leaves[i], 0, &r[0], &r[1], &r[2], &r[3]);
        if (leaves[i] == 1) { /* the processor's own number is no feature */
            r[1] = 0;
            r[2] &= ~(1u << 27);
        }
        hash_bytes(hash, r, sizeof r);
    }
#endif
}

/* The command and the flags, ended by NULL, and room for a few more words. */
static char **command_line(struct job *job, const char *const *last)
{
    char **arguments = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < job->command_count; i++)
        ARENA_PUSH(job->arena, arguments, count, job->command[i]);
    for (unsigned i = 0; i < job->flag_count; i++)
        ARENA_PUSH(job->arena, arguments, count, (char *)job->flags[i]);
    for (; *last; last++)
        ARENA_PUSH(job->arena, arguments, count, (char *)*last);
    ARENA_PUSH(job->arena, arguments, count, NULL);
    return arguments;
}

static void hash_compiler(struct hash hash, struct job *job)
{
    char **arguments = command_line(job, (const char *const[]){NULL});
    XXH128_hash_t toolchain = toolchain_identity(job->arena, job->cache, arguments, job->command_count, job->until);
    hash_bytes(hash, &toolchain, sizeof toolchain);
    hash_text(hash, job->path);
    for (; *arguments; arguments++)
        hash_text(hash, *arguments);
    hash_processor(hash);
}

static XXH128_hash_t key_of(struct job *job)
{
    struct hash hash = hash_new();
    hash_text(hash, "model object 2");
    hash_bytes(hash, job->c->bytes, job->c->length);
    for (unsigned i = 0; i < HEADERS; i++)
        hash_bytes(hash, headers[i].text, (size_t)(headers[i].end - headers[i].text) + 1);
    const long long abi[] = {MODEL_ABI, sizeof(void *), (long long)job->c->length};
    hash_bytes(hash, abi, sizeof abi);
    hash_compiler(hash, job);
    return hash_end(hash);
}

bool compile_identity(const struct compile_options *options, XXH128_hash_t *identity)
{
    struct text none = {0}, error = {0};
    struct job job = {.arena = arena_new(), .c = &none, .options = options, .error = &error};
    struct hash hash = hash_new();
    job.until = options->max_seconds > 0 ? child_clock() + options->max_seconds : 0;
    bool known = find_compiler(&job);
    if (known) {
        choose_flags(&job, fitting_level(&job));
        job.cache = options->no_cache ? NULL : cache_folder(job.arena);
        hash_compiler(hash, &job);
    }
    hash_bytes(hash, &options->optimise, sizeof options->optimise); /* at a level of its own the text has a say */
    *identity = hash_end(hash);
    text_free(&error);
    arena_free(job.arena);
    return known && !stop_asked() && (!(job.until > 0) || child_clock() < job.until);
}

/* ---- the cache ---- */

static void find_cache(struct job *job)
{
    if (job->options->no_cache)
        return;
    job->cache = cache_folder(job->arena);
    if (job->cache)
        job->key = key_of(job);
}

/* ---- memory ---- */

/* Whether another program's words say that it had too little memory. */
static bool speaks_of_memory(const char *words)
{
    static const char *const says[] = {"out of memory", "memory exhausted", "memory full", "annot allocate memory",
                                       "bad_alloc"};
    for (unsigned i = 0; i < sizeof says / sizeof *says; i++)
        if (strstr(words, says[i]))
            return true;
    return false;
}

/* Whether the address space has no room for the file.  The loader says of a
 * mapping only that it failed; what it maps is the file and the variables
 * that begin as zero, for which the spare room stands. */
static bool no_room_for(const char *path)
{
    enum { SPARE = 4 << 20 };
    struct stat status;
    size_t size = SPARE + (stat(path, &status) ? 0 : (size_t)status.st_size);
    void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return true;
    munmap(room, size);
    return false;
}

/* ---- loading ---- */

static struct compiled *load(const char *path, const char *shown, struct text *error)
{
    errno = 0;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        int number = errno;
        const char *why = dlerror();
        if (number == ENOMEM || !why || speaks_of_memory(why) || no_room_for(path))
            die_memory(0);
        text_format(error, "%s", why);
        return NULL;
    }
    /* ISO C has no conversion from an object pointer to a function pointer. */
    model_entry *entry = NULL;
    void *symbol = dlsym(handle, MODEL_ENTRY);
    memcpy(&entry, &symbol, sizeof entry);
    const struct model *model = entry ? entry() : NULL;
    if (!model || model->abi != MODEL_ABI) {
        text_format(error, !entry ? "%s does not export %s: it is no model" : "%s is a model for another version of %s",
                    shown, entry ? "Murrelet" : MODEL_ENTRY);
        dlclose(handle);
        return NULL;
    }
    struct compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled)
        die_memory(sizeof *compiled);
    compiled->handle = handle;
    compiled->file = -1;
    compiled->model = model;
    return compiled;
}

static bool write_bytes(int file, const char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t written = write(file, bytes + done, length - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* In memory, sealed; or, where objects cannot be loaded from there, in a nameless file. */
static int private_file(bool in_memory)
{
    char name[] = "/tmp/murrelet-XXXXXX";
    if (in_memory)
        return memfd_create("model", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int file = mkostemp(name, O_CLOEXEC);
    if (file >= 0)
        unlink(name);
    return file;
}

/* A path to the file that no other copy had or will have: a loader that did not
 * let go of an object takes what has its name for it, and numbers of files are used again. */
static void unique_path(char *path, size_t size, int file)
{
    static _Atomic unsigned count; /* only distinct: relaxed */
    unsigned number = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    char spelt[2 * 32 + 1] = "";
    for (char *at = spelt; number; number >>= 1) /* the bits, as "/" and "/.", which change nothing */
        at = stpcpy(at, number & 1 ? "/." : "/");
    snprintf(path, size, "/proc/self/fd%s/%d", spelt, file);
}

static struct compiled *load_copy(const struct text *object, bool in_memory, struct text *error)
{
    char path[128];
    struct compiled *compiled = NULL;
    int file = private_file(in_memory);
    if (file < 0)
        return NULL;
    if (write_bytes(file, object->bytes, object->length)) {
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
        unique_path(path, sizeof path, file);
        compiled = load(path, "the object", error);
    }
    if (compiled)
        compiled->file = file;
    else
        close(file);
    return compiled;
}

static struct compiled *load_bytes(const struct text *object, struct text *error)
{
    struct compiled *compiled = load_copy(object, true, error);
    if (!compiled) {
        text_free(error);
        compiled = load_copy(object, false, error);
    }
    return compiled;
}

/* A model that we did not write: what it says of itself is looked through. */
static struct compiled *load_foreign(const char *path, struct text *error)
{
    struct compiled *compiled = load(path, path, error);
    struct text breach = {0};
    if (compiled && !contract_kept(compiled->model, &breach)) {
        text_format(error, "%s breaks the contract of model.h: %s", path, breach.bytes);
        compiled_free(compiled);
        compiled = NULL;
    }
    text_free(&breach);
    return compiled;
}

struct compiled *compile_load(const char *path, struct text *error)
{
    if (strchr(path, '/'))
        return load_foreign(path, error);
    struct text here = {0};
    text_format(&here, "./%s", path);
    struct compiled *compiled = load_foreign(here.bytes, error);
    text_free(&here);
    return compiled;
}

static struct compiled *load_cached(const struct job *job)
{
    struct text object = {0}, ignored = {0};
    struct compiled *compiled = NULL;
    if (job->cache && cache_read(job->cache, job->key, ENDING, &object))
        compiled = load_bytes(&object, &ignored);
    if (compiled)
        compiled->from_cache = true;
    text_free(&object);
    text_free(&ignored);
    return compiled;
}

/* ---- compiling ---- */

static bool make_work_folder(struct job *job, const char *base)
{
    char *folder = arena_format(job->arena, base == job->cache ? "%s/work-XXXXXX" : "%s/murrelet-XXXXXX", base);
    job->folder = mkdtemp(folder);
    if (!job->folder)
        text_format(job->error, "cannot make a folder in %s to compile in: %s", base, strerror(errno));
    return job->folder != NULL;
}

static bool write_file(struct job *job, const char *name, const char *bytes, size_t length)
{
    const char *path = arena_format(job->arena, "%s/%s", job->folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        memory_check_errno();
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

/* Wait for the compiler; returns its wait status, or -1. */
static int wait_for(struct job *job, pid_t child)
{
    int status;
    enum child_end end = child_wait(child, job->until, &status);
    if (end == CHILD_ENDED)
        return status;
    text_format(job->error, "the C compiler was stopped: %s", end == CHILD_LATE ? "the time is up" : "interrupted");
    if (job->options->end)
        *job->options->end = end == CHILD_LATE ? COMPILE_OUT_OF_TIME : COMPILE_INTERRUPTED;
    return -1;
}

/* Ours, but that the compiler's own files go where its work is: there is room, and they are removed with it. */
static char **environment(struct job *job)
{
    char **variables = NULL;
    unsigned count = 0;
    for (char **at = environ; *at; at++)
        if (strncmp(*at, "TMPDIR=", 7) != 0)
            ARENA_PUSH(job->arena, variables, count, *at);
    ARENA_PUSH(job->arena, variables, count, arena_format(job->arena, "TMPDIR=%s", job->folder));
    ARENA_PUSH(job->arena, variables, count, NULL);
    return variables;
}

/* Run the compiler with its output going to a file; returns its wait status, or -1. */
static int run(struct job *job, char **arguments, const char *output)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) ||
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) ||
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600) ||
        posix_spawn_file_actions_adddup2(&actions, 1, 2))
        die_memory(0); /* the list of actions grows */
    posix_spawnattr_t attributes;
    child_attributes(&attributes);
    pid_t child;
    struct rlimit before = raise_stack();
    int failed = posix_spawn(&child, toolchain_find(job->arena, arguments[0]), &actions, &attributes, arguments,
                             environment(job));
    setrlimit(RLIMIT_STACK, &before);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed == ENOMEM)
        die_memory(0);
    if (failed) {
        text_format(job->error, "cannot run %s: %s", arguments[0], strerror(failed));
        return -1;
    }
    return wait_for(job, child);
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

static bool is_limited(void)
{
    struct rlimit space, data;
    return (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) ||
           (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY);
}

/* A compiler that the system kills had too much of its memory; one that crashes
 * where memory is limited had too little.  (gcc tells of the signals of its parts in words.) */
static bool ran_out_of_memory(const struct job *job, int status)
{
    const char *words = job->error->bytes ? job->error->bytes : "";
    if (status == -1)
        return false;
    bool killed = (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) || strstr(words, "Killed signal");
    bool crashed = WIFSIGNALED(status) || strstr(words, "signal terminated program");
    return killed || (crashed && is_limited()) || speaks_of_memory(words);
}

static void show_command(char **arguments)
{
    for (char **word = arguments; *word; word++)
        complain("%s%s", word == arguments ? "" : " ", *word);
    fputc('\n', stderr);
}

/* The path of the shared object, or NULL. */
static const char *build(struct job *job)
{
    const char *object = arena_format(job->arena, "%s/model.so", job->folder);
    const char *source = arena_format(job->arena, "%s/model.c", job->folder);
    const char *output = arena_format(job->arena, "%s/output", job->folder);
    if (!write_file(job, "model.c", job->c->bytes, job->c->length))
        return NULL;
    for (unsigned i = 0; i < HEADERS; i++)
        if (!write_file(job, headers[i].name, headers[i].text, (size_t)(headers[i].end - headers[i].text)))
            return NULL;
    char **arguments = command_line(job, (const char *const[]){"-I", job->folder, "-o", object, source, NULL});
    if (job->options->verbose)
        show_command(arguments);
    int status = run(job, arguments, output);
    if (status == 0)
        return object;
    if (status == -1)
        return NULL;
    if (WIFEXITED(status))
        text_format(job->error, "%s could not compile the model:\n", job->command[0]);
    else
        text_format(job->error, "%s was killed by signal %d:\n", job->command[0], WTERMSIG(status));
    quote(job, output);
    job->out_of_memory = ran_out_of_memory(job, status);
    return NULL;
}

static bool read_object(struct job *job, const char *path, struct text *object)
{
    char buffer[1 << 16];
    size_t got;
    FILE *file = fopen(path, "rbe");
    if (!file)
        memory_check_errno();
    while (file && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(object, buffer, got);
    bool good = file && !ferror(file) && object->length > 0;
    if (!good)
        text_format(job->error, "cannot read what the compiler made: %s", strerror(errno));
    if (file)
        fclose(file);
    return good;
}

/* The compiler's object goes where it can be loaded, and into the cache where that takes it. */
static struct compiled *compile_in(struct job *job, const char *base)
{
    struct compiled *compiled = NULL;
    struct text object = {0};
    text_free(job->error);
    if (!make_work_folder(job, base))
        return NULL;
    const char *path = build(job);
    if (path && read_object(job, path, &object)) {
        compiled = load_bytes(&object, job->error);
        if (!compiled) { /* without /proc */
            text_free(job->error);
            compiled = load(path, path, job->error);
        }
    }
    if (compiled && job->cache && cache_write(job->cache, job->key, ENDING, object.bytes, object.length))
        cache_bound(job->arena, job->cache, job->options->cache_limit ? job->options->cache_limit : CACHE_LIMIT, job->key,
                    ENDING);
    text_free(&object);
    cache_remove_folder(job->arena, job->folder);
    return compiled;
}

/* A compiler does not tell a full disk from a fault of ours. */
static bool is_full(const char *folder)
{
    struct statvfs status;
    return access(folder, W_OK) != 0 || statvfs(folder, &status) != 0 ||
           status.f_bavail * status.f_frsize < FULL_BYTES || (status.f_files && status.f_favail < FULL_FILES);
}

/* Make the folder to work in: in TMPDIR, or, if that is full, beside the cache. */
static struct compiled *compile(struct job *job)
{
    double start = child_clock();
    const char *base = getenv("TMPDIR");
    if (!base || *base != '/')
        base = "/tmp";
    struct compiled *compiled = compile_in(job, base);
    if (!compiled && !job->out_of_memory && job->cache && is_full(base))
        compiled = compile_in(job, job->cache);
    if (compiled)
        compiled->seconds = child_clock() - start;
    return compiled;
}

/* NULL: the cache does not have it at that level, at which it would be compiled now. */
static struct compiled *find_at(struct job *job, int level)
{
    choose_flags(job, level);
    find_cache(job);
    return load_cached(job);
}

struct compiled *compile_model(const struct text *c, const struct compile_options *options, struct text *error)
{
    struct job job = {.arena = arena_new(), .c = c, .options = options, .error = error};
    struct compiled *compiled = NULL;
    job.until = options->max_seconds > 0 ? child_clock() + options->max_seconds : 0;
    if (find_compiler(&job)) {
        compiled = find_at(&job, fitting_level(&job));
        if (!compiled && options->quickly)
            compiled = find_at(&job, 0);
        if (!compiled)
            compiled = compile(&job);
    }
    arena_free(job.arena);
    if (job.out_of_memory) {
        complain("murrelet: %s\n", error->bytes);
        die_memory(0);
    }
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

const unsigned char *compiled_covered(const struct compiled *compiled)
{
    return dlsym(compiled->handle, COVERAGE_BYTES);
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
    if (compiled->file >= 0)
        close(compiled->file);
    free(compiled);
}
