/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * builtin.h - what every protocol in SLICC may use without declaring it.
 */
#ifndef MURRELET_SLICC_BUILTIN_H
#define MURRELET_SLICC_BUILTIN_H

#include <stdbool.h>

/* Declarations, in SLICC, of the types and routines that gem5 implements in C++. */
extern const char slicc_builtin_text[];

/* Routines of a protocol that are for functional accesses, permissions and
 * statistics alone: neither checked nor translated. */
bool slicc_builtin_dropped(const char *routine);
/* Calls that only write a log or count something: left out. */
bool slicc_builtin_silent(const char *call);

#endif
