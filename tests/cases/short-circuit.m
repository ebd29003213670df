-- why: what cannot matter is not evaluated, so that it cannot fail.
-- expect: verdict=holds states=1 rules=1
-- options: --deadlock off
var u: 0..3; z: 0..3; a: array [0..1] of boolean;
startstate begin z := 0; a[0] := true; end;
rule begin
  assert z = 0 | u = 1;
  assert !(z = 1 & u = 1);
  assert z = 1 -> u = 1;
  assert z = 0 ? true : u = 1;
  assert exists i := 0 to 9 do a[i] end;
  assert !(forall i := 0 to 9 do !a[i] end);
  assert isundefined(u) || 1 / z = 1;
  assert !(z != 0 && 1 / z = 1);
end;
