-- why: each instance of a liveness property over a scalarset must be reachable, whatever the permutations; Debian's Rumur misses this with symmetry on.
-- options: --deadlock off
-- expect: verdict=violated kind=liveness name="comes to i" depth=1
-- expect-trace: startstate 1 i=s_1; stop
-- expect-text: i = s_2
type s: scalarset(2);
var x: s; stop: boolean;
ruleset i: s do startstate begin x := i; stop := false; end; end;
ruleset i: s do rule "move" !stop ==> begin x := i; end; end;
rule "stop" begin stop := true; end;
ruleset i: s do liveness "comes to i" x = i; end;
