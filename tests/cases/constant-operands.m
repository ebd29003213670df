-- why: connectives with constant operands, which a compiler may get wrong (tcc 0.9.27 takes (a || 1) || ((b && 1) || c) for 0 where a and b are).
-- options: --deadlock off --warn none
-- expect: verdict=holds states=2 rules=2 depth=1
var x: boolean;
startstate begin x := false; end;
rule begin x := !x; end;
ruleset a: boolean; b: boolean do
  invariant "or" (a | true) | ((b & true) | a);
  invariant "within" (a | true) | (!((b & true) | true) | ((b & true) | true));
  invariant "and" ((a & true) & ((b | false) & true)) = (a & b);
  invariant "implies" (a -> true) & (false -> b) & ((true -> a) = a) & ((a -> false) = !a);
  invariant "neither" !((a & false) | ((b | false) & (a & false)) | (false & b) | !(true | b));
end;
