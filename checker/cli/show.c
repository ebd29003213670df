/* SPDX-License-Identifier: BSD-2-Clause */
/* show.c - murrelet show: a trace from a file as a page, a picture, or text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../report/execution_dot.h"
#include "../report/show.h"
#include "commands.h"
#include "write.h"

struct show_arguments {
    const char *html, *svg, *mermaid, *itf, *dot;
    bool text;
};
#define AT(field) .offset = offsetof(struct show_arguments, field)

static const struct option_spec show_table[] = {
    {.name = "html", .kind = OPTION_TEXT, AT(html), .argument = "FILE",
     .help = "A page that needs nothing else: a sequence chart to step through, with the state beside it, search, filters, "
             "watched expressions, and what reads read from. '?' lists its keys."},
    {.name = "svg", .kind = OPTION_TEXT, AT(svg), .argument = "FILE", .help = "The chart as a picture."},
    {.name = "mermaid", .kind = OPTION_TEXT, AT(mermaid), .argument = "FILE", .help = "The chart as a sequence diagram of Mermaid."},
    {.name = "itf", .kind = OPTION_TEXT, AT(itf), .argument = "FILE",
     .help = "The states in the format that Apalache and Quint share (Apalache's ADR-015)."},
    {.name = "dot", .kind = OPTION_TEXT, AT(dot), .argument = "FILE",
     .help = "Of a litmus test's run: its execution as a graph for dot."},
    {.name = "text", .kind = OPTION_FLAG, AT(text),
     .help = "Columns on the standard output, a lane each; as wide as the terminal, or as COLUMNS says. Where that leaves a lane less than 9 of them, "
             "or what is said beside the lanes less than 36, it is said below them, folded; and where the lanes have no room, each step names its "
             "own. Done too where nothing else is asked for."},
    {0},
};

static const struct option_group show_groups[] = {{NULL, show_table, 0}, {0}};

static bool refuse(const char *path, const char *what)
{
    complain("murrelet: %s: %s\n", path, what);
    return false;
}

/* The trace within a report, or itself.  Of several tests it is the first that has one. */
static json_t *find_trace(json_t *file)
{
    static const char *const keys[] = {"trace", "violation"};
    size_t i;
    json_t *test;
    for (unsigned k = 0; k < 2 && !json_object_get(file, "steps"); k++)
        if (json_object_get(json_object_get(file, keys[k]), "steps"))
            return json_object_get(file, keys[k]);
    json_array_foreach(json_object_get(file, "tests"), i, test) {
        json_t *found = find_trace(test);
        if (json_object_get(found, "steps"))
            return found;
    }
    return file;
}

static json_t *read_file(const char *path)
{
    json_error_t error;
    errno = 0;
    json_t *file = !strcmp(path, "-") ? json_loadf(stdin, 0, &error) : json_load_file(path, 0, &error);
    if (file)
        return file;
    memory_check_errno();
    if (error.line > 0)
        complain("murrelet: %s:%d: %s\n", path, error.line, error.text);
    else
        refuse(path, error.text);
    return NULL;
}

static unsigned terminal_width(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    if (columns && atoi(columns) > 0)
        return (unsigned)atoi(columns);
    return isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 120;
}

static bool show(const struct show_arguments *a, const json_t *trace)
{
    bool written = true;
    if (a->html)
        written &= write_page(trace, a->html);
    if (a->svg)
        written &= write_form(trace, a->svg, show_svg);
    if (a->mermaid)
        written &= write_form(trace, a->mermaid, show_mermaid);
    if (a->itf)
        written &= write_json(show_itf(trace), a->itf);
    if (a->dot)
        written &= write_form(trace, a->dot, execution_dot);
    if (a->text || !(a->html || a->svg || a->mermaid || a->itf || a->dot))
        show_columns(trace, terminal_width(), stdout);
    return written;
}

static int run_show(int argc, char **argv)
{
    struct show_arguments arguments = {0};
    int first = options_parse(&command_show, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (argc - first != 1)
        return options_usage(&command_show, "one trace is wanted, %d were given", argc - first);
    json_t *file = read_file(argv[first]), *trace = file ? find_trace(file) : NULL;
    const char *why = "";
    bool good = trace && (show_is_trace(trace, &why) || refuse(argv[first], why));
    if (good && arguments.dot && !json_is_object(json_object_get(trace, "execution")))
        good = refuse(argv[first], "it has no 'execution' to draw: --dot takes the run of a litmus test to its condition");
    good = good && show(&arguments, trace);
    json_decref(file);
    return good ? EXIT_HOLDS : EXIT_BAD_INPUT;
}

static const struct option_absence show_absent[] = {
    {"trace all watch slice fewest-switches const stats",
     "the file is shown as it is; what writes it ('murrelet check', 'murrelet litmus', 'murrelet "
     "step') decides that"},
    {0},
};

const struct command command_show = {
    .name = "show",
    .operands = "TRACE.json",
    .summary = "draw a trace: a page, a picture, or columns of text",
    .description = "Takes a trace that check, litmus or replay deals in (--trace-out), or a report with one (--json), and "
                   "shows it as a sequence chart: a column for each lane (threads, caches, banks), time downwards, an arrow for each "
                   "message. What the lanes and the messages are, lines '-- show:' of the model say.\n\n"
                   "It shows what the file says, and runs nothing: 'murrelet replay' tells whether it is true.",
    .groups = show_groups,
    .absent = show_absent,
    .run = run_show,
};
