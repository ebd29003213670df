-- SPDX-License-Identifier: BSD-2-Clause
-- What a driver asks for, and the TCC's rules.

-- ---- reduced: what the TCC, the directory and CUs say to each other takes no step ----

procedure TakeTrigger(l: line);
begin
  TccAtomicDone(l);
end;

procedure Settle(l: line);
var a: directory_answer;
var r: request_message;
begin
  if STEPS = 0 then
    while (to_directory[l].count > 0 & directory[l].busy = FREE) | from_directory[l].count > 0
        | tcc[l].triggers > 0 | woken[l].count > 0 do
      if from_directory[l].count > 0 then
        TakeAnswer(l, 0, a);
        TccAnswer(l, a);
      elsif tcc[l].triggers > 0 then
        TakeTrigger(l);
      elsif to_directory[l].count > 0 & directory[l].busy = FREE then
        TakeGpu(l);
      else
        TakeWoken(l, r);
        TccRequest(l, r, false);
      end;
    end;
  end;
end;

-- ---- the TCC ----

ruleset c: cu; l: line; full: boolean do
  fair rule "TCC takes a request"
    up[c][l].count > 0 & woken[l].count = 0
    & (full -> SLC = 1 & EvictionsOn() & STEPS = 1 & up[c][l].request[0].kind = WriteThrough & !tcc[l].present)
  ==>
  var r: request_message;
  begin
    Dequeue(c, l, r);
    TccRequest(l, r, full);
    Settle(l);
    EndStep();
  end;
end;

ruleset l: line do
  fair rule "TCC takes a woken request"
    woken[l].count > 0
  ==>
  var r: request_message;
  begin
    TakeWoken(l, r);
    TccRequest(l, r, false);
    EndStep();
  end;

  fair rule "TCC takes its trigger"
    STEPS = 1 & tcc[l].triggers > 0
  ==>
  begin
    TakeTrigger(l);
    EndStep();
  end;

  rule "TCC replaces"
    EvictionsOn() & tcc[l].present
  ==>
  begin
    TccL2Repl(l);
    Settle(l);
  end;
end;

-- K2: the port looks at an atomic's answer, counts it, and stalls.
ruleset l: line; i: 0 .. ANSWERS - 1 do
  rule "TCC looks at an answer and stalls"
    KNOWN = 2 & STEPS = 1 & i < from_directory[l].count & tcc[l].atomics > 0
    & from_directory[l].entry[i].kind = NBSysResp & from_directory[l].entry[i].modified
  ==>
  begin
    tcc[l].atomics := tcc[l].atomics - 1;
  end;
end;

ruleset l: line; i: 0 .. ANSWERS - 1 do
  fair rule "TCC receives"
    STEPS = 1 & i < from_directory[l].count
  ==>
  var a: directory_answer;
  begin
    TakeAnswer(l, i, a);
    TccAnswer(l, a);
    EndStep();
  end;
end;

-- ---- the machine interface ----

procedure MachineStart();
begin
  LatestStart();
  ChannelsStart();
  TcpStart();
  SqcStart();
  TccStart();
  DirectoryStart();
  for t: thread do
    pending[t] := 0;
    acquire[t] := NONE;
    walks[t] := false;
  end;
end;

function Waits(o: operation): boolean;
begin
  return Kind(o) = FENCE | Releases(o) | Order(o) = SEQ_CST;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if acquire[t] != NONE | (Waits(o) & pending[t] > 0) | pending[t] = OUTSTANDING then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  elsif IsCpu(CuOf(t)) then
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
  if Acquires(o) then
    acquire[t] := WAITS;
    walks[t] := AtLeast(Scope(o), COMPONENT);
  end;
  q.prefetch := false;
  q.thread := t;
  q.what := o;
  if Kind(o) != STORE then q.answer := g; end;
  Enqueue(CuOf(t), LineOf(o), q);
end;

-- Whether t, that has just issued an access, can do nothing before it is answered.
function Blocks(t: thread): boolean;
begin
  return acquire[t] != NONE | (HasNext(t, false) ? Waits(Next(t, false)) : pending[t] = 1);
end;

-- Reduced, the TCC takes a request at once that its thread is blocked by, where it is the
-- first: it could as well have been issued later.
procedure ServeAtOnce(t: thread; o: operation);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if STEPS = 0 & up[c][l].count = 1 & coalescer[c][l].count = 0 then
      if Blocks(t) & (Kind(o) = LOAD | !WantedByOthers(t, l)) then
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
      acquire[t] := WAITS;
      walks[t] := AtLeast(Scope(o), COMPONENT);
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
  return !IsCpu(c) & Waiting(c, l) = 0 & TcpState(c, l) = TCP_I & sqc[c][l].state = SQC_I & !serving[c][l].active & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
var q: core_request;
begin
  q.prefetch := true;
  Enqueue(c, l, q);
end;

procedure Unwanted(c: cu; l: line);
begin
  if STEPS = 0 & TcpState(c, l) = TCP_V & !tcp[c][l].tbe then
    InvCache(c, l);
  end;
  if STEPS = 0 & sqc[c][l].state = SQC_V then
    SetSqc(c, l, SQC_I);
  end;
end;

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
       & forall t: thread do acquire[t] = NONE & !wants[t].active end;
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
