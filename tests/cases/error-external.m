-- why: a routine without a body, which nothing supplies.
-- expect-error: 4:20 nothing supplies the external routine 'elsewhere'
var n: 0..3;
external procedure elsewhere();
startstate begin n := 0; end;
rule begin elsewhere(); n := 1 - n; end;
