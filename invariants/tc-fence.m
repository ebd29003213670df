-- SPDX-License-Identifier: BSD-2-Clause
-- What a fence is for (Singh, thesis, 7.2, condition 1): when nothing holds a
-- fence of a thread any more, every store that the thread issued is visible to
-- all: no copy that a CU may read or is about to install, its own CU's
-- included, is older than the thread's latest store to the word.
--
-- For the free driver, where a value names its store.  An observer calls
-- FenceStart and FenceStore; it includes no other ghost state.
--
-- Promised by TC-Strong, TC-Weak, LCC.  Caught: models/tc/mutants/weak-fence-free.patch.
-- needs: named-values

-- show: ghost place, mine

var
  place: array [line] of array [word] of array [value] of 0 .. VALUES;  -- in the word's order; 0: not performed, or initial
  mine: array [thread] of array [line] of array [word] of 0 .. VALUES;  -- the thread's latest

procedure FenceStart();
begin
  for l: line do
    for w: word do
      for v: value do place[l][w][v] := 0; end;
      for t: thread do mine[t][l][w] := 0; end;
    end;
  end;
end;

procedure FenceStore(t: thread; l: line; w: word; v: value);
var last: 0 .. VALUES;
begin
  last := 0;
  for u: value do
    if place[l][w][u] > last then last := place[l][w][u]; end;
  end;
  place[l][w][v] := last + 1;
  mine[t][l][w] := last + 1;
end;

-- A store that is not performed yet is a value of its own CU's copy alone.
function Older(l: line; w: word; v: value; t: thread): boolean;
begin
  return place[l][w][v] < mine[t][l][w] & (v = Initial(l, w) | place[l][w][v] > 0);
end;

invariant "a fence waits until the thread's stores are visible to all"
  forall t: thread do
    pending[t] = 0 & !Held(t) ->
    forall c: cu do
      forall l: line do
        forall w: word do
          (MayRead(c, l, w) -> !Older(l, w, l1[c][l].data[w], t))
          & (FillLeft(c, l) >= 0 -> !Older(l, w, FillValue(c, l, w), t))
        end
      end
    end
  end;
