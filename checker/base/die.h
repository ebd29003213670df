/* SPDX-License-Identifier: BSD-2-Clause */
/* die.h - the end of a run that is our own fault, or the machine's.
 * die: exit code 4; the message is one sentence.  A user's error never comes here.
 * die_memory: a block was refused, or a call failed for want of memory (0 bytes:
 * of unknown size); how the run then ends, memory.h says. */
#ifndef MURRELET_DIE_H
#define MURRELET_DIE_H

#include <stddef.h>

enum exit_code { EXIT_HOLDS, EXIT_VIOLATED, EXIT_BAD_INPUT, EXIT_INCOMPLETE, EXIT_BUG };

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_memory(size_t bytes);

#endif
