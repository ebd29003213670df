/* SPDX-License-Identifier: BSD-2-Clause */
/* like.h - generate --like: what tests are called that somebody wrote, and which of them nobody had to write. */
#ifndef MURRELET_CLI_LIKE_H
#define MURRELET_CLI_LIKE_H

#include "generated.h"

struct like_arguments {
    struct option_list tests;
};

extern const struct option_spec like_options[];

/* Prints a line a test, where it says so, and hands each of the vocabulary to `take`, until that says no more.  An exit code. */
int like_run(const struct like_arguments *, const struct generated_arguments *, bool prints, decorated_visitor *take, void *data);

#endif
