-- SPDX-License-Identifier: BSD-2-Clause
-- MSI directory protocol over separate request, forward and response networks.
-- protocol.m says what is modelled, separate.m how messages travel,
-- properties.m what must hold.
--
-- Sizes: --const CACHES=n.  Known with VALUES = 2 (by Rumur
-- 2022.08.20 too, up to 4 caches):
--
--   CACHES  symmetry off: states, rules fired   exact: states, rules fired
--   2                 1,200         3,342             310          865
--   3                38,398       152,030           3,451       13,694
--   4             1,146,038     5,952,364          27,704      144,398
--   5                                             181,264    1,178,355
--
-- All covers are met from 2 caches on.  (Rumur reports a violation of "a store
-- completes" under symmetry, because it does not follow the instances of a
-- liveness property through the permutations; without symmetry it holds.)
--
-- why: MSI over separate networks holds, with every cell of its tables covered.
-- expect: verdict=holds states=1200 rules=3342
-- expect-exact: states=310 rules=865
include "messages.m"
include "separate.m"
include "protocol.m"
include "separate-delivery.m"
include "properties.m"
