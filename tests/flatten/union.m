-- A token walks between three nodes and two places that are no node.
type
  node: scalarset(3);
  special: enum {home, away};
  place: union {node, special};
  wide: union {special, node};
var
  at: place;
  last: wide;
  seen: array [place] of boolean;
  count: array [wide] of 0..2;

function Next(p: place): place;
begin
  switch p
    case home: return away;
    case away: return home;
    else return p;
  end;
end;

startstate begin
  at := home;
  last := away;
  for p: place do seen[p] := false; end;
  for p: wide do count[p] := 0; end;
end;

ruleset n: node do
  rule "enter" at = home & !seen[n] ==>
  begin
    last := at;
    at := n;
    seen[n] := true;
  end;
  rule "leave" at = n ==>
  begin
    last := n;
    if count[n] < 2 then count[n] := count[n] + 1; end;
    at := last = at ? away : home;
  end;
end;

rule "swap" ismember(at, special) ==>
begin
  last := at;
  at := Next(at);
end;

rule "forget" at = away & exists p: node do p = last end ==>
begin
  clear seen;
  undefine last;
  last := home;
end;

invariant ismember(at, node) -> seen[at];
invariant last != at | at != home;
