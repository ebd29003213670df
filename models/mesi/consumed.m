-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of MESI is consumed, and whatever an L1 or the L2 waits for comes.  (INVACKs
-- tell nothing apart.)

ruleset c: cu; l: line do
  leadsto "a request is taken" { request[c][l].kind != NO_REQUEST } { request[c][l].kind = NO_REQUEST };

  ltl "a forward is taken" [] <> ({ forward[c][l].kind = NO_FORWARD } | fires("L1 receives a forward", c, l));
  ltl "a grant is taken" [] <> ({ grant[c][l].kind = NO_GRANT } | fires("L1 receives a grant", c, l));
  ltl "an INVACK is taken" [] <> ({ inv_acks[c][l] = 0 } | fires("L1 receives an INVACK", c, l));
  ltl "a WB_ACK is taken" [] <> ({ !wb_ack[c][l] } | fires("L1 receives a WB_ACK", c, l));

  leadsto "an L1 ends what it does"
    { l1[c][l].state != I & l1[c][l].state != S & l1[c][l].state != E & l1[c][l].state != M }
    { l1[c][l].state = I | l1[c][l].state = S | l1[c][l].state = E | l1[c][l].state = M };
end;

ruleset l: line do
  ltl "an owner's data is taken" [] <> ({ !owner_data[l].full } | fires("L2 receives an owner's data", l));
  ltl "a recall's INVACK is taken" [] <> ({ l2_inv_acks[l] = 0 } | fires("L2 receives an INVACK", l));
  ltl "an unblock is taken" [] <> ({ unblock[l] = NO_UNBLOCK } | fires("L2 receives an unblock", l));

  leadsto "the L2 ends what it does"
    { l2[l].state != L2_NP & l2[l].state != L2_SS & l2[l].state != L2_M & l2[l].state != L2_MT }
    { l2[l].state = L2_NP | l2[l].state = L2_SS | l2[l].state = L2_M | l2[l].state = L2_MT };
end;
