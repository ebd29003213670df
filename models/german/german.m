-- SPDX-License-Identifier: BSD-2-Clause
-- German's protocol with its two classic properties; protocol.m says what is
-- modelled.
--
-- Sizes: --const NODES=n.  Known with VALUES = 2 (by Rumur
-- 2022.08.20 too, but for 6 clients and for exact symmetry from 5 on):
--
--   NODES   symmetry off: states, rules fired   exact: states, rules fired
--   2                 3,390         9,912             852        2,491
--   3                58,104       235,872           5,235       21,289
--   4             1,105,434     5,922,288          28,088      150,584
--   5            22,031,028   147,274,200         131,112      876,780
--   6           442,874,790 3,548,672,856         536,837    4,303,458
--
-- why: German with data, as make run shows it; counts known from Rumur.
-- runs: once
-- expect: verdict=holds states=5235 rules=21289
include "protocol.m"

-- An owner is alone: no other client has a copy.
invariant "control"
  forall m: node do forall n: node do
    m != n & state[m] = E -> state[n] = I
  end end;

-- Memory is current unless a client owns the line or its last owner's value is
-- on its way back; every copy is current.
invariant "data, in memory"
  !owned -> memory = latest;

invariant "data, in the clients"
  forall n: node do
    state[n] != I -> copy[n] = latest
  end;
