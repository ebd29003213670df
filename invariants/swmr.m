-- SPDX-License-Identifier: BSD-2-Clause
-- Single writer or many readers: while a CU may change a line without asking,
-- no other CU may read or change it without asking.  It is about permissions
-- at an instant, as directories grant them (Singh, thesis, 2.2.2); families
-- that grant them in time or in epochs say what MayRead and MayWrite mean.
-- Promised by msi, mesi and rfo.

invariant "single writer or many readers"
  forall l: line do
    forall c: cu do
      MayWrite(c, l) ->
      forall d: cu do
        d != c -> !MayWrite(d, l) & forall w: word do !MayRead(d, l, w) end
      end
    end
  end;
