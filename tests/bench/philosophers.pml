/* SPDX-License-Identifier: BSD-2-Clause */
/* Dining philosophers; see philosophers.m, whose steps these are. */
#ifndef N
#define N 10
#endif

bool taken[N];
bool eats[N];

/* Philosopher 0 takes the right fork first. */
#define LEFT _pid
#define RIGHT ((_pid + 1) % N)
#define FIRST (_pid == 0 -> RIGHT : LEFT)
#define SECOND (_pid == 0 -> LEFT : RIGHT)

active [N] proctype philosopher() {
thinks:
    skip;
    d_step { !taken[FIRST]; taken[FIRST] = true }
    d_step {
        !taken[SECOND]; taken[SECOND] = true; eats[_pid] = true;
        assert(!eats[(_pid + 1) % N] && !eats[(_pid + N - 1) % N])
    }
    d_step { taken[SECOND] = false; eats[_pid] = false }
    atomic { taken[FIRST] = false; goto thinks }
}
