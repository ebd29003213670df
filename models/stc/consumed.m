-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of STC is consumed: of accesses, one of each word; of epochs, one of each kind for each CU, and of
-- demands for each CU and band.  (A store that waits in a BSQ is no message: it is what invariants/progress.m asks about.)

ruleset c: cu; l: line; w: word do
  ltl "a load is served"
    [] <> ({ slot[c][l][w].state = ASKED -> !slot[c][l][w].load } | fires("L2 serves a load", c, l, w));
  ltl "a store is performed"
    [] <> ({ slot[c][l][w].state = ASKED -> slot[c][l][w].load } | fires("L2 performs a store", c, l, w)
           | fires("L2 performs an atomic that returns nothing", c, l, w));
  ltl "data is taken"
    [] <> ({ slot[c][l][w].state = ANSWERED -> !slot[c][l][w].load } | fires("L1 receives data", c, l, w));
  ltl "an atomic's value is taken"
    [] <> ({ (slot[c][l][w].state = ANSWERED & !slot[c][l][w].load ? !slot[c][l][w].returns : true)
             & slot[c][l][w].state != VALUE_LEFT } | fires("L1 receives an atomic's value", c, l, w));
  ltl "WA is taken"
    [] <> ({ (slot[c][l][w].state = ANSWERED -> slot[c][l][w].load) & slot[c][l][w].state != ACK_LEFT }
           | fires("L1 receives WA", c, l, w));
end;

ruleset c: cu do
  ltl "PrepareEpochChange is taken" [] <> ({ !prepare[c] } | fires("CU receives PrepareEpochChange", c));
  ltl "ReadyAck is taken" [] <> ({ !ready_ack[c] } | fires("EMU receives ReadyAck", c));
  ltl "ChangeEpoch is taken" [] <> ({ !change[c] } | fires("CU receives ChangeEpoch", c));
  ltl "DoneAck is taken" [] <> ({ !done_ack[c] } | fires("EMU receives DoneAck", c));
  ltl "EpochConflict is taken" [] <> ({ !conflict[c] } | fires("EMU receives EpochConflict", c));
end;

ruleset c: cu; b: band do
  ltl "EpochDemand is taken" [] <> ({ !demand[c][b] } | fires("EMU receives EpochDemand", c, b));
  ltl "EpochDemandAck is taken" [] <> ({ !demand_ack[c][b] } | fires("CU receives EpochDemandAck", c, b));
end;
