-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak, at the moment a store is performed (Singh, thesis, 7.2).  In terms
-- of models/tc/tc.m.
--
--   Rule #5        does not hold: checked with RULE_5
--   Property #1'   the time until which the writer's fences wait is later than
--                  the lease of every copy that the store makes stale
--
-- The writer's own CU is left out: its copy has the store already, or the
-- answer brings it.

const
  RULE_5: 0;

procedure ObserveStart(); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  assert "Rule #5" RULE_5 = 0 | l2[l].gt < 0;
  for c: cu do
    if c != CuOf(t) then
      assert "Property #1'" l1[c][l].lt < gwct[t];
      if l1[c][l].fetch = ANSWERED & l1[c][l].installs then
        assert "Property #1'" l1[c][l].fill_lt < gwct[t];
      end;
    end;
  end;
end;
