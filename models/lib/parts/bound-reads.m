-- SPDX-License-Identifier: BSD-2-Clause
-- The loads and RMWs of a thread that are not bound: a release, a fence and what is
-- sequentially consistent waits for them, and an acquire among them is a barrier until it
-- is bound.  Used by denovo and hmg, which define reads, barrier and waiting, and give
--   function DropsL1(o): boolean           what o acquires is beyond its L1
--   procedure DropL1(c)                    what an acquire drops
--   function WaitsForStores(o): boolean    o waits for earlier stores.
include "reads.m"

function WaitsForReads(o: operation): boolean;
begin
  return Releases(o) | Order(o) = SEQ_CST | Kind(o) = FENCE;
end;

-- Whether t does nothing until o, which it has just issued, is answered.
function Blocks(t: thread; o: operation): boolean;
begin
  if barrier[t] | !HasNext(t, false) then
    return true;
  end;
  return Kind(o) = STORE ? WaitsForStores(Next(t, false)) : WaitsForReads(Next(t, false));
end;

procedure Wait(t: thread; o: operation; g: tag; fetches: boolean);
begin
  StartWaiting(t, g, o);
  waiting[t][g].fetches := fetches;
  IssuedRead(t, o);
end;

-- What waits no longer.
procedure Waited(t: thread; g: tag);
begin
  StopWaiting(t, g);
  reads[t] := reads[t] - 1;
end;

procedure Bind(t: thread; o: operation; g: tag; v: value);
begin
  if Acquires(o) then
    barrier[t] := false;
    if DropsL1(o) then
      DropL1(CuOf(t));
    end;
  end;
  Complete(t, g, v);
end;

-- Bound by a fill: if it acquires, then at no wider scope than the L1's.
procedure BindFilled(t: thread; g: tag; v: value);
begin
  if Acquires(waiting[t][g].what) then
    barrier[t] := false;
  end;
  Waited(t, g);
  Complete(t, g, v);
end;
