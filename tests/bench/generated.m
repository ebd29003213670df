-- SPDX-License-Identifier: BSD-2-Clause
-- A model of the shape that protocol generators emit: the MSI directory
-- protocol of models/msi over the network of lib/generated-network.m, whose deep
-- queues of wide messages make a state of more than 1,200 bytes that is nearly
-- all undefined.
--
-- (Some cells of the protocol need responses out of order, so that not all
-- covers are met here: check it with --covers report.)
--
-- Sizes: --const CACHES=n, --const DEPTH=n (of the queues; it changes the size
-- of the state alone, as long as it suffices).  With DEPTH=24 four caches make
-- a state of 1,230 bytes.  Known (states, rules fired):
--
--   CACHES  symmetry off             exact
--   2         1,016      2,666
--   3        29,604    103,876       2,570   9,136
--   4       918,358  3,942,040      20,524  89,882
--   5                             147,197 752,213
--
-- Five caches without symmetry have more than 10^7 states: nearly every orbit
-- has all its 5! * 2! members.
--
-- why: a 1,230-byte state; counts known from Rumur.
-- runs: once
-- options: --covers report
-- expect: verdict=holds states=2570 rules=9136
include "lib/generated-network.m"
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
