-- why: with symmetry on, the instances of a `liveness` property over a scalarset are told apart through the permutations, which Rumur does not do: it misses violations there, and finds some that are none
-- default: holds 3 5
-- cmurphi: refused
-- rumur: violated
type s: scalarset(2);
var at: array [s] of boolean; used: boolean;
startstate begin clear at; used := false; end;
ruleset i: s do rule "go" !used ==> begin at[i] := true; used := true; end; end;
ruleset i: s do rule "turn" used & at[i] ==> begin at[i] := false; end; end;
ruleset i: s do rule "back" used & forall j: s do !at[j] end ==> begin at[i] := true; end; end;
ruleset i: s do liveness "each" at[i]; end;
