-- why: a step of 0, known only when the loop runs.
-- expect: verdict=violated kind=loop depth=3
var n, s: 0..3;
startstate begin n := 0; s := 2; end;
rule begin for i := 0 to 3 by s do n := i; end; s := s - 1; end;
