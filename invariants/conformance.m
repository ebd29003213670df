-- SPDX-License-Identifier: BSD-2-Clause
-- Conformance: what models/lib/README.md asks of every machine, whatever it
-- promises of memory.  Under the litmus driver alone.
--
-- Every access is answered, and once; every store takes its place in the order
-- of its location, and once; a load has a value that the location held; the
-- final value is that of the last store.
-- needs: program

-- show: ghost outstanding, owed, held, newest

const
  OWED: TAGS + STORES;  -- stores of a thread that are not reported, at most

var
  -- Loads and RMWs that are issued and not completed.
  outstanding: array [thread] of array [tag] of record
    active: boolean;
    what: operation;
  end;
  -- Stores of a value that are issued, and writes of RMWs that are bound, less
  -- those that are reported.  An RMW may report its write before it is bound.
  owed: array [thread] of array [line] of array [word] of array [value] of - TAGS .. OWED;
  held: array [line] of array [word] of array [value] of boolean;
  newest: array [line] of array [word] of value;

procedure ObserveStart();
begin
  for l: line do
    for w: word do
      newest[l][w] := Initial(l, w);
      for v: value do
        held[l][w][v] := v = Initial(l, w);
        for t: thread do owed[t][l][w][v] := 0; end;
      end;
    end;
  end;
  for t: thread do
    for g: tag do outstanding[t][g].active := false; end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if Kind(o) = STORE then
    alias debt: owed[t][LineOf(o)][WordOf(o)][Stored(o)] do
      assert "a thread has no more stores than STORES and TAGS say that are not reported" debt < OWED;
      debt := debt + 1;
    end;
    held[LineOf(o)][WordOf(o)][Stored(o)] := true;
  elsif Kind(o) != FENCE then
    outstanding[t][g].active := true;
    outstanding[t][g].what := o;
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  assert "Complete is called for a load or RMW that is outstanding, once" outstanding[t][g].active;
  alias o: outstanding[t][g].what do
    assert "Complete gives a value that the location held" held[LineOf(o)][WordOf(o)][v];
    if Kind(o) = RMW & Writes(o, v) then
      alias debt: owed[t][LineOf(o)][WordOf(o)][Result(o, v)] do
        debt := debt + 1;
      end;
      held[LineOf(o)][WordOf(o)][Result(o, v)] := true;
    end;
  end;
  undefine outstanding[t][g];
  outstanding[t][g].active := false;
end;

-- How many writes an RMW of t may report that is not bound yet.
function Unbound(t: thread; l: line; w: word): 0 .. TAGS;
var count: 0 .. TAGS;
begin
  count := 0;
  for g: tag do
    if outstanding[t][g].active then
      if Kind(outstanding[t][g].what) = RMW & LineOf(outstanding[t][g].what) = l
       & WordOf(outstanding[t][g].what) = w then
        count := count + 1;
      end;
    end;
  end;
  return count;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  assert "ObserveStore is called for a store that the thread has issued, once" owed[t][l][w][v] > - Unbound(t, l, w);
  owed[t][l][w][v] := owed[t][l][w][v] - 1;
  held[l][w][v] := true;
  newest[l][w] := v;
end;

invariant "every load and RMW is completed before the machine is quiescent"
  Quiescent() -> forall t: thread do forall g: tag do !outstanding[t][g].active end end;

invariant "every store is reported to ObserveStore before the machine is quiescent"
  Quiescent() ->
  forall t: thread do forall l: line do forall w: word do forall v: value do
    owed[t][l][w][v] = 0
  end end end end;

invariant "FinalValue is the value of the last store that was reported"
  Quiescent() ->
  forall l: line do forall w: word do UsedWord(l, w) -> FinalValue(l, w) = newest[l][w] end end;

invariant "Latest is the value of the last store that was reported"
  forall l: line do forall w: word do UsedWord(l, w) -> Latest(l, w) = newest[l][w] end end;

invariant "CopyValue has a value that the location held, where MayRead holds"
  forall c: cu do forall l: line do forall w: word do
    UsedCu(c) & UsedWord(l, w) & MayRead(c, l, w) -> held[l][w][CopyValue(c, l, w)]
  end end end;

invariant "MayWrite has an answer for every line"
  forall c: cu do forall l: line do
    UsedCu(c) & UsedLine(l) -> (MayWrite(c, l) | !MayWrite(c, l))
  end end;
