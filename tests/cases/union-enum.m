-- why: a union of two enums behaves as one enum with the members of both; union-as-enum.m is that enum.
-- expect: verdict=holds states=9 rules=19 depth=5
type near: enum { Red, Green }; far: enum { North, South, East }; any: union { near, far };
var x: any; b: boolean;
startstate begin x := Red; b := false; end;
ruleset a: any do
  rule "next" x = a & !b | b & a = x & ismember(a, far) ==> begin
    switch x case Red: x := Green; case Green: x := North; case North: x := South; case South: x := East; else x := Red; end;
  end;
end;
rule "toggle" b | ismember(x, near) | x = South ==> begin b := !b; end;
rule "stay" x != East -> b ==> begin x := x; end;
cover x = East & b;
