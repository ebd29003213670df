-- SPDX-License-Identifier: BSD-2-Clause
-- Tells the host where each store has its place: for following one run, with
-- a host that knows stores by their values.  No ghost state.
-- needs: program

external procedure HostObserveStore(t: thread; l: line; w: word; v: value);

procedure ObserveStart(); begin end;
procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  HostObserveStore(t, l, w, v);
end;
