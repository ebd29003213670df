-- why: a liveness property over a scalarset is followed through the renamings; symmetry must neither lose nor invent an instance.
-- options: --max-errors 5
-- expect: verdict=violated kind=liveness depth=3 states=165 rules=522 violations=2
-- expect-exact: states=50 rules=160
-- expect-trace: s; try p=pid_1; spin; stick p=pid_1
-- expect-property: each is done in the end=violated
-- expect-property: pair=violated
type pid: scalarset(3); st: enum {idle, trying, stuck, done};
var s: array[pid] of st; turn: 0..2;
startstate "s" begin for p: pid do s[p] := idle; end; turn := 0; end;
ruleset p: pid do
rule "try" s[p] = idle ==> begin s[p] := trying; end;
rule "go" s[p] = trying & turn < 2 ==> begin s[p] := done; turn := turn + 1; end;
rule "back" s[p] = done & turn < 2 ==> begin s[p] := idle; end;
rule "stick" s[p] = trying & turn = 1 ==> begin s[p] := stuck; end;
end;
rule "spin" true ==> begin turn := (turn + 1) % 2; end;
ruleset p: pid do liveness "each is done in the end" s[p] = done; end;
ruleset p: pid do ruleset q: pid do liveness "pair" p = q | s[p] != s[q] | s[p] = idle; end; end;
