-- SPDX-License-Identifier: BSD-2-Clause
-- A memory, and every access is one step of it.
--
-- machine: source: docs/own-protocol.md
-- machine: promises: sc

var
  memory: array [line] of array [word] of value;

procedure MachineStart();
begin
  for l: line do for w: word do memory[l][w] := Initial(l, w); end; end;
end;

-- ---- what a thread asks for ----

function Accepts(t: thread; o: operation): boolean;
begin
  return true;
end;

procedure Store(t: thread; l: line; w: word; v: value);
begin
  memory[l][w] := v;
  ObserveStore(t, l, w, v);
end;

procedure Issue(t: thread; o: operation; g: tag);
var old: value;
begin
  if Kind(o) = FENCE then
    return;
  end;
  alias l: LineOf(o); w: WordOf(o) do
    if Kind(o) = STORE then
      Store(t, l, w, Stored(o));
    else
      old := memory[l][w];
      if Kind(o) = RMW & Writes(o, old) then
        Store(t, l, w, Result(o, old));
      end;
      Complete(t, g, old);
    end;
  end;
end;

-- ---- loads of other wavefronts: they would warm a cache, if there were one ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean; begin return false; end;
procedure Prefetch(c: cu; l: line; w: word);                begin end;
procedure Unwanted(c: cu; l: line);                         begin end;

-- ---- what can be seen from outside ----

function Quiescent(): boolean;                      begin return true; end;
function FinalValue(l: line; w: word): value;       begin return memory[l][w]; end;
function Latest(l: line; w: word): value;           begin return memory[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return true; end;
function CopyValue(c: cu; l: line; w: word): value; begin return memory[l][w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return true; end;
