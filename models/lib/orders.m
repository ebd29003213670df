-- SPDX-License-Identifier: BSD-2-Clause
-- Kinds, orders and scopes of accesses, for every driver and every machine.
-- The order of the members is part of the interface to the host.

type
  kind_type: enum { LOAD, STORE, RMW, FENCE };
  order_type: enum { PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST,
                     REMOTE_ACQUIRE, REMOTE_RELEASE, REMOTE_ACQ_REL };
  scope_type: enum { WORK_ITEM, WAVEFRONT, WORK_GROUP, COMPONENT, SYSTEM };

-- The acquire side: what follows is ordered behind it.
function AcquireOrder(o: order_type): boolean;
begin
  return o = ACQUIRE | o = ACQ_REL | o = REMOTE_ACQUIRE | o = REMOTE_ACQ_REL;
end;

-- The release side: it is ordered behind what precedes.
function ReleaseOrder(o: order_type): boolean;
begin
  return o = RELEASE | o = ACQ_REL | o = REMOTE_RELEASE | o = REMOTE_ACQ_REL;
end;

function RemoteOrder(o: order_type): boolean;
begin
  return o = REMOTE_ACQUIRE | o = REMOTE_RELEASE | o = REMOTE_ACQ_REL;
end;

-- From the narrowest.
function ScopeNumber(s: scope_type): 0 .. 4;
begin
  switch s
  case WORK_ITEM:  return 0;
  case WAVEFRONT:  return 1;
  case WORK_GROUP: return 2;
  case COMPONENT:  return 3;
  case SYSTEM:     return 4;
  end;
end;

-- a is as wide as b, or wider.
function AtLeast(a: scope_type; b: scope_type): boolean;
begin
  return ScopeNumber(a) >= ScopeNumber(b);
end;
