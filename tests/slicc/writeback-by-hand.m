-- SPDX-License-Identifier: BSD-2-Clause
-- The protocol of writeback.slicc by hand: a write-back L2 with masks of dirty
-- words, below cores that keep no line, above a memory that merges what is written.
--
-- There are no messages.  A core's request is in one place after the other (where it
-- is); what it carries is what the core asked for.  A line's access to memory
-- is at one stage after the other; what it carries is what the L2 has.  Only what
-- waits in a queue has an order: requests that were put aside until their line is not
-- busy, those that were woken, and what memory is asked and answers.
--
-- A core has one request at a time, as with REQUESTS=1.

const
  CORES: 2;
  LINES: 1;
  WORDS: 1;
  VALUES: 2;
  WAYS: 1;

type
  core: scalarset(CORES);
  line: scalarset(LINES);
  word: scalarset(WORDS);
  value: scalarset(VALUES);
  nothing: enum { NO_LINE };
  victim_type: union { line, nothing };
  block: array [word] of value;
  mask: array [word] of boolean;

  request_kind: enum { READ, WRITE, ATOMIC };
  place: enum {
    AT_THE_CORE,
    BEFORE_THE_L2,
    ASIDE,
    WOKEN,
    ANSWERED
  };

  line_state: enum { I, V, W, IV, WI, BV, BW };

  -- Of a line's access to memory: a read is over once it was read.
  stage_type: enum {
    NO_ACCESS,
    ASKED,
    READING,
    WAS_READ,
    WRITING,
    WAS_WRITTEN,
    DONE
  };

  cores: record
    count: 0..CORES;
    who: array [0 .. CORES - 1] of core;
  end;
  lines: record
    count: 0..LINES;
    which: array [0 .. LINES - 1] of line;
  end;

var
  request: array [core] of record
    kind: request_kind;  -- undefined: none
    at: line;
    word: word;
    value: value;        -- of a write or an atomic
    place: place;
    answer: block;       -- under way to a reader
  end;

  l2: array [line] of record
    state: line_state;
    data: block;
    dirty: mask;
  end;
  aside: array [line] of cores;
  woken: cores;
  unblock: array [line] of boolean;  -- under way: the answer has come

  stage: array [line] of stage_type;
  to_memory: lines;
  from_memory: lines;
  memory: array [line] of block;
  latest: array [line] of block;  -- what the last write wrote

-- Queues.

procedure PutCore(var q: cores; c: core);
begin
  q.who[q.count] := c;
  q.count := q.count + 1;
end;

procedure TakeCore(var q: cores);
begin
  for i: 0 .. CORES - 1 do
    if i + 1 < q.count then
      q.who[i] := q.who[i + 1];
    end;
  end;
  undefine q.who[q.count - 1];
  q.count := q.count - 1;
end;

procedure PutLine(var q: lines; l: line);
begin
  q.which[q.count] := l;
  q.count := q.count + 1;
end;

procedure TakeLine(var q: lines);
begin
  for i: 0 .. LINES - 1 do
    if i + 1 < q.count then
      q.which[i] := q.which[i + 1];
    end;
  end;
  undefine q.which[q.count - 1];
  q.count := q.count - 1;
end;

-- The L2.

function IsBusy(l: line): boolean;
begin
  switch l2[l].state
    case IV, WI, BV, BW: return true;
    else return false;
  end;
end;

function WayIsFree(): boolean;
var n: 0..LINES;
begin
  n := 0;
  for l: line do
    if l2[l].state != I then n := n + 1; end;
  end;
  return n < WAYS;
end;

function IsClean(l: line): boolean;
begin
  return forall w: word do !l2[l].dirty[w] end;
end;

procedure Open(l: line);
begin
  for w: word do l2[l].dirty[w] := false; end;
end;

procedure Close(l: line);
begin
  undefine l2[l];
  l2[l].state := I;
end;

procedure AskMemory(l: line; next: line_state);
begin
  l2[l].state := next;
  stage[l] := ASKED;
end;

-- Those that were put aside for the line go before all others.
procedure Wake(l: line);
begin
  while aside[l].count > 0 do
    request[aside[l].who[0]].place := WOKEN;
    PutCore(woken, aside[l].who[0]);
    TakeCore(aside[l]);
  end;
end;

-- A request leaves the place where it stands before the L2.
procedure LeaveHead(c: core);
begin
  if request[c].place = WOKEN then
    TakeCore(woken);
  end;
end;

procedure PutAside(c: core; l: line);
begin
  LeaveHead(c);
  request[c].place := ASIDE;
  PutCore(aside[l], c);
end;

procedure Answer(c: core; l: line);
begin
  LeaveHead(c);
  request[c].place := ANSWERED;
  if request[c].kind != WRITE then
    request[c].answer := l2[l].data;
  end;
end;

procedure WriteWord(c: core; l: line);
begin
  if request[c].kind != READ then
    l2[l].data[request[c].word] := request[c].value;
    l2[l].dirty[request[c].word] := true;
  end;
end;

-- The request is done in the L2, which is busy until the answer has come.
procedure DoNow(c: core; l: line; next: line_state);
begin
  Answer(c, l);
  WriteWord(c, l);
  l2[l].state := next;
end;

procedure FetchFor(c: core; l: line);
begin
  Open(l);
  AskMemory(l, IV);
  PutAside(c, l);
end;

procedure ServeAbsent(c: core; l: line);
begin
  if request[c].kind = WRITE then
    Open(l);
    DoNow(c, l, BW);
  else
    FetchFor(c, l);
  end;
end;

procedure ServePartial(c: core; l: line);
begin
  if request[c].kind = WRITE then
    DoNow(c, l, BW);
  else
    AskMemory(l, WI);
    PutAside(c, l);
  end;
end;

procedure Serve(c: core; l: line);
begin
  switch l2[l].state
    case I: ServeAbsent(c, l);
    case V: DoNow(c, l, BV);
    case W: ServePartial(c, l);
    else PutAside(c, l);
  end;
end;

-- The victim makes room, or the request goes behind the others; it is tried again.
procedure MakeRoom(c: core; l: line);
begin
  if IsBusy(l) then
    if request[c].place = WOKEN then
      TakeCore(woken);
      PutCore(woken, c);
    end;
  elsif IsClean(l) then
    Close(l);
  else
    AskMemory(l, WI);
  end;
end;

procedure Take(c: core; victim: victim_type);
begin
  if l2[request[c].at].state != I | victim = NO_LINE then
    Serve(c, request[c].at);
  else
    MakeRoom(c, victim);
  end;
end;

-- A victim is chosen where there is no free way, and only there.
function MayBeVictim(victim: victim_type): boolean;
begin
  if victim = NO_LINE then
    return WayIsFree();
  end;
  return !WayIsFree() & l2[victim].state != I;
end;

-- Start.

ruleset v: value do
  startstate "memory holds one value"
  begin
    woken.count := 0;
    to_memory.count := 0;
    from_memory.count := 0;
    for l: line do
      l2[l].state := I;
      aside[l].count := 0;
      unblock[l] := false;
      stage[l] := NO_ACCESS;
      for w: word do memory[l][w] := v; end;
    end;
    latest := memory;
  end;
end;

-- Cores.

procedure Ask(c: core; k: request_kind; l: line; w: word);
begin
  request[c].kind := k;
  request[c].at := l;
  request[c].word := w;
  request[c].place := AT_THE_CORE;
end;

ruleset c: core; l: line; w: word do
  rule "a core reads"
    isundefined(request[c].kind)
  ==>
  begin
    Ask(c, READ, l, w);
  end;
end;

ruleset c: core; l: line; w: word; v: value do
  rule "a core writes"
    isundefined(request[c].kind)
  ==>
  begin
    Ask(c, WRITE, l, w);
    request[c].value := v;
  end;

  rule "a core exchanges"
    isundefined(request[c].kind)
  ==>
  begin
    Ask(c, ATOMIC, l, w);
    request[c].value := v;
  end;
end;

function IsAt(c: core; p: place): boolean;
begin
  if isundefined(request[c].kind) then
    return false;
  end;
  return request[c].place = p;
end;

ruleset c: core do
  rule "a request is sent"
    IsAt(c, AT_THE_CORE)
  ==>
  begin
    request[c].place := BEFORE_THE_L2;
  end;

  rule "a core is answered"
    IsAt(c, ANSWERED)
  ==>
  begin
    alias l: request[c].at; w: request[c].word do
      if request[c].kind != WRITE then
        assert request[c].answer[w] = latest[l][w] "a core reads what the last store wrote";
      end;
      if request[c].kind != READ then
        latest[l][w] := request[c].value;
      end;
      unblock[l] := true;
    end;
    undefine request[c];
  end;
end;

-- The L2's requests.

ruleset c: core; victim: victim_type do
  rule "the L2 takes a request"
    IsAt(c, BEFORE_THE_L2) & woken.count = 0 & MayBeVictim(victim)
  ==>
  begin
    Take(c, victim);
  end;
end;

ruleset victim: victim_type do
  rule "the L2 takes one that was woken"
    woken.count > 0 & MayBeVictim(victim)
  ==>
  begin
    Take(woken.who[0], victim);
  end;
end;

ruleset l: line do
  rule "an answer has come"
    unblock[l]
  ==>
  begin
    unblock[l] := false;
    l2[l].state := l2[l].state = BV ? V : W;
    Wake(l);
  end;

  rule "memory's side has answered"
    stage[l] = DONE
  ==>
  begin
    stage[l] := NO_ACCESS;
    if l2[l].state = IV then
      l2[l].state := V;
      l2[l].data := memory[l];
    else
      Close(l);
    end;
    Wake(l);
  end;
end;

-- Memory's side, and memory.

ruleset l: line do
  rule "memory's side is asked"
    stage[l] = ASKED
  ==>
  begin
    stage[l] := READING;
    PutLine(to_memory, l);
  end;
end;

rule "memory answers"
  to_memory.count > 0
==>
begin
  alias l: to_memory.which[0] do
    if stage[l] = WRITING then
      for w: word do
        if l2[l].dirty[w] then memory[l][w] := l2[l].data[w]; end;
      end;
    end;
    stage[l] := stage[l] = WRITING ? WAS_WRITTEN : WAS_READ;
    PutLine(from_memory, l);
  end;
  TakeLine(to_memory);
end;

rule "memory's side hears of it"
  from_memory.count > 0
==>
begin
  alias l: from_memory.which[0] do
    if stage[l] = WAS_READ & l2[l].state = WI then
      stage[l] := WRITING;
      PutLine(to_memory, l);
    else
      stage[l] := DONE;
    end;
  end;
  TakeLine(from_memory);
end;

ruleset c: core do
  liveness "each request can be answered"
    isundefined(request[c].kind);
end;
