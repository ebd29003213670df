-- why: what stands where it cannot is shown itself, and not the end of the line before it; what is a keyword in one dialect only is told so.
-- options: --dialect cmurphi
-- expect-error: 9:3 expected a statement, found '3'
-- expect-error: 12:1 expected a declaration or a rule, found 'cover'
var x: 0..3;
startstate
begin
  x := 0;
  3;
end;
rule begin x := (x + 1) % 4; end;
cover "three" x = 3;
