-- why: an unordered network as a multiset, with choose: 3 messages of two kinds in 3 slots, counted by hand.
-- With reduction a state is how many of each kind there are, at most 3 together: 10 states.
-- expect: verdict=holds states=27 rules=92 depth=5
-- expect-exact: states=10 rules=32 depth=3
type
  kind: enum { Ping, Pong };
var
  network: multiset [3] of kind;

startstate begin undefine network; end;

ruleset k: kind do
  rule "send" multisetcount(i: network, true) < 3 ==>
  begin multisetadd(k, network); end;
end;

choose i: network do
  rule "turn round" network[i] = Ping ==>
  begin multisetremove(i, network); multisetadd(Pong, network); end;

  rule "take" network[i] = Pong ==>
  begin multisetremove(i, network); end;
end;
