-- SPDX-License-Identifier: BSD-2-Clause
-- STC (stc.m) under the free driver, with every message of the handshake:
-- coherence and write atomicity observed, the epoch rules and data-value.
--
-- Known (exact symmetry), with STEPS=1 ORDERS=0, states and rules fired:
--
--   (THREADS=2 CUS=2 LINES=1 FORM=0)               166,579    613,531
--   EVICTIONS=0 ATOMICS=0 THREADS=3              1,249,537  4,669,377
--   EVICTIONS=0 ATOMICS=0 VALUES=2 LINES=2 OTHER_BANDS=0  925,746  3,740,943
--   EVICTIONS=0 ATOMICS=0 FORM=1                   409,121  1,803,222
--   EVICTIONS=0 ATOMICS=0 FORM=2, and FORM=3       538,107  2,275,800
--
-- With STEPS=0 AT_ONCE=0, the handshake in one step: 951 states and 3,073
-- rules; with CUS=3 THREADS=3 8,808 and 37,862.
--
-- why: STC is coherent and write atomic, and loses no wake-up
-- runs: once
-- options: --const STEPS=1 --const ORDERS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=166579 rules=613531
include "../lib/orders.m"
include "../lib/free.m"
include "stc.m"
include "../../invariants/versions.m"
include "epoch-rules.m"
include "../../invariants/stc-er4.m"
