-- SPDX-License-Identifier: BSD-2-Clause
-- Progress, whatever the programs are: every access that a machine accepts is
-- answered, every store takes its place in its location's order, and what is under
-- way comes to rest once the threads issue no more.  Under the fairness that the
-- machine's rules say (`fair rule`): deliveries, responses, timers, epochs; never
-- evictions, prefetches, or what a thread issues.
--
-- Of a thread's stores to a location each is performed before those that follow it,
-- so each is performed if some are again and again while any is owed.  `turn` tells
-- one of these moments from the next; it has to have more values than a machine performs of
-- a thread's stores to a location in one step, or those would be seen as none.

-- show: ghost owed, turn

const
  OWED: TAGS + STORES;
  TURNS: 2;

var
  owed: array [thread] of array [line] of array [word] of 0 .. OWED;
  turn: array [thread] of array [line] of array [word] of 0 .. TURNS - 1;

procedure ObserveStart();
begin
  for t: thread do
    for l: line do
      for w: word do
        owed[t][l][w] := 0;
        turn[t][l][w] := 0;
      end;
    end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;

procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value);
begin
  owed[t][l][w] := owed[t][l][w] + 1;
end;

-- Where nothing more is owed all turns are the same.
procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  owed[t][l][w] := owed[t][l][w] - 1;
  turn[t][l][w] := owed[t][l][w] > 0 ? (turn[t][l][w] + 1) % TURNS : 0;
end;

ruleset t: thread; g: tag do
  leadsto "every load is answered" { outstanding[t][g] } { !outstanding[t][g] };
end;

ruleset t: thread; l: line; w: word; b: 0 .. TURNS - 1 do
  leadsto "every store is performed"
    { owed[t][l][w] > 0 & turn[t][l][w] = b } { owed[t][l][w] = 0 | turn[t][l][w] != b };
end;
