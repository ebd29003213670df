/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_files.h - the tests named on a command line: files, and folders whose
 * *.litmus are taken, all below, in the order of their paths. */
#ifndef MURRELET_LITMUS_FILES_H
#define MURRELET_LITMUS_FILES_H

#include <stdbool.h>

struct litmus_files {
    char **paths;
    unsigned count;
};

/* False, with a message on stderr, where one is not there. */
bool litmus_files_find(struct litmus_files *, int argc, char **argv);
void litmus_files_free(struct litmus_files *);

#endif
