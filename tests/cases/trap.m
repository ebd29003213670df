-- why: a state from which the goal cannot be reached, although something can always be done: liveness finds it, deadlock does not.
-- expect: verdict=violated states=8 rules=9 depth=3 kind=liveness "name=home again"
var
  x: 0 .. 7;

startstate begin x := 0; end;

rule "up" x < 3 ==> begin x := x + 1; end;
rule "home" x = 3 ==> begin x := 0; end;
rule "fall" x = 2 ==> begin x := 4; end;
rule "wander" x >= 4 ==> begin x := x = 7 ? 4 : x + 1; end;

liveness "home again" x = 0;
