-- SPDX-License-Identifier: BSD-2-Clause
-- One who asks and one who answers, over a network, for suite `mutate`: small
-- enough that each of its mutants can be judged by hand (small.expected).
const
  MOST: 2;

type
  message: enum { ASK, ANSWER };
  side: 0 .. 1;

var
  net: multiset [2] of message;
  asked, answered: 0 .. MOST;
  open: array [side] of boolean;

procedure Take(n: 0 .. 3);
begin
  answered := answered + n;
end;

startstate
begin
  asked := 0;
  answered := 0;
  for s: side do
    open[s] := true;
  end;
  undefine net;
end;

rule "ask" open[0] & asked < MOST & multisetcount(m: net, true) = 0 ==>
begin
  asked := asked + 1;
  multisetadd(ASK, net);
end;

choose m: net do
  rule "answer" net[m] = ASK ==>
  begin
    multisetremove(m, net);
    multisetadd(ANSWER, net);
  end;

  rule "take" net[m] = ANSWER ==>
  begin
    multisetremove(m, net);
    Take(1);
    if MOST = 3 then
      answered := 0;
    end;
  end;
end;

rule "close" answered = MOST & exists s: side do open[s] end ==>
begin
  if open[0] then
    open[0] := false;
  else
    open[1] := false;
  end;
end;

rule "again" forall s: side do !open[s] end ==>
begin
  assert "all are closed" !open[0] & !open[1];
  asked := 0;
  answered := 0;
  for i := 0 to 1 by 1 do
    open[i] := true;
  end;
end;

invariant "an answer is to a question" answered <= asked
invariant "one at a time" multisetcount(m: net, true) <= 1
invariant "closed at the end" !open[0] -> answered = MOST
cover "all is over" !open[0] & !open[1]
