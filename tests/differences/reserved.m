-- why: read otherwise: `in`, `program`, `process`, `interleaved`, `traceuntil`, `until`, `next`, `pctl` and the names of functions are names here
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var next, sin: 0..3;
startstate begin next := 0; sin := 1; end;
rule "step" true ==> begin next := (next + sin) % 4; end;
