/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmt.c - murrelet fmt: models in the canonical layout.
 */
#include "../rewrite/format.h"

#include <stdio.h>
#include <string.h>

#include "../base/die.h"
#include "../base/printable.h"
#include "../litmus/align.h"
#include "../litmus/parse.h"
#include "commands.h"
#include "load.h"
#include "write.h"

struct fmt_arguments {
    bool in_place, check;
    int dialect, color;
};

static const char *const dialects[] = {"rumur", "cmurphi", NULL};
static const char *const color_modes[] = {"auto", "always", "never", NULL};

static const struct option_spec fmt_options[] = {
    {.name = "in-place", .letter = 'i', .kind = OPTION_FLAG, .offset = offsetof(struct fmt_arguments, in_place),
     .help = "Write each file back where its layout changes, in place of printing it."},
    {.name = "check", .kind = OPTION_FLAG, .offset = offsetof(struct fmt_arguments, check),
     .help = "Only name the files whose layout is not canonical, and exit with 1 if there are any."},
    {.name = "dialect", .kind = OPTION_CHOICE, .offset = offsetof(struct fmt_arguments, dialect),
     .choices = dialects, .help = "How to read what the two tools read differently. Default: rumur."},
    {.name = "color", .kind = OPTION_CHOICE, .offset = offsetof(struct fmt_arguments, color),
     .choices = color_modes, .help = "Colour the diagnostics: auto (default) means on a terminal only."},
    {0},
};

static const struct option_group fmt_groups[] = {
    {.options = fmt_options},
    {0},
};

/* What was there is the user's only copy. */
static bool replace_file(const char *path, const struct text *text)
{
    struct output *output = write_begin(path, OUTPUT_DURABLE);
    if (!output)
        return false;
    fwrite(text->bytes ? text->bytes : "", 1, text->length, output_stream(output));
    return write_end(output, path);
}

static int deliver(const struct fmt_arguments *arguments, const char *path, const struct source *source,
                   const struct text *text)
{
    bool same = text->length == source->length && !memcmp(text->bytes ? text->bytes : "", source->text, text->length);
    if (arguments->check) {
        if (!same)
            printable_format(stdout, "%s\n", source->path);
        return same ? EXIT_HOLDS : EXIT_VIOLATED;
    }
    if (arguments->in_place && strcmp(path, "-"))
        return same || replace_file(path, text) ? EXIT_HOLDS : EXIT_BAD_INPUT;
    fwrite(text->bytes ? text->bytes : "", 1, text->length, stdout);
    return EXIT_HOLDS;
}

/* False after an error.  A litmus test is known by its file's name. */
static bool lay_out(struct text *out, struct arena *arena, struct diagnostics *diagnostics, struct source *source, enum dialect dialect)
{
    if (!text_ends_in(source->path, ".litmus"))
        return !format_source(out, diagnostics, source, dialect);
    const struct litmus_test *test = litmus_parse(arena, diagnostics, source);
    if (test)
        litmus_align(out, test);
    return test;
}

static int format_file(const struct fmt_arguments *arguments, const char *path)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text text = {0};
    int code = EXIT_BAD_INPUT;
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    if (source && lay_out(&text, arena, diagnostics, source, (enum dialect)arguments->dialect))
        code = deliver(arguments, path, source, &text);
    struct language_arguments colours = {.color = arguments->color};
    if (diagnostics_errors(diagnostics))
        diagnostics_print(diagnostics, stderr, load_colour(&colours, stderr));
    text_free(&text);
    arena_free(arena);
    return code;
}

static int run_fmt(int argc, char **argv)
{
    struct fmt_arguments arguments = {.dialect = DIALECT_RUMUR, .color = COLOR_AUTO};
    int first = options_parse(&command_fmt, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (arguments.check && arguments.in_place)
        return options_usage(&command_fmt, "--check and --in-place exclude each other");
    int worst = EXIT_HOLDS;
    if (first == argc)
        worst = format_file(&arguments, "-");
    for (int i = first; i < argc; i++) {
        int code = format_file(&arguments, argv[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

const struct command command_fmt = {
    .name = "fmt",
    .operands = "[MODEL.m|TEST.litmus]...",
    .summary = "print models, or litmus tests, in the canonical layout",
    .description =
        "Prints each model in the canonical layout: two columns a level, one statement a line, comments after code "
        "aligned, keywords in lower case. Only white space, the case of keywords and optional semicolons change; "
        "line breaks within an expression, and constructs that you wrote on one line, stay as they are. Formatting "
        "twice changes nothing more. Included files are left alone; name them too.\n\n"
        "Of a litmus test (a file whose name ends in .litmus) the cells of the program are put in columns, and nothing else is "
        "changed; a test in C is left as it is.\n\n"
        "Without a file, or for -, it formats its standard input.",
    .groups = fmt_groups,
    .run = run_fmt,
};
