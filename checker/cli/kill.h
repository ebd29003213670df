/* SPDX-License-Identifier: BSD-2-Clause */
/* kill.h - generate --kill: the fewest generated tests that find all faults of a machine which any of them finds. */
#ifndef MURRELET_CLI_KILL_H
#define MURRELET_CLI_KILL_H

#include "generated.h"
#include "litmus_common.h"
#include "mutated.h"

struct kill_arguments {
    const char *machine, *json;
    struct option_list mutants, patches, tests;
    uint64_t threads;
    double total_seconds;
};

extern const struct option_spec kill_options[];

/* All that the command line says of it. */
struct kill_request {
    const struct command *command; /* whose options these are */
    const struct kill_arguments *arguments;
    const struct mutated_arguments *mutated;
    const struct environment_arguments *environment;
    const struct compile_arguments *compile;
    const struct generated_arguments *what;
    const char *folder; /* the chosen tests go there; or NULL */
    bool names;         /* the standard output has their names alone */
};

struct kill;
/* Find the machine; NULL, with what is wrong on stderr, where it is not to be had. */
struct kill *kill_open(const struct kill_request *);
/* A test to choose from; false, with a message, where there are too many. */
bool kill_add(struct kill *, const struct decorated *);
/* Those of --test, which somebody wrote; an exit code. */
int kill_add_written(struct kill *);
/* Run all, choose and report.  An exit code. */
int kill_run(struct kill *);
void kill_close(struct kill *);

#endif
