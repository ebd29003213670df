-- SPDX-License-Identifier: BSD-2-Clause
-- The MSI directory protocol of protocol.m over one FIFO per destination
-- (fifo.m): it deadlocks.  A forward that its receiver must stall until an
-- InvAck or data has come stands before that InvAck or data.
--
-- why: one FIFO a destination deadlocks, and 9 steps are the fewest.
-- expect: verdict=violated kind=deadlock depth=9
include "messages.m"
include "fifo.m"
include "protocol.m"
include "fifo-delivery.m"
include "properties.m"
