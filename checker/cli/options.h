/* SPDX-License-Identifier: BSD-2-Clause */
/* options.h - commands and their options, as tables.
 *
 * One table gives the parsing (getopt_long), `--help`, the man page and
 * docs/commands.md, so that none of them can say something else.
 *
 * A command's options come in groups.  Each group fills a struct of its own,
 * which lies at `offset` within the struct that the command passes to
 * options_parse; so several commands share a group (see load.h). */
#ifndef MURRELET_OPTIONS_H
#define MURRELET_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
    OPTION_FLAG,     /* bool */
    OPTION_COUNT,    /* uint64_t, a decimal number */
    OPTION_SECONDS,  /* double, at least 0 */
    OPTION_BYTES,    /* uint64_t, with an optional K, M, G or T (of 1024) */
    OPTION_TEXT,     /* const char *, from argv */
    OPTION_LIST,     /* struct option_list: may be given again */
    OPTION_CHOICE,   /* int: the index in `choices` */
};

struct option_list {
    const char **items;   /* from argv */
    unsigned count;
};

struct option_spec {
    const char *name;     /* long name without the dashes; NULL ends a table */
    char letter;          /* short name, or 0 */
    enum option_kind kind;
    size_t offset;        /* within the group's struct */
    const char *argument; /* how help names the argument; NULL for a flag or choice */
    const char *help;     /* sentences; the default is said in words */
    const char *const *choices; /* CHOICE: NULL-terminated */
    uint64_t least, most; /* COUNT, BYTES: bounds; most 0 means none */
};

struct option_group {
    const char *title;    /* as in "Limits"; NULL: "Options" */
    const struct option_spec *options; /* NULL ends the array of groups */
    size_t offset;
};

/* Options that other commands have and this one has not, and what does here what they do there. */
struct option_absence {
    const char *names;    /* long names, blanks between them; NULL ends a table */
    const char *instead;  /* no capital, no full stop */
};

struct command {
    const char *name;
    const char *operands;    /* as in "MODEL.m", for the synopsis */
    const char *summary;     /* one line, lower case, no full stop */
    const char *description; /* paragraphs, a blank line between them */
    const struct option_group *groups; /* NULL: none */
    const struct option_absence *absent; /* NULL: none */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; gives an exit code */
    bool hidden;             /* not in help or in the manual */
};

/* Fill `arguments` (the caller has set the defaults) and move the operands to
 * the end of argv.  Gives the index of the first operand, or a negative
 * number when the command is over: then options_exit() is its exit code, and
 * what had to be said (help, or what is wrong) has been said. */
enum { OPTIONS_HELPED = -1, OPTIONS_BAD = -2 };
int options_parse(const struct command *, void *arguments, int argc, char **argv);
int options_exit(int parsed);
void options_release(struct option_list *);

/* Say what is wrong with a command line, point to --help, give exit code 2. */
int options_usage(const struct command *, const char *format, ...) __attribute__((format(printf, 2, 3)));

void options_help(const struct command *, FILE *);

/* The whole program's manual, from the table of its commands. */
void options_manual_roff(const struct command *const *commands, FILE *);
void options_manual_markdown(const struct command *const *commands, FILE *);

/* The name in `names` (NULL-terminated) nearest to `word`, or NULL where none
 * is near. */
const char *options_nearest(const char *word, const char *const *names);

#endif
