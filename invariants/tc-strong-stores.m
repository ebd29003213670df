-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, at the moment a store is performed (Singh, thesis, 7.1.1).  In
-- terms of models/tc/tc.m.  Private writes break Rule #5 and Property #2 to the
-- letter: the writer's own copy is unexpired.  Nobody else has one.
--
--   Rule #5        a store is performed only when the L2's time is over
--   Property #2    no L1 holds the line when a store completes
--
-- Property #1, that a load and a store of a line never complete at the same
-- TIME, follows from Rule #5 and what each load leaves at the L2: a time that
-- is not over before the next tick.

const
  LETTER: 0;  -- 1: for the writer's own copy too

procedure ObserveStart(); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  assert "Rule #5" l2[l].gt < 0 | (LETTER = 0 & !l2[l].shared & !l2[l].evicted);
  for c: cu do
    if LETTER = 1 | c != CuOf(t) then
      assert "Property #2" l1[c][l].lt < 0;
      if l1[c][l].fetch = ANSWERED & l1[c][l].installs then
        assert "Property #2" l1[c][l].fill_lt < 0;
      end;
    end;
  end;
end;
