-- SPDX-License-Identifier: BSD-2-Clause
-- Time, in tc.m and in the cells (cells/rules.m): every time is what is left of
-- it, and a tick lowers all.  Included after fences.m; the machine gives
--   function Running(): boolean   some time is not over
--   procedure L2Expire(l)         the L2's time of the line is over
--   procedure TickCopies(l)       the times of the L1s' copies of the line, and of its
--                                 messages, are lowered.

procedure TickLeft(var left: time_left);
begin
  if !isundefined(left) then
    if left >= 0 then left := left - 1; end;
  end;
end;

procedure TickWaits();
begin
  for t: thread do
    if gwct[t] > 0 then
      gwct[t] := gwct[t] - 1;
      SettleWaits(t);
      if gwct[t] = 0 & UsedThread(t) then PassFences(t); end;
    end;
  end;
end;

fair rule "tick"
  Running()
==>
begin
  for l: line do
    if l2[l].gt >= 0 then
      l2[l].gt := l2[l].gt - 1;
      if l2[l].gt < 0 then
        L2Expire(l);
      end;
    end;
    TickCopies(l);
  end;
  TickWaits();
end;
