-- why: --witness prints a shortest run that meets a cover.
-- options: --witness "both"
-- expect: verdict=incomplete exit=0
-- expect-trace: startstate 1; up i=0; up i=1
-- expect-text: Witness: cover "both"
var a: array [0..1] of boolean;
startstate begin a[0] := false; a[1] := false; end;
ruleset i: 0..1 do
  rule "up" !a[i] ==> begin a[i] := true; end;
  rule "down" a[i] ==> begin a[i] := false; end;
end;
cover "both" a[0] & a[1];
