-- why: -2^63 is a number that expressions may give, in aliases, loops and comparisons, though no range holds it: to store it is a violation of the range, to go below it an overflow.
-- options: --deadlock off --max-errors 3
-- expect: verdict=violated kind=range depth=3 violations=2
-- expect-text: 64 bits do not hold
var a: -9223372036854775807..-1; b: 0..3;
startstate begin a := -9223372036854775807; b := 0; end;
rule "look" b < 2 ==> begin
  b := b + 1;
  assert a - 1 < a & a - 1 = -9223372036854775808 & -9223372036854775808 / 2 = -4611686018427387904;
  alias least: a - 1 do assert least = -9223372036854775808 & least + 1 = a; end;
  for i := a - 1 to a do assert i = a | i = -9223372036854775808; assert i = a | i + 1 = a; end;
  assert !exists i := a - 1 to a do i > a end;
end;
rule "store" b = 2 ==> begin a := a - 1; end;
rule "below" b = 2 ==> begin if a - 2 < 0 then b := 3; end; end;
