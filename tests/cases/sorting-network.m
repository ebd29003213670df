-- why: every input of a sorting network of four wires is a start state; comparators fire in any order of their layers.
-- options: --deadlock off
-- expect: verdict=holds states=76 rules=96 depth=5
type
  wire: 0 .. 3;
  comparator: 0 .. 4;
  bit: 0 .. 1;
var
  value: array [wire] of bit;
  done: array [comparator] of boolean;

function Low(c: comparator): wire;
begin
  switch c
    case 0: return 0;
    case 1: return 2;
    case 2: return 0;
    case 3: return 1;
    case 4: return 1;
  end;
end;

function High(c: comparator): wire;
begin
  switch c
    case 0: return 1;
    case 1: return 3;
    case 2: return 2;
    case 3: return 3;
    case 4: return 2;
  end;
end;

function Layer(c: comparator): 0 .. 2;
begin
  return c / 2;
end;

ruleset a: bit; b: bit; c: bit; d: bit do
  startstate begin
    value[0] := a;
    value[1] := b;
    value[2] := c;
    value[3] := d;
    for k: comparator do done[k] := false; end;
  end;
end;

ruleset c: comparator do
  rule "compare"
    !done[c] & forall k: comparator do Layer(k) < Layer(c) -> done[k] end ==>
  var v: bit;
  begin
    if value[Low(c)] > value[High(c)] then
      v := value[Low(c)];
      value[Low(c)] := value[High(c)];
      value[High(c)] := v;
    end;
    done[c] := true;
  end;
end;

invariant "sorted at the end"
  (forall c: comparator do done[c] end) ->
    value[0] <= value[1] & value[1] <= value[2] & value[2] <= value[3];
