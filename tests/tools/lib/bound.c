/* SPDX-License-Identifier: BSD-2-Clause */
/* bound.c - how long a program that a test starts may take (bound.h). */
#include <sys/resource.h>
#include <unistd.h>

#include "tools/lib/bound.h"

void bound_seconds(unsigned seconds)
{
    const struct rlimit limit = {seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(10 * seconds);
}
