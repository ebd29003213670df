-- why: loops over a union that holds a scalarset, and within each other, each round with places of its own.
-- options: --deadlock off
-- expect: verdict=holds states=4860 rules=34020 depth=12
-- expect-exact: states=1008 rules=7056
-- expect-warning: 16:68 this assigns a variable to itself
type S: scalarset(3); E: enum {home}; U: union {S, E};
var at: array [U] of 0..2; who: U; near: array [U] of array [U] of boolean;
startstate begin for u: U do at[u] := 0; for v: U do near[u][v] := u = v; end; end; who := home; end;
ruleset u: U do
  rule "go" begin at[u] := (at[u] + 1) % 3; who := u; end;
  rule "look" who != u ==> begin
    for v: U do
      alias row: near[v] do for w: U do row[w] := at[v] = at[w] | at[u] = 0; end; end;
    end;
    for v: U do
      switch at[v] case 2: at[v] := 0; else if ismember(v, S) then at[v] := at[v]; end; end;
    end;
  end;
end;
invariant "alike" forall v: U do forall w: U do near[v][w] = near[w][v] end end;
