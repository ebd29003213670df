-- SPDX-License-Identifier: BSD-2-Clause
-- A write-evict L1 without write-allocate over one shared L2, `memory`: what
-- noncoherent and src have in common.
--
-- A load that hits reads the copy, however stale; one that misses starts the
-- line's one fetch, or joins it.  While an access that goes beyond the L1 is not
-- performed, loads of the line go to the L2 one by one, and what they bring is
-- not installed (I_I).  The networks are ordered point to point (channel.m).
--
-- The machine includes it after its waits, and gives
--   function Beyond(o): boolean            o goes to the L2 whatever the L1 has
--   function Keeps(c, l): boolean          a fill that installs is kept
--   procedure Perform(c, var r)            the L2 performs an access
--   procedure Bound(t)                     a load of t that joined is answered;
--   procedure FillSent(c, l)               a fetch is answered, its fill is on the way;
-- its rules call Serve(c, l) and Fill(c, l).

const
  CHANNEL: 3;  -- requests of a CU on their way to one bank

type
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  request_message: record
    fetch: boolean;     -- of the line for the L1; else one access, of `sender`
    sender: thread;
    what: operation;
    answer: tag;        -- but of a store
  end;
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    fetch: fetch_state; -- the one outstanding fetch of the line
    installs: boolean;  -- I_V rather than I_I: nothing came after it that forbids to keep its fill
    fill: array [word] of value;
    beyond: 0 .. THREADS * OUTSTANDING;  -- accesses of the CU beyond the L1, not answered yet
  end;

include "stores-at-memory.m"

var
  l1: array [cu] of array [line] of l1_line;

include "channel.m"

var
  waiting: array [thread] of array [tag] of record  -- loads that joined a fetch
    active: boolean;
    what: operation;
  end;

include "waiting.m"

procedure L1Start();
begin
  MemoryStart();
  ChannelsStart();
  NobodyWaits();
  for c: cu do
    for l: line do
      l1[c][l].valid := false;
      l1[c][l].fetch := IDLE;
      l1[c][l].beyond := 0;
    end;
  end;
end;

procedure ForgetFill(c: cu; l: line);
begin
  undefine l1[c][l].fill;
  undefine l1[c][l].installs;
end;

procedure EndFetch(c: cu; l: line);
begin
  ForgetFill(c, l);
  l1[c][l].fetch := IDLE;
end;

-- Whether a load may join the fetch that is under way.
function MayJoin(c: cu; l: line): boolean;
begin
  return l1[c][l].installs;
end;

-- A fill that is on its way, is not kept, and for which nobody waits or may yet wait does
-- nothing where no load of the line is to come, which would have to go past it and bring no
-- copy: it may as well come at once.
procedure DropIdleFill(c: cu; l: line);
begin
  if (STEPS = 0 & l1[c][l].fetch = ANSWERED ? !(MayJoin(c, l) & Keeps(c, l)) & !Loaded(c, l) : false)
     & !exists t: thread do exists g: tag do
          waiting[t][g].active & CuOf(t) = c & LineOf(waiting[t][g].what) = l
        end end then
    EndFetch(c, l);
  end;
end;

-- A fetch that is on its way brings no copy either.
procedure Drop(c: cu; l: line);
begin
  DropCopy(c, l);
  if l1[c][l].fetch != IDLE then
    l1[c][l].installs := false;
  end;
  DropIdleFill(c, l);
end;

-- A load of the line that misses may join the fetch, or start it.
function MayFetch(c: cu; l: line): boolean;
begin
  return l1[c][l].beyond = 0
       & (l1[c][l].fetch = IDLE ? Room(c, l) : MayJoin(c, l));
end;

procedure Fetch(c: cu; l: line);
var r: request_message;
begin
  if l1[c][l].fetch = IDLE then
    l1[c][l].fetch := ASKED;
    l1[c][l].installs := true;
    r.fetch := true;
    Send(c, l, r);
  end;
end;

procedure Join(t: thread; o: operation; g: tag);
begin
  Fetch(CuOf(t), LineOf(o));
  StartWaiting(t, g, o);
end;

procedure SendAccess(t: thread; o: operation; g: tag);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o) do
    r.fetch := false;
    r.sender := t;
    r.what := o;
    if Kind(o) != STORE then r.answer := g; end;
    if Beyond(o) then
      l1[c][l].beyond := l1[c][l].beyond + 1;
    end;
    Send(c, l, r);
  end;
end;

-- The L2 answers a fetch; the fill is on its way.
procedure AnswerFetch(c: cu; l: line);
begin
  l1[c][l].fetch := ANSWERED;
  l1[c][l].fill := memory[l];
end;

procedure Serve(c: cu; l: line);
var first: request_message;
begin
  Dequeue(c, l, first);
  if first.fetch then
    AnswerFetch(c, l);
    FillSent(c, l);
  else
    Perform(c, first);
  end;
end;

procedure Deliver(c: cu; l: line);
begin
  for t: thread do
    for g: tag do
      if waiting[t][g].active & CuOf(t) = c then
        if LineOf(waiting[t][g].what) = l then
          Complete(t, g, l1[c][l].fill[WordOf(waiting[t][g].what)]);
          StopWaiting(t, g);
          Bound(t);
        end;
      end;
    end;
  end;
end;

procedure Fill(c: cu; l: line);
var keeps: boolean;
begin
  keeps := l1[c][l].installs & Keeps(c, l);
  l1[c][l].fetch := IDLE;
  if keeps then
    l1[c][l].valid := true;
    l1[c][l].data := l1[c][l].fill;
  end;
  Deliver(c, l);   -- an acquire that was waiting may drop the line again
  ForgetFill(c, l);
end;

function WritesAreOnTheWay(l: line): boolean;
begin
  return exists c: cu do
           exists i: 0 .. CHANNEL - 1 do
             i < up[c][l].count
             & (up[c][l].request[i].fetch ? false : Kind(up[c][l].request[i].what) != LOAD)
           end
         end;
end;

-- ---- of a settled line (settled.m) ----

-- Whether no store of the line is to come, or on its way.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l) & !WritesAreOnTheWay(l);
end;

procedure ServeSettled(c: cu; l: line);
begin
  while up[c][l].count > 0 do Serve(c, l); end;
end;

-- What the L1 has as the memory has it.
procedure DropSame(c: cu; l: line);
begin
  if l1[c][l].fetch = ANSWERED then
    if l1[c][l].fill = memory[l] then Fill(c, l); end;
  end;
  if l1[c][l].valid then
    if l1[c][l].data = memory[l] then Drop(c, l); end;
  end;
end;

include "valid-copies.m"

-- Whether a prefetch would find neither copy nor fetch, and could be installed.
function IsAbsent(c: cu; l: line): boolean;
begin
  return !l1[c][l].valid & l1[c][l].fetch = IDLE & l1[c][l].beyond = 0;
end;

-- A prefetch binds nothing, so it may as well be issued as late as the bank
-- serves it: answered at once, or else waiting there like any fetch.
procedure FetchAhead(c: cu; l: line; at_once: boolean);
begin
  if at_once then
    AnswerFetch(c, l);
    l1[c][l].installs := true;
  else
    Fetch(c, l);
  end;
end;

function Idle(): boolean;
begin
  return forall c: cu do forall l: line do up[c][l].count = 0 & l1[c][l].fetch = IDLE end end;
end;

function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;
