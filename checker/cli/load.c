/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * load.c - the options of models, and the road from a path to a checked or
 * compiled model.
 */
#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../codegen/codegen.h"
#include "../codegen/coverage.h"
#include "../murphi/fairness.h"
#include "../rewrite/lint.h"
#include "dump.h"

#define AFTER_ALL_SOURCES (1u << 20) /* in the order of sources */

static const char *const dialects[] = {"rumur", "cmurphi", NULL};
static const char *const warn_levels[] = {"none", "default", "error", NULL};
static const char *const color_modes[] = {"auto", "always", "never", NULL};
static const char *const optimise_levels[] = {"0", "1", "2", "3", NULL};

const struct option_spec load_language_options[] = {
    {.name = "const", .letter = 'D', .kind = OPTION_LIST, .offset = offsetof(struct language_arguments, constants),
     .argument = "NAME=VALUE",
     .help = "Give the constant NAME this value in place of its definition; VALUE is a number or the name of an "
             "enum's member. May be repeated."},
    {.name = "dialect", .kind = OPTION_CHOICE, .offset = offsetof(struct language_arguments, dialect),
     .choices = dialects,
     .help = "How to read what the two tools read differently; docs/language.md lists it. Default: rumur."},
    {.name = "warn", .kind = OPTION_CHOICE, .offset = offsetof(struct language_arguments, warn),
     .choices = warn_levels,
     .help = "Warnings for what is almost surely a mistake: none, print them (default), or treat them as errors."},
    {.name = "color", .kind = OPTION_CHOICE, .offset = offsetof(struct language_arguments, color),
     .choices = color_modes, .help = "Colour the output: auto (default) means on a terminal only."},
    {.name = "dump", .letter = 'd', .kind = OPTION_TEXT, .offset = offsetof(struct language_arguments, dump),
     .argument = "LETTERS",
     .help = "Show on the standard error what crosses between the stages: t the tokens, a the syntax tree, c what "
             "checking it gave; and, where the command goes on, l the layout, g the generated C, s the levels of the "
             "search, y each successor before and after canonicalisation."},
    {0},
};

const struct option_spec load_progress_options[] = {
    {.name = "ltl", .kind = OPTION_LIST, .offset = offsetof(struct language_arguments, formulas), .argument = "FORMULA",
     .help = "Check this formula of linear temporal logic too, as in '[] ({state = waiting} -> <> {state = inside})' "
             "(docs/language.md). May be repeated."},
    {.name = "fair", .kind = OPTION_LIST, .offset = offsetof(struct language_arguments, fair), .argument = "RULE",
     .help = "Every instance of this rule is weakly fair, whatever the model says: all means every rule, none that no rule "
             "is but those that are named. May be repeated."},
    {.name = "strong-fair", .kind = OPTION_LIST, .offset = offsetof(struct language_arguments, strong), .argument = "RULE",
     .help = "The same, strongly fair; all means every rule. May be repeated."},
    {0},
};

const struct option_spec load_compile_options[] = {
    {.name = "cc", .kind = OPTION_TEXT, .offset = offsetof(struct compile_arguments, cc), .argument = "CC",
     .help = "The C compiler: gcc, clang and tcc are known to work. Default: $CC, then cc."},
    {.name = "opt", .letter = 'O', .kind = OPTION_CHOICE, .offset = offsetof(struct compile_arguments, optimise),
     .choices = optimise_levels,
     .help = "The compiler's optimisation level. By default it fits the model: small models compile fast, large "
             "ones run fast. It never changes a count or a trace."},
    {.name = "no-cache", .kind = OPTION_FLAG, .offset = offsetof(struct compile_arguments, no_cache),
     .help = "Compile even where the cache holds this very model, and do not put it there."},
    {0},
};

bool load_colour(const struct language_arguments *arguments, FILE *stream)
{
    if (arguments->color != COLOR_AUTO)
        return arguments->color == COLOR_ALWAYS;
    return !getenv("NO_COLOR") && isatty(fileno(stream));
}

void load_print_diagnostics(struct diagnostics *diagnostics)
{
    diagnostics_print(diagnostics, stderr, load_colour(&(struct language_arguments){.color = COLOR_AUTO}, stderr));
}

bool load_is_object(const char *path)
{
    return text_ends_in(path, ".so");
}

bool load_dumps(const struct language_arguments *arguments, char letter)
{
    return arguments->dump && strchr(arguments->dump, letter);
}

/* NAME=VALUE pairs; NULL, with a message, where one is not. */
static struct constant_override *parse_overrides(struct arena *arena, const struct option_list *list)
{
    struct constant_override *overrides = arena_alloc(arena, (list->count + 1) * sizeof *overrides);
    for (unsigned i = 0; i < list->count; i++) {
        const char *item = list->items[i], *equals = strchr(item, '=');
        if (!equals || equals == item || !equals[1]) {
            complain("murrelet: --const takes NAME=VALUE, not '%s'\n", item);
            return NULL;
        }
        overrides[i].name = arena_text(arena, item, (size_t)(equals - item));
        overrides[i].value = equals + 1;
    }
    return overrides;
}

static void set_fair(struct loaded *loaded, const struct option_list *names, const char *option, enum fairness fairness)
{
    for (unsigned i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (!strcmp(name, "none") && fairness == FAIRNESS_WEAK)
            continue;
        if (!strcmp(name, "all"))
            fairness_of_all(loaded->program, fairness);
        else if (!fairness_of_rule(loaded->program, name, fairness))
            diagnostics_add(loaded->diagnostics, SEVERITY_ERROR, (struct place){0}, "'murrelet rules' lists them",
                            "%s: no rule has the name \"%s\"", option, name);
    }
}

/* What the command line says of fairness and formulas. */
static void add_progress(struct loaded *loaded, const struct language_arguments *arguments)
{
    for (unsigned i = 0; i < arguments->fair.count; i++)
        if (!strcmp(arguments->fair.items[i], "none"))
            fairness_of_all(loaded->program, FAIRNESS_NONE);
    set_fair(loaded, &arguments->fair, "--fair", FAIRNESS_WEAK);
    set_fair(loaded, &arguments->strong, "--strong-fair", FAIRNESS_STRONG);
    for (unsigned i = 0; i < arguments->formulas.count; i++) {
        const char *path = i ? arena_format(loaded->arena, "--ltl %u", i + 1) : "--ltl";
        struct source *source = source_from_text(loaded->arena, path, arguments->formulas.items[i]);
        source->order = AFTER_ALL_SOURCES + i;
        parse_program_formula(loaded->arena, loaded->diagnostics, loaded->program, source, loaded->dialect);
    }
}

/* The phases up to a checked tree; the diagnostics say what failed. */
static void read_program(struct loaded *loaded, const struct language_arguments *arguments, struct source *source)
{
    struct diagnostics *diagnostics = loaded->diagnostics;
    if (load_dumps(arguments, 't'))
        dump_tokens(source, loaded->dialect);
    loaded->program = parse_program(loaded->arena, diagnostics, source, loaded->dialect);
    add_progress(loaded, arguments);
    if (load_dumps(arguments, 'a'))
        dump_tree(loaded->program);
    if (diagnostics_errors(diagnostics))
        return;
    if (!types_check(loaded->arena, diagnostics, loaded->program, loaded->dialect, loaded->overrides,
                     loaded->override_count))
        return;
    if (load_dumps(arguments, 'c'))
        dump_checked(loaded->program);
    if (arguments->warn != WARN_NONE)
        lint_program(diagnostics, loaded->program);
}

static void refuse_externals(struct loaded *loaded)
{
    const struct program *program = loaded->program;
    for (unsigned i = 0; i < program->routine_count; i++)
        if (program->routines[i]->external)
            diagnostics_add(loaded->diagnostics, SEVERITY_ERROR, program->routines[i]->place,
                            "'murrelet litmus' supplies those of a machine; here a routine needs a body",
                            "nothing supplies the external routine '%s'", program->routines[i]->name);
}

int load_begin(struct loaded *loaded, const struct language_arguments *arguments, const char *path)
{
    *loaded = (struct loaded){.path = path, .arena = arena_new(), .dialect = (enum dialect)arguments->dialect};
    loaded->diagnostics = diagnostics_new(loaded->arena);
    if (arguments->warn == WARN_NONE)
        diagnostics_drop_warnings(loaded->diagnostics);
    loaded->overrides = parse_overrides(loaded->arena, &arguments->constants);
    loaded->override_count = arguments->constants.count;
    return loaded->overrides ? 0 : EXIT_BAD_INPUT;
}

int load_source(struct loaded *loaded, const struct language_arguments *arguments, struct source *source, bool closed)
{
    if (source)
        read_program(loaded, arguments, source);
    if (closed && loaded->program && !diagnostics_errors(loaded->diagnostics))
        refuse_externals(loaded);
    bool failed = diagnostics_errors(loaded->diagnostics) ||
                  (arguments->warn == WARN_ERROR && diagnostics_warnings(loaded->diagnostics));
    diagnostics_print(loaded->diagnostics, stderr, load_colour(arguments, stderr));
    return failed ? EXIT_BAD_INPUT : 0;
}

static int load(struct loaded *loaded, const struct language_arguments *arguments, const char *path, bool closed)
{
    int code = load_begin(loaded, arguments, path);
    if (code)
        return code;
    if (load_is_object(path)) {
        complain("murrelet: %s is a model in C, which 'murrelet check' takes; this needs one in Murphi\n", path);
        return EXIT_BAD_INPUT;
    }
    struct source *source = source_read(loaded->arena, loaded->diagnostics, path, (struct place){0});
    return load_source(loaded, arguments, source, closed);
}

int load_program(struct loaded *loaded, const struct language_arguments *arguments, const char *path)
{
    return load(loaded, arguments, path, false);
}

int load_closed_program(struct loaded *loaded, const struct language_arguments *arguments, const char *path)
{
    return load(loaded, arguments, path, true);
}

int load_compile_within(struct loaded *loaded, const struct compile_arguments *arguments, double max_seconds,
                        enum compile_end *end)
{
    struct text error = {0};
    *end = COMPILE_ENDED;
    if (loaded->program) {
        struct compile_options options = {
            .cc = arguments->cc, .optimise = arguments->optimise, .no_cache = arguments->no_cache,
            .max_seconds = max_seconds, .end = end};
        struct text c = {0};
        codegen_covered(&c, loaded->program, loaded->coverage);
        loaded->compiled = compile_model(&c, &options, &error);
        text_free(&c);
    } else {
        loaded->compiled = compile_load(loaded->path, &error);
    }
    if (!loaded->compiled)
        complain("murrelet: %s\n", error.bytes ? error.bytes : "the model cannot be compiled");
    text_free(&error);
    if (loaded->compiled)
        return 0;
    if (*end != COMPILE_ENDED)
        return EXIT_INCOMPLETE;
    /* Our C, which the system's compiler takes: that it does not is our bug.  A compiler of the user's may be none. */
    return loaded->program && !arguments->cc ? EXIT_BUG : EXIT_BAD_INPUT;
}

int load_compile(struct loaded *loaded, const struct compile_arguments *arguments)
{
    enum compile_end end;
    return load_compile_within(loaded, arguments, 0, &end);
}

void load_free(struct loaded *loaded)
{
    if (loaded->compiled)
        compiled_free(loaded->compiled);
    machines_close(loaded->machines);
    if (loaded->arena)
        arena_free(loaded->arena);
    *loaded = (struct loaded){0};
}
