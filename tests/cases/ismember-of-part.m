-- why: ismember is asked of values of a scalarset, an enum and a boolean too, and of types that the value cannot have.
-- expect: verdict=holds states=18 rules=90
-- expect-exact: states=4 rules=20
type
  node: scalarset(3);
  colour: enum { Red, Green };
  place: union { node, colour };
var
  n: node;
  c: colour;
  b: boolean;
  p: place;

ruleset m: node do
  startstate begin n := m; c := Red; b := true; p := m; end;

  rule "move" ismember(m, node) & !ismember(m, colour) ==>
  begin
    if ismember(n, node) then n := m; end;
    assert !ismember(n, colour) & !ismember(n, boolean);
  end;
end;

rule "paint" ismember(c, colour) & !ismember(c, node) & ismember(b, boolean) ==>
begin
  c := c = Red ? Green : Red;
  p := n;
end;

rule "stay" ismember(Red, colour) & !ismember(Red, boolean) & !ismember(p, boolean) ==> begin end;

invariant "p is a node" ismember(p, node) & !ismember(p, colour);
