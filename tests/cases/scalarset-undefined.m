-- why: undefined names are renamed to undefined; a record with a hole.
-- expect: verdict=holds states=16 rules=96 depth=2
-- expect-exact: states=5 rules=30
type p: scalarset(3);
var x: record a, b: p; end;
startstate begin undefine x; end;
ruleset i: p do
  rule begin x.a := i; end;
  rule begin x.b := i; end;
end;
