-- SPDX-License-Identifier: BSD-2-Clause
-- What the MSI protocol promises.

function MayRead(c: cache): boolean;
begin
  return state[c] = S | state[c] = SM_AD | state[c] = SM_A | state[c] = M;
end;

function MayWrite(c: cache): boolean;
begin
  return state[c] = M;
end;

function Quiescent(): boolean;
begin
  return NetworkEmpty() &
    forall c: cache do state[c] = I | state[c] = S | state[c] = M end;
end;

invariant "SWMR"
  forall c: cache do forall d: cache do
    c != d & MayWrite(c) -> !MayRead(d)
  end end;

invariant "data-value"
  forall c: cache do
    MayRead(c) -> copy[c] = latest
  end;

invariant "data-value of memory"
  directory = Dir_I -> memory = latest;

-- Memory and every cache can always come to rest, and every cache can always
-- get to store.
liveness "quiescence"
  Quiescent();

ruleset c: cache do
  liveness "a store completes"
    state[c] = M;
end;
