-- kind: firing
-- A loop over the elements leaves the last one's name behind.
type S: scalarset(3);
var s: S;
startstate begin undefine s; end
rule begin for i: S do s := i; end; end
