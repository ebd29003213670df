-- why: Dijkstra's self-stabilising ring, from every state: one privilege is reachable from all, and closed once reached.
-- expect: verdict=holds states=27 rules=45 depth=0
const
  N: 3;
  K: 3;
type
  machine: 0 .. N - 1;
  number: 0 .. K - 1;
var
  x: array [machine] of number;

function Privileged(m: machine): boolean;
begin
  return m = 0 ? x[0] = x[N - 1] : x[m] != x[m - 1];
end;

function Legitimate(): boolean;
var n: 0 .. N;
begin
  n := 0;
  for m: machine do
    if Privileged(m) then n := n + 1; end;
  end;
  return n = 1;
end;

ruleset a: number; b: number; c: number do
  startstate begin
    x[0] := a;
    x[1] := b;
    x[2] := c;
  end;
end;

ruleset m: machine do
  rule "move" Privileged(m) ==>
  var before: boolean;
  begin
    before := Legitimate();
    if m = 0 then x[0] := (x[0] + 1) % K; else x[m] := x[m - 1]; end;
    assert "closed" before -> Legitimate();
  end;
end;

invariant "somebody may move" exists m: machine do Privileged(m) end;
liveness "it becomes legitimate" Legitimate();
