/* SPDX-License-Identifier: BSD-2-Clause */
/* child.c - see child.h. */
#include "child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../base/stop.h"

double child_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void child_attributes(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(attributes, 0);
}

/* Sleep until the child ends, or for a moment. */
static void doze(pid_t child)
{
    int file = pidfd_open(child, 0);
    struct pollfd end = {.fd = file, .events = POLLIN};
    poll(&end, file >= 0, file >= 0 ? 50 : 5); /* a signal ends it too */
    if (file >= 0)
        close(file);
}

enum child_end child_wait(pid_t child, double until, int *status)
{
    pid_t ended;
    while ((ended = waitpid(child, status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        bool late = until > 0 && child_clock() > until;
        if (stop_asked() || late) {
            kill(-child, SIGKILL);
            while (waitpid(child, status, 0) < 0 && errno == EINTR)
                ;
            return late ? CHILD_LATE : CHILD_INTERRUPTED;
        }
        doze(child);
    }
    if (ended < 0)
        *status = -1;
    return CHILD_ENDED;
}
