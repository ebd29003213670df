/* SPDX-License-Identifier: BSD-2-Clause */
/* page.h - a trace, or a matrix, as one page of HTML that needs nothing else. */
#ifndef MURRELET_PAGE_H
#define MURRELET_PAGE_H

#include <stdio.h>

#include <jansson.h>

/* `trace`: as report_trace made it, or a file has it. */
void page_write(const json_t *trace, FILE *);
/* A matrix (matrix_page.c). */
/* Where a cell has a run, the page of a run goes into it once. */
void page_matrix(json_t *, FILE *);

#endif
