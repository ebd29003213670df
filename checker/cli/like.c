/* SPDX-License-Identifier: BSD-2-Clause */
/* like.c - see like.h. */
#include "like.h"

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/printable.h"
#include "../base/text.h"
#include "../generate/read.h"
#include "../generate/write.h"
#include "litmus_common.h"
#include "litmus_files.h"

const struct option_spec like_options[] = {
    {.name = "like", .kind = OPTION_LIST, .offset = offsetof(struct like_arguments, tests), .argument = "TEST.litmus|FOLDER",
     .help = "Make those tests alone which are these up to the names of threads, locations, registers and scope instances, and "
             "print of each what it is called, or why it is none of the vocabulary. May be repeated."},
    {0},
};

struct liking {
    const struct generated_arguments *what;
    decorated_visitor *take;
    void *data;
    bool prints, ended;
    unsigned made, none;
};

static int like(struct liking *l, const char *path)
{
    struct arena *arena = arena_new();
    struct suite_test test;
    struct text name = {0};
    struct decorated_read read;
    struct cycle_bounds bounds = generated_bounds(l->what);
    int code = litmus_read_test(arena, path, NULL, COLOR_AUTO, &test) ? 0 : EXIT_BAD_INPUT;
    if (!code)
        decorated_read(test.test, generated_vocabulary(l->what), &bounds, &read);
    if (!code && read.found) {
        decorated_name(&name, &read.decorated);
        l->ended = !l->take(l->data, &read.decorated);
        l->made++;
    } else if (!code) {
        l->none++;
    }
    if (!code && l->prints)
        printable_format(stdout, read.found ? "%s\t%s\n" : "%s\t-\t%s\n", path, read.found ? name.bytes : read.reason);
    text_free(&name);
    arena_free(arena);
    return code;
}

int like_run(const struct like_arguments *arguments, const struct generated_arguments *what, bool prints, decorated_visitor *take,
             void *data)
{
    struct liking l = {.what = what, .prints = prints, .take = take, .data = data};
    struct litmus_files files = {0};
    if (!litmus_files_find(&files, (int)arguments->tests.count, (char **)arguments->tests.items))
        return EXIT_BAD_INPUT;
    int code = 0;
    for (unsigned i = 0; i < files.count && !code && !l.ended; i++)
        code = like(&l, files.paths[i]);
    fflush(stdout); /* so that the sum stands behind the lines */
    if (!code && prints)
        complain("%u of %u tests are of the vocabulary %s\n", l.made, l.made + l.none, generated_vocabulary(what)->name);
    litmus_files_free(&files);
    return code ? code : l.none ? EXIT_VIOLATED : EXIT_HOLDS;
}
