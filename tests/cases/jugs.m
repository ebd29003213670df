-- why: jugs of 3 and 5, and 4 is wanted: the violation is the solution, and 6 steps are the fewest.
-- expect: verdict=violated states=13 rules=46 depth=6 kind=invariant "name=no jug holds what is wanted"
const
  SMALL: 3;
  LARGE: 5;
  WANTED: 4;
var
  small: 0 .. SMALL;
  large: 0 .. LARGE;

function Min(a: 0 .. SMALL + LARGE; b: 0 .. SMALL + LARGE): 0 .. SMALL + LARGE;
begin
  return a < b ? a : b;
end;

startstate begin small := 0; large := 0; end;

rule "fill small" small < SMALL ==> begin small := SMALL; end;
rule "fill large" large < LARGE ==> begin large := LARGE; end;
rule "empty small" small > 0 ==> begin small := 0; end;
rule "empty large" large > 0 ==> begin large := 0; end;

rule "small into large" small > 0 & large < LARGE ==>
var n: 0 .. LARGE;
begin
  n := Min(small, LARGE - large);
  small := small - n;
  large := large + n;
end;

rule "large into small" large > 0 & small < SMALL ==>
var n: 0 .. LARGE;
begin
  n := Min(large, SMALL - small);
  large := large - n;
  small := small + n;
end;

invariant "no jug holds what is wanted"
  small != WANTED & large != WANTED;
