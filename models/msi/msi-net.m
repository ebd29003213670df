-- SPDX-License-Identifier: BSD-2-Clause
-- The MSI directory protocol of protocol.m, for litmus tests: any number of
-- lines, each with its own directory entry and channels, and in-order cores.
--
-- machine: source: Sorin, Hill and Wood, A Primer on Memory Consistency and Cache Coherence, chapter 8; networks as in Singh, thesis, Figure 2.3
-- machine: promises: sc
-- machine: invariants: versions swmr data-value
-- machine: lowering: every access is performed in program order as it is
--   issued, so orders, scopes and fences add nothing
--
-- machine: variant one-network: ONE_NETWORK=1
-- machine: values STEPS ONE_NETWORK: 0..1
-- machine: values FORWARD_DEPTH: 1..8
--
-- What is modelled.  A core issues an access when its cache has the permission,
-- and then performs it in one step; a cache asks for a permission at any time
-- while a thread of its CU may still touch the line, which stands for a miss
-- and for a prefetch alike.  So a core has no buffer, and the machine is
-- sequentially consistent if the protocol is coherent.
--
-- Network.  For each CU and line:
--   request   CU to directory   one outstanding
--   forward   directory to CU   Fwd, Inv and PutAck: point-to-point order
--   data, acks                  responses to the CU: no order
-- and for each line one slot for an owner's data to the directory.
-- With ONE_NETWORK all that goes to a CU for a line is one queue, and all that
-- goes to a line's directory another: what stands at its head, and is stalled,
-- holds up all behind it.
--
-- Reduced (STEPS=0): a cache asks for what a thread of its CU needs next, or for
-- a prefetch; of all messages only an Inv to a copy that can still be hit takes
-- a step of its own; and a line that no store will change any more is read from
-- memory.  A core is in order, so a permission that is asked for, or comes, later
-- is as one that is used later; an Inv that comes later is not.
--
-- Undefined as in protocol.m: what the protocol does not read any more.

const
  FORWARD_DEPTH: 2;
  ONE_NETWORK: 0;
  STEPS: 1;
  FIFO_DEPTH: FORWARD_DEPTH;
  ORDER_DEPTH: (FORWARD_DEPTH + 1 + CUS) * ONE_NETWORK;   -- what can be under way to a cache;
                                                          -- to a directory there is less

include "../lib/parts/sharers.m"

type
  cache_state: enum { I, S, M, IS_D, IM_AD, SM_AD, IM_A, SM_A, MI_A, SI_A, II_A };
  directory_state: enum { Dir_I, Dir_S, Dir_M, Dir_S_D };
  request_kind: enum { No_Request, GetS, GetM, PutS, PutM };
  forward_kind: enum { FwdGetS, FwdGetM, Inv, PutAck };
  block: array [word] of value;
  entry_type: record                   -- a forward
    kind: forward_kind;
    requester: cu;                     -- but for PutAck
  end;
  ordered_kind: enum { A_FORWARD, SOME_DATA, AN_ACK, A_REQUEST };
  ordered_type: record
    kind: ordered_kind;
    from: cu;                          -- of a request
  end;

include "../lib/parts/fifo.m"
include "../lib/parts/shared-network.m"
include "../lib/parts/write-back.m"

var
  l1: array [cu] of array [line] of record
    state: cache_state;
    data: block;
    due: -CUS .. CUS;     -- InvAcks still due; below 0 before the data came
  end;

  -- The line's memory is defined in Dir_I and Dir_S.
  directory: array [line] of record
    state: directory_state;
    owner: cu;                         -- defined in Dir_M
    sharers: sharer_set;
  end;

  request: array [cu] of array [line] of record
    kind: request_kind;
    data: block;                       -- of PutM
  end;
  forward: array [cu] of array [line] of fifo_type;
  response: array [cu] of array [line] of record
    full: boolean;
    data: block;
    due: 0 .. CUS;                     -- how many InvAcks will come
  end;
  acks: array [cu] of array [line] of 0 .. CUS;
  owner_data: array [line] of record
    full: boolean;
    data: block;
  end;

  -- With ONE_NETWORK, in which order the above stand in their queue.
  cache_order: array [cu] of array [line] of network_order;
  directory_order: array [line] of network_order;

-- Actions: the order in one network.

procedure EnterQueue(var o: network_order; k: ordered_kind; from: cu);
var e: ordered_type;
begin
  e.kind := k;
  if k = A_REQUEST then
    e.from := from;
  end;
  Enter(o, e);
end;

function IsFirst(var o: network_order; k: ordered_kind): boolean;
begin
  return ONE_NETWORK = 0 | (o.count > 0 & o.what[0].kind = k);
end;

function RequestFirst(c: cu; l: line): boolean;
begin
  return ONE_NETWORK = 0 ? true
       : IsFirst(directory_order[l], A_REQUEST) ? directory_order[l].what[0].from = c : false;
end;

-- Actions.

procedure Ask(c: cu; l: line; k: request_kind; next: cache_state);
begin
  assert "a cache has one request outstanding" request[c][l].kind = No_Request;
  request[c][l].kind := k;
  EnterQueue(directory_order[l], A_REQUEST, c);
  if k = PutM then
    request[c][l].data := l1[c][l].data;
  end;
  if k = GetM then
    l1[c][l].due := 0;
  end;
  l1[c][l].state := next;
end;

procedure Drop(c: cu; l: line; next: cache_state);
begin
  undefine l1[c][l].data;
  l1[c][l].state := next;
end;

procedure SendForward(k: forward_kind; target: cu; l: line; requester: cu);
var m: entry_type;
begin
  m.kind := k;
  if k != PutAck then
    m.requester := requester;
  end;
  Push(forward[target][l], m);
  EnterQueue(cache_order[target][l], A_FORWARD, target);
end;

procedure SendInvAck(target: cu; l: line);
begin
  acks[target][l] := acks[target][l] + 1;
  EnterQueue(cache_order[target][l], AN_ACK, target);
end;

procedure SendData(target: cu; l: line; var data: block; due: 0 .. CUS);
begin
  assert "a cache awaits one response" !response[target][l].full;
  response[target][l].full := true;
  response[target][l].data := data;
  response[target][l].due := due;
  EnterQueue(cache_order[target][l], SOME_DATA, target);
end;

procedure SendToDirectory(c: cu; l: line; var data: block);
begin
  assert "the directory awaits one response" !owner_data[l].full;
  owner_data[l].full := true;
  owner_data[l].data := data;
  EnterQueue(directory_order[l], SOME_DATA, c);
end;

procedure Settle(c: cu; l: line; waiting: cache_state);
begin
  if l1[c][l].due = 0 then
    undefine l1[c][l].due;
    l1[c][l].state := M;
  else
    l1[c][l].state := waiting;
  end;
end;

-- Cache controller, messages.

function CacheStalls(c: cu; l: line): boolean;
begin
  switch forward[c][l].entry[0].kind
    case FwdGetS, FwdGetM:
      return l1[c][l].state = IM_AD | l1[c][l].state = IM_A
           | l1[c][l].state = SM_AD | l1[c][l].state = SM_A;
    case Inv:
      return l1[c][l].state = IS_D;
    case PutAck:
      return false;
  end;
end;

procedure CacheInv(c: cu; l: line; requester: cu);
begin
  SendInvAck(requester, l);
  switch l1[c][l].state
    case S: Drop(c, l, I);
    case SM_AD: Drop(c, l, IM_AD);
    case SI_A: Drop(c, l, II_A);
    else error "Cache: no Inv can come";
  end;
end;

procedure CacheFwdGetS(c: cu; l: line; requester: cu);
begin
  SendData(requester, l, l1[c][l].data, 0);
  SendToDirectory(c, l, l1[c][l].data);
  switch l1[c][l].state
    case M: l1[c][l].state := S;
    case MI_A: l1[c][l].state := SI_A;
    else error "Cache: no Fwd-GetS can come";
  end;
end;

procedure CacheFwdGetM(c: cu; l: line; requester: cu);
begin
  SendData(requester, l, l1[c][l].data, 0);
  switch l1[c][l].state
    case M: Drop(c, l, I);
    case MI_A: Drop(c, l, II_A);
    else error "Cache: no Fwd-GetM can come";
  end;
end;

procedure CacheForward(c: cu; l: line);
var m: entry_type;
begin
  Pop(forward[c][l], m);
  LeaveFirst(cache_order[c][l]);
  switch m.kind
    case FwdGetS: CacheFwdGetS(c, l, m.requester);
    case FwdGetM: CacheFwdGetM(c, l, m.requester);
    case Inv: CacheInv(c, l, m.requester);
    case PutAck: Drop(c, l, I);
  end;
end;

procedure CacheData(c: cu; l: line);
begin
  l1[c][l].data := response[c][l].data;
  switch l1[c][l].state
    case IS_D:
      l1[c][l].state := S;
    case IM_AD:
      l1[c][l].due := l1[c][l].due + response[c][l].due;
      Settle(c, l, IM_A);
    case SM_AD:
      l1[c][l].due := l1[c][l].due + response[c][l].due;
      Settle(c, l, SM_A);
    else
      error "Cache: no data can come";
  end;
  undefine response[c][l];
  response[c][l].full := false;
  LeaveFirst(cache_order[c][l]);
end;

procedure CacheInvAck(c: cu; l: line);
begin
  acks[c][l] := acks[c][l] - 1;
  LeaveFirst(cache_order[c][l]);
  l1[c][l].due := l1[c][l].due - 1;
  switch l1[c][l].state
    case IM_A, SM_A: Settle(c, l, l1[c][l].state);
    case IM_AD, SM_AD:
    else error "Cache: no InvAck can come";
  end;
end;

-- Directory controller.

procedure Invalidate(d: cu; l: line; c: cu); begin SendForward(Inv, d, l, c); end;

procedure BecomesOwner(c: cu; l: line);
begin
  InvalidateOthers(directory[l].sharers, l, c);
  ClearSet(directory[l].sharers);
  directory[l].owner := c;
  undefine memory[l];
  directory[l].state := Dir_M;
end;

procedure DirectoryGetS(c: cu; l: line);
begin
  alias d: directory[l] do
    if d.state = Dir_M then
      SendForward(FwdGetS, d.owner, l, c);
      d.sharers[d.owner] := true;
      undefine d.owner;
      d.state := Dir_S_D;
    else
      SendData(c, l, memory[l], 0);
      d.state := Dir_S;
    end;
    d.sharers[c] := true;
  end;
end;

procedure DirectoryGetM(c: cu; l: line);
begin
  alias d: directory[l] do
    if d.state = Dir_M then
      SendForward(FwdGetM, d.owner, l, c);
      d.owner := c;
    else
      SendData(c, l, memory[l], OthersIn(d.sharers, c));
      BecomesOwner(c, l);
    end;
  end;
end;

-- A Put changes nothing when it lost a race; it is always acknowledged.
procedure DirectoryPut(c: cu; l: line);
begin
  alias d: directory[l] do
    if d.state = Dir_M then
      if d.owner = c then
        assert "an owner does not put a shared copy" request[c][l].kind = PutM;
        memory[l] := request[c][l].data;
        undefine d.owner;
        d.state := Dir_I;
      end;
    else
      d.sharers[c] := false;
      if d.state = Dir_S & forall e: cu do !d.sharers[e] end then
        d.state := Dir_I;
      end;
    end;
    SendForward(PutAck, c, l, c);
  end;
end;

function DirectoryStalls(l: line; k: request_kind): boolean;
begin
  return directory[l].state = Dir_S_D & (k = GetS | k = GetM);
end;

procedure DirectoryRequest(c: cu; l: line);
begin
  switch request[c][l].kind
    case GetS: DirectoryGetS(c, l);
    case GetM: DirectoryGetM(c, l);
    case PutS, PutM: DirectoryPut(c, l);
    else
  end;
  undefine request[c][l];
  request[c][l].kind := No_Request;
  LeaveFirst(directory_order[l]);
end;

procedure DirectoryData(l: line);
begin
  memory[l] := owner_data[l].data;
  directory[l].state := exists c: cu do directory[l].sharers[c] end ? Dir_S : Dir_I;
  undefine owner_data[l];
  owner_data[l].full := false;
  LeaveFirst(directory_order[l]);
end;

-- Reduction.

-- Whether a copy that an Inv is under way to can still be hit.
function HoldsUp(c: cu; l: line): boolean;
begin
  return forward[c][l].entry[0].kind = Inv & l1[c][l].state = S;
end;

procedure DeliverOnce(l: line; var busy: boolean);
begin
  for c: cu do
    if request[c][l].kind != No_Request & !DirectoryStalls(l, request[c][l].kind) then
      busy := true;
      DirectoryRequest(c, l);
    end;
    if response[c][l].full then busy := true; CacheData(c, l); end;
    while acks[c][l] > 0 do busy := true; CacheInvAck(c, l); end;
    if forward[c][l].count > 0 then
      if !CacheStalls(c, l) & !HoldsUp(c, l) then
        busy := true;
        CacheForward(c, l);
      end;
    end;
  end;
  if owner_data[l].full then busy := true; DirectoryData(l); end;
end;

-- Whether no store of the line is to come, and nothing of it is under way.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l) & !owner_data[l].full
    & forall c: cu do
        (l1[c][l].state = I | l1[c][l].state = S | l1[c][l].state = M)
        & request[c][l].kind = No_Request & forward[c][l].count = 0
        & !response[c][l].full & acks[c][l] = 0
      end;
end;

-- A line that does not change is in memory alone; a copy that is stale stays, as
-- a fault to be seen.
procedure ForgetLine(l: line);
begin
  if Settled(l) then
    for c: cu do
      if l1[c][l].state = M then
        memory[l] := l1[c][l].data;
      end;
      directory[l].sharers[c] := false;
    end;
    for c: cu do
      if l1[c][l].state != I then
        if l1[c][l].data = memory[l] then
          Drop(c, l, I);
        end;
      end;
    end;
    undefine directory[l].owner;
    directory[l].state := Dir_I;
  end;
end;

-- Reduced, and with nothing of the line under way to the CU, its copy is put
-- back at once.
procedure ForgetCopies(c: cu; l: line);
begin
  if STEPS = 0 & request[c][l].kind = No_Request & forward[c][l].count = 0 then
    if l1[c][l].state = S & directory[l].state = Dir_S then
      directory[l].sharers[c] := false;
      Drop(c, l, I);
      if forall e: cu do !directory[l].sharers[e] end then
        directory[l].state := Dir_I;
      end;
    elsif l1[c][l].state = M & directory[l].state = Dir_M & !Touched(c, l) then
      memory[l] := l1[c][l].data;
      undefine directory[l].owner;
      directory[l].state := Dir_I;
      Drop(c, l, I);
    end;
  end;
end;

include "../lib/parts/unwanted.m"

include "../lib/parts/drain.m"

-- Rules.  Reduced, a cache asks for what a thread needs next.

function Needs(c: cu; l: line; to_write: boolean): boolean;
begin
  if STEPS = 1 then
    return to_write ? Touched(c, l) & Changes(l) : Wanted(c, l);
  end;
  return exists t: thread do
    UsedThread(t) & CuOf(t) = c & NextMayBe(t, l, to_write)
  end;
end;

-- Fair: a thread that stands before an access has its cache ask for the line.
ruleset c: cu; l: line do
  alias at: l1[c][l] do
    fair rule "asks for a copy"
      UsedCu(c) & UsedLine(l) & at.state = I & Needs(c, l, false) & !Settled(l)
    ==>
    begin
      Ask(c, l, GetS, IS_D);
      Tidy();
    end;

    fair rule "asks to write"
      UsedCu(c) & UsedLine(l) & (at.state = I | at.state = S) & Needs(c, l, true)
    ==>
    begin
      Ask(c, l, GetM, at.state = I ? IM_AD : SM_AD);
      Tidy();
    end;

    rule "evicts"
      UsedCu(c) & UsedLine(l) & EvictionsOn() & (at.state = S | at.state = M)
    ==>
    begin
      Ask(c, l, at.state = S ? PutS : PutM, at.state = S ? SI_A : MI_A);
      Tidy();
    end;
  end;
end;

ruleset c: cu; l: line do
  fair rule "directory receives a request"
    request[c][l].kind != No_Request & RequestFirst(c, l) & !DirectoryStalls(l, request[c][l].kind)
  ==>
  begin
    DirectoryRequest(c, l);
    Tidy();
  end;

  fair rule "cache receives a forward"
    forward[c][l].count > 0 & IsFirst(cache_order[c][l], A_FORWARD) & !CacheStalls(c, l)
  ==>
  begin
    CacheForward(c, l);
    Tidy();
  end;

  fair rule "cache receives data"
    response[c][l].full & IsFirst(cache_order[c][l], SOME_DATA)
  ==>
  begin
    CacheData(c, l);
    Tidy();
  end;

  fair rule "cache receives an InvAck"
    acks[c][l] > 0 & IsFirst(cache_order[c][l], AN_ACK)
  ==>
  begin
    CacheInvAck(c, l);
    Tidy();
  end;
end;

ruleset l: line do
  fair rule "directory receives data"
    owner_data[l].full & IsFirst(directory_order[l], SOME_DATA)
  ==>
  begin
    DirectoryData(l);
    Tidy();
  end;
end;

-- The machine interface.

procedure MachineStart();
begin
  LatestStart();
  for l: line do
    directory[l].state := Dir_I;
    owner_data[l].full := false;
    directory_order[l].count := 0;
    for c: cu do
      l1[c][l].state := I;
      directory[l].sharers[c] := false;
      request[c][l].kind := No_Request;
      forward[c][l].count := 0;
      response[c][l].full := false;
      acks[c][l] := 0;
      cache_order[c][l].count := 0;
    end;
  end;
end;

function MayWrite(c: cu; l: line): boolean;
begin
  return l1[c][l].state = M;
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  switch l1[c][l].state
    case S, SM_AD, SM_A, M: return true;
    else return false;
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  switch Kind(o)
    case FENCE: return true;
    case LOAD: return MayRead(CuOf(t), LineOf(o), WordOf(o)) | Settled(LineOf(o));
    case STORE, RMW: return MayWrite(CuOf(t), LineOf(o));
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
var old: value;
begin
  switch Kind(o)
    case FENCE:
    case LOAD:
      if MayRead(CuOf(t), LineOf(o), WordOf(o)) then
        Complete(t, g, l1[CuOf(t)][LineOf(o)].data[WordOf(o)]);
      else
        Complete(t, g, memory[LineOf(o)][WordOf(o)]);
      end;
      Tidy();  -- what a branch on it does not lead to any more may have settled a line
    case STORE:
      Write(t, LineOf(o), WordOf(o), Stored(o));
      Tidy();
    case RMW:
      old := l1[CuOf(t)][LineOf(o)].data[WordOf(o)];
      if Writes(o, old) then
        Write(t, LineOf(o), WordOf(o), Result(o, old));
      end;
      Complete(t, g, old);
      Tidy();
  end;
end;

-- With STEPS, "asks for a copy" is the prefetch.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return STEPS = 0 & l1[c][l].state = I & Wanted(c, l) & !Needs(c, l, false) & !Settled(l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  Ask(c, l, GetS, IS_D);
  Tidy();
end;

function Quiescent(): boolean;
begin
  return forall l: line do
    !owner_data[l].full & forall c: cu do
      request[c][l].kind = No_Request & forward[c][l].count = 0
      & !response[c][l].full & acks[c][l] = 0
      & (l1[c][l].state = I | l1[c][l].state = S | l1[c][l].state = M)
    end
  end;
end;

function FinalValue(l: line; w: word): value;
begin
  return directory[l].state = Dir_M ? l1[directory[l].owner][l].data[w] : memory[l][w];
end;

-- show: lane "directory" of directory
-- show: channel request from cu to "directory" as "{kind} {line} {data}"
-- show: channel forward from "directory" to cu as "{kind} {line}"
-- show: channel response to cu as "data {line} {data}"
-- show: channel acks to cu as "InvAck {line}"
-- show: channel owner_data to "directory" as "data {line} {data}"
