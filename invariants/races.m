-- SPDX-License-Identifier: BSD-2-Clause
-- Whether a program has a heterogeneous race, along its sequentially consistent
-- executions: for the machine sc, where an access is performed as it is issued.
-- The analysis is the host's (checker/axioms/hb.c); its state is a number
-- here, as a thread's local state is.
-- needs: program

-- show: ghost races

const
  RACES_STATES: 4194304;

type
  races_state: 0 .. RACES_STATES - 1;

external function HostRacesStart(): races_state;
external function HostRacesStep(k: races_state; t: thread; o: operation; writes: boolean): races_state;
external function HostHasRace(k: races_state): boolean;

var
  races: races_state;

procedure ObserveStart();
begin
  races := HostRacesStart();
end;

-- An RMW sees the memory that it is about to change.
procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  races := HostRacesStep(races, t, o,
                         Kind(o) = RMW ? Writes(o, FinalValue(LineOf(o), WordOf(o))) : Kind(o) = STORE);
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value); begin end;

invariant "no race"
  !HostHasRace(races);
