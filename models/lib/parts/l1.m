-- SPDX-License-Identifier: BSD-2-Clause
-- The L1 of GPU-VI (Table 2.4) and of Temporal Coherence (Tables 4.1, 4.3) on the
-- side of its CU: write-through, no-write-allocate, the columns Load, Store,
-- Atomic and Eviction, which the three tables share.  gpu-vi/l1.m and
-- tc/cells/parts.m include it.  A load that merges with the line's fetch has no
-- cell; in I_I, and in V_M where it does not hit, each load makes its own request.
--
-- The machine defines request_message, with kind, fetch, thread and tag, and
--   procedure SendRequest(c, l, var m)
--   procedure Describe(var m, o)             what else the message says of o
--   function KindOnHit(): request_kind       what a store to a copy sends
--   procedure Merge(t, g, o, first)          the load waits for the line's fetch
--   procedure Missed(t, o)                   a load that does not hit is issued
--   procedure Hit(t, g, o), WriteL1(t, o)    the copy is read, and written
--   function HitsInVM(): boolean
--   procedure DropCopy(c, l)                 nobody will read what the line has.

type
  l1_state: enum { I, V, V_M, I_V, I_I };

-- Actions.

procedure SetL1(c: cu; l: line; s: l1_state);
begin
  l1[c][l].state := s;
  if s != V & s != V_M then
    DropCopy(c, l);
  end;
end;

procedure SendFetch(c: cu; l: line);
var m: request_message;
begin
  m.kind := GETS;
  m.fetch := true;
  SendRequest(c, l, m);
end;

-- A request for one access: a load's GETS, a store's GETX or UPGR, an ATOMIC.
procedure SendAccess(kind: request_kind; t: thread; g: tag; o: operation);
var m: request_message;
begin
  m.kind := kind;
  m.fetch := false;
  m.thread := t;
  if Kind(o) != STORE then m.tag := g; end;
  Describe(m, o);
  SendRequest(CuOf(t), LineOf(o), m);
end;

procedure Bind(t: thread; g: tag; v: value);
begin
  Answered(t);
  Complete(t, g, v);
end;

-- V or I if nothing is pending, else as it is.
procedure WhenNoneIsPending(c: cu; l: line; s: l1_state);
begin
  if l1[c][l].pending = 0 then
    SetL1(c, l, s);
  end;
end;

-- Columns.

procedure L1Load(t: thread; g: tag; o: operation);
begin
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:
        cover "L1 I Load" true;
        Missed(t, o);
        SendFetch(c, l);
        Merge(t, g, o, true);
        SetL1(c, l, I_V);
      case V:   cover "L1 V Load" true;    Hit(t, g, o);
      case V_M:
        cover "L1 V_M Load" true;
        if HitsInVM() then
          Hit(t, g, o);
        else
          Missed(t, o);
          SendAccess(GETS, t, g, o);
        end;
      case I_V: Missed(t, o); Merge(t, g, o, false);
      case I_I: cover "L1 I_I Load" true;  Missed(t, o); SendAccess(GETS, t, g, o);
    end;
  end;
end;

procedure L1Store(t: thread; g: tag; o: operation);
begin
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:   cover "L1 I Store" true;    SendAccess(GETX, t, g, o); SetL1(c, l, I_I);
      case V:
        cover "L1 V Store" true;
        SendAccess(KindOnHit(), t, g, o);
        WriteL1(t, o);
        SetL1(c, l, V_M);
      case V_M: cover "L1 V_M Store" true;  SendAccess(KindOnHit(), t, g, o); WriteL1(t, o);
      case I_V: cover "L1 I_V Store" true;  SendAccess(GETX, t, g, o); SetL1(c, l, I_I);
      case I_I: cover "L1 I_I Store" true;  SendAccess(GETX, t, g, o);
    end;
  end;
end;

procedure L1Atomic(t: thread; g: tag; o: operation);
begin
  SendAccess(ATOMIC, t, g, o);
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:   cover "L1 I Atomic" true;
      case V:   cover "L1 V Atomic" true;
      case V_M: cover "L1 V_M Atomic" true;
      case I_V: cover "L1 I_V Atomic" true;
      case I_I: cover "L1 I_I Atomic" true;
    end;
    SetL1(c, l, I_I);
  end;
end;

ruleset c: cu; l: line do
  rule "L1 evicts"
    UsedCu(c) & UsedLine(l) & EvictionsOn() & l1[c][l].state = V
  ==>
  begin
    cover "L1 V Eviction" true;
    SetL1(c, l, I);
  end;
end;
