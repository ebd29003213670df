-- why: two processes increment a counter with a read and a write; the assertion at the end fails when the reads overlap.
-- options: --deadlock off
-- expect: verdict=violated states=11 rules=14 depth=4 kind=assert "name=no increment is lost"
-- expect-exact: states=7 rules=9
const
  N: 2;
type
  process: scalarset(N);
var
  counter: 0 .. N;
  register: array [process] of 0 .. N;
  step: array [process] of enum { Read, Write, Done };

startstate begin
  counter := 0;
  undefine register;
  for p: process do step[p] := Read; end;
end;

ruleset p: process do
  rule "read" step[p] = Read ==>
  begin register[p] := counter; step[p] := Write; end;

  rule "write" step[p] = Write ==>
  begin
    counter := register[p] + 1;
    step[p] := Done;
    undefine register[p];
    if forall q: process do step[q] = Done end then
      assert "no increment is lost" counter = N;
    end;
  end;
end;
