-- SPDX-License-Identifier: BSD-2-Clause
-- A line of an L1 is transient as long as an answer to it is to come, and no longer: it
-- would keep its miss register.  Of GPU-VI and GPU-VIni, whose inclusion.m include it.

invariant "a line of an L1 is transient while something is pending"
  forall c: cu do forall l: line do
    (l1[c][l].pending = 0) = (l1[c][l].state = I | l1[c][l].state = V)
  end end;
