/* SPDX-License-Identifier: BSD-2-Clause */
/* mutated.h - the options that say which mutants of a model or machine are made, for the commands that make them. */
#ifndef MURRELET_CLI_MUTATED_H
#define MURRELET_CLI_MUTATED_H

#include "../audit/mutate.h"
#include "../machines/registry.h"
#include "options.h"

struct mutated_arguments {
    struct option_list folders, operators, at;
    uint64_t count, seed;
};

#define MUTATED_DEFAULTS {.seed = 1}

extern const struct option_spec mutated_options[];
void mutated_release(struct mutated_arguments *);

/* What is mutated.  `arena`, `machines` and `arguments` are the caller's, and the mutation's arena is the same one. */
struct mutated {
    const struct mutated_arguments *arguments;
    struct arena *arena;
    struct machines *machines;             /* NULL where no machine is named */
    const struct machine_variant *machine; /* or NULL */
    const char **taken; /* paths without links: files, or folders with a / behind */
    unsigned taken_count;
    struct mutation mutation;
};

/* Each gives 0, or an exit code when it has said on stderr what is wrong.  `subject`: the file whose folder is mutated where
 * the options name no other. */
int mutated_open(struct mutated *, const struct command *, const char *subject);
/* Whether what the machine breaks counts; said where not. */
int mutated_check_machine(const struct machine_variant *);
void mutated_add_root(struct mutated *, bool is_mutated, struct program *(*read)(void *, struct arena *, struct text *),
                      void *data);
/* The machine behind the driver of litmus tests. */
void mutated_add_machine_roots(struct mutated *);
/* The mutants that there are, of those that the options want. */
int mutated_find(struct mutated *);

#endif
