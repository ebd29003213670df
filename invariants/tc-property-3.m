-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, Property #3 (Singh, thesis, 7.1.1): an unexpired L1 line has seen
-- every store completed so far, but for words that its own CU has a store to on
-- its way.  The same of what is on its way to be installed.
--
-- Promised by TC-Strong and LCC.  Caught: models/tc/mutants/strong-copies-property-3.patch.

invariant "Property #3: an unexpired copy has seen every store"
  forall l: line do
    forall c: cu do
      forall w: word do
        (CopyLeft(c, l) >= 0 & !StoreOnItsWay(c, l, w) -> l1[c][l].data[w] = Latest(l, w))
        & (FillLeft(c, l) >= 0 -> FillValue(c, l, w) = Latest(l, w))
      end
    end
  end;
