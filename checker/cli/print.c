/* SPDX-License-Identifier: BSD-2-Clause */
/* print.c - murrelet print: a model as plain Murphi, or as the C it becomes. */
#include <stdio.h>

#include "../base/die.h"
#include "../codegen/codegen.h"
#include "../rewrite/flatten.h"
#include "commands.h"
#include "compose.h"
#include "load.h"

struct print_arguments {
    struct language_arguments language;
    struct compose_arguments compose;
    bool flatten, c;
    int multiset_reduction;
};

static const char *const on_off[] = {"on", "off", NULL};

static const struct option_spec print_options[] = {
    {.name = "flatten", .kind = OPTION_FLAG, .offset = offsetof(struct print_arguments, flatten),
     .help = "Print plain Murphi, in one file, that Rumur and CMurphi read: includes and constants are resolved, unions, "
             "multisets and other extensions are written out, and declarations stand before their use. The counts of "
             "states and rules stay the same. What has no plain form is refused."},
    {.name = "c", .kind = OPTION_FLAG, .offset = offsetof(struct print_arguments, c),
     .help = "Print the C that the model is compiled to."},
    {.name = "multiset-reduction", .kind = OPTION_CHOICE, .offset = offsetof(struct print_arguments, multiset_reduction),
     .choices = on_off,
     .help = "With --flatten: whether multisets become sorted arrays, so that states are counted as with multiset "
             "reduction (on, the default), or arrays of slots as they were filled (off)."},
    {0},
};

static const struct option_group print_groups[] = {
    {.options = print_options},
    {.title = "Machine", .options = compose_options, .offset = offsetof(struct print_arguments, compose)},
    {.title = "Language", .options = load_language_options, .offset = offsetof(struct print_arguments, language)},
    {0},
};

static bool flatten(struct text *out, struct loaded *loaded, const struct print_arguments *arguments)
{
    const struct flatten_options options = {.multiset_reduction = arguments->multiset_reduction == 0};
    bool good = flatten_program(out, loaded->diagnostics, loaded->program, &options);
    diagnostics_print(loaded->diagnostics, stderr, load_colour(&arguments->language, stderr));
    return good;
}

static int print(const struct print_arguments *arguments, const char *path)
{
    struct loaded loaded;
    struct text out = {0};
    int code = compose_load(&loaded, &arguments->language, &arguments->compose, path, false);
    if (!code && arguments->flatten)
        code = flatten(&out, &loaded, arguments) ? 0 : EXIT_BAD_INPUT;
    else if (!code)
        codegen_program(&out, loaded.program);
    if (!code)
        fwrite(out.bytes, 1, out.length, stdout);
    text_free(&out);
    load_free(&loaded);
    return code;
}

static int run_print(int argc, char **argv)
{
    struct print_arguments arguments = {.language = LANGUAGE_DEFAULTS};
    int first = options_parse(&command_print, &arguments, argc, argv);
    int code;
    if (first < 0)
        code = options_exit(first);
    else if (!compose_operands(&command_print, &arguments.compose, argc - first))
        code = EXIT_BAD_INPUT;
    else if (arguments.flatten == arguments.c)
        code = options_usage(&command_print, "say what to print: --flatten or --c");
    else
        code = print(&arguments, argv[first]);
    options_release(&arguments.language.constants);
    options_release(&arguments.compose.invariants);
    return code;
}

const struct command command_print = {
    .name = "print",
    .operands = "--flatten|--c MODEL.m|--machine NAME --driver DRIVER",
    .summary = "print a model as plain Murphi, or as the C it becomes",
    .description =
        "Print MODEL.m in another form. With --flatten it is plain Murphi for other tools: the same states, the same "
        "rules, the same verdict. With --c it is the C program that the search runs.",
    .groups = print_groups,
    .run = run_print,
};
