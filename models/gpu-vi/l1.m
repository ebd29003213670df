-- SPDX-License-Identifier: BSD-2-Clause
-- The L1 of GPU-VI (Table 2.4) and its networks, for the machines that have it:
-- gpu-vi.m and gpu-vini.m, which say what is modelled.  The columns of the CU's
-- events, Load, Store, Atomic and Eviction, are in lib/parts/l1.m.
--
-- Reduced (STEPS=0), what nobody can tell apart is one step:
--   an answer gets to the L1 in the step that makes it: its thread would only
--   have waited longer;
--   memory answers in the step that asks it, which only the bank could tell;
--   an INV is acknowledged as it is received, and as it is sent where the L1
--   has no copy to hit;
--   a request that its thread is blocked by is served as it is issued, if
--   nothing is before it and the L2 does not stall it (deliveries.m): it could
--   as well have been issued later;
--   a line that no store will change any more has no copies, unless they are
--   stale, which is a fault to be seen: a load of it gets the only value left.

-- show: channel up from cu to "L2" as "{kind} {line} {stored}"
-- show: channel down from "L2" to cu as "answer to {answers} {line} {old}{stored}{data}"
-- show: channel inv from "L2" to cu as "INV {line}"
-- show: channel inv_ack from cu to "L2" as "INVACK {line}"

include "../lib/waits-for-answers.m"

const
  -- A CU's outstanding requests for one line, that the miss registers hold; at
  -- least 2.
  PENDING: 2;
  CHANNEL: PENDING;
  FIFO_DEPTH: PENDING;

  -- Design choices.
  WRITE_AT_ONCE: 1;   -- optimisation 1: a store hit writes the L1 when it is
                      -- issued; 0: when its ACK comes, as on a CMP
  PENDING_MISSES: 1;  -- optimisation 2: a load to a line with pending stores
                      -- is a miss; 0: it hits
  STEPS: 1;           -- 0: reduced, as said above

  -- What a CU has for its misses.
  L1_MSHRS: LINES;    -- miss registers: lines in I_V, V_M, I_I
  STORE_BUFFER: 0;    -- stores without their ACK; 0: as many as there are requests

type
  request_kind: enum { GETS, GETX, ATOMIC };

  -- A GETS that fetches the line for all merged loads names no thread.
  request_message: record
    kind: request_kind;
    fetch: boolean;          -- of GETS
    thread: thread;          -- but for a fetch
    tag: tag;                -- of GETS but for a fetch; of ATOMIC
    word: word;              -- but for a fetch
    stored: value;           -- of GETX
    operation: operation;    -- of ATOMIC
  end;

  -- DATA for GETS and ATOMIC, ACK for GETX.
  answer_message: record
    answers: request_kind;
    fetch: boolean;
    thread: thread;
    tag: tag;
    old: value;                    -- of DATA, but for a fetch
    word: word;                    -- of ACK, if the L1 was not written at once,
    stored: value;                 -- and what to write there
    data: array [word] of value;   -- of DATA for a fetch
  end;

  entry_type: answer_message;

  l1_line: record
    state: l1_state;
    data: array [word] of value;    -- defined in V and V_M
    pending: 0 .. PENDING;          -- requests without their response
  end;

  -- A load that waits for its CU's fetch.
  merged_load: record
    waits: boolean;
    line: line;
    word: word;
  end;

include "../lib/parts/channel.m"
include "../lib/parts/fifo.m"
include "queues.m"

var
  down: array [cu] of array [line] of fifo_type;
  inv: array [cu] of array [line] of boolean;
  inv_ack: array [cu] of array [line] of boolean;
  stores: array [cu] of 0 .. STORE_BUFFER;   -- without their ACK, where they are counted

  l1: array [cu] of array [line] of l1_line;
  merged: array [thread] of array [tag] of merged_load;

-- Actions: L1.

procedure DropCopy(c: cu; l: line);
begin
  undefine l1[c][l].data;
end;

procedure Describe(var m: request_message; o: operation);
begin
  m.word := WordOf(o);
  if m.kind = ATOMIC then
    m.operation := o;
  elsif m.kind = GETX then
    m.stored := Stored(o);
  end;
end;

-- The L2 need not know whether the L1 has a copy.
function KindOnHit(): request_kind;
begin
  return GETX;
end;

procedure Merge(t: thread; g: tag; o: operation; first: boolean);
begin
  merged[t][g].waits := true;
  merged[t][g].line := LineOf(o);
  merged[t][g].word := WordOf(o);
end;

-- A load is issued whether it hits or not (Issue, in deliveries.m).
procedure Missed(t: thread; o: operation); begin end;

procedure Hit(t: thread; g: tag; o: operation);
begin
  Bind(t, g, l1[CuOf(t)][LineOf(o)].data[WordOf(o)]);
end;

function HitsInVM(): boolean;
begin
  return PENDING_MISSES = 0;
end;

procedure BindMerged(c: cu; l: line; var m: answer_message);
begin
  for t: thread do
    for g: tag do
      if CuOf(t) = c & merged[t][g].waits & !isundefined(merged[t][g].line) then
        if merged[t][g].line = l then
          Bind(t, g, m.data[merged[t][g].word]);
          undefine merged[t][g];
          merged[t][g].waits := false;
        end;
      end;
    end;
  end;
end;

procedure LoadDone(c: cu; l: line; var m: answer_message);
begin
  if m.fetch then
    BindMerged(c, l, m);
  else
    Bind(m.thread, m.tag, m.old);
  end;
end;

procedure WriteL1(t: thread; o: operation);
begin
  if WRITE_AT_ONCE = 1 then
    l1[CuOf(t)][LineOf(o)].data[WordOf(o)] := Stored(o);
  end;
end;

-- Actions: network.

procedure SendRequest(c: cu; l: line; var m: request_message);
begin
  Send(c, l, m);
  EnterUp(c, REQUEST, l);
  l1[c][l].pending := l1[c][l].pending + 1;
  if STORE_BUFFER > 0 & m.kind = GETX then
    stores[c] := stores[c] + 1;
  end;
end;

procedure TakeRequest(c: cu; l: line; var m: request_message);
begin
  Dequeue(c, l, m);
  LeaveUp(REQUEST);
end;

procedure TakeResponse(c: cu; l: line; var m: answer_message);
begin
  Pop(down[c][l], m);
  LeaveDown(c, RESPONSE);
end;

procedure PutInv(c: cu; l: line);
begin
  inv[c][l] := true;
  EnterDown(c, INV, l);
end;

procedure TakeInv(c: cu; l: line);
begin
  inv[c][l] := false;
  LeaveDown(c, INV);
end;

procedure PutInvAck(c: cu; l: line);
begin
  inv_ack[c][l] := true;
  EnterUp(c, INVACK, l);
end;

procedure TakeInvAck(c: cu; l: line);
begin
  inv_ack[c][l] := false;
  LeaveUp(INVACK);
end;

-- Table 2.4: the L1. Receipts first, since the reduced L2 makes them.

procedure L1Inv(c: cu; l: line);
begin
  switch l1[c][l].state
    case I:   cover "L1 I INV" true;
    case V:   cover "L1 V INV" true;    SetL1(c, l, I);
    case V_M: cover "L1 V_M INV" true;  SetL1(c, l, I_I);
    case I_V: cover "L1 I_V INV" true;  SetL1(c, l, I_I);
    case I_I: cover "L1 I_I INV" true;
  end;
end;

procedure L1Data(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V: error "L1 I, V DATA: there is no request to answer";
    case V_M:
      cover "L1 V_M DATA" true;
      assert "only a load waits in V_M" m.answers = GETS & !m.fetch;
      LoadDone(c, l, m);
      WhenNoneIsPending(c, l, V);
    case I_V:
      cover "L1 I_V DATA" true;
      assert "only the fetch waits in I_V" m.answers = GETS & m.fetch;
      SetL1(c, l, V);
      l1[c][l].data := m.data;
      LoadDone(c, l, m);
    case I_I:
      if m.answers = GETS then
        cover "L1 I_I DATA (load)" true;
        LoadDone(c, l, m);
      else
        cover "L1 I_I DATA (atomic)" true;
        Bind(m.thread, m.tag, m.old);
      end;
      WhenNoneIsPending(c, l, I);
  end;
end;

procedure L1Ack(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V, I_V: error "L1 I, V, I_V ACK: no store is pending";
    case V_M:
      cover "L1 V_M ACK" true;
      if WRITE_AT_ONCE = 0 then
        l1[c][l].data[m.word] := m.stored;
      end;
      Answered(m.thread);
      WhenNoneIsPending(c, l, V);
    case I_I:       cover "L1 I_I ACK" true;  Answered(m.thread); WhenNoneIsPending(c, l, I);
  end;
end;

procedure L1Receives(c: cu; l: line; var m: answer_message);
begin
  l1[c][l].pending := l1[c][l].pending - 1;
  if STORE_BUFFER > 0 & m.answers = GETX then
    stores[c] := stores[c] - 1;
  end;
  if m.answers = GETX then
    L1Ack(c, l, m);
  else
    L1Data(c, l, m);
  end;
end;

-- Reduced, what answers a request gets to the L1 at once: later, its thread
-- would only have waited longer.
procedure Respond(c: cu; l: line; var m: answer_message);
begin
  if STEPS = 0 then
    L1Receives(c, l, m);
  else
    Push(down[c][l], m);
    EnterDown(c, RESPONSE, l);
  end;
end;

-- Whether the INV must be awaited: in the states that cannot hit it changes
-- nothing that another step could see before it is acknowledged.
function HoldsUpInv(c: cu; l: line): boolean;
begin
  switch l1[c][l].state
    case V, I_V: return true;
    case V_M: return STEPS = 1 | PENDING_MISSES = 0;
    else return STEPS = 1;
  end;
end;

include "../lib/parts/l1.m"
