/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.c - parse a command line by its table, and print help, man page and
 * reference from it.
 */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../base/text.h"

enum {
    HELP_WIDTH = 80,
    HELP_INDENT = 8,
    FIRST_LONG = 256, /* getopt values of long options: above every letter */
};

/* Every command has this one. */
static const struct option_spec help_option = {
    .name = "help", .letter = 'h', .kind = OPTION_FLAG, .help = "Say all this and exit.",
};

/* ---- the table as getopt wants it ---- */

struct entry {
    const struct option_spec *spec;
    char *target; /* NULL for --help */
};

struct table {
    struct entry *entries;
    struct option *longs;
    char *letters;
    unsigned count;
};

static unsigned count_options(const struct command *command)
{
    unsigned count = 1;
    for (const struct option_group *group = command->groups; group && group->options; group++)
        for (const struct option_spec *spec = group->options; spec->name; spec++)
            count++;
    return count;
}

static void add_entry(struct table *table, const struct option_spec *spec, char *target)
{
    unsigned i = table->count++;
    bool has_argument = spec->kind != OPTION_FLAG;
    table->entries[i] = (struct entry){spec, target};
    table->longs[i] = (struct option){spec->name, has_argument, NULL, FIRST_LONG + (int)i};
    if (spec->letter) {
        size_t length = strlen(table->letters);
        table->letters[length] = spec->letter;
        if (has_argument)
            table->letters[length + 1] = ':';
    }
}

static struct table make_table(const struct command *command, void *arguments)
{
    unsigned count = count_options(command);
    struct table table = {
        .entries = memory_zeroed(count, sizeof *table.entries),
        .longs = memory_zeroed(count + 1, sizeof *table.longs),
        .letters = memory_zeroed(2 * count + 2, 1),
    };
    table.letters[0] = ':'; /* tells a missing argument from an unknown option */
    for (const struct option_group *group = command->groups; group && group->options; group++)
        for (const struct option_spec *spec = group->options; spec->name; spec++)
            add_entry(&table, spec, (char *)arguments + group->offset + spec->offset);
    add_entry(&table, &help_option, NULL);
    return table;
}

static void free_table(struct table *table)
{
    free(table->entries);
    free(table->longs);
    free(table->letters);
}

static const struct entry *find_entry(const struct table *table, int value)
{
    if (value >= FIRST_LONG)
        return &table->entries[value - FIRST_LONG];
    for (unsigned i = 0; i < table->count; i++)
        if (table->entries[i].spec->letter == value)
            return &table->entries[i];
    die("getopt gave an option that is not in the table");
}

/* ---- values ---- */

static bool parse_digits(const char *text, char **end, uint64_t *value)
{
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, end, 10);
    return errno == 0;
}

static bool parse_count(const char *text, uint64_t *value)
{
    char *end;
    return parse_digits(text, &end, value) && *end == 0;
}

static bool parse_bytes(const char *text, uint64_t *value)
{
    static const char units[] = "KMGT";
    char *end;
    if (!parse_digits(text, &end, value))
        return false;
    if (*end) {
        const char *unit = strchr(units, toupper((unsigned char)*end));
        if (!unit)
            return false;
        unsigned shift = 10 * (unsigned)(unit - units + 1);
        if (*value > UINT64_MAX >> shift)
            return false;
        *value <<= shift;
        end++;
        if (*end == 'i')
            end++;
        if (*end == 'B')
            end++;
    }
    return *end == 0;
}

static bool parse_seconds(const char *text, double *value)
{
    char *end;
    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    errno = 0;
    *value = strtod(text, &end);
    return errno == 0 && end != text && *end == 0 && isfinite(*value);
}

static bool parse_choice(const char *const *choices, const char *text, int *value)
{
    for (int i = 0; choices[i]; i++)
        if (!strcmp(choices[i], text)) {
            *value = i;
            return true;
        }
    return false;
}

static bool in_bounds(const struct option_spec *spec, uint64_t value)
{
    return value >= spec->least && (!spec->most || value <= spec->most);
}

static void list_add(struct option_list *list, const char *item)
{
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (!items)
        die_memory((list->count + 1) * sizeof *items);
    items[list->count++] = item;
    list->items = items;
}

void options_release(struct option_list *list)
{
    free(list->items);
    *list = (struct option_list){0};
}

/* Store `text` where the option wants it; false when it is no such value. */
static bool store(const struct entry *entry, const char *text)
{
    const struct option_spec *spec = entry->spec;
    void *target = entry->target;
    switch (spec->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        return true;
    case OPTION_COUNT:
        return parse_count(text, target) && in_bounds(spec, *(uint64_t *)target);
    case OPTION_BYTES:
        return parse_bytes(text, target) && in_bounds(spec, *(uint64_t *)target);
    case OPTION_SECONDS:
        return parse_seconds(text, target);
    case OPTION_TEXT:
        *(const char **)target = text;
        return true;
    case OPTION_LIST:
        list_add(target, text);
        return true;
    case OPTION_CHOICE:
        return parse_choice(spec->choices, text, target);
    }
    die("an option of no known kind");
}

/* ---- what is wrong ---- */

int options_usage(const struct command *command, const char *format, ...)
{
    va_list list;
    complain("murrelet %s: ", command->name);
    va_start(list, format);
    printable_vformat(stderr, format, list);
    va_end(list);
    complain("\nTry 'murrelet %s --help'.\n", command->name);
    return EXIT_BAD_INPUT;
}

static void print_choices(const char *const *choices, const char *separator, FILE *out)
{
    for (unsigned i = 0; choices[i]; i++)
        fprintf(out, "%s%s", i ? separator : "", choices[i]);
}

static void say_bad_value(const struct command *command, const struct option_spec *spec, const char *text)
{
    complain("murrelet %s: --%s takes ", command->name, spec->name);
    if (spec->kind == OPTION_CHOICE) {
        print_choices(spec->choices, ", ", stderr);
    } else if (spec->kind == OPTION_SECONDS) {
        fputs("a number of seconds", stderr);
    } else {
        fputs(spec->kind == OPTION_BYTES ? "a size such as 4G" : "a number", stderr);
        if (spec->most)
            complain(" from %llu to %llu", (unsigned long long)spec->least, (unsigned long long)spec->most);
        else if (spec->least)
            complain(" of at least %llu", (unsigned long long)spec->least);
    }
    complain(", not '%s'\nTry 'murrelet %s --help'.\n", text, command->name);
}

static const char *nearest_option(const struct table *table, const char *word)
{
    const char **names = memory_zeroed(table->count + 1, sizeof *names);
    for (unsigned i = 0; i < table->count; i++)
        names[i] = table->entries[i].spec->name;
    char *bare = memory_zeroed(strlen(word) + 1, 1);
    memcpy(bare, word, strcspn(word, "="));
    const char *nearest = options_nearest(bare, names);
    free(bare);
    free(names);
    return nearest;
}

static bool is_among(const char *names, const char *word, size_t length)
{
    while (*names) {
        size_t name = strcspn(names, " ");
        if (name == length && !strncmp(names, word, length))
            return true;
        names += name + strspn(names + name, " ");
    }
    return false;
}

/* Why the command has no option of this name, where it is known that somebody may look for it; or NULL. */
static const char *absence_of(const struct command *command, const char *name, size_t length)
{
    for (const struct option_absence *absent = command->absent; absent && absent->names; absent++)
        if (is_among(absent->names, name, length))
            return absent->instead;
    return NULL;
}

static void say_absent(const struct command *command, const char *word)
{
    size_t length = strcspn(word, "=");
    complain("murrelet %s: unknown option '%.*s': %s\nTry 'murrelet %s --help'.\n", command->name, (int)length, word,
             absence_of(command, word + 2, length - 2), command->name);
}

static void say_unknown(const struct command *command, const struct table *table, const char *word)
{
    if (!strncmp(word, "--", 2) && absence_of(command, word + 2, strcspn(word + 2, "="))) {
        say_absent(command, word);
        return;
    }
    if (strncmp(word, "--", 2)) {
        complain("murrelet %s: unknown option '-%c'", command->name, optopt);
    } else {
        size_t given = strcspn(word + 2, "=");
        unsigned matches = 0;
        for (unsigned i = 0; i < table->count; i++)
            matches += !strncmp(table->entries[i].spec->name, word + 2, given);
        const char *nearest = nearest_option(table, word + 2);
        if (matches == 1)
            complain("murrelet %s: option '%.*s' takes no argument", command->name, (int)given + 2, word);
        else if (matches)
            complain("murrelet %s: ambiguous option '%s'", command->name, word);
        else
            complain("murrelet %s: unknown option '%s'", command->name, word);
        if (!matches && nearest)
            complain("; did you mean '--%s'?", nearest);
    }
    complain("\nTry 'murrelet %s --help'.\n", command->name);
}

/* ---- parsing ---- */

/* The word that names the long option that getopt gave last. */
static const char *word_given(char **argv)
{
    return optarg && optarg == argv[optind - 1] ? argv[optind - 2] : argv[optind - 1];
}

/* Whether the name is the whole name of what other commands have, and is taken here for the beginning of another one. */
static bool is_absent(const struct command *command, const struct entry *entry, int value, char **argv)
{
    const char *name = value >= FIRST_LONG ? word_given(argv) + 2 : "";
    size_t length = strcspn(name, "=");
    return absence_of(command, name, length) && strncmp(entry->spec->name, name, length + 1);
}

static int parse_one(const struct command *command, const struct table *table, int value, char **argv)
{
    if (value == '?') {
        say_unknown(command, table, argv[optind - 1]);
        return OPTIONS_BAD;
    }
    if (value == ':') {
        complain("murrelet %s: option '%s' needs an argument\nTry 'murrelet %s --help'.\n", command->name,
                 argv[optind - 1], command->name);
        return OPTIONS_BAD;
    }
    const struct entry *entry = find_entry(table, value);
    if (is_absent(command, entry, value, argv)) {
        say_absent(command, word_given(argv));
        return OPTIONS_BAD;
    }
    if (entry->spec == &help_option) {
        options_help(command, stdout);
        return OPTIONS_HELPED;
    }
    if (!store(entry, optarg)) {
        say_bad_value(command, entry->spec, optarg);
        return OPTIONS_BAD;
    }
    return 0;
}

int options_parse(const struct command *command, void *arguments, int argc, char **argv)
{
    struct table table = make_table(command, arguments);
    int result = 0, value;
    optind = 0; /* glibc: forget an earlier parse */
    opterr = 0;
    while (!result && (value = getopt_long(argc, argv, table.letters, table.longs, NULL)) != -1)
        result = parse_one(command, &table, value, argv);
    free_table(&table);
    return result ? result : optind;
}

int options_exit(int parsed)
{
    return parsed == OPTIONS_HELPED ? EXIT_HOLDS : EXIT_BAD_INPUT;
}

/* ---- the nearest name ---- */

/* The number of insertions, deletions, replacements and swaps of neighbours
 * that make `b` of `a`, by rows; words longer than a row are never near. */
static unsigned distance(const char *a, const char *b)
{
    enum { MOST = 40 };
    size_t n = strlen(a), m = strlen(b);
    if (n >= MOST || m >= MOST)
        return MOST;
    unsigned rows[3][MOST + 1] = {{0}};
    for (unsigned j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *options_nearest(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    unsigned least = (unsigned)strlen(word) / 3 + 2; /* a third of it may be wrong, and one more */
    for (; *names; names++) {
        unsigned d = distance(word, *names);
        if (d < least) {
            least = d;
            nearest = *names;
        }
    }
    return nearest;
}

/* ---- help ---- */

/* Print `text` broken at spaces; each line after the first is indented, and
 * the first one starts at column `column`. */
static void print_wrapped(const char *text, unsigned indent, unsigned column, FILE *out)
{
    bool first = true;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (!first && column + 1 + word > HELP_WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, word, out);
        column += (unsigned)word;
        text += word;
        text += strspn(text, " ");
        first = false;
    }
    fputc('\n', out);
}

static void print_paragraphs(const char *text, FILE *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = memory_zeroed(length + 1, 1);
        memcpy(line, text, length);
        print_wrapped(line, 0, 0, out);
        free(line);
        text += length;
        if (*text)
            text++;
    }
}

/* As in "-j, --threads N". */
static void print_heading(const struct option_spec *spec, FILE *out)
{
    if (spec->letter)
        fprintf(out, "-%c, ", spec->letter);
    fprintf(out, "--%s", spec->name);
    if (spec->kind == OPTION_CHOICE) {
        fputc(' ', out);
        print_choices(spec->choices, "|", out);
    } else if (spec->argument) {
        fprintf(out, " %s", spec->argument);
    }
}

static void print_option(const struct option_spec *spec, FILE *out)
{
    fputs("  ", out);
    print_heading(spec, out);
    fprintf(out, "\n%*s", HELP_INDENT, "");
    print_wrapped(spec->help, HELP_INDENT, HELP_INDENT, out);
}

static const char *title_of(const struct option_group *group)
{
    return group->title ? group->title : "Options";
}

void options_help(const struct command *command, FILE *out)
{
    fprintf(out, "Usage: murrelet %s [OPTION]... %s\n\n", command->name, command->operands);
    print_paragraphs(command->description, out);
    for (const struct option_group *group = command->groups; group && group->options; group++) {
        fprintf(out, "\n%s:\n", title_of(group));
        for (const struct option_spec *spec = group->options; spec->name; spec++)
            print_option(spec, out);
    }
    fputs("\nHelp:\n", out);
    print_option(&help_option, out);
}

/* ---- the man page ---- */

/* Text for roff: a backslash, a dash and a dot or quote that opens a line
 * would mean something. */
static void roff_text(const char *text, FILE *out)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
        start = *text == '\n';
    }
}

static void roff_paragraphs(const char *text, FILE *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = memory_zeroed(length + 1, 1);
        memcpy(line, text, length);
        if (length)
            roff_text(line, out);
        else
            fputs(".PP", out);
        fputc('\n', out);
        free(line);
        text += length;
        if (*text)
            text++;
    }
}

static void roff_option(const struct option_spec *spec, FILE *out)
{
    fputs(".TP\n", out);
    if (spec->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", spec->letter);
    fputs("\\fB\\-\\-", out);
    roff_text(spec->name, out);
    fputs("\\fR", out);
    if (spec->kind == OPTION_CHOICE) {
        fputc(' ', out);
        for (unsigned i = 0; spec->choices[i]; i++) {
            fputs(i ? "|\\fB" : "\\fB", out);
            roff_text(spec->choices[i], out);
            fputs("\\fR", out);
        }
    } else if (spec->argument) {
        fprintf(out, " \\fI%s\\fR", spec->argument);
    }
    fputc('\n', out);
    roff_text(spec->help, out);
    fputc('\n', out);
}

static void roff_command(const struct command *command, FILE *out)
{
    fprintf(out, ".SS murrelet %s [\\fIoption\\fR]... ", command->name);
    roff_text(command->operands, out);
    fputc('\n', out);
    roff_paragraphs(command->description, out);
    for (const struct option_group *group = command->groups; group && group->options; group++) {
        fprintf(out, ".PP\n\\fI%s\\fR\n", title_of(group));
        for (const struct option_spec *spec = group->options; spec->name; spec++)
            roff_option(spec, out);
    }
}

static const char about[] =
    "Murrelet explores every reachable state of a model written in Murphi and says whether its "
    "properties hold; where one fails, it prints a shortest run that breaks it.";

static const struct {
    int code;
    const char *meaning;
} exit_codes[] = {
    {EXIT_HOLDS, "Every property holds: every reachable state was visited. For other commands: done."},
    {EXIT_VIOLATED, "A property is violated; a deadlock counts."},
    {EXIT_BAD_INPUT, "The model or the command line is wrong."},
    {EXIT_INCOMPLETE, "No violation, but a limit was reached, or the search was bounded, sampled or lossy, or "
                      "it was interrupted."},
    {EXIT_BUG, "A fault of Murrelet itself, or of the C compiler it uses."},
};
enum { EXIT_CODES = sizeof exit_codes / sizeof exit_codes[0] };

static const struct {
    const char *name, *meaning;
} environment[] = {
    {"CC", "The C compiler for generated code, where --cc is not given; by default cc."},
    {"XDG_CACHE_HOME", "The cache of compiled models and of kept results is its subdirectory murrelet; by default ~/.cache."},
    {"MURRELET_FRESH", "Set to anything, 'murrelet suite' and 'murrelet infer' take no results that earlier runs have kept, and keep none."},
    {"MURRELET_SHARE", "The folder that holds models/, for commands on machines; by default found from where the "
                       "program lies."},
    {"NO_COLOR", "Set to anything, it turns colours off where --color is auto."},
};
enum { VARIABLES = sizeof environment / sizeof environment[0] };

static const struct {
    const char *command, *meaning;
} examples[] = {
    {"murrelet check model.m", "Check a model, on all processors."},
    {"murrelet check --const N=4 --symmetry off model.m", "The same with another constant, without symmetry."},
    {"murrelet check --skip SWMR --max-errors 3 model.m", "Look behind a known violation."},
    {"murrelet check --max-seconds 60 --json report.json model.m",
     "In a script: a minute at most, and a report to read by machine."},
    {"murrelet check --trace-out bug.json model.m ; murrelet replay bug.json", "Keep a trace and run it again."},
};
enum { EXAMPLES = sizeof examples / sizeof examples[0] };

void options_manual_roff(const struct command *const *commands, FILE *out)
{
    fputs(".TH MURRELET 1\n.SH NAME\nmurrelet \\- explicit\\-state model checker for Murphi\n"
          ".SH SYNOPSIS\n.B murrelet\n\\fIcommand\\fR [\\fIoption\\fR]... [\\fIoperand\\fR]...\n.SH DESCRIPTION\n",
          out);
    roff_text(about, out);
    fputs("\n.SH COMMANDS\n", out);
    for (; *commands; commands++)
        if (!(*commands)->hidden)
            roff_command(*commands, out);
    fputs(".SH EXIT STATUS\n", out);
    for (unsigned i = 0; i < EXIT_CODES; i++) {
        fprintf(out, ".TP\n%d\n", exit_codes[i].code);
        roff_text(exit_codes[i].meaning, out);
        fputc('\n', out);
    }
    fputs(".SH ENVIRONMENT\n", out);
    for (unsigned i = 0; i < VARIABLES; i++) {
        fprintf(out, ".TP\n%s\n", environment[i].name);
        roff_text(environment[i].meaning, out);
        fputc('\n', out);
    }
    fputs(".SH EXAMPLES\n", out);
    for (unsigned i = 0; i < EXAMPLES; i++) {
        fputs(".TP\n\\fB", out);
        roff_text(examples[i].command, out);
        fputs("\\fR\n", out);
        roff_text(examples[i].meaning, out);
        fputc('\n', out);
    }
}

/* ---- the same in Markdown ---- */

static void markdown_option(const struct option_spec *spec, FILE *out)
{
    fputs("- `", out);
    print_heading(spec, out);
    fputs("`: ", out);
    for (const char *c = spec->help; *c; c++) {
        if (strchr("*_<>`", *c))
            fputc('\\', out);
        fputc(*c, out);
    }
    fputc('\n', out);
}

static void markdown_command(const struct command *command, FILE *out)
{
    fprintf(out, "\n## murrelet %s\n\n", command->name);
    fprintf(out, "    murrelet %s [OPTION]... %s\n\n%s\n", command->name, command->operands, command->description);
    for (const struct option_group *group = command->groups; group && group->options; group++) {
        fprintf(out, "\n### %s\n\n", title_of(group));
        for (const struct option_spec *spec = group->options; spec->name; spec++)
            markdown_option(spec, out);
    }
}

void options_manual_markdown(const struct command *const *commands, FILE *out)
{
    fprintf(out, "# Command reference\n\n<!-- Written by `murrelet help --markdown`; `make docs` renews it. -->\n\n%s\n"
            "Every command also takes `--help`.\n\n", about);
    for (const struct command *const *command = commands; *command; command++)
        if (!(*command)->hidden)
            fprintf(out, "- [`murrelet %s`](#murrelet-%s): %s\n", (*command)->name, (*command)->name,
                    (*command)->summary);
    for (; *commands; commands++)
        if (!(*commands)->hidden)
            markdown_command(*commands, out);
    fputs("\n## Exit codes\n\n| code | meaning |\n|---|---|\n", out);
    for (unsigned i = 0; i < EXIT_CODES; i++)
        fprintf(out, "| %d | %s |\n", exit_codes[i].code, exit_codes[i].meaning);
    fputs("\n## Environment\n\n| variable | meaning |\n|---|---|\n", out);
    for (unsigned i = 0; i < VARIABLES; i++)
        fprintf(out, "| `%s` | %s |\n", environment[i].name, environment[i].meaning);
    fputs("\n## Examples\n\n| command | meaning |\n|---|---|\n", out);
    for (unsigned i = 0; i < EXAMPLES; i++)
        fprintf(out, "| `%s` | %s |\n", examples[i].command, examples[i].meaning);
}
