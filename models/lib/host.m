-- SPDX-License-Identifier: BSD-2-Clause
-- What the host says of the litmus test that is bound to the model, for both
-- drivers that run one.  Sizes are set by size class from the command line.

include "operations.m"

const
  THREADS: 2;
  CUS: 2;
  COMPONENTS: 1;
  LINES: 2;
  WORDS: 1;
  VALUES: 4;
  LOCALS: 256;
  OPERATIONS: 32;
  TAGS: 2;         -- outstanding loads of a thread; more wait to be issued
  STORES: 4;       -- what bounds each of a machine's queues of stores
  NAMED: 0;        -- two stores may be of one value
  PREFETCHES: 1;   -- of each CU
  WARM: 0;         -- 1: prefetches, any number, before the first instruction only
  EVICTIONS: 1;

type
  thread: 0 .. THREADS - 1;
  cu: 0 .. CUS - 1;
  group: 0 .. THREADS - 1;
  component: 0 .. COMPONENTS - 1;
  line: 0 .. LINES - 1;
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;
  named: 0 .. 0;   -- nothing is kept by value: NAMED is 0
  local: 0 .. LOCALS - 1;
  operation: 0 .. OPERATIONS - 1;
  tag: 0 .. TAGS - 1;

external function HostStart(t: thread): local;
external function HostEnded(t: thread; l: local): boolean;

external function HostOutstanding(t: thread; l: local): boolean;

external function HostKind(o: operation): kind_type;
external function HostOrder(o: operation): order_type;
external function HostScope(o: operation): scope_type;
external function HostClusterScope(o: operation): boolean;
external function HostReturns(o: operation): boolean;
external function HostLine(o: operation): line;
external function HostWord(o: operation): word;
external function HostStored(o: operation): value;
external function HostWrites(o: operation; old: value): boolean;
external function HostResult(o: operation; old: value): value;

external function HostCu(t: thread): cu;
external function HostGroup(t: thread): group;
external function HostCluster(t: thread): group;
external function HostComponent(c: cu): component;
external function HostInitial(l: line; w: word): value;
external function HostUsedThread(t: thread): boolean;
external function HostUsedCu(c: cu): boolean;
external function HostUsedWord(l: line; w: word): boolean;
external function HostBand(l: line): line;

-- A final state: the host is told each location, then each thread, and counts.
external procedure HostFinalValue(l: line; w: word; v: value);
external procedure HostFinalThread(t: thread; l: local);
external function HostFinal(): boolean;
external function HostWitness(): boolean;

function Kind(o: operation): kind_type;   begin return HostKind(o);   end;
function Order(o: operation): order_type; begin return HostOrder(o);  end;
function Scope(o: operation): scope_type; begin return HostScope(o);  end;
function ClusterScope(o: operation): boolean; begin return HostClusterScope(o); end;
function Returns(o: operation): boolean;  begin return HostReturns(o); end;
function LineOf(o: operation): line;      begin return HostLine(o);   end;
function WordOf(o: operation): word;      begin return HostWord(o);   end;
function Stored(o: operation): value;     begin return HostStored(o); end;
function Writes(o: operation; old: value): boolean; begin return HostWrites(o, old); end;
function Result(o: operation; old: value): value;   begin return HostResult(o, old); end;
function CuOf(t: thread): cu;             begin return HostCu(t);     end;
function GroupOf(t: thread): group;       begin return HostGroup(t);  end;
function ClusterOf(t: thread): group;     begin return HostCluster(t); end;
function ComponentOf(c: cu): component;   begin return HostComponent(c); end;
function Initial(l: line; w: word): value; begin return HostInitial(l, w); end;
function UsedThread(t: thread): boolean;  begin return HostUsedThread(t); end;
function UsedCu(c: cu): boolean;          begin return HostUsedCu(c); end;
function UsedWord(l: line; w: word): boolean; begin return HostUsedWord(l, w); end;
function UsedLine(l: line): boolean;
begin
  return exists w: word do HostUsedWord(l, w) end;
end;
function BandOf(l: line): line;           begin return HostBand(l); end;
function EvictionsOn(): boolean;          begin return EVICTIONS = 1; end;

var
  -- A thread's registers, its place in the program and its outstanding
  -- operations are one number, that the host gives out and understands.
  -- Moves, arithmetic and branches are done within the host as soon as their
  -- registers are known, so that only memory operations interleave.
  threads: array [thread] of local;

procedure StartThreads();
begin
  MachineStart();
  for t: thread do threads[t] := HostStart(t); end;
end;

function Ended(): boolean;
begin
  for t: thread do
    if HostUsedThread(t) & !HostEnded(t, threads[t]) then
      return false;
    end;
  end;
  return Quiescent();
end;

-- Tells the host the outcome of a final state.
procedure TellOutcome();
begin
  for l: line do
    for w: word do
      if UsedWord(l, w) then
        HostFinalValue(l, w, FinalValue(l, w));
      end;
    end;
  end;
  for t: thread do
    if HostUsedThread(t) then
      HostFinalThread(t, threads[t]);
    end;
  end;
end;

function Final(): boolean;
begin
  if Ended() then
    TellOutcome();
    return HostFinal();
  end;
  return false;
end;

function Witness(): boolean;
begin
  if Ended() then
    TellOutcome();
    return HostWitness();
  end;
  return false;
end;

cover "final" Final();
cover "witness" Witness();
-- No operation of the thread is pending for ever: it has ended, or may go on
-- with nothing outstanding.  A program that spins for ever is no fault of the
-- machine's.
function Going(t: thread): boolean;
begin
  return HostEnded(t, threads[t]) | (!HostOutstanding(t, threads[t]) & MayGoOn(t));
end;

liveness "every operation completes"
  Quiescent() & forall t: thread do UsedThread(t) -> Going(t) end;

-- Asked for by name alone: whether the program itself can always still end.
liveness "every thread can end" Ended();
