-- SPDX-License-Identifier: BSD-2-Clause
-- MESI: write-back, write-allocate L1s under an inclusive write-back L2 whose
-- tags have the directory, over unordered networks.
--
-- machine: source: I. Singh, "Cache Coherence for GPU Architectures", MASc thesis, University of British Columbia 2013, 2.2.4 and Table 3.1 (numbers of states); states and races as in gem5's MESI directory protocol for one chip
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions properties swmr data-value
-- machine: lowering: lib/waits.m; every scope counts as the whole system
-- machine: variant queues: BANK=1 L1_WAYS=1 L1_MSHRS=1 WAYS=1 MSHRS=1, finite resources (queues.m)
-- machine: variant one-network: BANK=1 SHARED_UP=1 SHARED_DOWN=1, one FIFO in each direction
-- machine: values STEPS BANK SHARED_UP SHARED_DOWN: 0..1
-- machine: values L1_WAYS L1_MSHRS WRITE_BACKS WAYS MSHRS REQUESTS RESPONSES_UP UNBLOCKS FORWARDS RESPONSES: 1..16
-- machine: values VICTIMS: 0..16
--
-- The thesis gives the numbers of states and no table.  The states here are as
-- many:
--   L1  I S E M | IS, IM data awaited for a load, a store; SM INVACKs, or the
--       answer to an UPGRADE, awaited; IS_I as IS, and the line is invalidated
--       already; M_I a PUTX is out; SINK_WB_ACK the same, and the line is gone
--   L2  NP, SS shared, M no copy but here, MT an L1 is the owner |
--       ISS, IS memory asked for one load, for several, IM for a store;
--       SS_MB, MT_MB a new owner was told, its unblock is awaited;
--       MT_IIB an owner has been asked to share: its data and the requester's
--       unblock awaited, MT_IB the data alone, MT_SB the unblock alone;
--       evictions: MT_I, MCT_I the owner is recalled, S_I, I_I the sharers, the
--       L2's line being dirty, clean
-- Each pair of state and event that acts has a cover "L1 STATE EVENT" or
-- "L2 STATE EVENT"; one that is impossible is an error.
--
-- What is modelled.  A CU has one access outstanding to a line, whose data it
-- keeps until it has the permission; another access to the line waits, and its
-- thread with it, while accesses to other lines go on.  A line is written in E
-- without a message.  Atomics are performed in the L1, in M.  A store is
-- performed when every INVACK has come, so a fence waits for the accesses of its
-- own thread, and nothing is invalidated at an acquire.
--
-- Networks.  Five virtual networks, of which the fourth below is two, and none
-- has an order: a receiver takes any message that it can serve.
--   0 request   L1 to L2   GETS, GETX, UPGRADE, PUTX
--   1 forward   L2 to L1   FWD_GETS, FWD_GETX, INV
--   2           (to memory, whose answers are a rule here)
--   3 response  both ways  grants, INVACKs, WB_ACK; owners' data
--   4 unblock   L1 to L2
-- What is under way to one place of one kind is never more than one, but for
-- INVACKs, which are all alike: slots and counts hold them, and nothing is ever full.
-- With BANK=1 each network is a FIFO of finite places, as queues.m says, which also
-- bounds what the caches have.

-- show: lane "L2" of l2, memory, owner_data, l2_inv_acks, unblock
-- show: channel request from cu to "L2" as "{kind} {line} {data}"
-- show: channel forward from "L2" to cu as "{kind} {line}"
-- show: channel grant from "L2" to cu as "{kind} {line} {data}"
-- show: channel inv_acks to cu as "INVACK {line}"
-- show: channel wb_ack from "L2" to cu as "WB_ACK {line}"
-- show: channel owner_data to "L2" as "DATA {line} {data}"
-- show: channel l2_inv_acks to "L2" as "INVACK {line}"
-- show: channel unblock to "L2" as "UNBLOCK {line}"

include "../lib/waits-for-answers.m"
include "../lib/parts/sharers.m"
include "../lib/parts/write-back.m"

const
  STEPS: 1;    -- 0: reduced: what nobody can tell apart is one step (Drain)

type
  l1_state: enum { I, S, E, M, IS, IM, SM, IS_I, M_I, SINK_WB_ACK };
  l2_state: enum { L2_NP, L2_SS, L2_M, L2_MT, L2_ISS, L2_IS, L2_IM, L2_SS_MB, L2_MT_MB,
                   L2_MT_IIB, L2_MT_IB, L2_MT_SB, L2_MT_I, L2_MCT_I, L2_I_I, L2_S_I };

  request_kind: enum { NO_REQUEST, GETS, GETX, UPGRADE, PUTX };
  forward_kind: enum { NO_FORWARD, FWD_GETS, FWD_GETX, INV };
  grant_kind: enum { NO_GRANT,
                     DATA,             -- from the L2, to share
                     DATA_FROM_OWNER,  -- to share
                     DATA_EXCLUSIVE,   -- for a load: to E
                     DATA_TO_WRITE,    -- for a GETX, from the L2 or the owner
                     UPGRADED };       -- for an UPGRADE: no data
  unblock_kind: enum { NO_UNBLOCK, UNBLOCK, EXCLUSIVE_UNBLOCK };

  block: array [word] of value;

  -- The access that a CU has outstanding to a line; a prefetch has none.
  access: record
    active: boolean;
    thread: thread;
    tag: tag;             -- but for a store
    what: operation;
  end;

var
  l1: array [cu] of array [line] of record
    state: l1_state;
    data: block;          -- defined in S, E, M, SM, M_I
    due: -CUS .. CUS;     -- of IM, SM: INVACKs still due; below 0 before the grant
    dirty: boolean;       -- of M_I
    miss: access;
  end;

  l2: array [line] of record
    state: l2_state;
    data: block;          -- undefined in NP, in IS, ISS, IM, and where an owner
    dirty: boolean;       -- is about to write
    sharers: sharer_set;  -- a superset, in SS, SS_MB, MT_IIB, MT_IB, MT_SB;
                                     -- in ISS, IS those who asked
    owner: cu;            -- of MT, MT_MB, SS_MB, ISS, IM: the last four its next
    awaited: 0 .. CUS;    -- of S_I, I_I: INVACKs
  end;
  request: array [cu] of array [line] of record
    kind: request_kind;
    data: block;          -- of PUTX
    dirty: boolean;       -- of PUTX
  end;
  forward: array [cu] of array [line] of record
    kind: forward_kind;
    recall: boolean;      -- of INV: the L2 is to be answered
    requester: cu;        -- but for a recall: who is
  end;
  grant: array [cu] of array [line] of record
    kind: grant_kind;
    data: block;          -- but for UPGRADED
    due: 0 .. CUS;        -- of DATA_TO_WRITE, UPGRADED: how many INVACKs will come
  end;
  inv_acks: array [cu] of array [line] of 0 .. CUS;
  wb_ack: array [cu] of array [line] of boolean;
  owner_data: array [line] of record
    full: boolean;
    data: block;
    dirty: boolean;
  end;
  l2_inv_acks: array [line] of 0 .. CUS;
  unblock: array [line] of unblock_kind;

include "queues.m"

-- Actions: network.

procedure Ask(c: cu; l: line; k: request_kind);
begin
  assert "a CU has one request outstanding to a line" request[c][l].kind = NO_REQUEST;
  request[c][l].kind := k;
  EnterUp(c, A_REQUEST, l);
  if k = PUTX then
    request[c][l].data := l1[c][l].data;
    request[c][l].dirty := l1[c][l].dirty;
  end;
end;

procedure Forward(target: cu; l: line; k: forward_kind; requester: cu);
begin
  assert "one forward is under way to a CU and line" forward[target][l].kind = NO_FORWARD;
  forward[target][l].kind := k;
  forward[target][l].recall := false;
  EnterDown(target, A_FORWARD, l);
  forward[target][l].requester := requester;
end;

procedure Recall(target: cu; l: line);
begin
  assert "one forward is under way to a CU and line" forward[target][l].kind = NO_FORWARD;
  forward[target][l].kind := INV;
  forward[target][l].recall := true;
  EnterDown(target, A_FORWARD, l);
end;

procedure Grant(c: cu; l: line; k: grant_kind; var data: block; due: 0 .. CUS);
begin
  assert "a CU awaits one grant for a line" grant[c][l].kind = NO_GRANT;
  grant[c][l].kind := k;
  EnterDown(c, A_GRANT, l);
  if k != UPGRADED then
    grant[c][l].data := data;
  end;
  if k = UPGRADED | k = DATA_TO_WRITE then
    grant[c][l].due := due;
  end;
end;

procedure SendToL2(c: cu; l: line; var data: block; dirty: boolean);
begin
  assert "the L2 awaits one owner's data for a line" !owner_data[l].full;
  owner_data[l].full := true;
  EnterUp(c, OWNER_DATA, l);
  owner_data[l].data := data;
  owner_data[l].dirty := dirty;
end;

procedure Unblock(c: cu; l: line; k: unblock_kind);
begin
  assert "the L2 awaits one unblock for a line" unblock[l] = NO_UNBLOCK;
  unblock[l] := k;
  EnterUp(c, AN_UNBLOCK, l);
end;

-- Actions: L1.

procedure SetL1(c: cu; l: line; s: l1_state);
begin
  l1[c][l].state := s;
  switch s
    case S, E, M, SM, M_I:
    else undefine l1[c][l].data;
  end;
  if s != M_I then
    undefine l1[c][l].dirty;
  end;
  if s != IM & s != SM then
    undefine l1[c][l].due;
  end;
end;

-- The access that the line was asked for is performed; a prefetch has none.
procedure Perform(c: cu; l: line);
var m: access;
var old: value;
begin
  m := l1[c][l].miss;
  undefine l1[c][l].miss;
  l1[c][l].miss.active := false;
  if m.active then
    Answered(m.thread);
    if Kind(m.what) = STORE then
      Write(m.thread, l, WordOf(m.what), Stored(m.what));
    else
      old := l1[c][l].data[WordOf(m.what)];
      if Kind(m.what) = RMW & Writes(m.what, old) then
        Write(m.thread, l, WordOf(m.what), Result(m.what, old));
      end;
      Complete(m.thread, m.tag, old);
    end;
  end;
end;

procedure Remember(t: thread; g: tag; o: operation);
begin
  alias m: l1[CuOf(t)][LineOf(o)].miss do
    m.active := true;
    m.thread := t;
    if Kind(o) != STORE then
      m.tag := g;
    end;
    m.what := o;
  end;
end;

-- Every INVACK has come: the line is written.
procedure Settle(c: cu; l: line);
begin
  if l1[c][l].due = 0 then
    SetL1(c, l, M);
    Unblock(c, l, EXCLUSIVE_UNBLOCK);
    Perform(c, l);
  end;
end;

-- L1: accesses and evictions.

procedure L1Load(t: thread; g: tag; o: operation);
begin
  Remember(t, g, o);
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I: cover "L1 I Load" true;  Ask(c, l, GETS); SetL1(c, l, IS);
      case S: cover "L1 S Load" true;  Perform(c, l);
      case E: cover "L1 E Load" true;  Perform(c, l);
      case M: cover "L1 M Load" true;  Perform(c, l);
      else error "L1: a load waits here";
    end;
  end;
end;

procedure L1Store(t: thread; g: tag; o: operation);
begin
  Remember(t, g, o);
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:
        cover "L1 I Store" true;
        Ask(c, l, GETX);
        SetL1(c, l, IM);
        l1[c][l].due := 0;
      case S:
        cover "L1 S Store" true;
        Ask(c, l, UPGRADE);
        SetL1(c, l, SM);
        l1[c][l].due := 0;
      case E: cover "L1 E Store" true;  SetL1(c, l, M); Perform(c, l);
      case M: cover "L1 M Store" true;  Perform(c, l);
      else error "L1: a store waits here";
    end;
  end;
end;

procedure PutBack(c: cu; l: line);
begin
  l1[c][l].dirty := l1[c][l].state = M;
  l1[c][l].state := M_I;
  Ask(c, l, PUTX);
end;

procedure L1Evict(c: cu; l: line);
begin
  switch l1[c][l].state
    case S: cover "L1 S Evict" true;  SetL1(c, l, I);
    case E: cover "L1 E Evict" true;  PutBack(c, l);
    case M: cover "L1 M Evict" true;  PutBack(c, l);
    else error "L1: nothing is evicted here";
  end;
end;

-- L1: forwards.

procedure AnswerInv(c: cu; l: line; recall: boolean; requester: cu);
begin
  if recall then
    l2_inv_acks[l] := l2_inv_acks[l] + 1;
    EnterUp(c, L2_INVACK, l);
  else
    inv_acks[requester][l] := inv_acks[requester][l] + 1;
    EnterDown(requester, AN_INVACK, l);
  end;
end;

procedure L1Inv(c: cu; l: line; recall: boolean; requester: cu);
begin
  switch l1[c][l].state
    case I:           cover "L1 I Inv" true;            AnswerInv(c, l, recall, requester);
    case S:
      cover "L1 S Inv" true;
      AnswerInv(c, l, recall, requester);
      SetL1(c, l, I);
    case E:
      cover "L1 E Inv" true;
      assert "an owner is invalidated by a recall" recall;
      AnswerInv(c, l, recall, requester);
      SetL1(c, l, I);
    case M:
      cover "L1 M Inv" true;
      assert "an owner is invalidated by a recall" recall;
      SendToL2(c, l, l1[c][l].data, true);
      SetL1(c, l, I);
    case IS:
      cover "L1 IS Inv" true;
      AnswerInv(c, l, recall, requester);
      SetL1(c, l, IS_I);
    case IS_I:        cover "L1 IS_I Inv" true;         AnswerInv(c, l, recall, requester);
    case IM:          cover "L1 IM Inv" true;           AnswerInv(c, l, recall, requester);
    case SM:
      cover "L1 SM Inv" true;
      AnswerInv(c, l, recall, requester);
      l1[c][l].state := IM;
      undefine l1[c][l].data;
    case M_I:
      cover "L1 M_I Inv" true;
      assert "an owner is invalidated by a recall" recall;
      SendToL2(c, l, l1[c][l].data, l1[c][l].dirty);
      SetL1(c, l, SINK_WB_ACK);
    case SINK_WB_ACK: cover "L1 SINK_WB_ACK Inv" true;  AnswerInv(c, l, recall, requester);
  end;
end;

procedure L1FwdGets(c: cu; l: line; requester: cu);
begin
  Grant(requester, l, DATA_FROM_OWNER, l1[c][l].data, 0);
  switch l1[c][l].state
    case E: cover "L1 E Fwd_GETS" true;  SendToL2(c, l, l1[c][l].data, false); SetL1(c, l, S);
    case M: cover "L1 M Fwd_GETS" true;  SendToL2(c, l, l1[c][l].data, true); SetL1(c, l, S);
    case M_I:
      cover "L1 M_I Fwd_GETS" true;
      SendToL2(c, l, l1[c][l].data, l1[c][l].dirty);
      SetL1(c, l, SINK_WB_ACK);
    else error "L1: only an owner is asked to share";
  end;
end;

procedure L1FwdGetx(c: cu; l: line; requester: cu);
begin
  Grant(requester, l, DATA_TO_WRITE, l1[c][l].data, 0);
  switch l1[c][l].state
    case E:   cover "L1 E Fwd_GETX" true;    SetL1(c, l, I);
    case M:   cover "L1 M Fwd_GETX" true;    SetL1(c, l, I);
    case M_I: cover "L1 M_I Fwd_GETX" true;  SetL1(c, l, SINK_WB_ACK);
    else error "L1: only an owner is asked for the line";
  end;
end;

procedure L1Forward(c: cu; l: line);
var k: forward_kind;
var recall: boolean;
var requester: cu;
begin
  k := forward[c][l].kind;
  recall := forward[c][l].recall;
  if !recall then
    requester := forward[c][l].requester;
  else
    requester := c;   -- no use is made of it
  end;
  undefine forward[c][l];
  forward[c][l].kind := NO_FORWARD;
  LeaveDown(c, A_FORWARD);
  switch k
    case FWD_GETS: L1FwdGets(c, l, requester);
    case FWD_GETX: L1FwdGetx(c, l, requester);
    case INV: L1Inv(c, l, recall, requester);
  end;
end;

-- L1: responses.

-- A load has its line: it is kept, or in IS_I used once.
procedure L1Shared(c: cu; l: line; var data: block);
begin
  switch l1[c][l].state
    case IS:
      cover "L1 IS Data" true;
      SetL1(c, l, S);
      l1[c][l].data := data;
      Perform(c, l);
    case IS_I:
      cover "L1 IS_I Data" true;
      l1[c][l].data := data;
      Perform(c, l);
      SetL1(c, l, I);
    else error "L1: data to share come in IS and IS_I";
  end;
end;

procedure L1Exclusive(c: cu; l: line; var data: block);
begin
  switch l1[c][l].state
    case IS:   cover "L1 IS Data_Exclusive" true;
    case IS_I: cover "L1 IS_I Data_Exclusive" true;
    else error "L1: exclusive data come in IS and IS_I";
  end;
  SetL1(c, l, E);
  l1[c][l].data := data;
  Unblock(c, l, EXCLUSIVE_UNBLOCK);
  Perform(c, l);
end;

procedure L1ToWrite(c: cu; l: line; var data: block; due: 0 .. CUS);
begin
  switch l1[c][l].state
    case IM:
      cover "L1 IM Data" true;
      l1[c][l].state := SM;
      l1[c][l].data := data;
      l1[c][l].due := l1[c][l].due + due;
      Settle(c, l);
    else error "L1: data to write come in IM";
  end;
end;

procedure L1Upgraded(c: cu; l: line; due: 0 .. CUS);
begin
  switch l1[c][l].state
    case SM: cover "L1 SM Upgraded" true;  l1[c][l].due := l1[c][l].due + due; Settle(c, l);
    else error "L1: only a sharer is upgraded";
  end;
end;

procedure L1Grant(c: cu; l: line);
var k: grant_kind;
var data: block;
var due: 0 .. CUS;
begin
  k := grant[c][l].kind;
  if k != UPGRADED then
    data := grant[c][l].data;
  end;
  due := 0;
  if k = UPGRADED | k = DATA_TO_WRITE then
    due := grant[c][l].due;
  end;
  undefine grant[c][l];
  grant[c][l].kind := NO_GRANT;
  LeaveDown(c, A_GRANT);
  switch k
    case DATA:
      L1Shared(c, l, data);
    case DATA_FROM_OWNER:
      Unblock(c, l, UNBLOCK);
      L1Shared(c, l, data);
    case DATA_EXCLUSIVE:
      L1Exclusive(c, l, data);
    case DATA_TO_WRITE:
      L1ToWrite(c, l, data, due);
    case UPGRADED:
      L1Upgraded(c, l, due);
  end;
end;

-- The grant says how many INVACKs there are: in IM, and in SM before the answer
-- to an UPGRADE, they are below zero, or none, while it has not come.
procedure L1InvAck(c: cu; l: line);
begin
  inv_acks[c][l] := inv_acks[c][l] - 1;
  LeaveDown(c, AN_INVACK);
  l1[c][l].due := l1[c][l].due - 1;
  switch l1[c][l].state
    case IM: cover "L1 IM InvAck" true;
    case SM:
      if l1[c][l].due = 0 then
        cover "L1 SM InvAck (last)" true;
      else
        cover "L1 SM InvAck (else)" true;
      end;
      Settle(c, l);
    else error "L1: no INVACK is awaited";
  end;
end;

procedure L1WbAck(c: cu; l: line);
begin
  wb_ack[c][l] := false;
  LeaveDown(c, A_WB_ACK);
  switch l1[c][l].state
    case M_I:         cover "L1 M_I WB_Ack" true;
    case SINK_WB_ACK: cover "L1 SINK_WB_ACK WB_Ack" true;
    else error "L1: no WB_ACK is awaited";
  end;
  SetL1(c, l, I);
end;

-- Actions: L2.

procedure SetL2(l: line; s: l2_state);
begin
  l2[l].state := s;
  if s = L2_NP then
    undefine l2[l].data;
    l2[l].dirty := false;
  end;
end;

procedure ClearSharers(l: line);
begin
  ClearSet(l2[l].sharers);
end;

-- The next owner writes: what the L2 has will not be read again.
procedure GiveAway(c: cu; l: line);
begin
  undefine l2[l].data;
  l2[l].dirty := false;
  l2[l].owner := c;
  ClearSharers(l);
end;

procedure WriteBack(l: line);
begin
  if l2[l].dirty then
    memory[l] := l2[l].data;
  end;
end;

procedure Invalidate(d: cu; l: line; c: cu); begin Forward(d, l, INV, c); end;

-- L2: requests.

function L2Stalls(l: line; k: request_kind): boolean;
begin
  switch l2[l].state
    case L2_NP, L2_SS, L2_M, L2_MT: return false;
    case L2_ISS, L2_IS: return k != GETS;
    else return true;
  end;
end;

procedure L2Gets(c: cu; l: line);
begin
  switch l2[l].state
    case L2_NP:
      cover "L2 NP GETS" true;
      l2[l].owner := c;
      l2[l].sharers[c] := true;
      SetL2(l, L2_ISS);
    case L2_SS:
      cover "L2 SS GETS" true;
      l2[l].sharers[c] := true;
      Grant(c, l, DATA, l2[l].data, 0);
    case L2_M:
      cover "L2 M GETS" true;
      l2[l].owner := c;
      Grant(c, l, DATA_EXCLUSIVE, l2[l].data, 0);
      SetL2(l, L2_MT_MB);
    case L2_MT:
      cover "L2 MT GETS" true;
      Forward(l2[l].owner, l, FWD_GETS, c);
      l2[l].sharers[l2[l].owner] := true;
      l2[l].sharers[c] := true;
      undefine l2[l].owner;
      SetL2(l, L2_MT_IIB);
    case L2_ISS:
      cover "L2 ISS GETS" true;
      undefine l2[l].owner;
      l2[l].sharers[c] := true;
      SetL2(l, L2_IS);
    case L2_IS: cover "L2 IS GETS" true;  l2[l].sharers[c] := true;
    else error "L2: a GETS waits here";
  end;
end;

-- GETX, and the UPGRADE of a CU that is no sharer any more.
procedure L2Getx(c: cu; l: line);
begin
  switch l2[l].state
    case L2_NP: cover "L2 NP GETX" true;  l2[l].owner := c; SetL2(l, L2_IM);
    case L2_SS:
      cover "L2 SS GETX" true;
      Grant(c, l, DATA_TO_WRITE, l2[l].data, OthersIn(l2[l].sharers, c));
      InvalidateOthers(l2[l].sharers, l, c);
      GiveAway(c, l);
      SetL2(l, L2_SS_MB);
    case L2_M:
      cover "L2 M GETX" true;
      Grant(c, l, DATA_TO_WRITE, l2[l].data, 0);
      GiveAway(c, l);
      SetL2(l, L2_MT_MB);
    case L2_MT:
      cover "L2 MT GETX" true;
      Forward(l2[l].owner, l, FWD_GETX, c);
      GiveAway(c, l);
      SetL2(l, L2_MT_MB);
    else error "L2: a GETX waits here";
  end;
end;

procedure L2Upgrade(c: cu; l: line);
begin
  if l2[l].state = L2_SS & l2[l].sharers[c] then
    cover "L2 SS UPGRADE" true;
    Grant(c, l, UPGRADED, l2[l].data, OthersIn(l2[l].sharers, c));
    InvalidateOthers(l2[l].sharers, l, c);
    GiveAway(c, l);
    SetL2(l, L2_SS_MB);
  else
    L2Getx(c, l);
  end;
end;

-- A PUTX that lost a race changes nothing; it is always acknowledged.
procedure L2Putx(c: cu; l: line);
begin
  switch l2[l].state
    case L2_MT:
      if l2[l].owner = c then
        cover "L2 MT PUTX" true;
        l2[l].data := request[c][l].data;
        l2[l].dirty := l2[l].dirty | request[c][l].dirty;
        undefine l2[l].owner;
        SetL2(l, L2_M);
      else
        cover "L2 MT PUTX (old)" true;
      end;
    case L2_NP: cover "L2 NP PUTX (old)" true;
    case L2_SS: cover "L2 SS PUTX (old)" true;
    case L2_M:  cover "L2 M PUTX (old)" true;
    else error "L2: a PUTX waits here";
  end;
  wb_ack[c][l] := true;
  EnterDown(c, A_WB_ACK, l);
end;

procedure L2Request(c: cu; l: line);
var k: request_kind;
begin
  k := request[c][l].kind;
  switch k
    case GETS: L2Gets(c, l);
    case GETX: L2Getx(c, l);
    case UPGRADE: L2Upgrade(c, l);
    case PUTX: L2Putx(c, l);
  end;
  undefine request[c][l];
  request[c][l].kind := NO_REQUEST;
  LeaveUp(A_REQUEST);
end;

-- L2: responses.

procedure L2MemData(l: line);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_ISS:
      cover "L2 ISS Mem_Data" true;
      Grant(l2[l].owner, l, DATA_EXCLUSIVE, l2[l].data, 0);
      ClearSharers(l);
      SetL2(l, L2_MT_MB);
    case L2_IS:
      cover "L2 IS Mem_Data" true;
      for c: cu do
        if l2[l].sharers[c] then
          Grant(c, l, DATA, l2[l].data, 0);
        end;
      end;
      SetL2(l, L2_SS);
    case L2_IM:
      cover "L2 IM Mem_Data" true;
      Grant(l2[l].owner, l, DATA_TO_WRITE, l2[l].data, 0);
      GiveAway(l2[l].owner, l);
      SetL2(l, L2_MT_MB);
  end;
end;

procedure L2Unblock(l: line);
var k: unblock_kind;
begin
  k := unblock[l];
  unblock[l] := NO_UNBLOCK;
  LeaveUp(AN_UNBLOCK);
  switch l2[l].state
    case L2_SS_MB:
      cover "L2 SS_MB Exclusive_Unblock" true;
      assert "a new owner unblocks" k = EXCLUSIVE_UNBLOCK;
      SetL2(l, L2_MT);
    case L2_MT_MB:
      cover "L2 MT_MB Exclusive_Unblock" true;
      assert "a new owner unblocks" k = EXCLUSIVE_UNBLOCK;
      SetL2(l, L2_MT);
    case L2_MT_IIB:
      cover "L2 MT_IIB Unblock" true;
      assert "a new sharer unblocks" k = UNBLOCK;
      SetL2(l, L2_MT_IB);
    case L2_MT_SB:
      cover "L2 MT_SB Unblock" true;
      assert "a new sharer unblocks" k = UNBLOCK;
      SetL2(l, L2_SS);
    else error "L2: no unblock is awaited";
  end;
end;

-- The owner's data, on sharing or recalled.
procedure L2OwnerData(l: line);
begin
  l2[l].data := owner_data[l].data;
  l2[l].dirty := l2[l].dirty | owner_data[l].dirty;
  undefine owner_data[l];
  owner_data[l].full := false;
  LeaveUp(OWNER_DATA);
  switch l2[l].state
    case L2_MT_IIB: cover "L2 MT_IIB WB_Data" true;  SetL2(l, L2_MT_SB);
    case L2_MT_IB:  cover "L2 MT_IB WB_Data" true;   SetL2(l, L2_SS);
    case L2_MT_I:   cover "L2 MT_I WB_Data" true;    WriteBack(l); SetL2(l, L2_NP);
    case L2_MCT_I:  cover "L2 MCT_I WB_Data" true;   WriteBack(l); SetL2(l, L2_NP);
    else error "L2: no owner's data are awaited";
  end;
end;

procedure L2InvAck(l: line);
begin
  l2_inv_acks[l] := l2_inv_acks[l] - 1;
  LeaveUp(L2_INVACK);
  switch l2[l].state
    case L2_MT_I:  cover "L2 MT_I Ack_all" true;   WriteBack(l); SetL2(l, L2_NP);
    case L2_MCT_I: cover "L2 MCT_I Ack_all" true;  SetL2(l, L2_NP);
    case L2_S_I:
      l2[l].awaited := l2[l].awaited - 1;
      if l2[l].awaited = 0 then
        cover "L2 S_I Ack_all" true;
        WriteBack(l);
        SetL2(l, L2_NP);
      end;
    case L2_I_I:
      l2[l].awaited := l2[l].awaited - 1;
      if l2[l].awaited = 0 then
        cover "L2 I_I Ack_all" true;
        SetL2(l, L2_NP);
      end;
    else error "L2: no INVACK is awaited";
  end;
end;

-- L2: evictions.

procedure RecallSharers(l: line);
begin
  for c: cu do
    if l2[l].sharers[c] then
      Recall(c, l);
      l2[l].awaited := l2[l].awaited + 1;
    end;
  end;
  ClearSharers(l);
end;

procedure L2Evict(l: line);
begin
  switch l2[l].state
    case L2_M: cover "L2 M Evict" true;  WriteBack(l); SetL2(l, L2_NP);
    case L2_SS:
      RecallSharers(l);
      cover "L2 SS Evict (dirty)" l2[l].dirty;
      cover "L2 SS Evict (clean)" !l2[l].dirty;
      SetL2(l, l2[l].dirty ? L2_S_I : L2_I_I);
    case L2_MT:
      Recall(l2[l].owner, l);
      undefine l2[l].owner;
      cover "L2 MT Evict (dirty)" l2[l].dirty;
      cover "L2 MT Evict (clean)" !l2[l].dirty;
      SetL2(l, l2[l].dirty ? L2_MT_I : L2_MCT_I);
  end;
end;

include "delivery.m"
