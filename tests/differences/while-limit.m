-- why: a `while` loop of more than `--loop-limit` iterations is a violation (Rumur's checker then never ends)
-- default: violated loop
-- cmurphi: violated loop
-- rumur: unasked: it never ends
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin while x < 4 do x := 0; end; end;
