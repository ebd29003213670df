/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "codegen/codegen.h"
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
        count += strstr(file->d_name, ".cc") == NULL && file->d_name[0] != '.'; /* .cc: what the compiler said of itself */
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
    snprintf(command, sizeof command, "for f in %s/murrelet/*; do echo broken > $f; done", folder);
    cr_assert_eq(system(command), 0);
    cr_assert(!compile(3, (struct compile_options){0}));
    cr_assert(compile(3, (struct compile_options){0}));
}

static void shell(const char *format)
{
    char command[512];
    snprintf(command, sizeof command, "cd %s/murrelet && %s", folder, format);
    cr_assert_eq(system(command), 0, "%s", format);
}

Test(compile, an_object_under_another_models_name_is_not_believed)
{
    compile(3, (struct compile_options){0});
    shell("mv *.so ../three");
    compile(4, (struct compile_options){0});
    shell("for f in *.so; do mv ../three $f; done");
    cr_assert(!compile(4, (struct compile_options){0}));
    cr_assert(compile(4, (struct compile_options){0}));
}

Test(compile, an_object_that_others_could_have_written_is_not_believed)
{
    compile(3, (struct compile_options){0});
    shell("chmod 620 *.so");
    cr_assert(!compile(3, (struct compile_options){0}));
    cr_assert(compile(3, (struct compile_options){0}), "and it is ours again");
    shell("for f in *.so; do mv $f ../real; ln -s ../real $f; done");
    cr_assert(!compile(3, (struct compile_options){0}), "nor one behind a link");
}

Test(compile, two_models_that_are_loaded_at_once_stay_two)
{
    struct text one = model_text(3), two = model_text(7), error = {0};
    struct compile_options options = {0};
    for (unsigned i = 0; i < 3; i++) {
        struct compiled *a = compile_model(&one, &options, &error), *b = compile_model(&two, &options, &error);
        cr_assert(a && b);
        cr_assert(compiled_model(a) != compiled_model(b));
        cr_assert(compiled_model(a)->state_bits < compiled_model(b)->state_bits);
        compiled_free(i % 2 ? a : b);
        compiled_free(i % 2 ? b : a);
    }
}

/* As where a tool keeps the loader from letting go; the number of the file is free again. */
Test(compile, an_object_that_stays_loaded_is_not_taken_for_the_next)
{
    struct text one = model_text(3), two = model_text(7), error = {0};
    struct compile_options options = {0};
    struct compiled *a = compile_model(&one, &options, &error);
    Dl_info info;
    cr_assert(dladdr(compiled_model(a), &info));
    void *kept = dlopen(info.dli_fname, RTLD_NOW | RTLD_NODELETE | RTLD_NOLOAD);
    cr_assert(kept, "%s", dlerror());
    uint32_t bits = compiled_model(a)->state_bits;
    compiled_free(a);
    struct compiled *b = compile_model(&two, &options, &error);
    cr_assert(b && compiled_model(b)->state_bits > bits);
}

/* A compiler whose parts are upgraded while its own file stays as it is. */
Test(compile, an_upgrade_of_a_part_of_the_compiler_is_noticed)
{
    char cc[64], part[64], text[1024];
    snprintf(cc, sizeof cc, "%s/cc", folder);
    snprintf(part, sizeof part, "%s/part", folder);
    snprintf(text, sizeof text,
             "printf '#!/bin/sh\nexec \"$@\"\n' > %s; chmod 755 %s; "
             "printf '#!/bin/sh\ncase \"$*\" in *-###*) echo \" %s x\" >&2; exit 0;; esac\nexec %s cc \"$@\"\n' > %s; chmod 755 %s",
             part, part, part, part, cc, cc);
    cr_assert_eq(system(text), 0);
    struct compile_options options = {.cc = cc};
    cr_assert(!compile(3, options));
    cr_assert(compile(3, options));
    snprintf(text, sizeof text, "echo '# another' >> %s", part);
    cr_assert_eq(system(text), 0);
    cr_assert(!compile(3, options));
    cr_assert(compile(3, options));
}

Test(compile, a_cache_that_cannot_be_used_is_done_without)
{
    char path[64];
    snprintf(path, sizeof path, "%s/file", folder);
    fclose(fopen(path, "w"));
    setenv("XDG_CACHE_HOME", path, 1); /* no folder */
    cr_assert(!compile(3, (struct compile_options){0}));
    setenv("XDG_CACHE_HOME", "/proc", 1); /* where nothing can be made */
    cr_assert(!compile(3, (struct compile_options){0}));
    snprintf(path, sizeof path, "%s/murrelet", folder);
    cr_assert_eq(symlink("/", path), 0); /* elsewhere */
    setenv("XDG_CACHE_HOME", folder, 1);
    if (geteuid() != 0)
        cr_assert(!compile(3, (struct compile_options){0}));
    unlink(path);
    cr_assert_eq(symlink("none", path), 0);
    cr_assert(!compile(3, (struct compile_options){0}));
    cr_assert(!compile(3, (struct compile_options){0}));
}

/* What is written to the cache finds no room there, as the compiler's work does. */
Test(compile, a_full_folder_to_work_in_is_done_without)
{
    char path[64];
    snprintf(path, sizeof path, "%s/no-such-folder", folder);
    setenv("TMPDIR", path, 1);
    cr_assert(!compile(3, (struct compile_options){0}), "it works beside the cache");
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
