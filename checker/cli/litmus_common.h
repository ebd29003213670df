/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_common.h - what the commands that run litmus tests share. */
#ifndef MURRELET_LITMUS_COMMON_H
#define MURRELET_LITMUS_COMMON_H

#include "../suite/allows.h"
#include "../suite/suite.h"
#include "load.h"

/* The surroundings of a run and its bounds.  Group: litmus_environment_options. */
struct environment_arguments {
    uint64_t prefetch, max_states, memory;
    double max_seconds;
    bool warm, evictions, no_liveness, ends;
    int placement; /* enum litmus_placement_set */
    int layout;    /* enum litmus_layout_set */
};
#define ENVIRONMENT_DEFAULTS {.prefetch = 1}
extern const struct option_spec litmus_environment_options[];

void litmus_set_options(struct litmus_options *, const struct environment_arguments *,
                        const struct compile_arguments *);
/* Whether these, separated by blanks, are NAME=VALUE, of constants that are the machine's to have; NULL is none. */
bool litmus_constants_are_right(const char *list);
/* Open the list of machines, or say on stderr why it cannot be. */
/* Results are kept for later runs, and those of earlier ones are taken, but where all is to be run; neither, where the
 * environment has MURRELET_FRESH. */
void litmus_keep(struct suite_options *, bool fresh);
/* On stderr, where they could not be kept. */
void litmus_warn_not_kept(const struct suite *);
struct machines *litmus_open_machines(void);
/* NULL, with a message on stderr, where there is none of that name. */
const struct machine_variant *litmus_find_machine(struct machines *, const char *name);
/* Before any verdict on a user's own file: whether it keeps to the machine
 * interface.  EXIT_BAD_INPUT, with what is wrong on stderr, where it does not;
 * 0 for a machine of ours. */
int litmus_check_own(struct machines *, const struct machine_variant *, const struct compile_arguments *);
/* Read a memory model in cat, a file or one of litmus/models; `folders`: where it may include from.
 * NULL, with the diagnostics on stderr, where it has errors. */
const struct cat_model *litmus_read_cat(struct machines *, struct arena *, const char *name, const struct option_list *folders);
/* A machine or a memory model; false, with what is wrong on stderr, where there is none. */
bool litmus_find_asked(struct asked *, struct machines *, struct arena *, const char *name);
/* Read a test, and the outcome asked for beside its condition (NULL: none);
 * false, with the diagnostics on stderr (in `color`, as of load_colour), where one has errors. */
bool litmus_read_test(struct arena *, const char *path, const char *outcome, int color, struct suite_test *);
/* The tests of the files and folders named (none: of the library) whose path has `filter` in it (NULL: all), a file that
 * is named twice once; NULL where one has errors. */
struct suite_test *litmus_read_tests(struct arena *, const struct machines *, const char *filter, int color, int argc,
                                     char **argv, unsigned *count);
/* The test, and under --placement regroup each that its regrouping makes. */
struct suite_test *litmus_regroup_test(struct arena *, const struct suite_test *, int placement, unsigned *count);

/* The columns that are named (all default variants where none is), after the
 * reference machines that judge them; and the tests of files and folders (the
 * library's own where none is named).  `models`: those that the columns which are named are judged by,
 * none: their own promises.  An exit code, 0 for success. */
int suite_prepare(struct suite *, const struct option_list *machines, const struct option_list *models,
                  const struct compile_arguments *, const char *filter, int color, int argc, char **argv);
/* The same without tests, which the caller adds. */
int suite_begin(struct suite *, const struct option_list *machines, const struct option_list *models,
                const struct compile_arguments *compile, int color);
/* Put those that regrouping makes behind each test. */
void suite_regroup(struct suite *);
/* I/N, 1 <= I <= N: every Nth of the tests, from the Ith. */
bool suite_shard_is_valid(const char *shard);
/* NULL: all pairs. */
void suite_set_shard(struct suite_options *, const char *shard);
void suite_release(struct suite *);

#endif
