/* SPDX-License-Identifier: BSD-2-Clause */
/* models/fairness/peterson.m; under pan -f every process that stays able to take a step takes one.  A process may leave it
 * at working outside, so that asking is nobody's duty. */
bool wants[2]; bit first; byte at[2];
active [2] proctype p()
{
    do
    :: at[_pid] == 0 -> skip /* work outside */
    :: atomic { at[_pid] == 0 -> at[_pid] = 1; wants[_pid] = true }
    :: atomic { at[_pid] == 1 -> first = 1 - _pid; at[_pid] = 2 }
    :: atomic { at[_pid] == 2 && (!wants[1 - _pid] || first == _pid) -> at[_pid] = 3 }
    :: atomic { at[_pid] == 3 -> wants[_pid] = false; at[_pid] = 0 }
    od
}
ltl served { [] ((at[0] == 1) -> <> (at[0] == 3)) }
