-- SPDX-License-Identifier: BSD-2-Clause
-- What holds at any time, with messages under way or without: the TCC's whole lines and the
-- CPUs' copies have what was stored last, and a CPU that may write has the line alone.  (The
-- copies of TCPs may be older: an acquire drops them.)  A write-back TCC keeps the first of
-- these without CPUs alone: beside one, a probe overtakes the answer that fills its line.

invariant "a line that the TCC has whole is what was stored last"
  forall l: line do forall w: word do
    tcc[l].present & (TccState(l) = TCC_V | TccState(l) = TCC_M) -> tcc[l].data[w] = Latest(l, w)
  end end;

invariant "a CPU's copy is what was stored last"
  WB = 0 ->
  forall c: cu do forall l: line do forall w: word do
    cpu[c][l].state != CPU_I -> cpu[c][l].data[w] = Latest(l, w)
  end end end;

invariant "a CPU that may write has the line alone"
  forall c: cu do forall l: line do
    MayWrite(c, l) ->
      (forall d: cu do d = c | cpu[d][l].state = CPU_I end) & (WB = 0 -> TccState(l) != TCC_V)
  end end;
