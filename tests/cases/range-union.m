-- why: a union's value of another part, assigned to a variable of one part.
-- expect: verdict=violated kind=range depth=2 place=9:33
type e: enum { A, B }; s: scalarset(2); u: union { e, s };
var x: u; y: e;
startstate begin x := A; y := A; end;
ruleset i: s do
  rule "give" begin x := i; end;
end;
rule "take" true ==> begin y := x; end;
