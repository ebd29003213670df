-- why: how protocols use a network of multisets: aliases of the channel and of the message, procedures that send, the message taken out last, or copied and taken out before the answer. Slots stand for elements in all of it, so it is reduced, and no warning says otherwise.
-- options: --deadlock off --warn error
-- expect: verdict=holds states=122 rules=264
-- expect-exact: states=43 rules=89
type
  node: scalarset(2);
  place: union { node, enum { home } };
  message: record kind: enum { ask, answer, done }; src: place; end;
var
  net: array [place] of multiset [2] of message;
  asked: array [node] of boolean;
  served: array [node] of 0..1;

procedure send(k: 0..2; src: place; dst: place);
  var m: message;
begin
  m.kind := k = 0 ? ask : k = 1 ? answer : done;
  m.src := src;
  multisetadd(m, net[dst]);
end;

procedure at_home(m: message);
begin
  if m.kind = ask then send(1, home, m.src); end;
end;

startstate begin
  undefine net;
  for n: node do asked[n] := false; served[n] := 0; end;
end;

ruleset n: node do
  rule "ask" !asked[n] & multisetcount(i: net[home], true) < 2 ==> begin
    asked[n] := true;
    send(0, n, home);
  end;
end;

choose i: net[home] do alias channel: net[home]; m: channel[i] do
  rule "at home" multisetcount(k: channel, channel[k].kind = m.kind & k != i) = 0 | m.kind = ask ==> begin
    at_home(m);
    multisetremove(i, channel);
  end;
end; end;

ruleset n: node do choose i: net[n] do
  rule "at a node"
    var m: message;
  begin
    m := net[n][i];
    multisetremove(i, net[n]);
    if m.kind = answer then
      served[n] := 1;
      asked[n] := false;
      if multisetcount(k: net[home], true) < 2 then send(2, n, home); end;
    end;
  end;
end; end;

invariant forall n: node do served[n] = 1 | multisetcount(i: net[n], net[n][i].kind = done) = 0 end;
