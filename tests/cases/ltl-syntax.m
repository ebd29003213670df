-- why: what a formula lacks is said where it is missing
-- expect-error: 4:14 expected '{', 'fires', '(' or an operator of a formula
var x: 0..1;
ltl "a" [] x = 1;
startstate begin x := 0; end;
