-- kind: cover
-- A local cover is met for one element alone.
type S: scalarset(2);
var x: array [S] of boolean;
startstate begin for i: S do x[i] := false; end; end
ruleset i: S do rule begin x[i] := !x[i]; end end
rule var f: boolean; begin
  f := false;
  for i: S do
    if !f & x[i] then cover "first" true; end;
    f := true;
  end;
end
