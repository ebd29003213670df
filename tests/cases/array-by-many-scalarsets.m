-- why: an array may be indexed by elements of scalarsets as often as one likes
-- options: --deadlock off --symmetry exact
-- expect: verdict=holds states=3
-- runs: once
type S: scalarset(2);
  D1: array [S] of boolean;
  D2: array [S] of D1;
  D3: array [S] of D2;
  D4: array [S] of D3;
  D5: array [S] of D4;
  D6: array [S] of D5;
  D7: array [S] of D6;
  D8: array [S] of D7;
  D9: array [S] of D8;
  D10: array [S] of D9;
  D11: array [S] of D10;
  D12: array [S] of D11;
  D13: array [S] of D12;
  D14: array [S] of D13;
  D15: array [S] of D14;
  D16: array [S] of D15;
  D17: array [S] of D16;
var a: D17;
startstate begin end;
ruleset p: S do
  rule "set" isundefined(a[p][p][p][p][p][p][p][p][p][p][p][p][p][p][p][p][p]) ==> begin
    a[p][p][p][p][p][p][p][p][p][p][p][p][p][p][p][p][p] := true;
  end;
end;
