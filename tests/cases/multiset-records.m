-- why: elements that are records: read through the choose parameter, counted by a condition, removed by one.
-- expect: verdict=holds states=11 rules=22 depth=4
-- expect-exact: states=9 rules=18
type message: record kind: enum { Get, Give }; dest: 0..1; end;
var net: multiset [2] of message; served: 0..1;
procedure send(k: 0..1);
  var m: message;
begin m.kind := k = 0 ? Get : Give; m.dest := k; multisetadd(m, net); end;
startstate begin undefine net; served := 0; end;
rule "both" multisetcount(i: net, true) = 0 ==> begin send(0); send(1); end;
rule "one" multisetcount(i: net, true) = 0 ==> begin send(1); end;
rule "twice" multisetcount(i: net, net[i].kind = Get) = 0 & multisetcount(i: net, true) = 1 ==> begin send(1); end;
choose i: net do
  rule "serve" net[i].dest != served ==> begin
    assert (net[i].kind = Give) = (net[i].dest = 1);
    served := net[i].dest;
    multisetremove(i, net);
  end;
end;
rule "flush" multisetcount(i: net, net[i].kind = Give) = 2 | served = 1 ==> begin
  multisetremovepred(i: net, net[i].kind = Give | served = 1);
  served := 0;
end;
invariant multisetcount(i: net, net[i].kind = Get) <= 1;
