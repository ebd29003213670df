-- SPDX-License-Identifier: BSD-2-Clause
-- What a finite L2 has for its lines: ways, miss registers, and a victim buffer of the
-- lines that are being recalled.  Used by gpu-vi/l2.m and mesi/queues.m.
--
-- The machine defines l2, of lines with a state, and gives of a line's state
--   function OccupiesWay(s), Transient(s), Recalled(s): boolean
--                                    takes a way; a miss register; is of an eviction
--                                    that recalls copies.

const
  WAYS: LINES;     -- lines whose data the L2 holds, or that are being fetched
  MSHRS: LINES;    -- its miss registers
  VICTIMS: 0;      -- its victim buffer: lines being recalled; 0: each keeps its way, and
                   -- takes a miss register

type
  l2_resource: enum { A_WAY, AN_MSHR, A_VICTIM };

-- What there is but once for a line, while it is in the victim buffer.
function Buffered(s: l2_state): boolean;
begin
  return VICTIMS > 0 & Recalled(s);
end;

function Takes(s: l2_state; r: l2_resource): boolean;
begin
  if Buffered(s) then return r = A_VICTIM; end;
  switch r
    case A_WAY: return OccupiesWay(s);
    case AN_MSHR: return Transient(s);
    case A_VICTIM: return false;
  end;
end;

function Used(r: l2_resource): 0 .. LINES;
var used: 0 .. LINES;
begin
  used := 0;
  for l: line do
    if Takes(l2[l].state, r) then used := used + 1; end;
  end;
  return used;
end;

function HasWay(): boolean;  begin return WAYS >= LINES | Used(A_WAY) < WAYS;      end;
function HasMshr(): boolean; begin return MSHRS >= LINES | Used(AN_MSHR) < MSHRS;  end;

-- What a recall is kept in.
function HasRecallRoom(): boolean;
begin
  return VICTIMS > 0 ? Used(A_VICTIM) < VICTIMS : HasMshr();
end;
