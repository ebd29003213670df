-- Two errors.
var n: 0..3;
startstate begin n := m; end;
rule "Up" n < 3 ==> n = n + 1; end;
