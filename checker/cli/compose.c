/* SPDX-License-Identifier: BSD-2-Clause */
/* compose.c - see compose.h. */
#include "compose.h"

#include "../base/complain.h"
#include "../base/die.h"
#include "litmus_common.h"

#define AT(field) .offset = offsetof(struct compose_arguments, field)

const struct option_spec compose_options[] = {
    {.name = "machine", .kind = OPTION_TEXT, AT(machine), .argument = "NAME",
     .help = "In place of MODEL.m: a machine of 'murrelet machines', NAME or NAME:VARIANT, or one of your own, FILE.m or "
             "FILE.m:VARIANT (models/lib/README.md), put together with a driver and invariants. --const sets the sizes "
             "(THREADS, CUS, LINES, WORDS, VALUES, TAGS), what may happen (EVICTIONS, ATOMICS, ORDERS) and the machine's "
             "constants, over those of its variant."},
    {.name = "driver", .kind = OPTION_TEXT, AT(driver), .argument = "DRIVER",
     .help = "With --machine: free, where every thread may issue any operation at any time, and each value is stored once, so "
             "that it says which store it is; endless, where values are stored again and again; or a driver of its own "
             "beside the machine, or FILE.m."},
    {.name = "invariant", .kind = OPTION_LIST, AT(invariants), .argument = "NAME",
     .help = "With --machine: check this, a file of its protocol's folder or of invariants/, by its name without .m, or FILE.m; "
             "none is nothing. Several with commas between them, or by repeating it. Default: what the machine's header "
             "says that it keeps, and coherence where it promises a memory model of all programs."},
    {0},
};

bool compose_operands(const struct command *command, const struct compose_arguments *arguments, int operands)
{
    const char *stray = arguments->driver ? "--driver" : arguments->invariants.count ? "--invariant" : NULL;
    if (!arguments->machine && stray)
        options_usage(command, "%s goes with --machine", stray);
    else if (arguments->machine && operands)
        options_usage(command, "--machine takes the place of a model, and one was given");
    else if (arguments->machine && !arguments->driver)
        options_usage(command, "--machine wants a --driver: free or endless");
    else if (!arguments->machine && operands != 1)
        options_usage(command, "one model is wanted, %d were given", operands);
    else
        return true;
    return false;
}

/* Put the machine together; what is wrong goes to the standard error. */
static bool compose(struct loaded *loaded, const struct compose_arguments *arguments)
{
    struct driver_request request = {.machine = arguments->machine, .driver = arguments->driver,
                                     .invariants = arguments->invariants.items,
                                     .invariant_count = arguments->invariants.count};
    loaded->machines = litmus_open_machines();
    if (!loaded->machines)
        return false;
    struct text error = {0};
    struct driven *driven = arena_alloc(loaded->arena, sizeof *driven);
    bool good = driver_compose(driven, loaded->arena, loaded->machines, &request, &error);
    if (!good)
        complain_lines(error.bytes);
    text_free(&error);
    loaded->driven = good ? driven : NULL;
    return good;
}

static bool within(struct loaded *loaded)
{
    struct text error = {0};
    bool good = driver_constants_lie_within(loaded->driven, loaded->arena, loaded->overrides, loaded->override_count, &error);
    if (!good)
        complain_lines(error.bytes);
    text_free(&error);
    return good;
}

int compose_load(struct loaded *loaded, const struct language_arguments *language, const struct compose_arguments *arguments,
                 const char *path, bool closed)
{
    if (!arguments->machine)
        return closed ? load_closed_program(loaded, language, path) : load_program(loaded, language, path);
    int code = load_begin(loaded, language, "");
    if (!code && language->dialect != DIALECT_RUMUR) {
        complain("murrelet: --dialect goes with a model: machines, drivers and invariants are written in the default one\n");
        return EXIT_BAD_INPUT;
    }
    if (code || !compose(loaded, arguments) || !within(loaded))
        return EXIT_BAD_INPUT;
    struct driven *driven = loaded->driven;
    loaded->path = driven->title;
    loaded->overrides = driver_constants(driven, loaded->arena, loaded->overrides, &loaded->override_count);
    return load_source(loaded, language, driven->source, closed);
}
