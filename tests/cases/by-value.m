-- why: a parameter by value is a copy, of compounds too, and by reference the variable itself, aliased twice.
-- expect: verdict=holds states=1 rules=1 depth=0
-- options: --deadlock off
type r: record a: 0..9; b: array [boolean] of 0..9; end;
var x: r;
function sum(y: r): 0..99; begin x.a := 7; return y.a + y.b[false] + y.b[true]; end;
procedure both(var y: 0..9; var z: 0..9); begin y := 3; z := z + y; assert y = z; y := 1; end;
startstate begin x.a := 1; x.b[false] := 2; x.b[true] := 3; end;
rule
  var s: 0..99;
begin
  s := sum(x);
  assert s = 6 & x.a = 7;
  both(x.a, x.a);
  assert x.a = 1;
end;
