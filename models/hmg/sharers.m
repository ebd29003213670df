-- SPDX-License-Identifier: BSD-2-Clause
-- What the directories of HMG are for: whoever has a copy that its home has to keep up
-- to date is known there, or is about to lose it.

invariant "an L2 that has a copy is known at its home, or will be invalidated"
  forall c: cu do forall l: line do
    InL2(c, l) -> sharers[l][c] | inv[c][l] != QUIET
  end end;

invariant "a GPU home that has a copy is known at the system home, or will be invalidated"
  forall k: component do forall l: line do
    homes[k][l].valid -> home_sharers[l][k] | home_inv[k][l] != QUIET
  end end;

-- A GPU of which a module has a copy is told of other GPUs' stores, too.
invariant "a GPU whose module has a copy is known at the system home, or will be told"
  !Flat() -> forall c: cu do forall l: line do
    sharers[l][c] & InL2(c, l)
    -> home_sharers[l][ComponentOf(c)] | home_inv[ComponentOf(c)][l] != QUIET
  end end;

-- Of one line alone, a copy that nobody is about to drop is as its home, but for its
-- module's own stores on their way.
invariant "a copy that stays is as its home"
  forall c: cu do forall l: line do
    InL2(c, l) & inv[c][l] = QUIET & sent[c][l].count = 0
    -> (Flat() ? copies[c][l].data = memory[l]
        : homes[ComponentOf(c)][l].valid & home_inv[ComponentOf(c)][l] = QUIET
          -> copies[c][l].data = homes[ComponentOf(c)][l].data)
  end end;

invariant "a GPU home that stays is as the system home"
  forall k: component do forall l: line do
    homes[k][l].valid & home_inv[k][l] = QUIET & home_sent[k][l].count = 0
    -> homes[k][l].data = memory[l]
  end end;
