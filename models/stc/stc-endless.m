-- SPDX-License-Identifier: BSD-2-Clause
-- STC (stc.m) under the endless driver, with every message of the handshake:
-- the epoch rules, data-value, and the rules against waiting for ever.
--
-- One location, its band and one other.  FORM: 0 nv, 1 es, 2 ab, 3 mb.  Known
-- (exact symmetry), with STEPS=1 THREADS=2, states and rules fired:
--
--   FORM=0                                     33,355     142,305
--   FORM=0 ATOMICS=0 CUS=3 THREADS=3 EVICTIONS=0  282,475  1,532,118
--   FORM=0 ATOMICS=0 WORDS=2 EVICTIONS=0          558,843  3,118,968
--   FORM=0 ATOMICS=0 LINES=2 OTHER_BANDS=0 EVICTIONS=0  1,418,682  7,751,842
--   FORM=1 ATOMICS=0 EVICTIONS=0                  190,537    951,408
--
-- why: STC keeps its epoch rules over programs of any length, and no store waits for ever
-- runs: once
-- options: --const STEPS=1 --const THREADS=2 --covers report
-- expect: verdict=holds states=33355 rules=142305
include "../lib/orders.m"
include "../lib/endless.m"
include "stc.m"
include "../../invariants/none.m"
include "epoch-rules.m"
include "../../invariants/stc-er4.m"
include "../../invariants/stc-dar.m"
