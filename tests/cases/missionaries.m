-- why: three missionaries and three cannibals, a boat for two: 11 crossings.
-- expect: verdict=violated states=14 rules=30 depth=11 kind=invariant "name=somebody is left"
const
  N: 3;
var
  missionaries: 0 .. N;      -- on the first bank
  cannibals: 0 .. N;
  boat: boolean;             -- there, too

startstate begin
  missionaries := N;
  cannibals := N;
  boat := true;
end;

function Safe(m: 0 .. N; c: 0 .. N): boolean;
begin
  return (m = 0 | m >= c) & (m = N | N - m >= N - c);
end;

ruleset m: 0 .. 2; c: 0 .. 2 do
  rule "cross"
    m + c >= 1 & m + c <= 2 & boat & m <= missionaries & c <= cannibals
    & Safe(missionaries - m, cannibals - c)
  ==>
  begin
    missionaries := missionaries - m;
    cannibals := cannibals - c;
    boat := false;
  end;

  rule "come back"
    m + c >= 1 & m + c <= 2 & !boat & missionaries + m <= N & cannibals + c <= N
    & Safe(missionaries + m, cannibals + c)
  ==>
  begin
    missionaries := missionaries + m;
    cannibals := cannibals + c;
    boat := true;
  end;
end;

invariant "somebody is left"
  missionaries + cannibals > 0;
