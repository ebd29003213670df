-- SPDX-License-Identifier: BSD-2-Clause
-- What brings the events of the tables in strong.m and weak.m about: time,
-- deliveries, evictions; and the machine interface.

include "../../lib/parts/fences.m"

-- Time.

function Running(): boolean;
begin
  return (exists l: line do
            l2[l].gt >= 0
            | exists c: cu do
                (l1[c][l].state = V | l1[c][l].state = V_M)
                | exists i: 0 .. PENDING - 1 do
                    i < down[c][l].count
                    & ((!isundefined(down[c][l].entry[i].lt) & down[c][l].entry[i].lt >= 0)
                       | (!isundefined(down[c][l].entry[i].gwct) & down[c][l].entry[i].gwct > 0))
                  end
              end
          end)
       | exists t: thread do gwct[t] > 0 end;
end;

procedure TickWait(var left: wait_left);
begin
  if !isundefined(left) then
    if left > 0 then left := left - 1; end;
  end;
end;

procedure TickMessages(c: cu; l: line);
begin
  for i: 0 .. PENDING - 1 do
    if i < up[c][l].count then
      TickLeft(up[c][l].request[i].lt);
    end;
    if i < down[c][l].count then
      TickLeft(down[c][l].entry[i].lt);
      TickWait(down[c][l].entry[i].gwct);
    end;
  end;
end;

procedure TickCopies(l: line);
begin
  TickLeft(l2[l].miss.lt);
  for c: cu do
    TickLeft(l1[c][l].lt);
    if !isundefined(l1[c][l].lt) & l1[c][l].lt < 0 then
      L1Expire(c, l);
    end;
    TickMessages(c, l);
  end;
end;

include "../time.m"

-- Deliveries.

-- Whether the bank may take this queue's first request.
function Arrives(c: cu; l: line): boolean;
begin
  if SHARED = 1 & stalled.active then
    return stalled.cu = c & stalled.line = l;
  end;
  return up[c][l].count > 0 & IsFirst(up_order[c], l);
end;

-- Whether the L2 leaves that request where it is.
function Stalled(c: cu; l: line): boolean;
begin
  return L2Stalls(l, up[c][l].request[0]);
end;

-- Whether the L2 answers the first request with a lease: the predictor says which.
function GivesLease(c: cu; l: line): boolean;
begin
  return up[c][l].request[0].kind = GETS
       & (l2[l].state = L2_P | l2[l].state = L2_S | l2[l].state = L2_E);
end;

ruleset c: cu; l: line; lease: 0 .. LEASE do
  fair rule "L2 receives a load"
    Arrives(c, l) & GivesLease(c, l) & !Stalled(c, l)
  ==>
  var m: request_message;
  begin
    TakeRequest(c, l, m);
    L2Gets(c, l, m, lease);
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 receives a request"
    Arrives(c, l) & !GivesLease(c, l) & !Stalled(c, l)
  ==>
  var m: request_message;
  begin
    TakeRequest(c, l, m);
    switch m.kind
      case GETS: L2Gets(c, l, m, 0);
      case GETX: L2Getx(l, m);
      case UPGR: L2Upgr(l, m);
      case ATOMIC: L2Atomic(l, m);
    end;
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 stalls a request"
    SHARED = 1 & !stalled.active & Arrives(c, l) & Stalled(c, l)
  ==>
  begin
    stalled.active := true;
    stalled.cu := c;
    stalled.line := l;
  end;
end;

ruleset l: line; lease: 0 .. LEASE do
  fair rule "memory answers"
    ((l2[l].state = L2_I_S) | (l2[l].state = L2_I_M & lease = 0)) & MayAnswer(l)
  ==>
  begin
    L2MemData(l, lease);
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    UsedLine(l) & EvictionsOn() & MayEvict(l)
  ==>
  begin
    L2Evict(l);
  end;
end;

ruleset c: cu; l: line do
  fair rule "L1 receives an answer"
    down[c][l].count > 0 & IsFirst(down_order[c], l)
  ==>
  var m: answer_message;
  begin
    TakeAnswer(c, l, m);
    if m.kind = DATA | m.kind = DATA_G then
      L1Data(c, l, m);
    else
      L1WriteAck(c, l, m);
    end;
    PassFencesOf(c);
  end;
end;

-- The machine interface.

procedure MachineStart();
begin
  stalled.active := false;
  for l: line do
    l2[l].state := L2_I;
    l2[l].dirty := false;
    l2[l].gt := -1;
    for c: cu do
      down[c][l].count := 0;
      l1[c][l].state := I;
      l1[c][l].pending := 0;
      for w: word do l1[c][l].stores[w] := 0; end;
    end;
    StartMerged(l);
  end;
  for c: cu do
    up_order[c].count := 0;
    down_order[c].count := 0;
  end;
  for t: thread do
    gwct[t] := 0;
    for g: tag do merged[t][g].waits := false; end;
  end;
  answer_gwct := 0;
  ChannelsStart();
  MemoryStart();
  WaitsStart();
end;

function Hits(c: cu; l: line): boolean;
begin
  return l1[c][l].state = V | (l1[c][l].state = V_M & HitsInVM());
end;

-- As in ../tc.m: whether o would go before a load of its thread that may have
-- to ask again.
function Overtakes(t: thread; o: operation): boolean;
begin
  alias l: LineOf(o) do
    return LATE_FIRST = 1
         & !(Kind(o) = LOAD & !IsAtomic(o) & l1[CuOf(t)][l].state = I_V)
         & exists g: tag do
             merged[t][g].waits & !merged[t][g].early & merged[t][g].line = l
           end;
  end;
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    return l1[c][l].pending < PENDING
         | (Kind(o) = LOAD & !IsAtomic(o) & (Hits(c, l) | l1[c][l].state = I_V));
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE then
    return;
  elsif IsAtomic(o) then
    Issued(t, o);
    if WaitsBefore(o) then
      barrier[t] := true;
    end;
    L1Atomic(t, g, o);
  elsif Kind(o) = LOAD then
    L1Load(t, g, o);
  else
    Issued(t, o);
    L1Store(t, g, o);
  end;
end;

-- A load that misses and is not to be installed would change nothing.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & Touched(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  SendFetch(c, l);
  SetL1(c, l, I_V);
end;

procedure Unwanted(c: cu; l: line);
begin
  if !Touched(c, l) & l1[c][l].state = V then
    SetL1(c, l, I);
  end;
end;

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do l1[c][l].pending = 0 end end;
end;

function Latest(l: line; w: word): value;
begin
  switch l2[l].state
    case L2_P, L2_S, L2_E: return l2[l].data[w];
    else return memory[l][w];
  end;
end;

function FinalValue(l: line; w: word): value;       begin return Latest(l, w); end;

-- What invariants/tc-*.m look at.

function CopyLeft(c: cu; l: line): time_left;
begin
  return l1[c][l].state = V | l1[c][l].state = V_M ? l1[c][l].lt : -1;
end;

-- What an answer to an upgrade, on its way, is about to give to the copy.
function RenewedLeft(c: cu; l: line): time_left;
var renewed: time_left;
begin
  renewed := -1;
  if l1[c][l].state = V_M then
    for i: 0 .. PENDING - 1 do
      if i < down[c][l].count & !isundefined(down[c][l].entry[i].lt) then
        if down[c][l].entry[i].lt > renewed then
          renewed := down[c][l].entry[i].lt;
        end;
      end;
    end;
  end;
  return renewed;
end;

-- Of what is on its way to be installed; -1: nothing is.
function FillLeft(c: cu; l: line): time_left;
begin
  return l1[c][l].state = I_V & down[c][l].count > 0 ? down[c][l].entry[0].lt : -1;
end;

function FillValue(c: cu; l: line; w: word): value;
begin
  return down[c][l].entry[0].data[w];
end;

function Private(l: line): boolean;
begin
  return l2[l].state = L2_P;
end;

-- For how long fences of t wait, for the store that is being performed too.
function GlobalWait(t: thread): wait_left;
begin
  return answer_gwct > gwct[t] ? answer_gwct : gwct[t];
end;

function StoreOnItsWay(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].stores[w] > 0;
end;
