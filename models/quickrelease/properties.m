-- SPDX-License-Identifier: BSD-2-Clause
-- What the paper says of the S-FIFOs (section 3), on every state.

invariant "S-FIFO 1 has every address that is dirty in wL1"
  forall c: cu do forall l: line do
    IsDirty(w1[c][l]) -> exists t: thread do Queued(f1[c], l, t) end
  end end;

invariant "S-FIFO 2 has every address that is dirty in wL2"
  forall l: line do IsDirty(w2[l]) -> exists t: thread do Queued(f2, l, t) end end;

invariant "S-FIFO 3 has every address that is dirty in wL3"
  forall l: line do IsDirty(w3[l]) -> exists t: thread do Queued(f3, l, t) end end;

-- A marker that has left the L1 has no store of its wavefront behind it there.
function MarkerAt(var f: fifo_type; t: thread): boolean;
begin
  return exists i: 0 .. DEPTH - 1 do
           i < f.count & f.entry[i].kind = MARKER & f.entry[i].owner = t
         end;
end;

invariant "no store of a wavefront stays in wL1 behind its marker"
  forall t: thread do
    MarkerAt(f2, t) | MarkerAt(f3, t) ->
      forall l: line do forall w: word do
        w1[CuOf(t)][l].dirty[w] -> w1[CuOf(t)][l].who[w] != t
      end end
  end;

invariant "a copy without its written bit has no newer bytes beside it"
  COMBINED = 0 ->
  forall c: cu do forall l: line do
    r1[c][l].valid -> r1[c][l].written = IsDirty(w1[c][l])
  end end;
