-- Under weak fairness of its rules each waits only for so long.
type pid: 0..1;
var turn: pid;
startstate "Init" begin turn := 0; end;
ruleset i: pid do
  fair rule "Pass" turn = i ==> turn := 1 - i; end;
  ltl "turns" []<> {turn = i};
end;
