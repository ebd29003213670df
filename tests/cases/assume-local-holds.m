-- why: a firing that fails an assumption in its body is not counted.
-- options: --deadlock off
-- expect: verdict=holds states=4 rules=6 depth=2
var n: 0..9;
startstate begin n := 0; end;
ruleset k: 1..2 do
  rule begin n := n + k; assume n <= 3; assert n <= 3; end;
end;
rule begin assume n > 3; error "not here"; end;
rule n = 3 ==> begin n := 0; end;
