-- SPDX-License-Identifier: BSD-2-Clause
-- rsp.m under a driver of its own (owner.m), as in rsp-free.m: the read and the
-- write of a read-modify-write, local or remote, are adjacent in the order of
-- their location.
--
-- Known (exact symmetry, FIFO=3, one line): 1,496 states, 5,817 rules fired.
-- With RELEASE_BLOCKS=0 it is violated after 6 steps: a local RMW beside a
-- remote release.  With BLOCK_AT_HEAD=1 and two lines, after 6: a local RMW
-- before the marker is at the head of the FIFO.
--
-- why: Read-modify-writes of every scope have one total order.
-- runs: once
-- options: --const FIFO=3 --const LINES=2
-- expect: verdict=holds states=156034 rules=1020270
include "../lib/orders.m"
include "owner.m"
include "rsp.m"
include "invariants.m"
include "../../invariants/rmw-adjacent.m"
