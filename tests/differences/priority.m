-- why: `rule 5 "name" ...`: an error; or the rule's [priority](#rules) is 5
-- default: refused
-- cmurphi: holds 2 2
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule 5 "up" x < 3 ==> begin x := x + 1; end;
rule 1 "down" x = 1 ==> begin x := 0; end;
