-- why: two scalarsets permute independently: a relation between them up to both.
-- expect: verdict=holds states=16 rules=64 depth=4
-- expect-exact: states=7 rules=28
type left: scalarset(2); right: scalarset(2);
var r: array [left] of array [right] of boolean;
startstate begin for i: left do for j: right do r[i][j] := false; end; end; end;
ruleset i: left; j: right do rule begin r[i][j] := !r[i][j]; end; end;
