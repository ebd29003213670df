/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser.h - SLICC files to a tree.
 */
#ifndef MURRELET_SLICC_PARSER_H
#define MURRELET_SLICC_PARSER_H

#include "ast.h"

/* Add what a source declares to the protocol.  A file that it includes is read
 * from its folder; one named RubySlicc_* is not read, since the reader brings its own
 * declarations of what gem5 implements in C++. */
void slicc_parse_source(struct slicc_protocol *, const struct source *, bool built_in);

#endif
