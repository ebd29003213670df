-- why: as multiset-slot-taken-again.m, with the element named by an alias, and its slot freed and taken by routines: what lies in the slot is not what the alias stood for.
-- options: --deadlock off --warn error
-- expect: verdict=violated kind=multiset depth=1 place=23:12
-- expect-trace: startstate 1; renew n=0 i=1
-- expect-text: old is used, and its element is gone
type channel: multiset [2] of 0..3;
var net: array [0..1] of channel;
procedure drop_all(var c: channel);
begin
  multisetremovepred(e: c, true);
end;
procedure renew(n: 0..1);
begin
  drop_all(net[n]);
  multisetadd(3, net[n]);
  multisetadd(0, net[n]);
end;
startstate begin
  multisetadd(2, net[0]); multisetadd(1, net[0]);
end;
ruleset n: 0..1 do choose i: net[n] do alias old: net[n][i] do
  rule "renew" old = 1 ==> begin renew(n);
    assert old != 0;
  end;
end; end; end;
