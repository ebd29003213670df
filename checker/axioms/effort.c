/* SPDX-License-Identifier: BSD-2-Clause */
/* effort.c - the clock and the signals, looked at now and then. */
#include "effort.h"

#include "../base/machine.h"
#include "../base/stop.h"

void effort_give_up(struct effort *effort, const char *why)
{
    effort->left_out = why;
    effort->stopped = true;
}

bool effort_ended(struct effort *effort)
{
    if (++effort->steps % 4096 == 0 && !effort->stopped) {
        if (stop_asked())
            effort_give_up(effort, "interrupted");
        else if (effort->until > 0 && machine_clock() > effort->until)
            effort_give_up(effort, "the time is up");
    }
    return effort->stopped;
}
