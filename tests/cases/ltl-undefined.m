-- why: what evaluating a condition meets is a violation, as in an invariant, and the formula is not decided
-- expect: verdict=violated states=3 rules=3 depth=1 kind=undefined
-- expect-property: m again=incomplete
var n: 0..2; m: 0..2;
startstate begin n := 0; m := 1; end;
rule "on" n < 2 ==> begin n := n + 1; if n = 1 then undefine m; else m := 1; end; end;
rule "back" n = 2 ==> begin n := 0; end;
ltl "m again" [] <> {m = 1};
