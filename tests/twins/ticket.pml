/* SPDX-License-Identifier: BSD-2-Clause */
/* models/fairness/ticket.m, for three processes. */
byte at[3]; byte mine[3]; byte next; byte serving;
active [3] proctype p()
{
    do
    :: at[_pid] == 0 -> skip /* work outside */
    :: atomic { at[_pid] == 0 -> mine[_pid] = next; next = (next + 1) % 3; at[_pid] = 1 }
    :: atomic { at[_pid] == 1 && mine[_pid] == serving -> at[_pid] = 2 }
    :: atomic { at[_pid] == 2 -> serving = (serving + 1) % 3; mine[_pid] = 0; at[_pid] = 0 }
    od
}
ltl served { [] ((at[0] == 1) -> <> (at[0] == 2)) }
