-- SPDX-License-Identifier: BSD-2-Clause
-- The L1 of a CU with a state a word, and how it fetches lines from the L2: what
-- wt and amdgpu have in common.  A load that misses starts the fetch of its line,
-- or joins one that still installs (misses.m); its fill is a step of its own, and
-- fills the words that the L1 has not.
--
-- The machine defines CHANNEL and request_message, with kind, of request_kind,
-- sender, what, and fill, a miss, and gives
--   procedure Fetch(c, l, m)               the miss gets the line's data
--   function MayFill(c, l, m): boolean     the fill may come
--   function Keeps(c, l): boolean          a fill that installs is kept
--   procedure Filled(t, g, o, v)           as misses.m says
--   procedure Serve(c, l)                  the first request to the line is served
--   function Settled(l): boolean           no store of the line is to come, or on its way.

type
  request_kind: enum { WRITE,    -- of `data` to `at`
                       FETCH,    -- of the line, for miss `fill`
                       BEYOND }; -- the access `what` of `sender`, past the L1
  miss_type: record
    state: miss_state;
    installs: boolean;  -- false once an invalidation, or a store of the CU, came after it
    data: array [word] of value;
  end;

include "stores-at-memory.m"
include "fences.m"
include "misses.m"
include "word-cache.m"

var
  l1: array [cu] of array [line] of cache_line;
  misses: array [cu] of array [line] of array [miss] of miss_type;

include "channel.m"
include "settled.m"

var
  waiting: array [thread] of array [tag] of waiting_type;  -- loads, and RMWs of the L1, that wait for a fill

procedure L1Start();
begin
  MemoryStart();
  ChannelsStart();
  for l: line do
    for c: cu do
      StartLine(l1[c][l]);
      for m: miss do misses[c][l][m].state := FREE; end;
    end;
  end;
  NobodyWaits();
end;

function IsHit(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state[w] != INVALID;
end;

procedure InvalidateL1(c: cu);
begin
  for l: line do
    DropCleanWords(l1[c][l]);
    StopFills(c, l);
  end;
end;

-- An access that passes the L1 leaves no older copy of its word behind.
procedure PassL1(c: cu; l: line; w: word);
begin
  DropClean(l1[c][l], w);
  StopFills(c, l);
end;

function MayStartMiss(c: cu; l: line): boolean;
begin
  return Room(c, l);
end;

procedure Join(c: cu; l: line; m: miss);
var r: request_message;
begin
  if misses[c][l][m].state = FREE then
    misses[c][l][m].state := ASKED;
    misses[c][l][m].installs := true;
    r.kind := FETCH;
    r.fill := m;
    Send(c, l, r);
  end;
end;

procedure AskBeyond(var r: request_message; t: thread; o: operation);
begin
  r.kind := BEYOND;
  r.sender := t;
  r.what := o;
end;

procedure WaitForMiss(t: thread; o: operation; g: tag);
var m: 0 .. MISSES;
begin
  m := Joins(CuOf(t), LineOf(o));
  Join(CuOf(t), LineOf(o), m);
  StartWaiting(t, g, o);
  waiting[t][g].fill := m;
end;

procedure ServeMiss(c: cu; l: line; m: miss);
begin
  misses[c][l][m].state := ANSWERED;
  Fetch(c, l, m);
end;

procedure Install(c: cu; l: line; m: miss);
begin
  for w: word do
    if l1[c][l].state[w] = INVALID then
      l1[c][l].state[w] := CLEAN;
      l1[c][l].data[w] := misses[c][l][m].data[w];
    end;
  end;
end;

procedure TakeFill(c: cu; l: line; m: miss);
begin
  if misses[c][l][m].installs & Keeps(c, l) then
    Install(c, l, m);
  end;
  Deliver(c, l, m);
  undefine misses[c][l][m];
  misses[c][l][m].state := FREE;
end;

function ComesAtOnce(c: cu; l: line; m: miss): boolean;
begin
  return STEPS = 0 & !(misses[c][l][m].installs & Keeps(c, l));
end;

procedure EndStep();
begin
  Tidy();
  PassAllFences();
end;

ruleset c: cu; l: line; m: miss do
  fair rule "fill"
    misses[c][l][m].state = ANSWERED & MayFill(c, l, m)
  ==>
  begin
    TakeFill(c, l, m);
    EndStep();
  end;
end;

-- ---- what can no longer matter, of a line that no store will change any more ----

procedure DropSameWords(var it: cache_line; l: line);
begin
  for w: word do
    if it.state[w] = CLEAN then
      if it.data[w] = memory[l][w] then DropClean(it, w); end;
    end;
  end;
end;

-- What the L1 has as the memory has it.  A fill that is not, or may not come yet, is left.
procedure DropSame(c: cu; l: line);
begin
  for m: miss do
    if misses[c][l][m].state = ANSWERED then
      if misses[c][l][m].data = memory[l] & MayFill(c, l, m) then TakeFill(c, l, m); end;
    end;
  end;
  DropSameWords(l1[c][l], l);
end;

-- Whether the first request, as it is served, drops a copy that another wavefront may read
-- until then.
function DropsStale(c: cu; l: line): boolean;
begin
  return up[c][l].request[0].kind = BEYOND
       & ((exists w: word do l1[c][l].state[w] != INVALID end)
          | exists m: miss do misses[c][l][m].state = ANSWERED & misses[c][l][m].installs end);
end;

procedure ServeSettled(c: cu; l: line);
begin
  DropSame(c, l);
  while (up[c][l].count > 0 ? !DropsStale(c, l) : false) do
    Serve(c, l);
  end;
end;

-- Whether a store or an RMW of the CU to the line is on its way.
function WriteIsOnTheWay(c: cu; l: line): boolean;
begin
  return exists i: 0 .. CHANNEL - 1 do
           i < up[c][l].count
           & (up[c][l].request[i].kind = WRITE
              | (up[c][l].request[i].kind = BEYOND & Kind(up[c][l].request[i].what) != LOAD))
         end;
end;

-- Whether no request is on its way, and no fill.
function Idle(): boolean;
begin
  return forall c: cu do forall l: line do
           up[c][l].count = 0 & forall m: miss do misses[c][l][m].state = FREE end
         end end;
end;

function MayRead(c: cu; l: line; w: word): boolean; begin return IsHit(c, l, w); end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return true; end;
