/* SPDX-License-Identifier: BSD-2-Clause */
/* matrix_page.h - a suite's matrix as one page of HTML that needs nothing else. */
#ifndef MURRELET_MATRIX_PAGE_H
#define MURRELET_MATRIX_PAGE_H

#include <stdio.h>

#include "../suite/suite.h"

/* Each cell opens its test, its outcomes, the commands that show runs to them, and the run of options->runs. */
void matrix_page(const struct suite *, const struct suite_options *, FILE *);

#endif
