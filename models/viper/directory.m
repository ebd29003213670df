-- SPDX-License-Identifier: BSD-2-Clause
-- The directory, its memory, and the CPUs with their caches: what VIPER needs of them.
-- One request of a line at a time; the directory keeps no list of copies, and asks all
-- CPUs that have one.  A probe of a cache that has no copy takes no step.

type
  busy_kind: enum { FREE, READ, WRITE, OF_CPU, FLUSH };
  cpu_state: enum { CPU_I, CPU_S, CPU_E, CPU_M };
  probe_kind: enum { NO_PROBE, DOWNGRADE, INVALIDATE };

var
  directory: array [line] of record
    busy: busy_kind;           -- until: READ, the TCC unblocks it; WRITE, OF_CPU, probes are answered; FLUSH, memory has it
    asked: boolean;            -- probes are sent
    now: directory_message;    -- of READ and WRITE
    requester: thread;         -- of OF_CPU
  end;
  cpu: array [cu] of array [line] of record
    state: cpu_state;
    data: line_data;
    probe: probe_kind;         -- on its way to it
  end;
  owner: array [line] of cu;   -- the CPU that has it in M
  wants: array [thread] of record    -- of a CPU: the access that its cache cannot do
    active: boolean;
    what: operation;
    answer: tag;               -- not of a store
  end;

procedure DropCpu(c: cu; l: line);
begin
  if cpu[c][l].state = CPU_M then undefine owner[l]; end;
  cpu[c][l].state := CPU_I;
  undefine cpu[c][l].data;
end;

procedure EndRequest(l: line);
begin
  undefine directory[l];
  directory[l].busy := FREE;
  directory[l].asked := false;
end;

procedure DirectoryStart();
begin
  for l: line do
    EndRequest(l);
    undefine owner[l];
    for c: cu do
      cpu[c][l].state := CPU_I;
      cpu[c][l].probe := NO_PROBE;
    end;
  end;
  for t: thread do wants[t].active := false; end;
end;

procedure Unblock(l: line);
begin
  assert "the directory waits for the TCC" directory[l].busy = READ;
  EndRequest(l);
end;

-- ---- probes ----

procedure ProbeCpus(l: line; p: probe_kind; but: boolean; c: cu);
begin
  for d: cu do
    if !(but & d = c) then
      if p = INVALIDATE ? cpu[d][l].state != CPU_I : cpu[d][l].state = CPU_E | cpu[d][l].state = CPU_M then
        cpu[d][l].probe := p;
      end;
    end;
  end;
end;

function Probed(l: line): boolean;
begin
  return probe_tcc[l] | exists c: cu do cpu[c][l].probe != NO_PROBE end;
end;

procedure AnswerProbe(c: cu; l: line);
begin
  if cpu[c][l].state = CPU_M then
    memory[l] := cpu[c][l].data;
  end;
  if cpu[c][l].probe = INVALIDATE then
    DropCpu(c, l);
  elsif cpu[c][l].state != CPU_I then
    if cpu[c][l].state = CPU_M then undefine owner[l]; end;
    cpu[c][l].state := CPU_S;
  end;
  cpu[c][l].probe := NO_PROBE;
end;

-- ---- the GPU's requests ----

procedure AnswerTcc(l: line; k: answer_kind; var m: directory_message; modified: boolean; old: value);
var a: directory_answer;
begin
  a.kind := k;
  a.own := m.own;
  a.scalar := m.scalar;
  a.glc := m.glc;
  a.slc := m.slc;
  a.modified := modified;
  if !m.own then
    a.from := m.from;
    if m.kind = WriteThrough | m.kind = Atomic then a.thread := m.thread; end;
  end;
  if k = NBSysResp then
    a.data := memory[l];
  end;
  if m.kind = Atomic then
    a.what := m.what;
    if !isundefined(old) then a.old := old; end;
  end;
  assert "ANSWERS suffices" from_directory[l].count < ANSWERS;
  from_directory[l].entry[from_directory[l].count] := a;
  from_directory[l].count := from_directory[l].count + 1;
end;

procedure WriteBytes(l: line; var m: directory_message);
begin
  for w: word do
    if m.mask[w] | (m.kind = WriteFlush & WHOLE_FLUSH = 1) then
      if isundefined(m.data[w]) then error "directory Flush: bytes that the TCC has not go over memory's"; end;
      memory[l][w] := m.data[w];
      if m.kind = WriteThrough & !m.own & !TakesPlaceAtTcc() then
        StoreInOrder(m.thread, l, w, m.data[w]);
      end;
    end;
  end;
end;

-- An atomic is performed here unless the TCC, being write-back, does it itself.
procedure ServeAtomic(l: line; var m: directory_message);
var old: value;
var none: value;
begin
  old := memory[l][WordOf(m.what)];
  undefine none;
  if KNOWN = 21 then
    AnswerTcc(l, NBSysResp, m, true, none);
  else
    AnswerTcc(l, NBSysResp, m, true, old);
  end;
  if (WB = 0 | m.slc) & Writes(m.what, old) then
    memory[l][WordOf(m.what)] := Result(m.what, old);
    StoreInOrder(m.thread, l, WordOf(m.what), Result(m.what, old));
  end;
end;

-- All probes are answered.
procedure ServeGpu(l: line);
var m: directory_message;
var none: value;
begin
  m := directory[l].now;
  undefine none;
  switch m.kind
    case RdBlk:
      directory[l].asked := false;
      AnswerTcc(l, NBSysResp, m, false, none);
    case WriteThrough:
      EndRequest(l);
      WriteBytes(l, m);
      if EARLY_ACK = 0 then AnswerTcc(l, NBSysWBAck, m, false, none); end;
    case WriteFlush:
      EndRequest(l);
      WriteBytes(l, m);
      AnswerTcc(l, NBSysWBAck, m, false, none);
      if FLUSH_LAST = 1 & STEPS = 1 then directory[l].busy := FLUSH; end;
    case Atomic:
      EndRequest(l);
      ServeAtomic(l, m);
  end;
end;

procedure TakeGpu(l: line);
var m: directory_message;
var none: value;
var none_of_them: cu;
begin
  m := to_directory[l].entry[0];
  undefine none;
  undefine none_of_them;
  for i: 0 .. TO_DIRECTORY - 1 do
    if i > 0 then to_directory[l].entry[i - 1] := to_directory[l].entry[i]; end;
  end;
  undefine to_directory[l].entry[TO_DIRECTORY - 1];
  to_directory[l].count := to_directory[l].count - 1;
  directory[l].now := m;
  directory[l].busy := m.kind = RdBlk ? READ : WRITE;
  directory[l].asked := true;
  if m.kind != WriteFlush | WHOLE_FLUSH = 0 then
    ProbeCpus(l, m.kind = RdBlk ? DOWNGRADE : INVALIDATE, false, none_of_them);
  end;
  if m.kind = WriteThrough & EARLY_ACK = 1 then
      AnswerTcc(l, NBSysWBAck, m, false, none);
  end;
  if !Probed(l) then ServeGpu(l); end;
end;

-- ---- the CPUs' requests ----

-- Whether the cache of the CU has what the access needs.
function Suffices(c: cu; o: operation): boolean;
begin
  alias s: cpu[c][LineOf(o)].state do
    return Kind(o) = LOAD ? s != CPU_I : s = CPU_E | s = CPU_M;
  end;
end;

procedure CpuPerform(t: thread; o: operation; g: tag);
var old: value;
begin
  alias it: cpu[CuOf(t)][LineOf(o)] do
    old := it.data[WordOf(o)];
    if Kind(o) = STORE | (Kind(o) = RMW & Writes(o, old)) then
      it.state := CPU_M;
      owner[LineOf(o)] := CuOf(t);
      it.data[WordOf(o)] := Kind(o) = STORE ? Stored(o) : Result(o, old);
      StoreInOrder(t, LineOf(o), WordOf(o), it.data[WordOf(o)]);
    end;
  end;
  Answered(t);
  if Kind(o) != STORE then Complete(t, g, old); end;
end;

-- The access that t waits for is done.
procedure CpuServed(t: thread);
var o: operation;
var g: tag;
begin
  o := wants[t].what;
  if Kind(o) != STORE then g := wants[t].answer; end;
  undefine wants[t];
  wants[t].active := false;
  CpuPerform(t, o, g);
end;

-- The line goes to the CPU; with SILENT_E in E to the only one that reads it, which then
-- writes it without asking.
procedure ServeCpu(l: line);
var t: thread;
begin
  t := directory[l].requester;
  EndRequest(l);
  alias it: cpu[CuOf(t)][l] do
    if it.state = CPU_I then it.data := memory[l]; end;
    if Kind(wants[t].what) != LOAD then
      it.state := CPU_E;
    else
      it.state := SILENT_E = 0 | exists c: cu do c != CuOf(t) & cpu[c][l].state != CPU_I end ? CPU_S : CPU_E;
    end;
  end;
  CpuServed(t);
end;

procedure TakeCpu(t: thread);
begin
  alias o: wants[t].what; l: LineOf(wants[t].what) do
    if Suffices(CuOf(t), o) then
      CpuServed(t);
      return;
    end;
    directory[l].busy := OF_CPU;
    directory[l].asked := true;
    directory[l].requester := t;
    if Kind(o) = LOAD then
      if PROBE_DATA = 1 then TccPrbDowngrade(l); end;
      ProbeCpus(l, DOWNGRADE, true, CuOf(t));
    else
      ProbeCpus(l, INVALIDATE, true, CuOf(t));
      probe_tcc[l] := true;
    end;
    if !Probed(l) then ServeCpu(l); end;
  end;
end;

procedure AfterProbe(l: line);
begin
  if directory[l].asked & !Probed(l) then
    if directory[l].busy = OF_CPU then ServeCpu(l); else ServeGpu(l); end;
  end;
end;

-- Reduced: CPUs have no caches, and the access is done in memory at once.
procedure CpuAtOnce(t: thread; o: operation; g: tag);
var old: value;
begin
  alias l: LineOf(o); w: WordOf(o) do
    if PROBE_DATA = 1 then TccPrbDowngrade(l); end;
    old := memory[l][w];
    if Kind(o) != LOAD then
      TccPrbInv(l);
      if Kind(o) = STORE | Writes(o, old) then
        memory[l][w] := Kind(o) = STORE ? Stored(o) : Result(o, old);
        StoreInOrder(t, l, w, memory[l][w]);
      end;
    end;
  end;
  Answered(t);
  if Kind(o) != STORE then Complete(t, g, old); end;
end;

ruleset l: line do
  fair rule "directory takes a request of the TCC"
    STEPS = 1 & to_directory[l].count > 0 & directory[l].busy = FREE
  ==>
  begin
    TakeGpu(l);
    EndStep();
  end;

  fair rule "TCC takes a probe"
    probe_tcc[l]
  ==>
  begin
    probe_tcc[l] := false;
    TccPrbInv(l);
    AfterProbe(l);
    EndStep();
  end;
end;

ruleset t: thread do
  fair rule "directory takes a request of a CPU"
    wants[t].active & directory[LineOf(wants[t].what)].busy = FREE
  ==>
  begin
    TakeCpu(t);
    EndStep();
  end;
end;

ruleset c: cu; l: line do
  fair rule "CPU takes a probe"
    cpu[c][l].probe != NO_PROBE
  ==>
  begin
    AnswerProbe(c, l);
    AfterProbe(l);
    EndStep();
  end;

  rule "CPU evicts"
    EvictionsOn() & cpu[c][l].state != CPU_I & cpu[c][l].probe = NO_PROBE & directory[l].busy = FREE
  ==>
  begin
    if cpu[c][l].state = CPU_M then memory[l] := cpu[c][l].data; end;
    DropCpu(c, l);
  end;
end;
