-- why: as multiset-slot-taken-again.m, with the element named by an alias, and its slot freed and taken by routines.
-- options: --deadlock off
-- expect: verdict=violated kind=assert depth=1 place=23:5
-- expect-warning: 23:12 the order of a multiset's slots can matter here, for `old`: its element may be gone, and another one in its slot
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
  rule "renew" old = 1 ==> begin
    renew(n);
    assert old != 0;
  end;
end; end; end;
