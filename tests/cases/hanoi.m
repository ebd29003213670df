-- why: towers of Hanoi with 5 discs: 3^5 states, and 2^5 - 1 moves are the fewest to the goal, which violates the invariant.
-- expect: verdict=violated states=242 rules=724 depth=31 kind=invariant "name=not all on the right"
const
  DISCS: 5;
type
  disc: 0 .. DISCS - 1;        -- 0 is the smallest
  peg: enum { Left, Middle, Right };
var
  on: array [disc] of peg;

function IsTop(d: disc): boolean;
begin
  return forall e: disc do e < d -> on[e] != on[d] end;
end;

function MayGo(d: disc; p: peg): boolean;
begin
  return p != on[d] & forall e: disc do e < d -> on[e] != p end;
end;

startstate begin
  for d: disc do on[d] := Left; end;
end;

ruleset d: disc; p: peg do
  rule "move" IsTop(d) & MayGo(d, p) ==> begin on[d] := p; end;
end;

invariant "not all on the right"
  !forall d: disc do on[d] = Right end;
