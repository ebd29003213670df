/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "murphi/codegen.h"
#include "small_model.h"

static char folder[] = "/tmp/murrelet-cache-XXXXXX";

static void set_up(void)
{
    cr_assert(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(compile, .init = set_up, .fini = tear_down);

static unsigned files_cached(void)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/murrelet", folder);
    DIR *dir = opendir(path);
    for (struct dirent *file; dir && (file = readdir(dir));)
        count += file->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return count;
}

static struct text model_text(unsigned size)
{
    struct text c = {0};
    struct arena *arena = arena_new();
    const char *model = "var a: 0..%u; startstate begin a := 0; end; rule a < 2 ==> begin a := a + 1; end;";
    codegen_program(&c, small_program(arena, arena_format(arena, model, size)));
    arena_free(arena);
    return c;
}

static bool compile(unsigned size, struct compile_options options)
{
    struct text c = model_text(size), error = {0};
    struct compiled *compiled = compile_model(&c, &options, &error);
    cr_assert(compiled, "%s", error.bytes);
    cr_assert_eq(compiled_model(compiled)->abi, MODEL_ABI);
    bool cached = compiled_from_cache(compiled);
    compiled_free(compiled);
    text_free(&c);
    return cached;
}

Test(compile, the_second_time_comes_from_the_cache)
{
    cr_assert(!compile(3, (struct compile_options){0}));
    cr_assert(compile(3, (struct compile_options){0}));
    cr_assert(!compile(4, (struct compile_options){0}), "another text");
    cr_assert(!compile(3, (struct compile_options){.optimise = 1}), "another level");
    cr_assert(!compile(3, (struct compile_options){.cc = "cc -DX"}), "another command");
    cr_assert_eq(files_cached(), 4, "and no work folder is left");
}

Test(compile, no_cache_leaves_nothing)
{
    cr_assert(!compile(3, (struct compile_options){.no_cache = true}));
    cr_assert(!compile(3, (struct compile_options){.no_cache = true}));
    cr_assert_eq(files_cached(), 0);
}

Test(compile, a_broken_entry_is_made_again)
{
    compile(3, (struct compile_options){0});
    char command[128];
    snprintf(command, sizeof command, "for f in %s/murrelet/*.so; do echo broken > $f; done", folder);
    cr_assert_eq(system(command), 0);
    cr_assert(!compile(3, (struct compile_options){0}));
    cr_assert(compile(3, (struct compile_options){0}));
}

Test(compile, the_cache_is_bounded_and_forgets_the_oldest)
{
    struct compile_options options = {.cache_limit = 1};
    compile(3, options);
    compile(4, options);
    cr_assert_eq(files_cached(), 1, "the newest stays, whatever its size");
    cr_assert(compile(4, options));
    cr_assert(!compile(3, options));
}

Test(compile, a_folder_that_others_may_write_is_not_used)
{
    char path[64];
    compile(3, (struct compile_options){0});
    snprintf(path, sizeof path, "%s/murrelet", folder);
    cr_assert_eq(chmod(path, 0777), 0);
    cr_assert(!compile(3, (struct compile_options){0}));
}

Test(compile, runs_may_share_the_cache)
{
    for (unsigned i = 0; i < 4; i++)
        if (fork() == 0) {
            struct text c = model_text(3), error = {0};
            struct compile_options options = {0};
            struct compiled *compiled = compile_model(&c, &options, &error);
            _exit(compiled && compiled_model(compiled)->rule_count == 1 ? 0 : 1);
        }
    for (unsigned i = 0; i < 4; i++) {
        int status;
        cr_assert(wait(&status) > 0 && status == 0);
    }
    cr_assert(compile(3, (struct compile_options){0}));
    cr_assert_eq(files_cached(), 1);
}

Test(compile, errors_are_the_compilers_words)
{
    struct text c = {0}, error = {0};
    text_put(&c, "int f( { nonsense");
    struct compile_options options = {.no_cache = true};
    cr_assert_null(compile_model(&c, &options, &error));
    cr_assert(strstr(error.bytes, "model.c:1:"), "%s", error.bytes);
}

Test(compile, a_compiler_that_is_not_there)
{
    struct text c = model_text(3), error = {0};
    struct compile_options options = {.cc = "no-such-compiler; touch x", .no_cache = true};
    cr_assert_null(compile_model(&c, &options, &error));
    cr_assert(strstr(error.bytes, "no-such-compiler"), "%s", error.bytes);
}

Test(compile, an_object_that_is_no_model)
{
    struct text c = {0}, error = {0};
    text_put(&c, "int not_a_model;\n");
    struct compile_options options = {.no_cache = true};
    cr_assert_null(compile_model(&c, &options, &error));
    cr_assert(strstr(error.bytes, "murrelet_model"), "%s", error.bytes);
    text_free(&error);
    cr_assert_null(compile_load("no-such-file.so", &error));
    cr_assert(error.length > 0);
}
