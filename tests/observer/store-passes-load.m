-- SPDX-License-Identifier: BSD-2-Clause
-- A store is issued while a load of its thread has not returned: never, this
-- says, and is violated where a driver lets stores overtake loads.
invariant "nothing is stored while a load is outstanding"
  forall t: thread do
    (exists g: tag do outstanding[t][g] end) -> !passes[t]
  end;

var passes: array [thread] of boolean;

procedure ObserveStart();
begin
  for t: thread do passes[t] := false; end;
end;
procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value);
begin
  if exists g: tag do outstanding[t][g] end then passes[t] := true; end;
end;
procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  passes[t] := false;
end;
procedure ObserveStore(t: thread; l: line; w: word; v: value); begin end;
