-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of MESI is consumed, and whatever an L1 or the L2 waits for comes.  (A
-- message that no state stalls is so by the fairness of its delivery alone.)

ruleset c: cu; l: line do
  leadsto "a request is taken" { request[c][l].kind != NO_REQUEST } { request[c][l].kind = NO_REQUEST };

  leadsto "an L1 ends what it does"
    { l1[c][l].state != I & l1[c][l].state != S & l1[c][l].state != E & l1[c][l].state != M }
    { l1[c][l].state = I | l1[c][l].state = S | l1[c][l].state = E | l1[c][l].state = M };
end;

ruleset l: line do
  leadsto "the L2 ends what it does"
    { l2[l].state != L2_NP & l2[l].state != L2_SS & l2[l].state != L2_M & l2[l].state != L2_MT }
    { l2[l].state = L2_NP | l2[l].state = L2_SS | l2[l].state = L2_M | l2[l].state = L2_MT };
end;
