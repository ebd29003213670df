-- SPDX-License-Identifier: BSD-2-Clause
-- Whether a program has a heterogeneous race, along its sequentially consistent
-- executions: for the machine sc, where an access is performed as it is issued.
-- The analysis is the host's (checker/axioms/known.c); its state is a number
-- here, as a thread's local state is.

const
  KNOWN: 4194304;

type
  known_state: 0 .. KNOWN - 1;

external function HostKnownStart(): known_state;
external function HostKnownStep(k: known_state; t: thread; o: operation; writes: boolean): known_state;
external function HostKnownRace(k: known_state): boolean;

var
  known: known_state;

procedure ObserveStart();
begin
  known := HostKnownStart();
end;

-- An RMW sees the memory that it is about to change.
procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  known := HostKnownStep(known, t, o,
                         Kind(o) = RMW ? Writes(o, FinalValue(LineOf(o), WordOf(o))) : Kind(o) = STORE);
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value); begin end;

invariant "no race"
  !HostKnownRace(known);
