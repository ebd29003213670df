-- SPDX-License-Identifier: BSD-2-Clause
-- Times as what is left of them, the fences that wait for a GWCT, and what the
-- driver and the invariants ask: what tc.m and the cells (cells/parts.m) have in
-- common beside time.m.  Each defines TIMES and LCC before, and gives
--   function WaitsBefore(o): boolean   o has a fence before it as well as after it
--   function StoresPending(c): boolean a store of the CU is outstanding, for LCC
--   function Hits(c, l): boolean
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

-- LCC: one outstanding access of the thread, one outstanding store of the CU.
function OneByOne(t: thread; o: operation): boolean;
begin
  return LCC = 0 | (pending[t] = 0 & (Kind(o) = LOAD | !StoresPending(CuOf(t))));
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

function MayRead(c: cu; l: line; w: word): boolean; begin return Hits(c, l); end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;

-- What invariants/tc-*.m look at.
function SharedLeft(l: line): time_left;            begin return l2[l].gt; end;
