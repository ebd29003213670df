-- SPDX-License-Identifier: BSD-2-Clause
-- Finite queues of GPU-VI and GPU-VIni (lib/parts/bank.m), with BANK=1.  A FIFO a class:
--
--   REQUEST    to the bank  GETS, GETX, ATOMIC
--   INVACK     to the bank  INVACK
--   RESPONSE   to a CU      DATA, ACK
--   INV        to a CU      INV, RCL

include "../lib/parts/bank.m"

const
  REQUESTS: 2;         -- places
  INVACKS: 1;
  RESPONSES: 1;
  INVS: 1;
  ORDER_DEPTH: BANK * (REQUESTS + INVACKS + RESPONSES + INVS);

type
  message_class: enum { REQUEST, INVACK, RESPONSE, INV };
  bank_fifo: enum { REQUEST_FIFO, INVACK_FIFO };
  cu_fifo: enum { RESPONSE_FIFO, INV_FIFO };

function BankFifo(k: message_class): bank_fifo;
begin
  return k = INVACK & SHARED_UP = 0 ? INVACK_FIFO : REQUEST_FIFO;
end;

function CuFifo(k: message_class): cu_fifo;
begin
  return k = INV & SHARED_DOWN = 0 ? INV_FIFO : RESPONSE_FIFO;
end;

function Places(k: message_class): 0 .. ORDER_DEPTH;
begin
  switch k
    case REQUEST: return REQUESTS + SHARED_UP * INVACKS;
    case INVACK: return SHARED_UP * REQUESTS + INVACKS;
    case RESPONSE: return RESPONSES + SHARED_DOWN * INVS;
    case INV: return SHARED_DOWN * RESPONSES + INVS;
  end;
end;

function NamesSender(k: message_class): boolean;
begin
  return true;
end;
