/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * server.h - the language server: one client, its messages in their order.
 *
 * Requests are answered one after the other, in the order in which they come.
 * Diagnostics are published when no further message waits, so that whoever types
 * faster than models are read is told of the last state only.
 */
#ifndef MURRELET_LSP_SERVER_H
#define MURRELET_LSP_SERVER_H

#include <stdio.h>

/* Serve until the client says exit, or is gone: 0 where it had asked for a shutdown, and else 1. */
int server_run(int in, FILE *out, const char *version);

#endif
