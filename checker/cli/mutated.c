/* SPDX-License-Identifier: BSD-2-Clause */
/* mutated.c - see mutated.h. */
#include "mutated.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../report/matrix.h"

const struct option_spec mutated_options[] = {
    {.name = "in", .kind = OPTION_LIST, .offset = offsetof(struct mutated_arguments, folders), .argument = "PATH",
     .help = "Make mutants of this file, or of the files in this folder, among those that the program is made of. May be "
             "repeated. Default: the folder of the model or machine, so that drivers and parts from elsewhere are left alone."},
    {.name = "operator", .kind = OPTION_LIST, .offset = offsetof(struct mutated_arguments, operators), .argument = "NAME",
     .help = "Only faults of this kind. May be repeated; docs/mutation.md lists the kinds. Default: all."},
    {.name = "at", .kind = OPTION_LIST, .offset = offsetof(struct mutated_arguments, at), .argument = "FILE:LINE[:COLUMN[: KIND]]",
     .help = "Only the mutants at this place, and of this kind, as reports show them. May be repeated."},
    {.name = "count", .letter = 'n', .kind = OPTION_COUNT, .offset = offsetof(struct mutated_arguments, count),
     .argument = "N", .least = 1, .help = "Choose mutants at random, until N of them are run. Default: all, as they stand."},
    {.name = "seed", .kind = OPTION_COUNT, .offset = offsetof(struct mutated_arguments, seed), .argument = "N",
     .help = "Of that choice. Default: 1."},
    {0},
};

void mutated_release(struct mutated_arguments *arguments)
{
    options_release(&arguments->folders);
    options_release(&arguments->operators);
    options_release(&arguments->at);
}

/* ---- programs ---- */

/* A machine behind the driver of litmus tests. */
struct machine_root {
    const struct mutated *mutated;
    bool warm;
};

/* With all that a test may ask of its surroundings, and two of what there may be more of: no code is left out. */
static struct program *read_machine(void *data, struct arena *arena, struct text *error)
{
    const struct machine_root *root = data;
    struct machine_environment environment = {.prefetches = 2, .warm = root->warm, .evictions = true, .invariants = "none"};
    struct litmus_sizes sizes = machine_least_sizes();
    sizes.components = sizes.words = 2;
    return machines_program(root->mutated->machines, root->mutated->machine, &environment, &sizes, arena, error);
}

void mutated_add_root(struct mutated *mutated, bool is_mutated, struct program *(*read)(void *, struct arena *, struct text *),
                     void *data)
{
    struct mutate_root root = {.is_mutated = is_mutated, .read = read, .data = data};
    ARENA_PUSH(mutated->arena, mutated->mutation.roots, mutated->mutation.root_count, root);
}

void mutated_add_machine_roots(struct mutated *mutated)
{
    for (int warm = 0; warm < 2; warm++) {
        struct machine_root *root = arena_alloc(mutated->arena, sizeof *root);
        *root = (struct machine_root){mutated, warm};
        mutated_add_root(mutated, true, read_machine, root);
    }
}

/* ---- files and operators ---- */

/* False, with a message, where it is not there. */
static bool take(struct mutated *mutated, const char *path, bool its_folder)
{
    char *real = realpath(path, NULL);
    struct stat status;
    if (!real || stat(real, &status)) {
        memory_check_errno();
        complain("murrelet: cannot read '%s': %s\n", path, strerror(errno));
        free(real);
        return false;
    }
    if (its_folder)
        strrchr(real, '/')[1] = 0;
    const char *kept = arena_format(mutated->arena, "%s%s", real, !its_folder && S_ISDIR(status.st_mode) ? "/" : "");
    free(real);
    ARENA_PUSH(mutated->arena, mutated->taken, mutated->taken_count, kept);
    return true;
}

static bool takes(void *data, const char *path)
{
    const struct mutated *mutated = data;
    for (unsigned i = 0; i < mutated->taken_count; i++) {
        size_t length = strlen(mutated->taken[i]);
        if (!strncmp(path, mutated->taken[i], length) && (!path[length] || mutated->taken[i][length - 1] == '/'))
            return true;
    }
    return false;
}

static int take_files(struct mutated *mutated, const char *subject)
{
    const struct option_list *folders = &mutated->arguments->folders;
    for (unsigned i = 0; i < folders->count; i++)
        if (!take(mutated, folders->items[i], false))
            return EXIT_BAD_INPUT;
    if (!folders->count && !take(mutated, subject, true))
        return EXIT_BAD_INPUT;
    mutated->mutation.mutants.takes = takes;
    mutated->mutation.mutants.data = mutated;
    return 0;
}

static int take_operators(struct mutated *mutated, const struct command *command)
{
    const struct option_list *names = &mutated->arguments->operators;
    const char *all[MUTANT_OPERATORS + 1] = {NULL};
    bool *taken = arena_alloc(mutated->arena, MUTANT_OPERATORS * sizeof *taken);
    for (int o = 0; o < MUTANT_OPERATORS; o++)
        all[o] = mutant_operator_name((enum mutant_operator)o);
    for (unsigned i = 0; i < names->count; i++) {
        int o = 0;
        while (o < MUTANT_OPERATORS && strcmp(all[o], names->items[i]))
            o++;
        if (o < MUTANT_OPERATORS) {
            taken[o] = true;
            continue;
        }
        const char *near = options_nearest(names->items[i], all);
        return options_usage(command, "there is no kind of fault '%s'%s%s%s", names->items[i],
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    mutated->mutation.mutants.operators = names->count ? taken : NULL;
    return 0;
}

/* Whether --at names where the mutant is, or a part of that which ends where a number or the kind does. */
static bool is_named(const struct option_list *places, const char *where)
{
    for (unsigned i = 0; i < places->count; i++) {
        size_t length = strlen(places->items[i]);
        if (!strncmp(where, places->items[i], length) && (!where[length] || where[length] == ':'))
            return true;
    }
    return false;
}

/* --at: leave those at another place. */
static void leave_others(struct mutated *mutated)
{
    struct mutants *mutants = &mutated->mutation.mutants;
    unsigned kept = 0;
    for (unsigned i = 0; i < mutants->count; i++) {
        const struct mutant *m = &mutants->items[i];
        struct text where = {0};
        mutant_put_where(&where, m);
        if (is_named(&mutated->arguments->at, where.bytes))
            mutants->items[kept++] = *m;
        text_free(&where);
    }
    mutants->count = kept;
}

int mutated_check_machine(const struct machine_variant *machine)
{
    if (matrix_counts(machine))
        return 0;
    complain("murrelet: %s is kept as it was printed: what it breaks does not count, and kills nothing\n", machine->name);
    return EXIT_BAD_INPUT;
}

/* ---- from the options to the mutants ---- */

int mutated_open(struct mutated *mutated, const struct command *command, const char *subject)
{
    const struct mutated_arguments *a = mutated->arguments;
    mutated->mutation.arena = mutated->arena;
    mutated->mutation.chosen = (unsigned)(a->count < UINT32_MAX ? a->count : UINT32_MAX);
    mutated->mutation.seed = a->seed;
    int code = take_operators(mutated, command);
    return code ? code : take_files(mutated, subject);
}

int mutated_find(struct mutated *mutated)
{
    struct text error = {0};
    int code = 0;
    if (!mutate_find(&mutated->mutation, &error)) {
        complain_lines(error.bytes);
        code = error.bytes ? EXIT_BAD_INPUT : EXIT_INCOMPLETE; /* no words: the user stopped it */
    }
    text_free(&error);
    if (!code && mutated->arguments->at.count)
        leave_others(mutated);
    return code;
}
