-- SPDX-License-Identifier: BSD-2-Clause
-- A machine that keeps no promise at all: a store takes its place in the order
-- of its location at any time, and a load returns any value that was ever
-- stored there.  Whatever an observer can see, it sees here.
--
-- machine: source: a test
-- machine: promises: none

var
  stored: array [line] of array [word] of array [value] of record
    issued: boolean;
    performed: boolean;
    who: thread;
  end;
  asked: array [thread] of array [tag] of record
    active: boolean;
    at: line;
    part: word;
  end;

procedure MachineStart();
begin
  for l: line do for w: word do for v: value do
    stored[l][w][v].issued := v = Initial(l, w);
    stored[l][w][v].performed := v = Initial(l, w);
  end; end; end;
  for t: thread do for g: tag do asked[t][g].active := false; end; end;
end;

function Accepts(t: thread; o: operation): boolean; begin return true; end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = STORE | Kind(o) = RMW then
    stored[LineOf(o)][WordOf(o)][Stored(o)].issued := true;
    stored[LineOf(o)][WordOf(o)][Stored(o)].who := t;
  end;
  if Kind(o) = LOAD | Kind(o) = RMW then
    asked[t][g].active := true;
    asked[t][g].at := LineOf(o);
    asked[t][g].part := WordOf(o);
  end;
end;

ruleset l: line; w: word; v: value do
  rule "a store takes its place"
    stored[l][w][v].issued & !stored[l][w][v].performed
  ==>
  begin
    stored[l][w][v].performed := true;
    ObserveStore(stored[l][w][v].who, l, w, v);
  end;
end;

ruleset t: thread; g: tag; v: value do
  rule "a load returns"
    asked[t][g].active & stored[asked[t][g].at][asked[t][g].part][v].issued
  ==>
  begin
    Complete(t, g, v);
    undefine asked[t][g];
    asked[t][g].active := false;
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean; begin return false; end;
procedure Prefetch(c: cu; l: line; w: word);                begin end;
procedure Unwanted(c: cu; l: line);                         begin end;

function Quiescent(): boolean;
begin
  return forall t: thread do forall g: tag do !asked[t][g].active end end
       & forall l: line do forall w: word do forall v: value do
           stored[l][w][v].issued -> stored[l][w][v].performed
         end end end;
end;
function FinalValue(l: line; w: word): value;       begin return Initial(l, w); end;
function Latest(l: line; w: word): value;           begin return Initial(l, w); end;
function MayRead(c: cu; l: line; w: word): boolean; begin return false; end;
function CopyValue(c: cu; l: line; w: word): value; begin return Initial(l, w); end;
function MayWrite(c: cu; l: line): boolean;         begin return true; end;
