-- why: switch takes the first case that has the value, else the default, else nothing.
-- expect: verdict=holds states=5 rules=5 depth=4
type colour: enum { Red, Green, Blue, White, Black };
var c: colour; n: 0..9;
startstate begin c := Red; n := 0; end;
rule begin
  switch c
    case Red: n := 1; c := Green;
    case Green, Red: n := 2; c := Blue;
    case Blue: switch n + 1 case 3: n := 3; case 4: error "3 comes first" else error "one of them" endswitch; c := White;
    else switch c case White: c := Black; case Black: c := Red; n := 0; end;
  end;
end;
invariant "in order"
  (c = Red -> n = 0) & (c = Green -> n = 1) & (c = Blue -> n = 2) & (c = White -> n = 3) & (c = Black -> n = 3);
