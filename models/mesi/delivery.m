-- SPDX-License-Identifier: BSD-2-Clause
-- MESI (mesi.m): how messages are delivered, and the machine interface.

include "../lib/parts/fences.m"
include "../lib/parts/drain.m"

-- ---- reduction ----
--
-- Reduced (STEPS=0), of all messages only a request, and an INV to a copy that
-- may still be hit, take a step of their own.  What a grant, a forward to an
-- owner, an INVACK or an unblock would do later, its receiver could as well do
-- now, or its request have come later: the L2 serves nothing else of the line
-- meanwhile, and the thread only waits.

function Resting(s: l1_state): boolean;
begin
  return s = I | s = S | s = E | s = M;
end;

-- Whether no store of the line is to come, or on its way, and no eviction.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l)
    & forall c: cu do
        (Resting(l1[c][l].state) | l1[c][l].state = IS) & forward[c][l].kind = NO_FORWARD
      end;
end;

function HoldsUp(c: cu; l: line): boolean;
begin
  return forward[c][l].kind = NO_FORWARD | (forward[c][l].kind = INV & l1[c][l].state = S);
end;

-- Delivers, of one line, what takes no step of its own (lib/parts/drain.m).
procedure DeliverOnce(l: line; var busy: boolean);
begin
  switch l2[l].state
    case L2_ISS, L2_IS, L2_IM:
      busy := true;
      L2MemData(l);
    else
  end;
  for c: cu do
    if grant[c][l].kind != NO_GRANT then busy := true; L1Grant(c, l); end;
    while inv_acks[c][l] > 0 do busy := true; L1InvAck(c, l); end;
    if wb_ack[c][l] then busy := true; L1WbAck(c, l); end;
    if !HoldsUp(c, l) then busy := true; L1Forward(c, l); end;
  end;
  if owner_data[l].full then busy := true; L2OwnerData(l); end;
  while l2_inv_acks[l] > 0 do busy := true; L2InvAck(l); end;
  if unblock[l] != NO_UNBLOCK then busy := true; L2Unblock(l); end;
end;

-- Where a value is when nothing of its line is under way.
function Kept(l: line; w: word): value;
begin
  return l2[l].state = L2_MT ? l1[l2[l].owner][l].data[w]
       : l2[l].state = L2_NP ? memory[l][w] : l2[l].data[w];
end;

-- A line that does not change has one value, and is nowhere but in memory (a
-- copy that is stale stays, as a fault to be seen); a sharer that has no copy is
-- none.
procedure ForgetLine(l: line);
var kept: block;
begin
  if Settled(l) then
    for w: word do
      kept[w] := Kept(l, w);
    end;
    for c: cu do
      if request[c][l].kind = GETS then
        undefine request[c][l];
        request[c][l].kind := NO_REQUEST;
        l1[c][l].data := kept;
        Perform(c, l);
        SetL1(c, l, I);
      elsif l1[c][l].state != I then
        if l1[c][l].data = kept then
          SetL1(c, l, I);
        end;
      end;
    end;
    memory[l] := kept;
    ClearSharers(l);
    undefine l2[l].owner;
    SetL2(l, L2_NP);
  elsif l2[l].state = L2_SS then
    for c: cu do
      if l1[c][l].state = I then
        l2[l].sharers[c] := false;
      end;
    end;
    if forall c: cu do !l2[l].sharers[c] end then
      SetL2(l, L2_M);
    end;
  end;
  if l2[l].state = L2_M then
    memory[l] := l2[l].data;
    SetL2(l, L2_NP);
  end;
end;

-- Reduced, a copy that is modified is written back when nobody of its CU will
-- touch it again.
procedure ForgetCopies(c: cu; l: line);
begin
  switch l1[c][l].state
    case S:
      SetL1(c, l, I);
    case E, M:
      if STEPS = 0 & l2[l].state = L2_MT & !Touched(c, l) then
        memory[l] := l1[c][l].data;
        SetL1(c, l, I);
        undefine l2[l].owner;
        SetL2(l, L2_NP);
      end;
    else
  end;
end;

include "../lib/parts/unwanted.m"

-- Ends a step that may have answered an access.
procedure EndStep();
begin
  Tidy();
  PassAllFences();
end;

-- ---- rules ----

ruleset c: cu; l: line do
  rule "L1 evicts"
    UsedCu(c) & UsedLine(l) & EvictionsOn()
    & (l1[c][l].state = S | l1[c][l].state = E | l1[c][l].state = M)
    & request[c][l].kind = NO_REQUEST & (l1[c][l].state = S | MayPutBack(c))
  ==>
  begin
    L1Evict(c, l);
    EndStep();
  end;

  rule "L1 replaces"
    L1_WAYS < LINES & MayReplace(c, l) & (l1[c][l].state = S | MayPutBack(c))
  ==>
  begin
    L1Evict(c, l);
    EndStep();
  end;

  fair rule "L2 receives a request"
    request[c][l].kind != NO_REQUEST & FirstUpFrom(c, A_REQUEST, l) & !L2Stalls(l, request[c][l].kind)
    & L2MayServe(c, l)
  ==>
  begin
    L2Request(c, l);
    EndStep();
  end;

  fair rule "L1 receives a forward"
    forward[c][l].kind != NO_FORWARD & FirstDown(c, A_FORWARD, l) & L1MayAnswer(c, l)
  ==>
  begin
    L1Forward(c, l);
    EndStep();
  end;

  fair rule "L1 receives a grant"
    grant[c][l].kind != NO_GRANT & FirstDown(c, A_GRANT, l) & L1MayTake(c, l)
  ==>
  begin
    L1Grant(c, l);
    EndStep();
  end;

  fair rule "L1 receives an INVACK"
    inv_acks[c][l] > 0 & FirstDown(c, AN_INVACK, l) & L1MayCount(c, l)
  ==>
  begin
    L1InvAck(c, l);
    EndStep();
  end;

  fair rule "L1 receives a WB_ACK"
    wb_ack[c][l] & FirstDown(c, A_WB_ACK, l)
  ==>
  begin
    L1WbAck(c, l);
    EndStep();
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    UsedLine(l) & EvictionsOn()
    & (l2[l].state = L2_SS | l2[l].state = L2_M | l2[l].state = L2_MT) & L2MayEvict(l)
  ==>
  begin
    L2Evict(l);
    EndStep();
  end;

  fair rule "L2 replaces"
    WAYS < LINES & WantsWay() & L2MayEvict(l)
  ==>
  begin
    L2Evict(l);
    EndStep();
  end;

  fair rule "memory answers"
    (l2[l].state = L2_ISS | l2[l].state = L2_IS | l2[l].state = L2_IM) & RoomForData(l)
  ==>
  begin
    L2MemData(l);
    EndStep();
  end;

  fair rule "L2 receives an owner's data"
    owner_data[l].full & FirstUp(OWNER_DATA, l)
  ==>
  begin
    L2OwnerData(l);
    EndStep();
  end;

  fair rule "L2 receives an INVACK"
    l2_inv_acks[l] > 0 & FirstUp(L2_INVACK, l)
  ==>
  begin
    L2InvAck(l);
    EndStep();
  end;

  fair rule "L2 receives an unblock"
    unblock[l] != NO_UNBLOCK & FirstUp(AN_UNBLOCK, l)
  ==>
  begin
    L2Unblock(l);
    EndStep();
  end;
end;

-- ---- the machine interface ----

procedure MachineStart();
begin
  assert "classes share a queue where lines share a bank" BANK = 1 | (SHARED_UP = 0 & SHARED_DOWN = 0);
  assert "a queue is full of messages that are steps" BANK = 0 | STEPS = 1;
  BankStart();
  for l: line do
    l2[l].state := L2_NP;
    l2[l].dirty := false;
    l2[l].awaited := 0;
    owner_data[l].full := false;
    l2_inv_acks[l] := 0;
    unblock[l] := NO_UNBLOCK;
    for c: cu do
      l1[c][l].state := I;
      l1[c][l].miss.active := false;
      l2[l].sharers[c] := false;
      request[c][l].kind := NO_REQUEST;
      forward[c][l].kind := NO_FORWARD;
      grant[c][l].kind := NO_GRANT;
      inv_acks[c][l] := 0;
      wb_ack[c][l] := false;
    end;
  end;
  LatestStart();
  WaitsStart();
end;

-- A hit needs nothing but the permission.
function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case E, M: return true;
      case S: return Kind(o) = LOAD | MayMiss(c, l);
      case I: return MayMiss(c, l);
      else return false;
    end;
  end;
end;

-- Whether t, that has just issued o, can do nothing before o is answered.
function Blocks(t: thread; o: operation): boolean;
begin
  return barrier[t] | NextWaits(t, false) | (HasNext(t, false) ? NextIsOf(t, LineOf(o)) : false);
end;

-- Reduced, the request is served as it is issued where its thread is blocked.
procedure ServeAtOnce(c: cu; l: line; t: thread; o: operation);
begin
  if STEPS = 0 & request[c][l].kind != NO_REQUEST then
    if !L2Stalls(l, request[c][l].kind) & Blocks(t, o) then
      L2Request(c, l);
    end;
  end;
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
begin
  Issued(t, o);
  if Kind(o) = LOAD then
    L1Load(t, g, o);
  else
    L1Store(t, g, o);
  end;
  ServeAtOnce(CuOf(t), LineOf(o), t, o);
  Tidy();
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & Wanted(c, l) & MayMiss(c, l) & (STEPS = 1 | (!L2Stalls(l, GETS) & !Settled(l)));
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  Ask(c, l, GETS);
  SetL1(c, l, IS);
  if STEPS = 0 then
    L2Request(c, l);
    Tidy();
  end;
end;

function Quiescent(): boolean;
begin
  return forall l: line do
    (l2[l].state = L2_NP | l2[l].state = L2_SS | l2[l].state = L2_M | l2[l].state = L2_MT)
    & !owner_data[l].full & l2_inv_acks[l] = 0 & unblock[l] = NO_UNBLOCK
    & forall c: cu do
        Resting(l1[c][l].state) & request[c][l].kind = NO_REQUEST
        & forward[c][l].kind = NO_FORWARD & grant[c][l].kind = NO_GRANT
        & inv_acks[c][l] = 0 & !wb_ack[c][l]
      end
  end;
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = S | l1[c][l].state = E | l1[c][l].state = M;
end;

function MayWrite(c: cu; l: line): boolean;
begin
  return l1[c][l].state = E | l1[c][l].state = M;
end;

function FinalValue(l: line; w: word): value;       begin return Kept(l, w); end;
