-- SPDX-License-Identifier: BSD-2-Clause
-- L1s whose copies are valid or not, and of which any may be evicted in silence.
-- Used by joining-l1.m and stc, whose lines of l1 have valid and data.

procedure DropCopy(c: cu; l: line); begin l1[c][l].valid := false; undefine l1[c][l].data; end;

ruleset c: cu; l: line do
  rule "L1 evicts"
    EvictionsOn() & l1[c][l].valid
  ==>
  begin
    DropCopy(c, l);
  end;
end;
