-- why: `x := y`, y a scalar variable that is undefined: a violation (`undefined`); or x becomes undefined
-- default: violated undefined
-- cmurphi: holds 2 2
-- rumur: violated
var x, y: 0..3;
startstate begin x := 0; end;
rule "off" !isundefined(x) ==> begin x := y; end;
rule "on" isundefined(x) ==> begin x := 0; end;
