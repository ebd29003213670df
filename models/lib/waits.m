-- SPDX-License-Identifier: BSD-2-Clause
-- The fence of the temporal and directory families: it waits for all earlier
-- loads and stores of its thread.  An acquire is the access, then a fence; a
-- release a fence, then the access; an sc access has a fence on both sides;
-- every scope counts as the whole system.
--
-- A machine may hold a fence for longer, by Held(t); then it calls
-- SettleWaits(t) when that ends.
--
-- Lowering: f[any] FENCE; r[acq] r; FENCE; w[rel] FENCE; w; sc: FENCE; x; FENCE;
-- remote orders as their plain ones; relaxed and plain accesses no fence.

const
  OUTSTANDING: TAGS + STORES;  -- accesses of a thread that are not answered

var
  pending: array [thread] of 0 .. OUTSTANDING;
  barrier: array [thread] of boolean;  -- a fence stands after what is pending

procedure WaitsStart();
begin
  for t: thread do
    pending[t] := 0;
    barrier[t] := false;
  end;
end;

-- Whether the fences before it let thread t issue o.
function FencesAllow(t: thread; o: operation): boolean;
begin
  if pending[t] = 0 & !Held(t) then
    return true;
  end;
  return !barrier[t] & Kind(o) != FENCE & !Releases(o) & Order(o) != SEQ_CST
       & pending[t] < OUTSTANDING;
end;

-- Whether the operation that follows in t waits for all before it, or there is none
-- and one alone is not answered.  `after`: t's next operation is not issued yet, and
-- the one after it is meant; else what t has just issued is pending.
function NextWaits(t: thread; after: boolean): boolean;
begin
  if !HasNext(t, after) then
    return pending[t] = (after ? 0 : 1);
  end;
  return Kind(Next(t, after)) = FENCE | Releases(Next(t, after)) | Order(Next(t, after)) = SEQ_CST;
end;

procedure Issued(t: thread; o: operation);
begin
  pending[t] := pending[t] + 1;
  if Acquires(o) | Order(o) = SEQ_CST then
    barrier[t] := true;
  end;
end;

procedure SettleWaits(t: thread);
begin
  if pending[t] = 0 & !Held(t) then
    barrier[t] := false;
  end;
end;

-- One access of t is answered: it is performed with respect to all.
procedure Answered(t: thread);
begin
  pending[t] := pending[t] - 1;
  SettleWaits(t);
end;
