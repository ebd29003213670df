-- why: a weakly fair instance that stays enabled fires at last
-- expect: verdict=holds states=4 rules=6
-- expect-property: a at last=holds
-- expect-text: weakly fair: "a"; 1 instance
var a, b: boolean;
startstate begin a := false; b := false; end;
rule "turn" begin b := !b; end;
fair rule "a" !a ==> begin a := true; end;
ltl "a at last" <> {a};
