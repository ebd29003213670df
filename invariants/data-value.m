-- SPDX-License-Identifier: BSD-2-Clause
-- Data-value: a copy that a CU may read without asking holds the last version
-- of its location (Singh, thesis, 2.2.2).  Promised by the machines that
-- promise sc, and by those that wait for every copy before a store is
-- performed; what the order of versions is, Latest says.

invariant "a readable copy holds the last value"
  forall c: cu do
    forall l: line do
      forall w: word do
        MayRead(c, l, w) -> CopyValue(c, l, w) = Latest(l, w)
      end
    end
  end;
