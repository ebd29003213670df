-- SPDX-License-Identifier: BSD-2-Clause
-- Times as what is left of them, and the fences that wait for a GWCT: what tc.m
-- and the cells (cells/parts.m) have in common.  Each defines TIMES before, and
-- gives
--   function WaitsBefore(o): boolean   o has a fence before it as well as after it
--   function OneByOne(t, o): boolean   LCC lets o go
--   function Overtakes(t, o): boolean  o would go before a load that may ask again
--   function AcceptsAccess(t, o): boolean.

type
  time_left: -1 .. TIMES;
  wait_left: 0 .. TIMES + 1;

var
  gwct: array [thread] of wait_left;  -- 0: past

function Held(t: thread): boolean;
begin
  return gwct[t] > 0;
end;

procedure TickLeft(var left: time_left);
begin
  if !isundefined(left) then
    if left >= 0 then left := left - 1; end;
  end;
end;

procedure TickWaits();
begin
  for t: thread do
    if gwct[t] > 0 then
      gwct[t] := gwct[t] - 1;
      SettleWaits(t);
      if gwct[t] = 0 & UsedThread(t) then PassFences(t); end;
    end;
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if !FencesAllow(t, o) | (WaitsBefore(o) & (pending[t] > 0 | Held(t))) then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  end;
  return OneByOne(t, o) & !Overtakes(t, o) & AcceptsAccess(t, o);
end;

-- What invariants/tc-*.m look at.
function SharedLeft(l: line): time_left; begin return l2[l].gt; end;
