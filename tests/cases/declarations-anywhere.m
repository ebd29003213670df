-- why: what is used may be declared below; declarations and rules mix.
-- expect: verdict=holds states=3 rules=3
rule begin step(); end;
procedure step(); begin n := (n + 1) % size; end;
var n: index;
type index: 0..size - 1;
startstate begin n := least; end;
const size: 3; least: 0;
