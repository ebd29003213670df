-- SPDX-License-Identifier: BSD-2-Clause
-- Peterson's mutual exclusion for N processes (the filter lock): to enter, a
-- process passes N - 1 levels; at each it names itself last, and waits while
-- it is last and another process is at that level or above.
--
-- Each access to a shared variable is a step; the test of a level is one step,
-- as in the textbook model.
--
-- peterson.pml is the same for SPIN.
--
-- Size: --const N=n.  Known (states, rules fired):
--
--   N        symmetry off                     exact
--   3           894        2,196            174        437
--   4        18,165       54,064            969      3,007
--   5       409,308    1,431,660          4,740     17,463
--   6    10,187,487   40,976,544         21,412     91,345
--   7                                    91,494    443,579
--
-- why: counts known from Rumur and SPIN.
-- runs: once
-- expect: verdict=holds states=969 rules=3007
const
  N: 4;

type
  process: scalarset(N);
  level: 0 .. N - 1;           -- 0: not competing
  place: enum { Idle, Claim, Defer, Wait, Critical };

var
  at: array [process] of place;
  next: array [process] of level;      -- the level that it is entering
  claimed: array [process] of level;   -- shared
  last: array [level] of process;      -- shared

ruleset p: process do
  rule "start"
    at[p] = Idle
  ==>
  begin
    next[p] := 1;
    at[p] := Claim;
  end;

  rule "claim the level"
    at[p] = Claim
  ==>
  begin
    claimed[p] := next[p];
    at[p] := Defer;
  end;

  rule "be the last there"
    at[p] = Defer
  ==>
  begin
    last[next[p]] := p;
    at[p] := Wait;
  end;

  rule "pass"
    at[p] = Wait &
    (last[next[p]] != p | forall q: process do q != p -> claimed[q] < next[p] end)
  ==>
  begin
    if next[p] = N - 1 then
      at[p] := Critical;
    else
      next[p] := next[p] + 1;
      at[p] := Claim;
    end;
  end;

  rule "leave"
    at[p] = Critical
  ==>
  begin
    claimed[p] := 0;
    next[p] := 0;
    at[p] := Idle;
  end;
end;

startstate
begin
  for p: process do
    at[p] := Idle;
    next[p] := 0;
    claimed[p] := 0;
  end;
  undefine last;
end;

invariant "mutual exclusion"
  forall p: process do forall q: process do
    p != q -> !(at[p] = Critical & at[q] = Critical)
  end end;
