-- Messages with fields, one of them sometimes undefined, in bags per node; an
-- early return, an element changed in place, all of a kind removed at once.
const
  NODES: 2;
  ROOM: 2;
type
  node: 0..NODES - 1;
  kind: enum {ask, tell, stop};
  message: record kind: kind; from: node; value: 0..1; end;
  bag: multiset [ROOM] of message;
var
  net: array [node] of bag;
  told: array [node] of boolean;

procedure Send(target: node; kind: kind; from: node);
var m: message;
begin
  m.kind := kind;
  m.from := from;
  if kind = tell then m.value := 1; end;
  multisetadd(m, net[target]);
end;

startstate begin
  for n: node do told[n] := false; end;
end;

ruleset n: node; k: node do
  rule "ask" multisetcount(i: net[n], true) < ROOM & n != k ==>
  begin Send(n, ask, k); end;

  choose i: net[n] do
    alias m: net[n][i] do
      rule "turn" m.kind = ask & k = m.from ==>
      begin
        if multisetcount(j: net[n], net[n][j].kind = tell) > 0 then return; end;
        m.kind := tell;
        m.value := 0;
      end;
      rule "told" m.kind = tell & k = n ==>
      begin
        told[n] := isundefined(m.value) ? told[n] : !told[n];
        multisetremove(i, net[n]);
      end;
    end;
    choose j: net[n] do
      rule "pair" i != j & net[n][i].kind = ask & net[n][j].kind = ask & k = n ==>
      begin
        multisetremovepred(l: net[n], net[n][l].kind = ask);
        Send(n, stop, n);
      end;
    end;
    rule "stop" net[n][i].kind = stop & k = n ==>
    begin clear net[n]; end;
  end;
end;

ruleset n: node do choose i: net[n] do
  invariant net[n][i].from != n | net[n][i].kind = stop;
end; end;
