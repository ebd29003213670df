-- SPDX-License-Identifier: BSD-2-Clause
-- How messages are delivered, and the machine interface, for the machines that
-- have the L1 of l1.m.  Their L2 gives
--   L2Stalls(l, kind), L2Gets, L2Getx, L2Atomic(c, l, m), L2InvAck(l), L2Start(l),
--   L2Idle(l), Unmodified(l), SharerGone(c, l),
--   DropUnshared(l);
-- and of finite resources L2MayServe(c, l), L2MayCount(l).

include "../lib/parts/fences.m"
include "../lib/parts/settled.m"

procedure Serve(c: cu; l: line);
var m: request_message;
begin
  TakeRequest(c, l, m);
  switch m.kind
    case GETS: L2Gets(c, l, m);
    case GETX: L2Getx(c, l, m);
    case ATOMIC: L2Atomic(c, l, m);
  end;
end;

-- Whether the L2 leaves the first request of the queue there.
function Stalled(c: cu; l: line): boolean;
begin
  return L2Stalls(l, up[c][l].request[0].kind);
end;

-- Whether no store of the line is to come, or on its way.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l) & Unmodified(l)
    & forall c: cu do
        !(exists i: 0 .. PENDING - 1 do
            i < up[c][l].count & up[c][l].request[i].kind != GETS
          end)
      end;
end;

-- What cannot matter any more: of a settled line the requests, and the copies
-- that are as the memory (lib/parts/settled.m); sharers without a copy.
procedure DropSame(c: cu; l: line);
begin
  if l1[c][l].state = V then
    if l1[c][l].data = memory[l] then
      SetL1(c, l, I);
    end;
  end;
end;

procedure ServeSettled(c: cu; l: line);
begin
  while up[c][l].count > 0 do Serve(c, l); end;
end;

procedure TidyLine(l: line);
begin
  TidySettled(l);
  for c: cu do
    if l1[c][l].state = I & !inv[c][l] then
      SharerGone(c, l);
    end;
  end;
  DropUnshared(l); -- all caches may be transient
end;

ruleset c: cu; l: line do
  fair rule "L2 receives a request"
    up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & !Stalled(c, l) & L2MayServe(c, l)
  ==>
  begin
    Serve(c, l);
    if STEPS = 0 then
      PassAllFences();
      Tidy();
    end;
  end;

  fair rule "L2 receives an INVACK"
    inv_ack[c][l] & FirstUpFrom(c, INVACK, l) & L2MayCount(l)
  ==>
  begin
    TakeInvAck(c, l);
    L2InvAck(l);
  end;

  fair rule "L1 receives a response"
    down[c][l].count > 0 & FirstDown(c, RESPONSE, l)
  ==>
  var m: answer_message;
  begin
    TakeResponse(c, l, m);
    L1Receives(c, l, m);
    PassFencesOf(c);
  end;

  fair rule "L1 receives an INV"
    inv[c][l] & FirstDown(c, INV, l) & RoomUp(INVACK)
  ==>
  begin
    TakeInv(c, l);
    L1Inv(c, l);
    if STEPS = 0 then
      L2InvAck(l);
      PassAllFences();
      Tidy();
    else
      PutInvAck(c, l);
    end;
  end;
end;

-- The machine interface.

procedure MachineStart();
begin
  MemoryStart();
  ChannelsStart();
  WaitsStart();
  BankStart();
  for c: cu do stores[c] := 0; end;
  for l: line do
    for c: cu do
      down[c][l].count := 0;
      inv[c][l] := false;
      inv_ack[c][l] := false;
      l1[c][l].state := I;
      l1[c][l].pending := 0;
    end;
    L2Start(l);
  end;
  for t: thread do
    for g: tag do
      merged[t][g].waits := false;
    end;
  end;
end;

-- A miss register: the line has one, or there is another.
function HasL1Mshr(c: cu; l: line): boolean;
var used: 0 .. LINES;
begin
  if L1_MSHRS >= LINES | (l1[c][l].state != I & l1[c][l].state != V) then
    return true;
  end;
  used := 0;
  for m: line do
    if l1[c][m].state != I & l1[c][m].state != V then
      used := used + 1;
    end;
  end;
  return used < L1_MSHRS;
end;

-- Whether the L1 can keep a request; a merged load needs nothing.
function HasRegisters(c: cu; l: line; k: kind_type): boolean;
begin
  return l1[c][l].pending < PENDING & HasL1Mshr(c, l)
    & (STORE_BUFFER = 0 | k != STORE | stores[c] < STORE_BUFFER);
end;

-- And send it.
function HasRoom(t: thread; o: operation): boolean;
begin
  return HasRegisters(CuOf(t), LineOf(o), Kind(o)) & RoomUp(REQUEST);
end;

-- Without either optimisation a thread's own store may not be seen in V_M yet.
function AcceptsLoad(t: thread; o: operation): boolean;
begin
  switch l1[CuOf(t)][LineOf(o)].state
    case V, I_V:
      return true;
    case V_M:
      if PENDING_MISSES = 1 then
        return HasRoom(t, o);
      end;
      return WRITE_AT_ONCE = 1 | pending[t] = 0;
    else
      return HasRoom(t, o);
  end;
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  return Kind(o) = LOAD ? AcceptsLoad(t, o) : HasRoom(t, o);
end;

-- Whether t, that has just issued o, can do nothing before o is answered, and
-- no other thread can tell when it is served: none reads its store, or puts a request
-- behind it that would stand before it if it were issued as late as it is served.
function Blocks(t: thread; o: operation): boolean;
begin
  return !TouchedByOthers(t, LineOf(o)) & (barrier[t] | NextWaits(t, false));
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
var before: 0 .. PENDING;
begin
  alias c: CuOf(t); l: LineOf(o) do
    before := up[c][l].count;
    Issued(t, o);
    switch Kind(o)
      case LOAD: L1Load(t, g, o);
      case STORE: L1Store(t, g, o);
      case RMW: L1Atomic(t, g, o);
    end;
    if STEPS = 0 & before = 0 & up[c][l].count = 1 then
      if !Stalled(c, l) & Blocks(t, o) then
        Serve(c, l);
      end;
    end;
  end;
  Tidy();
end;

-- A load that misses and is not to be installed would change nothing.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & Wanted(c, l) & HasRegisters(c, l, LOAD) & RoomUp(REQUEST)
    & (STEPS = 1 | (up[c][l].count = 0 & !L2Stalls(l, GETS) & !Settled(l)));
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  SendFetch(c, l);
  SetL1(c, l, I_V);
  if STEPS = 0 then
    Serve(c, l);
  end;
end;

-- An eviction of a valid line is silent, and its INV is answered all the same.
procedure ForgetCopies(c: cu; l: line);
begin
  if l1[c][l].state = V then
    SetL1(c, l, I);
    if STEPS = 0 & !inv[c][l] then
      SharerGone(c, l);
    end;
  end;
end;

include "../lib/parts/unwanted.m"

function Quiescent(): boolean;
begin
  return
    forall l: line do
      L2Idle(l)
      & forall c: cu do
        l1[c][l].pending = 0 & !inv[c][l] & !inv_ack[c][l]
      end
    end;
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = V | (PENDING_MISSES = 0 & l1[c][l].state = V_M);
end;

function CopyValue(c: cu; l: line; w: word): value;
begin
  return l1[c][l].data[w];
end;
