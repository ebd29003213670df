-- why: a readers and writers lock over a scalarset; counts by hand: n = 4 clients, all subsets reading or one writing.
-- Each client is idle or reads, or one writes and all others are idle: 2^4 + 4 states; up to exchange 5 + 1.
-- expect: verdict=holds states=20 rules=72 depth=4
-- expect-exact: states=6 rules=25
const
  N: 4;
type
  client: scalarset(N);
var
  does: array [client] of enum { Nothing, Reads, Writes };

startstate begin
  for c: client do does[c] := Nothing; end;
end;

ruleset c: client do
  rule "begin to read"
    does[c] = Nothing & forall d: client do does[d] != Writes end ==>
  begin does[c] := Reads; end;

  rule "begin to write"
    forall d: client do does[d] = Nothing end ==>
  begin does[c] := Writes; end;

  rule "end" does[c] != Nothing ==> begin does[c] := Nothing; end;
end;

invariant "a writer is alone"
  forall c: client do forall d: client do
    does[c] = Writes & c != d -> does[d] = Nothing
  end end;
