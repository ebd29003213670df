/* SPDX-License-Identifier: BSD-2-Clause */
/* Peterson's mutual exclusion for N processes; see peterson.m, whose steps
 * these are. */
#ifndef N
#define N 4
#endif

byte claimed[N];
byte last[N] = N;   /* nobody */
byte critical;


#define BELOW(q) (q == _pid || claimed[q] < next)
#if N == 2
#define OTHERS_BELOW (BELOW(0) && BELOW(1))
#elif N == 3
#define OTHERS_BELOW (BELOW(0) && BELOW(1) && BELOW(2))
#elif N == 4
#define OTHERS_BELOW (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3))
#elif N == 5
#define OTHERS_BELOW (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4))
#elif N == 6
#define OTHERS_BELOW (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3) && BELOW(4) && BELOW(5))
#endif

active [N] proctype process() {
    byte next;
idle:
    next = 1;
claim:
    claimed[_pid] = next;
defer:
    last[next] = _pid;
wait:
    atomic {
        (last[next] != _pid || OTHERS_BELOW);
        if
        :: next == N - 1 -> critical++; assert(critical == 1)
        :: else -> next++; goto claim
        fi
    }
    atomic { critical--; claimed[_pid] = 0; next = 0; goto idle }
}
