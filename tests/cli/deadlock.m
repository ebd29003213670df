-- A counter that stops.
var n: 0..3;
startstate begin n := 0; end;
rule "Up" n < 3 ==> n := n + 1; end;
