-- why: floating point is refused, with a reason.
-- expect-error: 3:8 real numbers are not supported: an exact search must tell states apart, and rounding would not let it
var x: real(4, 2);
startstate begin end;
rule begin end;
