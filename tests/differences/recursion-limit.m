-- why: calls deeper than `--recursion-limit` are a violation (Rumur's checker crashes)
-- default: violated recursion
-- cmurphi: violated recursion
-- rumur: unasked: it crashes
var x: 0..3;
startstate begin x := 0; end;
function f(a: 0..3): boolean;
begin return f(a); end;
rule "step" f(x) ==> begin x := (x + 1) % 4; end;
