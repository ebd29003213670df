-- why: locals begin undefined each time, and are no part of the state.
-- expect: verdict=holds states=2 rules=2 depth=1
var b: boolean;
procedure leave(k: 0..3);
  var l: 0..3;
begin assert isundefined(l); l := k; if k > 0 then leave(k - 1); end; assert l = k; end;
startstate begin b := false; end;
rule
  var l: array [boolean] of 0..9; r: record a: 0..3; end;
begin
  assert isundefined(l[b]) & isundefined(r.a);
  l[b] := 5; r.a := 1;
  leave(3); leave(2);
  b := !b;
end;
