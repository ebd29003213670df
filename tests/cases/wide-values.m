-- why: values that need 63 bits, negative ones, and large offsets are packed and unpacked as they were.
-- expect: verdict=holds states=4 rules=4
var a: -4611686018427387904..4611686018427387902; b: -5..-3; c: 1000000000000..1000000000003;
startstate begin a := -4611686018427387904; b := -5; c := 1000000000000; end;
rule begin
  switch c
    case 1000000000000: a := 4611686018427387902; b := -4;
    case 1000000000001: a := 0; b := -3;
    case 1000000000002: undefine a; b := -5;
    else a := -4611686018427387904; b := -5;
  end;
  c := c = 1000000000003 ? 1000000000000 : c + 1;
end;
invariant c = 1000000000003 | a = -4611686018427387904 & b = -5 | a = 4611686018427387902 & b = -4 | a = 0 & b = -3;
