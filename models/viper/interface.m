-- SPDX-License-Identifier: BSD-2-Clause
-- What a driver asks for.

procedure MachineStart();
begin
  LatestStart();
  ChannelsStart();
  TcpStart();
  SqcStart();
  TccStart();
  DirectoryStart();
  AsideStart();
  TakeTurns();
  for t: thread do
    pending[t] := 0;
    EndAcquire(t);
  end;
end;

function IsAcquiring(t: thread): boolean; begin return acquire[t] != NONE | Undisturbed(); end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  if IsCpu(CuOf(t)) then
    return pending[t] = 0;
  end;
  return Waiting(CuOf(t), LineOf(o)) < CHANNEL;
end;

procedure IssueCpu(t: thread; o: operation; g: tag);
begin
  if STEPS = 0 then
    CpuAtOnce(t, o, g);
  elsif Suffices(CuOf(t), o) then
    CpuPerform(t, o, g);
  else
    wants[t].active := true;
    wants[t].what := o;
    if Kind(o) != STORE then wants[t].answer := g; end;
  end;
end;

procedure IssueGpu(t: thread; o: operation; g: tag);
var q: core_request;
begin
  if Acquires(o) then StartAcquire(t, o); end;
  q.prefetch := false;
  q.thread := t;
  q.what := o;
  if Kind(o) != STORE then q.answer := g; end;
  Enqueue(CuOf(t), LineOf(o), q);
end;

-- Reduced, the TCC takes a request at once that its thread is blocked by, where it is the
-- first and no thread beside it puts another behind it: it could as well have been issued later.
procedure ServeAtOnce(t: thread; o: operation);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if STEPS = 0 & up[c][l].count = 1 & coalescer[c][l].count = 0 then
      if Blocks(t) & !TouchedByOthers(t, l) then
        Dequeue(c, l, r);
        TccRequest(l, r, false);
        Settle(l);
      end;
    end;
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE then
    if Acquires(o) & !IsCpu(CuOf(t)) then
      StartAcquire(t, o);
      GoOn(t);
    end;
    return;
  end;
  pending[t] := pending[t] + 1;
  if IsCpu(CuOf(t)) then
    IssueCpu(t, o, g);
  else
    IssueGpu(t, o, g);
    ServeAtOnce(t, o);
  end;
end;

-- A load of another wavefront, which may find the line or fetch it.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !IsCpu(c) & !Undisturbed() & Waiting(c, l) = 0 & TcpState(c, l) = TCP_I
       & sqc[c][l].state = SQC_I & !serving[c][l].active & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
var q: core_request;
begin
  q.prefetch := true;
  Enqueue(c, l, q);
end;

-- What waits at the coalescer has been issued, and may hit yet.
procedure ForgetCopies(c: cu; l: line);
begin
  if STEPS = 1 | coalescer[c][l].count > 0 then
    return;
  end;
  if TcpState(c, l) = TCP_V & !tcp[c][l].tbe then
    InvCache(c, l);
  end;
  if sqc[c][l].state = SQC_V then
    SetSqc(c, l, SQC_I);
  end;
end;

include "../lib/parts/unwanted.m"

function Quiescent(): boolean;
begin
  return forall l: line do
           parked[l].count = 0 & woken[l].count = 0 & to_directory[l].count = 0
           & from_directory[l].count = 0 & tcc[l].triggers = 0 & directory[l].busy = FREE & !Probed(l)
           & forall c: cu do
               up[c][l].count = 0 & down[c][l].count = 0 & coalescer[c][l].count = 0
               & !serving[c][l].active & !walk[c][l]
             end
         end
       & forall t: thread do acquire[t] = NONE & !wants[t].active end & !IsAside();
end;

-- What the TCC has still to write back goes over all else.
function FinalValue(l: line; w: word): value;
begin
  if WB = 1 & (TccState(l) = TCC_W | TccState(l) = TCC_M) then
    if tcc[l].mask[w] then
      return tcc[l].data[w];
    end;
  end;
  if !isundefined(owner[l]) then
    return cpu[owner[l]][l].data[w];
  end;
  return memory[l][w];
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return TcpState(c, l) = TCP_V | cpu[c][l].state != CPU_I;
end;

function CopyValue(c: cu; l: line; w: word): value;
begin
  return TcpState(c, l) = TCP_V ? tcp[c][l].data[w] : cpu[c][l].data[w];
end;

function MayWrite(c: cu; l: line): boolean;
begin
  return cpu[c][l].state = CPU_E | cpu[c][l].state = CPU_M;
end;
