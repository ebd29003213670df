-- SPDX-License-Identifier: BSD-2-Clause
-- The protocol of hetero.slicc once more, written by hand from its tables: the model
-- that `murrelet slicc` writes is held against this one.
--
-- It is not built as that one is.  There are no messages that carry addresses, but a
-- place for each that can be under way: a reader or a client has one request of a
-- line, and one answer, one probe and one acknowledgement come to it or from it at a
-- time; that they find their place empty is asked.  What a message would carry that
-- can be seen where it comes from is not carried: what a core stores, what is put, what
-- memory has read.  L1s and the instruction cache are one kind of cache.
--
-- A state stands for the same here and there, and rules fire as often, with one
-- difference that has a name: a request that finds no way, and a victim that cannot
-- leave yet, is there a firing that changes nothing.  Here it is one with STALLS=1.

const
  L1S: 1;
  CPUS: 1;
  L1_ASKS: 1;   -- 0: nothing is asked of the L1s, as if there were none
  FETCH_ASKS: 1;
  CPU_ASKS: 1;
  BANKS: 1;     -- of the L2; the first request of a line chooses which
  HOMES: 1;     -- directories, each with a memory; so too
  LINES: 1;
  WORDS: 1;
  VALUES: 2;
  WAYS: 1;      -- of each cache
  REQUESTS: 1;  -- of a core at a time
  QUEUE: 4;     -- to a reader, and to and from memory
  STALLS: 0;    -- 1: a request that waits for a way fires a rule that changes nothing

type
  line: scalarset(LINES);
  word: scalarset(WORDS);
  value: scalarset(VALUES);
  block: array [word] of value;
  mask: array [word] of boolean;
  l1: scalarset(L1S);
  cpu: scalarset(CPUS);
  fetch: enum { instruction_cache };
  gpu_l2: scalarset(BANKS);
  home: scalarset(HOMES);
  reader: union { l1, fetch };    -- below the L2
  core: union { l1, fetch, cpu };
  client: union { cpu, gpu_l2 };  -- of the directory

  lines: record
    count: 0..QUEUE;
    entry: array [0 .. QUEUE - 1] of line;
  end;
  readers: record
    count: 0..QUEUE;
    entry: array [0 .. QUEUE - 1] of reader;
  end;

  wish: enum { load, store, swap };
  reader_state: enum {
    Nothing, Valid,
    Loading, Storing, Swapping  -- the L2 is asked
  };
  cpu_state: enum { I, S, M, IS, IM, MI, II };
  l2_state: enum {
    L2_I, L2_V,
    L2_M,          -- may be written; the words of the mask are dirty
    L2_W,          -- so, but only those words are here
    L2_IV, L2_IW, L2_IM, L2_WM,
    L2_VX, L2_MX,  -- copies are taken back
    L2_MB, L2_WB,  -- the writer has not said that it has its answer
    L2_WI, L2_II
  };
  directory_state: enum {
    NEVER,      -- asked for
    D_I, D_S, D_O,
    D_P,        -- clients are asked
    D_R, D_W,   -- memory reads, writes
    D_B,        -- answered
    D_PR, D_PW  -- memory reads, writes, for a PutM
  };
  claim: enum { GetS, GetM, GetW, PutM };

  to_reader: record
    kind: enum { Filled, Done, Old, Back };
    about: line;
    data: block;  -- of Filled and Old
  end;
  to_readers: record
    count: 0..QUEUE;
    entry: array [0 .. QUEUE - 1] of to_reader;
  end;
  grant: record
    kind: enum { DataS, DataM, Granted, PutDone };
    data: block;  -- of DataS and DataM
  end;
  told: record
    kind: enum { Gone, Shared, UnblockS, UnblockM };
    data: block;  -- of Gone and Shared
    dirty: mask;
  end;
  waiting_claim: record
    from: client;
    what: claim;
  end;

var
  bank_of: array [line] of gpu_l2;  -- undefined: the line was not asked for yet
  home_of: array [line] of home;

  -- Cores: what each wants of a line, and the lines of which that is not taken up.
  wanted: array [core] of array [line] of wish;
  at: array [core] of array [line] of word;
  new_value: array [core] of array [line] of value;
  asked: array [core] of lines;
  asked_again: array [cpu] of lines;  -- before the others: they were put aside
  core_aside: array [cpu] of array [line] of boolean;

  -- Caches below the L2.
  state: array [reader] of array [line] of reader_state;
  copy: array [reader] of array [line] of block;
  incoming: array [reader] of array [gpu_l2] of to_readers;  -- in order

  -- The L2.
  asks: array [reader] of array [line] of boolean;  -- a request is on its way
  asks_aside: array [line] of readers;
  tells: array [reader] of array [line] of enum { CopyGone, HasAnswer };
  l2: array [line] of l2_state;
  l2_data: array [line] of block;
  l2_dirty: array [line] of mask;
  copies: array [line] of array [reader] of boolean;
  probe_aside: array [line] of enum { ToInv, ToDown };

  -- Caches of CPUs.
  cpus: array [cpu] of array [line] of cpu_state;
  cpu_data: array [cpu] of array [line] of block;

  -- Between the directory and its clients.
  claims: array [client] of array [line] of claim;
  grants: array [client] of array [line] of grant;
  probes: array [client] of array [line] of enum { ProbeInv, ProbeDown };
  tolds: array [client] of array [line] of told;

  -- The directory, and memory.
  directory: array [line] of directory_state;
  sharers: array [line] of array [client] of boolean;
  owner: array [line] of client;
  serving: array [line] of waiting_claim;
  due: array [line] of array [client] of boolean;
  found: array [line] of block;  -- in a cache: what memory lacks
  found_dirty: array [line] of mask;
  claims_aside: array [line] of record
    count: 0..QUEUE;
    entry: array [0 .. QUEUE - 1] of waiting_claim;
  end;
  memory_asked, memory_done: array [home] of lines;
  memory, latest: array [line] of block;

-- Queues.

procedure AddLine(var q: lines; l: line);
begin
  q.entry[q.count] := l;
  q.count := q.count + 1;
end;

procedure RemoveLine(var q: lines);
begin
  for i: 1 .. QUEUE - 1 do
    if i < q.count then q.entry[i - 1] := q.entry[i]; end;
  end;
  q.count := q.count - 1;
  undefine q.entry[q.count];
end;

procedure Send(r: reader; m: to_reader);
begin
  alias q: incoming[r][bank_of[m.about]] do
    q.entry[q.count] := m;
    q.count := q.count + 1;
  end;
end;

procedure Received(var q: to_readers);
begin
  for i: 1 .. QUEUE - 1 do q.entry[i - 1] := q.entry[i]; end;
  undefine q.entry[QUEUE - 1];
  q.count := q.count - 1;
end;

procedure Merge(var over: block; data: block; dirty: mask);
begin
  for w: word do
    if dirty[w] then over[w] := data[w]; end;
  end;
end;

procedure CleanMask(var m: mask);
begin
  for w: word do m[w] := false; end;
end;

function AnyDirty(m: mask): boolean;
begin
  return exists w: word do m[w] end;
end;

-- Cores.

function UnderWay(c: core): boolean;
var n: 0..LINES;
begin
  n := 0;
  for l: line do
    if !isundefined(wanted[c][l]) then n := n + 1; end;
  end;
  return n >= REQUESTS;
end;

-- Whether a core wants nothing of a line, and may, and the line is, or can be, of this bank and this home.
function Idle(c: core; l: line; b: gpu_l2; h: home): boolean;
begin
  return isundefined(wanted[c][l]) & !UnderWay(c) &
      (isundefined(bank_of[l]) | bank_of[l] = b & home_of[l] = h) &
      (ismember(c, l1) -> L1_ASKS = 1) & (ismember(c, fetch) -> FETCH_ASKS = 1) & (ismember(c, cpu) -> CPU_ASKS = 1);
end;

procedure NoWish(c: core; l: line);
begin
  undefine wanted[c][l];
  undefine at[c][l];
  undefine new_value[c][l];
end;

procedure LoadDone(c: core; l: line; data: block);
begin
  assert wanted[c][l] = load "a load is answered";
  assert data[at[c][l]] = latest[l][at[c][l]] "a core reads what the last store wrote";
  NoWish(c, l);
end;

procedure StoreDone(c: core; l: line);
begin
  latest[l][at[c][l]] := new_value[c][l];
  NoWish(c, l);
end;

-- A reader's way is taken by a copy, and by one that is awaited.
function ReaderWayFree(r: reader): boolean;
var n: 0..LINES;
begin
  n := 0;
  for l: line do
    if state[r][l] = Valid | state[r][l] = Loading then n := n + 1; end;
  end;
  return n < WAYS;
end;

procedure Drop(r: reader; l: line; next: reader_state);
begin
  state[r][l] := next;
  undefine copy[r][l];
end;

procedure Ask(r: reader; l: line);
begin
  assert !asks[r][l] "one request";
  asks[r][l] := true;
end;

-- Clients and the directory.

procedure AskDirectory(c: client; l: line; what: claim);
begin
  assert isundefined(claims[c][l]) "one claim";
  claims[c][l] := what;
end;

procedure Tell(c: client; l: line; t: told);
begin
  assert isundefined(tolds[c][l].kind) "one thing told";
  tolds[c][l] := t;
end;

procedure TellGone(c: client; l: line);
var t: told;
begin
  t.kind := Gone;
  CleanMask(t.dirty);
  Tell(c, l, t);
end;

procedure TellGoneDirty(c: client; l: line; data: block; dirty: mask);
var t: told;
begin
  t.kind := Gone;
  t.data := data;
  t.dirty := dirty;
  Tell(c, l, t);
end;

procedure TellShared(c: client; l: line; data: block; dirty: mask);
var t: told;
begin
  t.kind := Shared;
  t.data := data;
  t.dirty := dirty;
  Tell(c, l, t);
end;

procedure Unblock(c: client; l: line; owns: boolean);
var t: told;
begin
  t.kind := owns ? UnblockM : UnblockS;
  CleanMask(t.dirty);
  Tell(c, l, t);
end;

-- The L2.

function L2WayFree(b: gpu_l2): boolean;
var n: 0..LINES;
begin
  n := 0;
  for l: line do
    if l2[l] != L2_I & bank_of[l] = b then n := n + 1; end;
  end;
  return n < WAYS;
end;

function HasCopies(l: line): boolean;
begin
  return exists r: reader do copies[l][r] end;
end;

procedure L2Drop(l: line);
begin
  l2[l] := L2_I;
  undefine l2_data[l];
  CleanMask(l2_dirty[l]);
end;

procedure TakeBack(l: line; next: l2_state);
var m: to_reader;
begin
  m.kind := Back;
  m.about := l;
  for r: reader do
    if copies[l][r] then Send(r, m); end;
  end;
  l2[l] := next;
end;

procedure AskAside(r: reader; l: line);
begin
  asks[r][l] := false;
  asks_aside[l].entry[asks_aside[l].count] := r;
  asks_aside[l].count := asks_aside[l].count + 1;
end;

-- The line has come to rest: what waited for that is tried again.
procedure L2Rests(l: line; next: l2_state);
begin
  l2[l] := next;
  for i: 0 .. QUEUE - 1 do
    if i < asks_aside[l].count then asks[asks_aside[l].entry[i]][l] := true; end;
  end;
  undefine asks_aside[l];
  asks_aside[l].count := 0;
  if !isundefined(probe_aside[l]) then
    assert isundefined(probes[bank_of[l]][l]) "one probe";
    probes[bank_of[l]][l] := probe_aside[l] = ToInv ? ProbeInv : ProbeDown;
    undefine probe_aside[l];
  end;
end;

procedure L2Answers(r: reader; l: line);
var m: to_reader;
begin
  asks[r][l] := false;
  m.about := l;
  switch wanted[r][l]
    case load:
      m.kind := Filled;
      m.data := l2_data[l];
      copies[l][r] := true;
    case store:
      m.kind := Done;
    case swap:
      m.kind := Old;
      m.data := l2_data[l];
  end;
  if wanted[r][l] != load then
    l2_data[l][at[r][l]] := new_value[r][l];
    l2_dirty[l][at[r][l]] := true;
    l2[l] := l2[l] = L2_M ? L2_MB : L2_WB;
  end;
  Send(r, m);
end;

-- The directory.

function OthersShare(l: line; c: client): boolean;
begin
  return exists d: client do d != c & sharers[l][d] end;
end;

procedure Probe(l: line; c: client; down: boolean);
begin
  assert isundefined(probes[c][l]) "one probe";
  probes[c][l] := down ? ProbeDown : ProbeInv;
  due[l][c] := true;
end;

procedure ReadMemory(l: line; next: directory_state);
begin
  AddLine(memory_asked[home_of[l]], l);
  directory[l] := next;
end;

procedure Grant(c: client; l: line; g: grant);
begin
  assert isundefined(grants[c][l].kind) "one grant";
  grants[c][l] := g;
end;

procedure PutIsDone(c: client; l: line);
var g: grant;
begin
  g.kind := PutDone;
  Grant(c, l, g);
end;

procedure Forget(l: line);
begin
  undefine serving[l];
  undefine found[l];
  CleanMask(found_dirty[l]);
end;

-- Memory has what is newest: who asked is answered.
procedure AnswerClient(l: line);
var g: grant;
begin
  if serving[l].what = GetS & exists c: client do sharers[l][c] end then
    sharers[l][serving[l].from] := true;
    g.kind := DataS;
  else
    for c: client do sharers[l][c] := false; end;
    owner[l] := serving[l].from;
    g.kind := DataM;
  end;
  if serving[l].what = GetW then
    g.kind := Granted;
  else
    g.data := memory[l];
  end;
  Grant(serving[l].from, l, g);
  Forget(l);
  directory[l] := D_B;
end;

procedure DirectoryRests(l: line; next: directory_state);
begin
  directory[l] := next;
  for i: 0 .. QUEUE - 1 do
    if i < claims_aside[l].count then
      AskDirectory(claims_aside[l].entry[i].from, l, claims_aside[l].entry[i].what);
    end;
  end;
  undefine claims_aside[l];
  claims_aside[l].count := 0;
end;

ruleset v: value do
  startstate "memory holds one value"
    for c: core do asked[c].count := 0; end;
    for c: cpu do
      asked_again[c].count := 0;
      for l: line do
        core_aside[c][l] := false;
        cpus[c][l] := I;
      end;
    end;
    for r: reader do
      for b: gpu_l2 do incoming[r][b].count := 0; end;
      for l: line do
        state[r][l] := Nothing;
        asks[r][l] := false;
        copies[l][r] := false;
      end;
    end;
    for l: line do
      asks_aside[l].count := 0;
      l2[l] := L2_I;
      CleanMask(l2_dirty[l]);
      directory[l] := NEVER;
      for c: client do
        sharers[l][c] := false;
        due[l][c] := false;
      end;
      CleanMask(found_dirty[l]);
      claims_aside[l].count := 0;
      for w: word do memory[l][w] := v; end;
    end;
    for h: home do
      memory_asked[h].count := 0;
      memory_done[h].count := 0;
    end;
    latest := memory;
  end;
end;

-- Cores.

procedure Want(c: core; l: line; what: wish; w: word; b: gpu_l2; h: home);
begin
  bank_of[l] := b;
  home_of[l] := h;
  wanted[c][l] := what;
  at[c][l] := w;
  AddLine(asked[c], l);
end;

ruleset c: core; l: line; w: word; b: gpu_l2; h: home do
  rule "load" Idle(c, l, b, h) ==>
    Want(c, l, load, w, b, h);
  end;

  ruleset v: value do
    rule "store" Idle(c, l, b, h) & !ismember(c, fetch) ==>
      Want(c, l, store, w, b, h);
      new_value[c][l] := v;
    end;

    rule "swap" Idle(c, l, b, h) & ismember(c, l1) ==>
      Want(c, l, swap, w, b, h);
      new_value[c][l] := v;
    end;
  end;
end;

ruleset c: core; l: line do
  liveness "each request can be answered" isundefined(wanted[c][l]);
end;

-- Caches below the L2.

ruleset r: reader; l: line do
  rule "reader takes up"
    asked[r].count > 0 & asked[r].entry[0] = l &
    (wanted[r][l] = load -> state[r][l] != Nothing | ReaderWayFree(r))
  ==>
    RemoveLine(asked[r]);
    if wanted[r][l] = load & state[r][l] = Valid then
      LoadDone(r, l, copy[r][l]);
    else
      assert state[r][l] = Nothing | state[r][l] = Valid "a line is asked for once";
      Drop(r, l, wanted[r][l] = load ? Loading : wanted[r][l] = store ? Storing : Swapping);
      Ask(r, l);
    end;
  end;

  ruleset victim: line do
    rule "reader replaces"
      asked[r].count > 0 & asked[r].entry[0] = l & wanted[r][l] = load &
      state[r][l] = Nothing & !ReaderWayFree(r) & state[r][victim] = Valid
    ==>
      Drop(r, victim, Nothing);
    end;

    rule "reader stalls"
      STALLS = 1 & asked[r].count > 0 & asked[r].entry[0] = l & wanted[r][l] = load &
      state[r][l] = Nothing & !ReaderWayFree(r) & state[r][victim] = Loading
    ==>
    end;
  end;
end;

ruleset r: reader; b: gpu_l2 do
  rule "reader receives" incoming[r][b].count > 0 ==>
  var
    m: to_reader;
    l: line;
  begin
    m := incoming[r][b].entry[0];
    l := m.about;
    Received(incoming[r][b]);
    switch m.kind
      case Filled:
        assert state[r][l] = Loading "data that was not asked for";
        state[r][l] := Valid;
        copy[r][l] := m.data;
        LoadDone(r, l, m.data);
      case Done, Old:
        assert state[r][l] = (m.kind = Done ? Storing : Swapping) "an answer that was not asked for";
        if m.kind = Old then
          assert m.data[at[r][l]] = latest[l][at[r][l]] "a core reads what the last store wrote";
        end;
        StoreDone(r, l);
        state[r][l] := Nothing;
        assert isundefined(tells[r][l]) "one thing told";
        tells[r][l] := HasAnswer;
      case Back:
        if state[r][l] = Valid then Drop(r, l, Nothing); end;
        assert isundefined(tells[r][l]) "one thing told";
        tells[r][l] := CopyGone;
    end;
  end;
end;

-- The L2 and its readers.

ruleset r: reader; l: line do
  rule "L2 takes up" asks[r][l] & (l2[l] != L2_I | L2WayFree(bank_of[l])) ==>
    switch l2[l]
      case L2_I:
        AskAside(r, l);
        AskDirectory(bank_of[l], l, wanted[r][l] = load ? GetS : wanted[r][l] = store ? GetW : GetM);
        l2[l] := wanted[r][l] = load ? L2_IV : wanted[r][l] = store ? L2_IW : L2_IM;
      case L2_V, L2_M:
        if wanted[r][l] = load then
          L2Answers(r, l);
        elsif HasCopies(l) then
          AskAside(r, l);
          TakeBack(l, l2[l] = L2_V ? L2_VX : L2_MX);
        elsif l2[l] = L2_M then
          L2Answers(r, l);
        else
          AskAside(r, l);
          AskDirectory(bank_of[l], l, GetM);
          l2[l] := L2_IM;
        end;
      case L2_W:
        if wanted[r][l] = store then
          L2Answers(r, l);
        else
          AskAside(r, l);
          AskDirectory(bank_of[l], l, GetM);
          l2[l] := L2_WM;
        end;
      else
        AskAside(r, l);
    end;
  end;

  ruleset victim: line do
    rule "L2 replaces"
      asks[r][l] & l2[l] = L2_I & !L2WayFree(bank_of[l]) &
      (l2[victim] = L2_V | l2[victim] = L2_M | l2[victim] = L2_W) & bank_of[victim] = bank_of[l]
    ==>
      if HasCopies(victim) then
        TakeBack(victim, l2[victim] = L2_V ? L2_VX : L2_MX);
      elsif l2[victim] = L2_V then
        L2Drop(victim);
      else
        AskDirectory(bank_of[victim], victim, PutM);
        l2[victim] := L2_WI;
      end;
    end;

    rule "L2 stalls"
      STALLS = 1 & asks[r][l] & l2[l] = L2_I & !L2WayFree(bank_of[l]) &
      l2[victim] != L2_I & l2[victim] != L2_V & l2[victim] != L2_M & l2[victim] != L2_W & bank_of[victim] = bank_of[l]
    ==>
    end;
  end;

  rule "L2 is told" !isundefined(tells[r][l]) ==>
    if tells[r][l] = CopyGone then
      assert copies[l][r] & (l2[l] = L2_VX | l2[l] = L2_MX) "a copy that was taken back";
      copies[l][r] := false;
      if !HasCopies(l) then L2Rests(l, l2[l] = L2_VX ? L2_V : L2_M); end;
    else
      assert l2[l] = L2_MB | l2[l] = L2_WB "an answer";
      L2Rests(l, l2[l] = L2_MB ? L2_M : L2_W);
    end;
    undefine tells[r][l];
  end;
end;

-- The L2 and the directory.

ruleset b: gpu_l2; l: line do
  rule "L2 is granted" !isundefined(grants[b][l].kind) ==>
  var filled: block;
  begin
    switch grants[b][l].kind
      case DataS, DataM:
        assert l2[l] = L2_IV | grants[b][l].kind = DataM & (l2[l] = L2_IM | l2[l] = L2_WM) "data that was not asked for";
        filled := grants[b][l].data;
        Merge(filled, l2_data[l], l2_dirty[l]);
        l2_data[l] := filled;
        Unblock(b, l, grants[b][l].kind = DataM);
        L2Rests(l, grants[b][l].kind = DataM ? L2_M : L2_V);
      case Granted:
        assert l2[l] = L2_IW "a grant that was not asked for";
        Unblock(b, l, true);
        L2Rests(l, L2_W);
      case PutDone:
        assert l2[l] = L2_WI | l2[l] = L2_II "nothing was put";
        L2Drop(l);
        L2Rests(l, L2_I);
    end;
    undefine grants[b][l];
  end;

  rule "L2 is probed" !isundefined(probes[b][l]) ==>
  var down: boolean;
  begin
    down := probes[b][l] = ProbeDown;
    undefine probes[b][l];
    if l2[l] = L2_VX | l2[l] = L2_MX | l2[l] = L2_MB | l2[l] = L2_WB | HasCopies(l) & !down then
      probe_aside[l] := down ? ToDown : ToInv;
      if l2[l] = L2_V then
        TakeBack(l, L2_VX);
      elsif l2[l] = L2_M then
        TakeBack(l, L2_MX);
      end;
    else
      switch l2[l]
        case L2_V:
          TellGone(b, l);
          L2Drop(l);
        case L2_M:
          if down then
            TellShared(b, l, l2_data[l], l2_dirty[l]);
            CleanMask(l2_dirty[l]);
            l2[l] := L2_V;
          else
            TellGoneDirty(b, l, l2_data[l], l2_dirty[l]);
            L2Drop(l);
          end;
        case L2_W:
          TellGoneDirty(b, l, l2_data[l], l2_dirty[l]);
          L2Drop(l);
        case L2_WM:
          TellGoneDirty(b, l, l2_data[l], l2_dirty[l]);
          CleanMask(l2_dirty[l]);
          l2[l] := L2_IM;
        case L2_WI:
          TellGoneDirty(b, l, l2_data[l], l2_dirty[l]);
          l2[l] := L2_II;
        else
          assert l2[l] != L2_II & !down "a probe of what is not here";
          TellGone(b, l);
      end;
    end;
  end;
end;

-- CPUs.

function CpuWayFree(c: cpu): boolean;
var n: 0..LINES;
begin
  n := 0;
  for l: line do
    if cpus[c][l] != I then n := n + 1; end;
  end;
  return n < WAYS;
end;

function IsNext(c: cpu; l: line): boolean;
begin
  if asked_again[c].count > 0 then return asked_again[c].entry[0] = l; end;
  return asked[c].count > 0 & asked[c].entry[0] = l;
end;

procedure TakeNext(c: cpu);
begin
  if asked_again[c].count > 0 then RemoveLine(asked_again[c]); else RemoveLine(asked[c]); end;
end;

procedure CpuDrop(c: cpu; l: line; next: cpu_state);
begin
  cpus[c][l] := next;
  undefine cpu_data[c][l];
end;

procedure FullMask(var m: mask);
begin
  for w: word do m[w] := true; end;
end;

ruleset c: cpu; l: line do
  rule "CPU takes up" IsNext(c, l) & (cpus[c][l] != I | CpuWayFree(c)) ==>
    TakeNext(c);
    if cpus[c][l] = MI | cpus[c][l] = II then
      core_aside[c][l] := true;
    elsif wanted[c][l] = load & cpus[c][l] != I then
      LoadDone(c, l, cpu_data[c][l]);
    elsif cpus[c][l] = M then
      cpu_data[c][l][at[c][l]] := new_value[c][l];
      StoreDone(c, l);
    else
      AskDirectory(c, l, wanted[c][l] = load ? GetS : GetM);
      CpuDrop(c, l, wanted[c][l] = load ? IS : IM);
    end;
  end;

  ruleset victim: line do
    rule "CPU replaces"
      IsNext(c, l) & cpus[c][l] = I & !CpuWayFree(c) & (cpus[c][victim] = S | cpus[c][victim] = M)
    ==>
      if cpus[c][victim] = S then
        CpuDrop(c, victim, I);
      else
        AskDirectory(c, victim, PutM);
        cpus[c][victim] := MI;
      end;
    end;

    rule "CPU lets others before"
      IsNext(c, l) & cpus[c][l] = I & !CpuWayFree(c) & cpus[c][victim] != I & cpus[c][victim] != S & cpus[c][victim] != M &
      (STALLS = 1 | (asked_again[c].count > 0 ? asked_again[c].count > 1 : asked[c].count > 1))
    ==>
      if asked_again[c].count > 0 then
        RemoveLine(asked_again[c]);
        AddLine(asked_again[c], l);
      else
        RemoveLine(asked[c]);
        AddLine(asked[c], l);
      end;
    end;
  end;

  rule "CPU is granted" !isundefined(grants[c][l].kind) ==>
    switch grants[c][l].kind
      case DataS, DataM:
        assert cpus[c][l] = IS | grants[c][l].kind = DataM & cpus[c][l] = IM "data that was not asked for";
        cpu_data[c][l] := grants[c][l].data;
        if cpus[c][l] = IS then
          LoadDone(c, l, cpu_data[c][l]);
        else
          cpu_data[c][l][at[c][l]] := new_value[c][l];
          StoreDone(c, l);
        end;
        cpus[c][l] := grants[c][l].kind = DataM ? M : S;
        Unblock(c, l, grants[c][l].kind = DataM);
      case Granted:
        error "a CPU does not ask for that";
      case PutDone:
        assert cpus[c][l] = MI | cpus[c][l] = II "nothing was put";
        CpuDrop(c, l, I);
        if core_aside[c][l] then
          core_aside[c][l] := false;
          AddLine(asked_again[c], l);
        end;
    end;
    undefine grants[c][l];
  end;

  rule "CPU is probed" !isundefined(probes[c][l]) ==>
  var all: mask;
  begin
    FullMask(all);
    switch cpus[c][l]
      case M:
        if probes[c][l] = ProbeDown then
          TellShared(c, l, cpu_data[c][l], all);
          cpus[c][l] := S;
        else
          TellGoneDirty(c, l, cpu_data[c][l], all);
          CpuDrop(c, l, I);
        end;
      case MI:
        TellGoneDirty(c, l, cpu_data[c][l], all);
        cpus[c][l] := II;
      case S:
        assert probes[c][l] = ProbeInv "a reader has nothing to share";
        TellGone(c, l);
        CpuDrop(c, l, I);
      else
        assert cpus[c][l] != II & probes[c][l] = ProbeInv "a probe of what is not here";
        TellGone(c, l);
    end;
    undefine probes[c][l];
  end;
end;

-- The directory and memory.

procedure Serve(c: client; l: line);
begin
  serving[l].from := c;
  serving[l].what := claims[c][l];
  if directory[l] = D_O then
    if owner[l] = c then
      assert claims[c][l] = GetM "the owner wants the words that it lacks";
      ReadMemory(l, D_R);
    else
      Probe(l, owner[l], claims[c][l] = GetS);
      directory[l] := D_P;
    end;
  elsif claims[c][l] != GetS & OthersShare(l, c) then
    for d: client do
      if d != c & sharers[l][d] then Probe(l, d, false); end;
    end;
    directory[l] := D_P;
  elsif claims[c][l] = GetW then
    AnswerClient(l);
  else
    ReadMemory(l, D_R);
  end;
end;

procedure ServePut(c: client; l: line);
begin
  if directory[l] = D_O & owner[l] = c then
    serving[l].from := c;
    serving[l].what := PutM;
    if ismember(c, cpu) then
      found[l] := cpu_data[c][l];
      FullMask(found_dirty[l]);
    else
      found[l] := l2_data[l];
      found_dirty[l] := l2_dirty[l];
    end;
    ReadMemory(l, D_PR);
  else
    PutIsDone(c, l);
  end;
end;

ruleset c: client; l: line do
  rule "directory is asked" !isundefined(claims[c][l]) ==>
    if directory[l] = NEVER | directory[l] = D_I | directory[l] = D_S | directory[l] = D_O then
      if claims[c][l] = PutM then ServePut(c, l); else Serve(c, l); end;
    else
      claims_aside[l].entry[claims_aside[l].count].from := c;
      claims_aside[l].entry[claims_aside[l].count].what := claims[c][l];
      claims_aside[l].count := claims_aside[l].count + 1;
    end;
    undefine claims[c][l];
  end;

  rule "directory is told" !isundefined(tolds[c][l].kind) ==>
    switch tolds[c][l].kind
      case UnblockS, UnblockM:
        assert directory[l] = D_B "nobody is answered";
        DirectoryRests(l, tolds[c][l].kind = UnblockM ? D_O : D_S);
      case Gone, Shared:
        assert directory[l] = D_P & due[l][c] "nobody was asked";
        due[l][c] := false;
        if directory[l] = D_P & !isundefined(owner[l]) then undefine owner[l]; end;
        sharers[l][c] := tolds[c][l].kind = Shared;
        if AnyDirty(tolds[c][l].dirty) then
          found[l] := tolds[c][l].data;
          found_dirty[l] := tolds[c][l].dirty;
        end;
        if forall d: client do !due[l][d] end then ReadMemory(l, D_R); end;
    end;
    undefine tolds[c][l];
  end;
end;

ruleset h: home do
  rule "memory" memory_asked[h].count > 0 ==>
  var l: line;
  begin
    l := memory_asked[h].entry[0];
    RemoveLine(memory_asked[h]);
    AddLine(memory_done[h], l);
    if directory[l] = D_W | directory[l] = D_PW then memory[l] := found[l]; end;
  end;

  rule "memory is done" memory_done[h].count > 0 ==>
  var
    l: line;
    merged: block;
  begin
    l := memory_done[h].entry[0];
    RemoveLine(memory_done[h]);
    if (directory[l] = D_R | directory[l] = D_PR) & AnyDirty(found_dirty[l]) then
      merged := memory[l];
      Merge(merged, found[l], found_dirty[l]);
      found[l] := merged;
      ReadMemory(l, directory[l] = D_R ? D_W : D_PW);
    elsif directory[l] = D_R | directory[l] = D_W then
      AnswerClient(l);
    else
      undefine owner[l];
      PutIsDone(serving[l].from, l);
      Forget(l);
      DirectoryRests(l, D_I);
    end;
  end;
end;

-- Who may write is alone.

ruleset l: line; c: cpu; d: cpu do
  invariant "a CPU writes alone" c != d & cpus[c][l] = M -> cpus[d][l] != M & cpus[d][l] != S;
end;

ruleset l: line; c: cpu; r: reader do
  invariant "a CPU writes alone: no copies" cpus[c][l] = M -> state[r][l] != Valid;
end;
