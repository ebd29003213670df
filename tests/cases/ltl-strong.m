-- why: a strongly fair instance that is enabled again and again fires at last
-- expect: verdict=holds states=4 rules=5
-- expect-property: a at last=holds
-- expect-property: never both=holds
var a, b: boolean;
startstate begin a := false; b := false; end;
rule "turn" begin b := !b; end;
strong fair rule "a" !a & b ==> begin a := true; end;
ltl "a at last" <> {a};
ltl "never both" [] ({a} -> ! fires("a"));
