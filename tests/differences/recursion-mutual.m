-- why: recursion through several routines
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
function even(n: 0..9): boolean;
begin if n = 0 then return true; end; return odd(n - 1); end;
function odd(n: 0..9): boolean;
begin if n = 0 then return false; end; return even(n - 1); end;
rule "step" even(x) | odd(x) ==> begin x := (x + 1) % 4; end;
