/* SPDX-License-Identifier: BSD-2-Clause */
/* bound.h - how long a program that a test starts may take. */
#ifndef TESTS_TOOLS_LIB_BOUND_H
#define TESTS_TOOLS_LIB_BOUND_H

/* In the child, before exec: it ends by a signal (SIGXCPU) after so many seconds of the processor, so that
 * a busy machine does not end what would have answered; and by SIGALRM, if it only waits, after ten times that. */
void bound_seconds(unsigned seconds);

#endif
