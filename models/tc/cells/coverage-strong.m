-- SPDX-License-Identifier: BSD-2-Clause
-- The cells in which nothing happens that TC-Strong's tables have beside those
-- of TC-Weak's: its stores wait.
include "coverage.m"

cover "L2 P GETX (stall)" exists l: line do StalledHead(l, L2_P, GETX) end;
cover "L2 P ATOMIC (stall)" exists l: line do StalledHead(l, L2_P, ATOMIC) end;
cover "L2 P UPGR (else)" exists l: line do StalledHead(l, L2_P, UPGR) end;
cover "L2 S GETX (stall)" exists l: line do StalledHead(l, L2_S, GETX) end;
cover "L2 S UPGR (stall)" exists l: line do StalledHead(l, L2_S, UPGR) end;
cover "L2 S ATOMIC (stall)" exists l: line do StalledHead(l, L2_S, ATOMIC) end;
cover "L2 M_I GETS (stall)" exists l: line do StalledHead(l, L2_M_I, GETS) end;
cover "L2 M_I GETX (stall)" exists l: line do StalledHead(l, L2_M_I, GETX) end;
cover "L2 M_I UPGR (stall)" exists l: line do StalledHead(l, L2_M_I, UPGR) end;
cover "L2 M_I ATOMIC (stall)" exists l: line do StalledHead(l, L2_M_I, ATOMIC) end;
