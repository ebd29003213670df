/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uri.h - files by their URIs, as in file:///home/me/a%20b.m.
 */
#ifndef MURRELET_LSP_URI_H
#define MURRELET_LSP_URI_H

struct arena;

/* The absolute path, or NULL where the URI names no file of this machine. */
char *uri_path(struct arena *, const char *uri);
const char *uri_of_path(struct arena *, const char *path);

/* The path without links and dots; as it is where there is no such file. */
const char *path_real(struct arena *, const char *path);

#endif
