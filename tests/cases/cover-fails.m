-- why: each instance of a cover is evaluated, so that one that cannot be is a violation though an earlier one is met; as in Rumur.
-- expect: verdict=violated kind=undefined depth=0 place=7:27
var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule begin x := (x + 1) % 3; end;
ruleset i: 0..1 do
  cover "any" i = 0 | x = y;
end;
