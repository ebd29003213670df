-- why: CMurphi's `undefined` is a name here, and one that nobody declared: the error says in which dialect it is more.
-- expect-error: 5:23 `UNDEFINED` is not declared
-- expect-text: --dialect cmurphi
var x: 0..3;
startstate begin x := UNDEFINED; end;
rule begin end;
