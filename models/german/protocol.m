-- SPDX-License-Identifier: BSD-2-Clause
-- German's cache coherence protocol, with data: the protocol alone.
--
-- Source.  Steven German posed it in 2000 as a challenge for the verification
-- of systems with any number of clients, and it has been a common exercise
-- since (Pnueli, Ruah and Zuck 2001; Chou, Mannava and Park 2004, who added
-- the data).  Written from those published descriptions; there is no table.
--
-- What is modelled.  One line, its home, and NODES caching clients.  A client
-- asks for a shared or an exclusive copy; home serves one request at a time.
-- For an exclusive request, and for a shared one while a client owns the line,
-- home invalidates every copy, waits for the acknowledgements, then grants.
-- The acknowledgement of an owner carries its data.
--
-- Network.  Three channels between home and each client, one message deep,
-- with no order between them:
--   up    client to home    ReqS, ReqE
--   down  home to client    Inv, GntS, GntE
--   ack   client to home    InvAck
--
-- Data that a message or a client does not have is undefined, and so is the
-- requester while home is idle: no state is counted twice.
--
-- Choices the source leaves open: none.  Clients give no copy back by
-- themselves (the published protocol has no eviction).

const
  NODES: 3;     -- clients
  VALUES: 2;    -- data values; two show every way of mixing them up

type
  node: scalarset(NODES);
  data: scalarset(VALUES);

  -- States of a client: invalid, shared, exclusive.
  client_state: enum { I, S, E };

  message_kind: enum { None, ReqS, ReqE, Inv, InvAck, GntS, GntE };
  channel: record
    kind: message_kind;
    value: data;                       -- of GntS, GntE and an owner's InvAck
  end;

var
  -- Clients.
  state: array [node] of client_state;
  copy: array [node] of data;          -- defined in S and E

  -- Network.
  up: array [node] of channel;
  down: array [node] of channel;
  ack: array [node] of channel;

  -- Home.
  sharers: array [node] of boolean;    -- who may have a copy
  uninformed: array [node] of boolean; -- those of them not yet sent an Inv
  owned: boolean;                      -- the one sharer has it exclusively
  serving: message_kind;               -- ReqS, ReqE; None when idle
  requester: node;                     -- defined when not idle
  memory: data;

  -- Ghost: the value of the last store.
  latest: data;

-- Actions.

procedure Send(var c: channel; kind: message_kind);
begin
  c.kind := kind;
end;

procedure SendData(var c: channel; kind: message_kind; value: data);
begin
  c.kind := kind;
  c.value := value;
end;

procedure Take(var c: channel);
begin
  c.kind := None;
  undefine c.value;
end;

procedure Receive(n: node; s: client_state);
begin
  state[n] := s;
  copy[n] := down[n].value;
  Take(down[n]);
end;

procedure BeginService(n: node);
begin
  serving := up[n].kind;
  requester := n;
  for m: node do
    uninformed[m] := sharers[m];
  end;
end;

procedure EndService(n: node);
begin
  sharers[n] := true;
  serving := None;
  undefine requester;
end;

-- Whether the request being served needs the copies given out to come back.
function Invalidating(): boolean;
begin
  return serving = ReqE | (serving = ReqS & owned);
end;

-- Clients.

ruleset n: node; v: data do
  rule "store"
    state[n] = E
  ==>
  begin
    copy[n] := v;
    latest := v;
  end;
end;

ruleset n: node do
  rule "client asks for a shared copy"
    up[n].kind = None & state[n] = I
  ==>
  begin
    Send(up[n], ReqS);
  end;

  rule "client asks for an exclusive copy"
    up[n].kind = None & (state[n] = I | state[n] = S)
  ==>
  begin
    Send(up[n], ReqE);
  end;

  rule "client invalidates"
    down[n].kind = Inv & ack[n].kind = None
  ==>
  begin
    Take(down[n]);
    if state[n] = E then
      SendData(ack[n], InvAck, copy[n]);
    else
      Send(ack[n], InvAck);
    end;
    state[n] := I;
    undefine copy[n];
  end;

  rule "client receives a shared copy"
    down[n].kind = GntS
  ==>
  begin
    Receive(n, S);
  end;

  rule "client receives an exclusive copy"
    down[n].kind = GntE
  ==>
  begin
    Receive(n, E);
  end;
end;

-- Home.

ruleset n: node do
  rule "home begins to serve"
    serving = None & up[n].kind != None
  ==>
  begin
    BeginService(n);
    Take(up[n]);
  end;

  rule "home invalidates"
    down[n].kind = None & uninformed[n] & Invalidating()
  ==>
  begin
    Send(down[n], Inv);
    uninformed[n] := false;
  end;

  rule "home receives an acknowledgement"
    ack[n].kind = InvAck & serving != None
  ==>
  begin
    sharers[n] := false;
    if owned then
      owned := false;
      memory := ack[n].value;
    end;
    Take(ack[n]);
  end;

  rule "home grants a shared copy"
    serving = ReqS & requester = n & down[n].kind = None & !owned
  ==>
  begin
    SendData(down[n], GntS, memory);
    EndService(n);
  end;

  rule "home grants an exclusive copy"
    serving = ReqE & requester = n & down[n].kind = None & !owned &
    forall m: node do !sharers[m] end
  ==>
  begin
    SendData(down[n], GntE, memory);
    owned := true;
    EndService(n);
  end;
end;

ruleset v: data do
  startstate "nobody has a copy"
  begin
    undefine copy;
    undefine up;
    undefine down;
    undefine ack;
    undefine requester;
    for n: node do
      state[n] := I;
      up[n].kind := None;
      down[n].kind := None;
      ack[n].kind := None;
      sharers[n] := false;
      uninformed[n] := false;
    end;
    owned := false;
    serving := None;
    memory := v;
    latest := v;
  end;
end;

-- How a state is to be read.
-- show: lane node
-- show: lane "home" of sharers, uninformed, owned, serving, requester, memory
-- show: channel up from node to "home" as "{kind}"
-- show: channel down from "home" to node as "{kind} {value}"
-- show: channel ack from node to "home" as "{kind} {value}"
-- show: ghost latest
