-- why: the greatest and the least that a loop keeps, in each way to write them, leave the scalarset symmetric.
-- options: --deadlock off
-- expect: verdict=holds states=35 rules=105 depth=6
-- expect-exact: states=14 rules=42
type S: scalarset(3); Count: 0..2;
var x: array [S] of Count; high, low, ever: Count;
startstate begin for i: S do x[i] := 0; end; high := 0; low := 0; undefine ever; end;
ruleset p: S do
  rule "step" begin
    x[p] := (x[p] + 1) % 3;
    high := 0;
    low := 2;
    for i: S do
      if x[i] > high then high := x[i]; end;
      if high <= x[i] then high := x[i]; end;
      if low >= x[i] then low := x[i]; end;
      if x[i] < low then low := x[i]; end;
      if isundefined(ever) | x[i] > ever then ever := x[i]; end;
    end;
  end;
end;
invariant "the greatest" (exists i: S do x[i] = high end) & (forall i: S do low <= x[i] & x[i] <= high end);
invariant "ever" isundefined(ever) | ever >= high;
