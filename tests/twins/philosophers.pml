/* SPDX-License-Identifier: BSD-2-Clause */
/* models/fairness/philosophers.m, for four: the first takes the right fork first. */
#define FIRST (_pid == 0 -> 1 : _pid)
#define SECOND (_pid == 0 -> 0 : (_pid + 1) % 4)
byte mood[4]; bool taken[4];
active [4] proctype p()
{
    do
    :: atomic { mood[_pid] == 0 -> mood[_pid] = 1 }
    :: atomic { mood[_pid] == 1 && !taken[FIRST] -> taken[FIRST] = true; mood[_pid] = 2 }
    :: atomic { mood[_pid] == 2 && !taken[SECOND] -> taken[SECOND] = true; mood[_pid] = 3 }
    :: atomic { mood[_pid] == 3 -> taken[FIRST] = false; taken[SECOND] = false; mood[_pid] = 0 }
    od
}
ltl served { [] ((mood[0] == 1) -> <> (mood[0] == 3)) }
