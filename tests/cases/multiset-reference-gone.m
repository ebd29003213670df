-- why: elements that go while a routine holds them by reference: whole, a field, passed on, through an alias; and one that stays while others come and go.
-- options: --deadlock off --max-errors 9 --warn error
-- expect: verdict=violated kind=multiset depth=1 place=13:3 violations=3
-- expect-property: stays=met
type box: multiset [3] of record n: 0..3; dst: 0..1; end;
var m: box;
procedure renew();
  var e: record n: 0..3; dst: 0..1; end;
begin clear m; e.n := 0; e.dst := 0; multisetadd(e, m); multisetadd(e, m); end;
procedure inner(var e: record n: 0..3; dst: 0..1; end);
begin
  alias n: e.n do renew();
  n := 1; end;
end;
procedure outer(var e: record n: 0..3; dst: 0..1; end); begin inner(e); end;
procedure field(var n: 0..3; late: boolean);
begin
  if late then n := 2; else n := 3; end;
end;
function away(): boolean; begin renew(); return true; end;
procedure come(var e: record n: 0..3; dst: 0..1; end);
begin multisetremovepred(o: m, m[o].n = 1); e.n := 2; multisetadd(e, m); cover "stays" e.n = 2; end;
startstate var e: record n: 0..3; dst: 0..1; end; begin e.n := 0; e.dst := 1; multisetadd(e, m); e.n := 1; multisetadd(e, m); end;
choose i: m do
  rule "by reference" m[i].n = 0 ==> begin outer(m[i]); end;
  rule "a field" m[i].n = 0 ==> begin
    field(m[i].n, away()); end;
  rule "in the caller" m[i].n = 0 ==> begin alias e: m[i] do renew();
    assert isundefined(e.dst); end; end;
  rule "others" m[i].n = 0 ==> begin come(m[i]); end;
end;
