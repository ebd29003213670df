-- SPDX-License-Identifier: BSD-2-Clause
-- What DeNovo's registration is for: a word has one L1 that may write it, and the
-- registry and the L1s agree on which.  An L1 that has the word LEAVING has it
-- registered still.  Valid copies are no part of this: they may be old.

-- Whether the L1 can write the word, or serves forwards from it.
function Owns(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l][w].state = REGISTERED | l1[c][l][w].state = LEAVING;
end;

-- Whether the registration is on its way to another L1: the registry has changed the
-- owner, and the one before has not served the request.
function MovesOn(c: cu; l: line; w: word): boolean;
begin
  return exists i: 0 .. FIFO_DEPTH - 1 do
           i < forwards[c][l][w].count & forwards[c][l][w].entry[i].kind = REGISTER
         end;
end;

-- Whether the L2 has taken what the L1 wrote back, and the L1 does not know yet.
function IsTaken(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l][w].state = LEAVING & !l1[c][l][w].writes_back & !MovesOn(c, l, w);
end;

invariant "one L1 has a word registered"
  forall c: cu do forall d: cu do forall l: line do forall w: word do
    Owns(c, l, w) & !IsTaken(c, l, w) & Owns(d, l, w) & !IsTaken(d, l, w) -> c = d
  end end end end;

invariant "the registry names who has the word, or will have it"
  forall l: line do forall w: word do
    registry[l][w].owned ->
    Owns(registry[l][w].owner, l, w)
    | l1[registry[l][w].owner][l][w].registration = FORWARDED
    | l1[registry[l][w].owner][l][w].registration = ANSWERED
  end end;

invariant "who has a word is named by the registry, or will give it up"
  forall c: cu do forall l: line do forall w: word do
    Owns(c, l, w) & !IsTaken(c, l, w) & !MovesOn(c, l, w)
    -> (registry[l][w].owned ? registry[l][w].owner = c : false)
  end end end;

invariant "who has a word registered has its last value"
  forall c: cu do forall l: line do forall w: word do
    Owns(c, l, w) & !IsTaken(c, l, w) -> l1[c][l][w].data = Latest(l, w)
  end end end;

invariant "the registration that is on its way has the last value"
  forall c: cu do forall l: line do forall w: word do
    l1[c][l][w].registration = ANSWERED -> l1[c][l][w].answer = Latest(l, w)
  end end end;

invariant "the L2 has the last value of what nobody has registered"
  forall l: line do forall w: word do
    !registry[l][w].owned -> memory[l][w] = Latest(l, w)
  end end;
