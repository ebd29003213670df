/* SPDX-License-Identifier: BSD-2-Clause */
/* markdown.h - text as Markdown takes it. */
#ifndef MURRELET_MARKDOWN_H
#define MURRELET_MARKDOWN_H

#include <stdio.h>

/* What has a meaning in Markdown, in HTML, or in a cell of a table is written as an entity; what is no character is '?'. */
void markdown_put(const char *text, FILE *);

#endif
