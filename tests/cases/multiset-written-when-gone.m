-- why: what is written to an element that is no longer there is gone with the firing; left in the free slot, it would make states of what nobody can see.
-- options: --deadlock off
-- expect: verdict=holds states=9 rules=22
-- expect-exact: states=6 rules=14
var m: multiset [2] of 1..2;
startstate begin undefine m; end;
ruleset v: 1..2 do
  rule "add" multisetcount(e: m, true) < 2 ==> begin multisetadd(v, m); end;
end;
choose i: m do
  rule "take" begin
    multisetremove(i, m);
    assert isundefined(m[i]);
    m[i] := 2;
    assert m[i] = 2;
  end;
end;
