-- SPDX-License-Identifier: BSD-2-Clause
-- The MSI directory protocol: caches, directory, processors.
--
-- Source.  The protocol of chapter 8 of Sorin, Hill and Wood, "A Primer on
-- Memory Consistency and Cache Coherence" (2011): its cache controller and
-- directory controller tables, from knowledge of them.  Each cell that does
-- something is a case below with a cover that names it, "Cache STATE EVENT" or
-- "Directory STATE EVENT", in the order of the tables; the stalled cells are
-- CacheStalls and DirectoryStalls.  A cell that is impossible is an error.
--
-- What is modelled.  One line, CACHES writeback caches, a directory in front of
-- memory with an exact owner and sharer list.  A load or store that finds the
-- line in a transient state waits, but for loads of SM_AD and SM_A, which hit.
-- An invalidated sharer acknowledges to the requester, which counts.
--
-- Network.  Three classes of message; separate.m and fifo.m say what they share
-- and what is ordered.  A delivery is one step together with the receiver's
-- actions, and sending never blocks.
--
-- A copy, memory and a count that the protocol does not read any more are
-- undefined, so that no state is counted twice and reading one is an error.
--
-- Choices the source leaves open:
--   The store that a cache asked for M for is not remembered: a cache in M
--   stores any number of times, none included, before it answers a forward.
--   "Data (ack=0)" is read as "no InvAck is awaited any more": the data may
--   come after them all.

type
  cache_state: enum {
    I, S, M,
    IS_D,                 -- load sent; awaits data
    IM_AD, SM_AD,         -- store sent; awaits data and InvAcks
    IM_A, SM_A,           -- data came; awaits InvAcks
    MI_A, SI_A, II_A      -- evicting; awaits PutAck
  };

  directory_state: enum {
    Dir_I, Dir_S, Dir_M,
    Dir_S_D               -- owner asked for its data; awaits it
  };

var
  state: array [cache] of cache_state;
  copy: array [cache] of data;
  -- InvAcks still due; below 0 while they come before the data that says how
  -- many there are.
  due: array [cache] of -(CACHES - 1)..CACHES - 1;

  directory: directory_state;
  owner: cache;                       -- defined in Dir_M
  sharers: array [cache] of boolean;
  memory: data;                       -- defined in Dir_I and Dir_S

  latest: data;                       -- ghost: the value of the last store

-- Actions.

procedure SendRequest(kind: message_kind; c: cache);
var m: message;
begin
  m.kind := kind;
  m.requester := c;
  PutToDirectory(m);
end;

procedure SendPutM(c: cache);
var m: message;
begin
  m.kind := PutM;
  m.requester := c;
  m.value := copy[c];
  PutToDirectory(m);
end;

procedure SendForward(kind: message_kind; target: cache; requester: cache);
var m: message;
begin
  m.kind := kind;
  m.requester := requester;
  PutToCache(target, m);
end;

procedure SendPutAck(target: cache);
var m: message;
begin
  m.kind := PutAck;
  PutToCache(target, m);
end;

procedure SendInvAck(target: cache);
var m: message;
begin
  m.kind := InvAck;
  PutToCache(target, m);
end;

procedure SendMemory(target: cache; acks: ack_count);
var m: message;
begin
  m.kind := DataFromDir;
  m.value := memory;
  m.acks := acks;
  PutToCache(target, m);
end;

procedure SendCopy(c: cache; target: cache);
var m: message;
begin
  m.kind := DataFromOwner;
  m.value := copy[c];
  PutToCache(target, m);
end;

procedure SendCopyToDirectory(c: cache);
var m: message;
begin
  m.kind := DataFromOwner;
  m.value := copy[c];
  PutToDirectory(m);
end;

procedure SetState(c: cache; next: cache_state);
begin
  state[c] := next;
  switch next
    case I, II_A: undefine copy[c];
    else
  end;
end;

function OtherSharers(c: cache): ack_count;
var n: ack_count;
begin
  n := 0;
  for d: cache do
    if d != c & sharers[d] then
      n := n + 1;
    end;
  end;
  return n;
end;

procedure InvalidateOtherSharers(c: cache);
begin
  for d: cache do
    if d != c & sharers[d] then
      SendForward(Inv, d, c);
    end;
    sharers[d] := false;
  end;
end;

function NoSharers(): boolean;
begin
  return forall c: cache do !sharers[c] end;
end;

-- Cache controller, processor events.

ruleset c: cache do
  alias at: state[c] do
    rule "load"
      at = I
    ==>
    begin
      cover "Cache I Load" true;
      SendRequest(GetS, c);
      SetState(c, IS_D);
    end;

    rule "load hits"
      at = S | at = SM_AD | at = SM_A | at = M
    ==>
    begin
      switch at
        case S: cover "Cache S Load" true;
        case SM_AD: cover "Cache SM_AD Load" true;
        case SM_A: cover "Cache SM_A Load" true;
        case M: cover "Cache M Load" true;
      end;
    end;

    rule "store"
      at = I | at = S
    ==>
    begin
      SendRequest(GetM, c);
      due[c] := 0;
      switch at
        case I: cover "Cache I Store" true;  SetState(c, IM_AD);
        case S: cover "Cache S Store" true;  SetState(c, SM_AD);
      end;
    end;

    ruleset v: data do
      rule "store hits"
        at = M
      ==>
      begin
        cover "Cache M Store" true;
        copy[c] := v;
        latest := v;
      end;
    end;

    rule "replacement"
      at = S | at = M
    ==>
    begin
      switch at
        case S: cover "Cache S Replacement" true;  SendRequest(PutS, c); SetState(c, SI_A);
        case M: cover "Cache M Replacement" true;  SendPutM(c); SetState(c, MI_A);
      end;
    end;
  end;
end;

-- Cache controller, messages.

function CacheStalls(c: cache; kind: message_kind): boolean;
begin
  switch kind
    case FwdGetS, FwdGetM:
      return state[c] = IM_AD | state[c] = IM_A | state[c] = SM_AD | state[c] = SM_A;
    case Inv:
      return state[c] = IS_D;
    else
      return false;
  end;
end;

procedure DataArrives(c: cache; var m: message; waiting: cache_state);
begin
  copy[c] := m.value;
  if m.kind = DataFromDir then
    due[c] := due[c] + m.acks;
  end;
  if due[c] = 0 then
    undefine due[c];
    SetState(c, M);
  else
    SetState(c, waiting);
  end;
end;

procedure LastInvAckArrives(c: cache);
begin
  undefine due[c];
  SetState(c, M);
end;

procedure CacheReceives(c: cache; var m: message);
begin
  switch state[c]
    case IS_D:
      switch m.kind
        case DataFromDir:
          cover "Cache IS_D Data from Dir" true;
          copy[c] := m.value;
          SetState(c, S);
        case DataFromOwner:
          cover "Cache IS_D Data from Owner" true;
          copy[c] := m.value;
          SetState(c, S);
        else error "Cache IS_D: impossible message";
      end;

    case IM_AD:
      switch m.kind
        case DataFromDir:
          if due[c] + m.acks = 0 then
            cover "Cache IM_AD Data from Dir (ack=0)" true;
          else
            cover "Cache IM_AD Data from Dir (ack>0)" true;
          end;
          DataArrives(c, m, IM_A);
        case DataFromOwner: cover "Cache IM_AD Data from Owner" true;  DataArrives(c, m, IM_A);
        case InvAck:        cover "Cache IM_AD Inv-Ack" true;          due[c] := due[c] - 1;
        else error "Cache IM_AD: impossible message";
      end;

    case IM_A:
      switch m.kind
        case InvAck:
          if due[c] = 1 then
            cover "Cache IM_A Last-Inv-Ack" true;
            LastInvAckArrives(c);
          else
            due[c] := due[c] - 1;
          end;
        else error "Cache IM_A: impossible message";
      end;

    case S:
      switch m.kind
        case Inv: cover "Cache S Inv" true;  SendInvAck(m.requester); SetState(c, I);
        else error "Cache S: impossible message";
      end;

    case SM_AD:
      switch m.kind
        case Inv:
          cover "Cache SM_AD Inv" true;
          SendInvAck(m.requester);
          undefine copy[c];
          SetState(c, IM_AD);
        case DataFromDir:
          if due[c] + m.acks = 0 then
            cover "Cache SM_AD Data from Dir (ack=0)" true;
          else
            cover "Cache SM_AD Data from Dir (ack>0)" true;
          end;
          DataArrives(c, m, SM_A);
        case InvAck: cover "Cache SM_AD Inv-Ack" true;  due[c] := due[c] - 1;
        else error "Cache SM_AD: impossible message";
      end;

    case SM_A:
      switch m.kind
        case InvAck:
          if due[c] = 1 then
            cover "Cache SM_A Last-Inv-Ack" true;
            LastInvAckArrives(c);
          else
            due[c] := due[c] - 1;
          end;
        else error "Cache SM_A: impossible message";
      end;

    case M:
      switch m.kind
        case FwdGetS:
          cover "Cache M Fwd-GetS" true;
          SendCopy(c, m.requester);
          SendCopyToDirectory(c);
          SetState(c, S);
        case FwdGetM: cover "Cache M Fwd-GetM" true;  SendCopy(c, m.requester); SetState(c, I);
        else error "Cache M: impossible message";
      end;

    case MI_A:
      switch m.kind
        case FwdGetS:
          cover "Cache MI_A Fwd-GetS" true;
          SendCopy(c, m.requester);
          SendCopyToDirectory(c);
          SetState(c, SI_A);
        case FwdGetM:
          cover "Cache MI_A Fwd-GetM" true;
          SendCopy(c, m.requester);
          SetState(c, II_A);
        case PutAck: cover "Cache MI_A Put-Ack" true;  SetState(c, I);
        else error "Cache MI_A: impossible message";
      end;

    case SI_A:
      switch m.kind
        case Inv:    cover "Cache SI_A Inv" true;      SendInvAck(m.requester); SetState(c, II_A);
        case PutAck: cover "Cache SI_A Put-Ack" true;  SetState(c, I);
        else error "Cache SI_A: impossible message";
      end;

    case II_A:
      switch m.kind
        case PutAck: cover "Cache II_A Put-Ack" true;  SetState(c, I);
        else error "Cache II_A: impossible message";
      end;

    else error "Cache I: impossible message";
  end;
end;

-- Directory controller.

function DirectoryStalls(kind: message_kind): boolean;
begin
  return directory = Dir_S_D & (kind = GetS | kind = GetM);
end;

-- A Put changes nothing when it lost a race; it is always acknowledged.
procedure DropSharer(c: cache);
begin
  sharers[c] := false;
  SendPutAck(c);
end;

procedure DirectoryReceives(var m: message);
begin
  switch directory
    case Dir_I:
      switch m.kind
        case GetS:
          cover "Directory I GetS" true;
          SendMemory(m.requester, 0);
          sharers[m.requester] := true;
          directory := Dir_S;
        case GetM:
          cover "Directory I GetM" true;
          SendMemory(m.requester, 0);
          owner := m.requester;
          undefine memory;
          directory := Dir_M;
        case PutS: cover "Directory I PutS" true;                SendPutAck(m.requester);
        case PutM: cover "Directory I PutM from NonOwner" true;  SendPutAck(m.requester);
        else error "Directory I: impossible message";
      end;

    case Dir_S:
      switch m.kind
        case GetS:
          cover "Directory S GetS" true;
          SendMemory(m.requester, 0);
          sharers[m.requester] := true;
        case GetM:
          cover "Directory S GetM" true;
          SendMemory(m.requester, OtherSharers(m.requester));
          InvalidateOtherSharers(m.requester);
          owner := m.requester;
          undefine memory;
          directory := Dir_M;
        case PutS:
          DropSharer(m.requester);
          if NoSharers() then
            cover "Directory S PutS-Last" true;
            directory := Dir_I;
          else
            cover "Directory S PutS-NotLast" true;
          end;
        case PutM:
          cover "Directory S PutM from NonOwner" true;
          DropSharer(m.requester);
          if NoSharers() then
            directory := Dir_I;
          end;
        else error "Directory S: impossible message";
      end;

    case Dir_M:
      switch m.kind
        case GetS:
          cover "Directory M GetS" true;
          SendForward(FwdGetS, owner, m.requester);
          sharers[m.requester] := true;
          sharers[owner] := true;
          undefine owner;
          directory := Dir_S_D;
        case GetM:
          cover "Directory M GetM" true;
          SendForward(FwdGetM, owner, m.requester);
          owner := m.requester;
        case PutS: cover "Directory M PutS" true;  SendPutAck(m.requester);
        case PutM:
          if owner = m.requester then
            cover "Directory M PutM from Owner" true;
            memory := m.value;
            undefine owner;
            directory := Dir_I;
          else
            cover "Directory M PutM from NonOwner" true;
          end;
          SendPutAck(m.requester);
        else error "Directory M: impossible message";
      end;

    case Dir_S_D:
      switch m.kind
        case PutS: cover "Directory S_D PutS" true;                DropSharer(m.requester);
        case PutM: cover "Directory S_D PutM from NonOwner" true;  DropSharer(m.requester);
        case DataFromOwner:
          cover "Directory S_D Data" true;
          memory := m.value;
          directory := Dir_S;
        else error "Directory S_D: impossible message";
      end;
  end;
end;

ruleset v: data do
  startstate "nobody has a copy"
  begin
    for c: cache do
      state[c] := I;
      sharers[c] := false;
    end;
    undefine copy;
    undefine due;
    directory := Dir_I;
    undefine owner;
    memory := v;
    latest := v;
    ClearNetwork();
  end;
end;

-- How a state is to be read; of its channels a network says it.
-- show: lane cache
-- show: lane "directory" of directory, owner, sharers, memory
-- show: ghost latest
