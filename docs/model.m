-- SPDX-License-Identifier: BSD-2-Clause
-- The model of model.c in Murphi: caches of one line, which snoop on each
-- other.
const
  CACHES: 3;
  FORGET: 0; -- 1: a write forgets to invalidate the other copies

type cache: 0..CACHES - 1;
     state_type: enum { Invalid, Shared, Modified };

var state: array [cache] of state_type;
    fresh: boolean; -- memory has the last value

procedure leave(c: cache; to_state: state_type);
begin
  if state[c] = Modified then
    fresh := true; -- written back
  end;
  state[c] := to_state;
end;

startstate "all invalid"
begin
  for c: cache do
    state[c] := Invalid;
  end;
  fresh := true;
end;

ruleset c: cache do
  rule "read" state[c] = Invalid ==>
  begin
    for other: cache do
      if state[other] = Modified then
        leave(other, Shared);
      end;
    end;
    state[c] := Shared;
  end;

  rule "write" state[c] != Modified ==>
  begin
    for other: cache do
      if other != c & FORGET = 0 then
        leave(other, Invalid);
      end;
    end;
    state[c] := Modified;
    fresh := false;
  end;

  rule "evict" state[c] != Invalid ==>
  begin
    leave(c, Invalid);
  end;
end;

invariant "one writer or any readers"
  forall c: cache do forall other: cache do
    state[c] = Modified & other != c -> state[other] = Invalid
  end end;

invariant "the last value is not lost"
  fresh | exists c: cache do state[c] = Modified end;

ruleset c: cache do
  liveness "c can write" state[c] = Modified;
end;
