-- why: read otherwise: escapes in strings; there a backslash is itself
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
rule "a \"step\"" true ==> begin x := (x + 1) % 4; end;
