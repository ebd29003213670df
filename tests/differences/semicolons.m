-- why: empty statements: semicolons where nothing stands between
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin ;; x := (x + 1) % 4;; end;;
