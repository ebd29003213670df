-- why: names that are not declared, declared twice, or of the wrong kind.
-- expect-error: 9:5 `x` is declared already, as a variable
-- expect-error: 10:23 `y` is not declared
-- expect-error: 11:12 `z` is not declared
-- expect-error: 12:28 `i` is the parameter of a loop or ruleset, and cannot be assigned to
-- expect-error: 13:12 `t` is a type; a value is expected here
type t: 0..3;
var x: t;
var x: boolean;
startstate begin x := y; end;
rule begin z := 1; end;
ruleset i: t do rule begin i := 1; end; end;
rule begin t := 1; end;
