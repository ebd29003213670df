-- why: depth first visits the same states.
-- options: --search dfs
-- runs: once
-- expect: verdict=holds states=8 rules=14
var a: array [0..2] of boolean;
startstate begin for i: 0..2 do a[i] := false; end; end;
ruleset i: 0..2 do
  rule "up" !a[i] ==> begin a[i] := true; end;
end;
rule "reset" a[0] & a[1] & a[2] ==> begin for i: 0..2 do a[i] := false; end; end;
rule "half" a[0] & a[1] & !a[2] ==> begin a[0] := false; end;
