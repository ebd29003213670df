-- SPDX-License-Identifier: BSD-2-Clause
-- A model of the shape that protocol generators emit: the MSI directory
-- protocol of models/msi over the network of generated-network.m, whose deep
-- queues of wide messages make a state of more than 1,200 bytes that is nearly
-- all undefined.
--
-- Sizes: --const CACHES=n, --const DEPTH=n (of the queues).  With CACHES = 4,
-- DEPTH = 24 is 1,2xx bytes.  Known (states, rules fired):
--   COUNTS
include "generated-network.m"
include "../../models/msi/protocol.m"

ruleset k: class do
  ruleset c: cache do
    rule "cache receives"
      to_cache[k][c].count > 0 & !CacheStalls(c, to_cache[k][c].place[0].kind)
    ==>
    var m: message;
    begin
      TakeHead(to_cache[k][c], m);
      CacheReceives(c, m);
    end;
  end;

  rule "directory receives"
    to_directory[k].count > 0 & !DirectoryStalls(to_directory[k].place[0].kind)
  ==>
  var m: message;
  begin
    TakeHead(to_directory[k], m);
    DirectoryReceives(m);
  end;
end;

invariant "SWMR"
  forall c: cache do forall d: cache do
    c != d & state[c] = M -> state[d] != M & state[d] != S
  end end;

invariant "data-value"
  forall c: cache do
    state[c] = M | state[c] = S -> copy[c] = latest
  end;
