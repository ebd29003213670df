-- why: ismember reads its value, and so it fails where that is undefined, even if the type decides.
-- expect: verdict=violated states=1 rules=1 kind=undefined place=11:20
type
  node: scalarset(2);
  colour: enum { Red, Green };
var
  n: node;
  b: boolean;
startstate begin b := false; end;
rule "ask" begin
  assert !ismember(n, colour) "never reached";
  b := true;
end;
