-- why: several syntax errors are told in one run, each at its place.
-- expect-error: 5:5 expected a name to declare, found '3'
-- expect-error: 7:29 '=' compares, and a comparison is no statement
-- expect-error: 10:27 expected an expression, found ';'
var 3x: 0..3;
    y: 0..3;
startstate begin y := 0 ; y = 3; end;
rule y = 0 ==> begin y := 1; end;
rule begin
  if y = 1 then y := (y + ; end;
end;
