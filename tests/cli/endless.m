-- More states than anyone can visit: for limits and interrupts.
var a: array [0..9] of 0..65535;
startstate begin for i: 0..9 do a[i] := 0; end; end;
ruleset i: 0..9 do
  rule "Up" a[i] < 65535 ==> a[i] := a[i] + 1; end;
  rule "Down" a[i] = 65535 ==> a[i] := 0; end;
end;
