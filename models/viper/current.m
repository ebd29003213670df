-- SPDX-License-Identifier: BSD-2-Clause
-- Where nothing is under way, a line that the TCC has whole is what a load would find
-- without the TCC: no acquire drops it, so an older one would be read for ever.

invariant "a line of the TCC is current where nothing is under way"
  Quiescent() ->
  forall l: line do forall w: word do
    tcc[l].present & (TccState(l) = TCC_V | TccState(l) = TCC_M) -> tcc[l].data[w] = FinalValue(l, w)
  end end;
