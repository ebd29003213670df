-- why: union-enum.m with the union written as an enum, so that other tools can count it.
-- expect: verdict=holds states=9 rules=19 depth=5
type any: enum { Red, Green, North, South, East };
var x: any; b: boolean;
startstate begin x := Red; b := false; end;
ruleset a: any do
  rule "next" x = a & !b | b & a = x & (a = North | a = South | a = East) ==> begin
    switch x case Red: x := Green; case Green: x := North; case North: x := South; case South: x := East; else x := Red; end;
  end;
end;
rule "toggle" b | x = Red | x = Green | x = South ==> begin b := !b; end;
rule "stay" x != East -> b ==> begin x := x; end;
cover "both" x = East & b;
