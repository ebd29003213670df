-- why: test and set in two steps is no lock; the trace shows both processes test before either sets.
-- expect: verdict=violated states=20 rules=48 depth=4 kind=invariant "name=mutual exclusion"
-- expect-exact: states=7 rules=18
const
  N: 3;
type
  process: scalarset(N);
var
  locked: boolean;
  at: array [process] of enum { Test, Set, Critical };

startstate begin
  locked := false;
  for p: process do at[p] := Test; end;
end;

ruleset p: process do
  rule "test" at[p] = Test & !locked ==> begin at[p] := Set; end;
  rule "set" at[p] = Set ==> begin locked := true; at[p] := Critical; end;
  rule "release" at[p] = Critical ==> begin locked := false; at[p] := Test; end;
end;

invariant "mutual exclusion"
  forall p: process do forall q: process do
    at[p] = Critical & at[q] = Critical -> p = q
  end end;
