/* SPDX-License-Identifier: BSD-2-Clause */
/* generated.h - the options that say which tests are generated, and one of them as the other commands have tests. */
#ifndef MURRELET_CLI_GENERATED_H
#define MURRELET_CLI_GENERATED_H

#include "../generate/decorate.h"
#include "../litmus/program.h"
#include "../suite/allows.h"
#include "../suite/suite.h"
#include "options.h"

struct generated_arguments {
    int vocabulary;
    uint64_t edges, threads;
    bool internal;
};

#define GENERATED_DEFAULTS {.edges = 6, .threads = 4}

extern const struct option_spec generated_options[];
const struct vocabulary *generated_vocabulary(const struct generated_arguments *);
struct cycle_bounds generated_bounds(const struct generated_arguments *);
/* Parsed from its own text. */
const struct litmus_test *generated_test(struct arena *, const struct decorated *);
/* The same as machines run it, under its name. */
struct suite_test generated_suite_test(struct arena *, const struct decorated *);
enum { GENERATED_MOST = 20000 }; /* for what runs them all */
/* Whether there may be one more; said on stderr where not. */
bool generated_has_room(unsigned count);

#endif
