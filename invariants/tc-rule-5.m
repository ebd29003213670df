-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rule #5 (Singh, thesis, 7.1.1): a store is performed at
-- the L2 only when the L2's time of the line is past.  An observer calls
-- CheckRule5 when it is.
--
-- Promised by LCC; by TC-Strong but for private writes (LETTER=1 counts them
-- too, and is violated); not by TC-Weak.  Caught: models/tc/mutants/strong-stores-rule-5.patch.

const
  LETTER: 0;  -- 1: to the letter: of the writer's own copy too

procedure CheckRule5(l: line);
begin
  assert "Rule #5" SharedLeft(l) < 0 | (LETTER = 0 & Private(l));
end;
