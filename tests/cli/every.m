-- One failure of each kind that the language implies, chosen by a constant.
const KIND: 0;
type two: 0..1; item: record v: 0..3; end;
var x: 0..3; u: 0..3; a: array [two] of 0..3; bag: multiset [1] of item; it: item;
function forever(n: 0..3): 0..3; begin return forever(n); end;
function nothing(n: 0..3): 0..3; begin if n = 1 then return 0; end; end;
startstate begin x := 0; undefine u; clear a; undefine bag; clear it; end;
rule "Fail" begin
  switch KIND
  case 0: x := x + 4;
  case 1: a[x + 2] := 0;
  case 2: x := u + 1;
  case 3: x := 9223372036854775807 + (x + 1);
  case 4: x := 1 / x;
  case 5: x := 1 << (x + 64);
  case 6: while true do x := 1 - x; end;
  case 7: x := forever(x);
  case 8: multisetadd(it, bag); multisetadd(it, bag);
  case 9: x := nothing(x);
  case 10: error "on purpose";
  case 11: assert "never one" x = 1;
  end;
end;
