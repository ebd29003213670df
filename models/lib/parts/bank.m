-- SPDX-License-Identifier: BSD-2-Clause
-- Finite queues: all lines are in one bank, and each class of messages has one FIFO,
-- at the bank for all CUs, and at each CU for all lines.  Who sends waits until there
-- is a place; who takes a message takes the first of its FIFO, and does so when there
-- are places for all that this sends.  Used by gpu-vi/queues.m and mesi/queues.m.
--
-- The messages are where the machine keeps them without a bank; here is their order.
-- The machine defines message_class, bank_fifo and cu_fifo, the FIFOs of the bank and of a CU,
-- ORDER_DEPTH, the most places of one, and gives
--   function BankFifo(k): bank_fifo      where a message of class k to the bank stands,
--   function CuFifo(k): cu_fifo          to a CU
--   function Places(k): 0 .. ORDER_DEPTH of that FIFO
--   function NamesSender(k): boolean     to the bank: whether it matters who sent it.

const
  BANK: 0;             -- 0: every line is in a bank of its own, and no queue is ever full
  SHARED_UP: 0;        -- 1: the FIFOs to the bank are one, with the places of all
  SHARED_DOWN: 0;      -- 1: those to a CU are one, so too

type
  ordered_type: record
    class: message_class;
    cu: cu;              -- to the bank: from whom, where NamesSender
    line: line;
  end;

include "shared-network.m"

var
  to_bank: array [bank_fifo] of network_order;
  to_cu: array [cu] of array [cu_fifo] of network_order;

function RoomUp(k: message_class): boolean;
begin
  return BANK = 0 | to_bank[BankFifo(k)].count < Places(k);
end;

function RoomDown(c: cu; k: message_class): boolean;
begin
  return BANK = 0 | to_cu[c][CuFifo(k)].count < Places(k);
end;

function FreePlaces(c: cu; k: message_class): 0 .. ORDER_DEPTH;
begin
  return Places(k) - to_cu[c][CuFifo(k)].count;
end;

function IsFirst(var o: network_order; k: message_class; l: line): boolean;
begin
  return o.count > 0 & o.what[0].class = k & o.what[0].line = l;
end;

-- Whether what there is of this class and line is the first of its FIFO.
function FirstUp(k: message_class; l: line): boolean;
begin
  return BANK = 0 | IsFirst(to_bank[BankFifo(k)], k, l);
end;

function FirstUpFrom(c: cu; k: message_class; l: line): boolean;
begin
  return BANK = 0 | (IsFirst(to_bank[BankFifo(k)], k, l) & to_bank[BankFifo(k)].what[0].cu = c);
end;

function FirstDown(c: cu; k: message_class; l: line): boolean;
begin
  return BANK = 0 | IsFirst(to_cu[c][CuFifo(k)], k, l);
end;

procedure EnterUp(c: cu; k: message_class; l: line);
var e: ordered_type;
begin
  if BANK = 1 then
    assert "a message to the bank finds a place" RoomUp(k);
    e.class := k;
    e.line := l;
    if NamesSender(k) then e.cu := c; end;
    Enter(to_bank[BankFifo(k)], e);
  end;
end;

procedure EnterDown(c: cu; k: message_class; l: line);
var e: ordered_type;
begin
  if BANK = 1 then
    assert "a message to a CU finds a place" RoomDown(c, k);
    e.class := k;
    e.line := l;
    Enter(to_cu[c][CuFifo(k)], e);
  end;
end;

procedure LeaveUp(k: message_class);
begin
  LeaveFirst(to_bank[BankFifo(k)]);
end;

procedure LeaveDown(c: cu; k: message_class);
begin
  LeaveFirst(to_cu[c][CuFifo(k)]);
end;

procedure BankStart();
begin
  for f: bank_fifo do to_bank[f].count := 0; end;
  for c: cu do
    for f: cu_fifo do to_cu[c][f].count := 0; end;
  end;
end;
