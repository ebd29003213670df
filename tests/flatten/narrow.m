-- A union's value that is not in the part that it is stored in is a violation.
type
  a: enum {a1, a2};
  b: enum {b1, b2};
  both: union {a, b};
var x: both; y: b;
startstate begin x := a1; y := b1; end;
ruleset v: both do rule "choose" begin x := v; end; end;
rule "narrow" x != a1 ==> begin y := x; end;
