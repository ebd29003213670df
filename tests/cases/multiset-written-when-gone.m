-- why: an element that is gone cannot be written, also where the value itself takes it away, after its place was found.
-- options: --deadlock off --max-errors 3
-- expect: verdict=violated kind=multiset depth=1 place=12:29 violations=2
var m: multiset [2] of 1..2;
function take(): 1..2; begin
  multisetremovepred(e: m, true);
  multisetadd(1, m);
  return 2;
end;
startstate begin multisetadd(1, m); end;
choose i: m do
  rule "by the value" begin m[i] := take(); end;
  rule "after" begin undefine m; m[i] := 2; end;
end;
