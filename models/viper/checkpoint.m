-- SPDX-License-Identifier: BSD-2-Clause
-- What no program asks for: a line that is flushed for a checkpoint, and one of the TCC that is
-- invalidated since it was written over PCI.  FLUSHES and DIRECTED say when that may be:
-- of a TCP's line they go through the coalescer, unless they are 3.

type
  aside_kind: enum {
    NO_ASIDE,
    OUT,               -- the coalescer waits for its answer
    PARKED, WOKEN };   -- FLUSHES=3: a flush that the TCP has parked, and that comes again

var
  aside: array [cu] of array [line] of aside_kind;
  written_over_pci: array [line] of boolean;    -- and not invalidated since

procedure AsideStart();
begin
  for l: line do
    written_over_pci[l] := false;
    for c: cu do aside[c][l] := NO_ASIDE; end;
  end;
end;

function IsAside(): boolean;
begin
  return FLUSHES + DIRECTED > 0
       & exists l: line do written_over_pci[l] | exists c: cu do aside[c][l] != NO_ASIDE end end;
end;

-- Something is under way beside which nothing begins.
function Undisturbed(): boolean;
begin
  return (FLUSHES = 1 | DIRECTED = 1) & IsAside();
end;

function MayBegin(c: cu; l: line; when: 0 .. 3): boolean;
begin
  return when > 0 & !IsCpu(c) & aside[c][l] = NO_ASIDE & Waiting(c, l) < CHANNEL
       & (when = 3 | (coalescer[c][l].count = 0 & !serving[c][l].active & !walk[c][l]))
       & (when = 1 -> Quiescent());
end;

ruleset c: cu; l: line do
  rule "a checkpoint flushes a line"
    MayBegin(c, l, FLUSHES)
  ==>
  begin
    TcpFlush(c, l);
    EndStep();
  end;

  fair rule "a parked flush comes again"
    aside[c][l] = WOKEN & Waiting(c, l) < CHANNEL
  ==>
  begin
    aside[c][l] := NO_ASIDE;
    TcpFlush(c, l);
    EndStep();
  end;

  rule "a line of the TCC is to be invalidated"
    DIRECTED > 1 & MayBegin(c, l, DIRECTED)
  ==>
  begin
    TcpInvL2(c, l);
    EndStep();
  end;

  fair rule "what was written over PCI is to be invalidated"
    DIRECTED = 1 & written_over_pci[l] & !IsCpu(c) & forall d: cu do aside[d][l] = NO_ASIDE end
  ==>
  begin
    TcpInvL2(c, l);
    EndStep();
  end;
end;

-- Mended, the TCC has nothing dirty of what is written.  CPUs have no copy.
function MayBeWritten(l: line): boolean;
begin
  return Quiescent() & (UNDEFINED = 1 | (TccState(l) != TCC_W & TccState(l) != TCC_M))
       & forall c: cu do cpu[c][l].state = CPU_I end;
end;

ruleset l: line; w: word; v: value do
  rule "a device writes over PCI"
    DIRECTED = 1 & MayBeWritten(l)
  ==>
  var nobody: thread;
  begin
    undefine nobody;
    memory[l][w] := v;
    StoreInOrder(nobody, l, w, v);
    written_over_pci[l] := true;
  end;
end;

ruleset l: line do
  fair rule "memory acknowledges a flush"
    directory[l].busy = FLUSH
  ==>
  begin
    EndRequest(l);
  end;

  rule "the directory is asked while it flushes"
    directory[l].busy = FLUSH
    & (to_directory[l].count > 0 | exists t: thread do wants[t].active ? LineOf(wants[t].what) = l : false end)
  ==>
  begin
    error "directory F: undefined";
  end;
end;
