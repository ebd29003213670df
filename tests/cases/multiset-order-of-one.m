-- why: what is asked in turn of the elements of one multiset of an array shows the order of its slots: that multiset keeps it, under every setting, and the other one is reduced.
-- options: --deadlock off
-- expect: verdict=holds states=91 rules=288
-- expect-exact: states=78 rules=258
-- expect-warning: 15:60 the order of a multiset's slots can matter here, for `e`: it calls what has an effect, in the order of the elements
var net: array [0..1] of multiset [2] of 1..2; first: 0..2;
function note(x: 1..2): boolean;
begin
  if first = 0 then first := x; end;
  return true;
end;
startstate begin first := 0; end;
ruleset n: 0..1; x: 1..2 do rule "add" multisetcount(e: net[n], true) < 2 ==> begin multisetadd(x, net[n]); end; end;
rule "empty" begin clear net; first := 0; end;
rule "ask" first = 0 ==> begin if multisetcount(e: net[0], note(net[0][e])) = 3 then error "3"; end; end;
