-- why: `assume`, `cover`, `liveness`: keywords; or names
-- default: refused
-- cmurphi: holds 4 4
-- rumur: refused
var cover: 0..3;
startstate begin cover := 0; end;
rule "step" true ==> begin cover := (cover + 1) % 4; end;
