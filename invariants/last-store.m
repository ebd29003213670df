-- SPDX-License-Identifier: BSD-2-Clause
-- No store is lost: when nothing is in flight or buffered, a location ends with
-- the value of the store that was performed last, by the observer's own history
-- and not by what the machine says is its memory.  Of every machine, for it is what
-- FinalValue and ObserveStore mean; versions.m has it too.  For drivers whose
-- values come again, so that nothing else can be observed.

var
  newest: array [line] of array [word] of value;  -- of the location's order

procedure ObserveStart();
begin
  for l: line do
    for w: word do newest[l][w] := Initial(l, w); end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  newest[l][w] := v;
end;

invariant "no store is lost"
  Quiescent() -> forall l: line do forall w: word do FinalValue(l, w) = newest[l][w] end end;
