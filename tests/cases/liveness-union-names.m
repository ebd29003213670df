-- why: a member of an enum is spelt as an element of a scalarset is printed; within a union, renaming the element must leave the member alone, or the instance of `S_1` passes for that of `other`.
-- options: --deadlock off
-- expect: verdict=violated kind=liveness depth=0 states=4 rules=8 name=above
-- expect-exact: states=3 rules=6
-- expect-trace: s
-- expect-text: "above" u = S_1 (
-- expect-text: on[S_1#2] := false
type S: scalarset(2); E: enum { S_1, other }; U: union { E, S };
var on: array [U] of boolean;
startstate "s" begin
  for u: U do on[u] := ismember(u, E); end;
  on[S_1] := false;
end;
ruleset s: S do rule "turn" begin on[s] := !on[s]; end; end;
ruleset u: U do liveness "above" on[u]; end;
