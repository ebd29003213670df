/* SPDX-License-Identifier: BSD-2-Clause */
/* suite_shown.c - see suite_shown.h. */
#include "suite_shown.h"

#include <string.h>

#include "../suite/breach.h"
#include "litmus_common.h"
#include "write.h"

const struct option_spec suite_shown_options[] = {
    {.name = "trace-out", .kind = OPTION_TEXT, .offset = offsetof(struct shown_arguments, trace_out), .argument = "FILE",
     .help = "Write the first run that breaks something as JSON, for 'murrelet replay' and 'murrelet show'."},
    {.name = "slice", .kind = OPTION_FLAG, .offset = offsetof(struct shown_arguments, slice),
     .help = "Cut runs down to the steps that they depend on, as 'murrelet litmus' does; so for those of the commands that "
             "show them."},
    {.name = "fewest-switches", .kind = OPTION_FLAG, .offset = offsetof(struct shown_arguments, fewest_switches),
     .help = "Of all shortest runs show one in which it changes least often who acts; so for those of the commands."},
    {.name = "watch", .kind = OPTION_LIST, .offset = offsetof(struct shown_arguments, watches), .argument = "EXPR",
     .help = "Print an expression over the machine's state after each step of a run; so for those of the commands. May be repeated."},
    {.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct shown_arguments, all),
     .help = "Have runs show what is a ghost, or the driver's own, too; so for those of the commands."},
    {.name = "const", .kind = OPTION_LIST, .offset = offsetof(struct shown_arguments, constants), .argument = "NAME=VALUE",
     .help = "Set a constant of the machine that is named, over that of its variant. May be repeated."},
    {.name = "stats", .kind = OPTION_FLAG, .offset = offsetof(struct shown_arguments, stats),
     .help = "Add, for each rule of the machine, how often its guard was tested, how often it fired and how many new states "
             "it made, in all searches together."},
    {0},
};

const struct option_spec suite_shown_page_options[] = {
    {.name = "html", .kind = OPTION_TEXT, .offset = offsetof(struct shown_arguments, html), .argument = "FILE",
     .help = "Write the run that --trace-out takes as a page: a sequence chart to step through, as 'murrelet show' makes it."},
    {0},
};

/* As an option of the command that shows a run. */
static const char *words_of(struct arena *arena, const struct shown_arguments *arguments)
{
    struct text words = {0};
    if (arguments->slice)
        text_put(&words, " --slice");
    if (arguments->fewest_switches)
        text_put(&words, " --fewest-switches");
    if (arguments->all)
        text_put(&words, " --all");
    for (unsigned i = 0; i < arguments->watches.count; i++) {
        text_put(&words, " --watch");
        breach_put_word(&words, arguments->watches.items[i]);
    }
    const char *kept = arena_format(arena, "%s", words.bytes ? words.bytes : "");
    text_free(&words);
    return kept;
}

/* By a reference machine the others are judged: with other constants it would be another judge. */
static const char *reference_among(const struct option_list *machines)
{
    for (unsigned i = 0; i < machines->count; i++)
        for (int r = 0; machines_references[r]; r++)
            if (!strcmp(machines->items[i], machines_references[r]))
                return machines->items[i];
    return NULL;
}

bool suite_shown_may_set(const struct command *command, const struct option_list *machines, const struct shown_arguments *arguments)
{
    const struct option_list *constants = &arguments->constants;
    const char *reference = reference_among(machines);
    if (!constants->count)
        return true;
    if (!machines->count)
        options_usage(command, "--const goes with --machine: it sets constants of the machine that is named");
    else if (reference)
        options_usage(command, "--const does not go with %s: others are judged by it", reference);
    for (unsigned i = 0; machines->count && !reference && i < constants->count; i++)
        if (!litmus_constants_are_right(constants->items[i])) {
            options_usage(command, "--const wants NAME=VALUE of a constant that does not follow from the test and its "
                          "surroundings, not '%s'", constants->items[i]);
            return false;
        }
    return machines->count && !reference;
}

const char *suite_shown_constants(struct arena *arena, const struct shown_arguments *arguments)
{
    const struct option_list *constants = &arguments->constants;
    const char *text = NULL;
    for (unsigned i = 0; i < constants->count; i++)
        text = arena_format(arena, "%s%s%s", text ? text : "", text ? " " : "", constants->items[i]);
    return text;
}

bool suite_shown_set(const struct command *command, struct suite_options *options, const struct suite *suite,
                     const struct option_list *machines, const struct shown_arguments *arguments)
{
    if (!suite_shown_may_set(command, machines, arguments))
        return false;
    options->run.environment.constants = suite_shown_constants(suite->arena, arguments);
    options->run.stats = arguments->stats;
    options->shown = words_of(suite->arena, arguments);
    return true;
}

bool suite_shown_is_asked(const struct shown_arguments *a)
{
    return a->trace_out || a->html || a->all || a->slice || a->fewest_switches || a->stats || a->watches.count || a->constants.count;
}

bool suite_shown_write(json_t *run, const struct shown_arguments *a)
{
    bool good = !run || !a->html || write_page(run, a->html);
    if (!run) {
        write_no_run(a->trace_out);
        write_no_run(a->html);
    }
    if (run && a->trace_out)
        return write_json(run, a->trace_out) && good;
    json_decref(run);
    return good;
}

void suite_shown_release(struct shown_arguments *arguments)
{
    options_release(&arguments->watches);
    options_release(&arguments->constants);
}
