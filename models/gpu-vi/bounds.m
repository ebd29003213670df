-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI has no more under way than its resources allow, counted by what there is and
-- not as the guards count; and these run out.  (A resource that is not bounded does
-- not run out.)

include "l1-bounds.m"

-- How many lines have a way, a miss register, a place in the victim buffer.
function Counted(way: boolean; register: boolean; victim: boolean): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    switch l2[l].state
      case L2_N, L2_S: if way then n := n + 1; end;
      case L2_I_S, L2_I_M, L2_S_M: if way | register then n := n + 1; end;
      case L2_M_I: if VICTIMS = 0 ? way | register : victim then n := n + 1; end;
      else
    end;
  end;
  return n;
end;

function WaysTaken(): 0 .. LINES;    begin return Counted(true, false, false); end;
function MshrsTaken(): 0 .. LINES;   begin return Counted(false, true, false); end;
function VictimsTaken(): 0 .. LINES; begin return Counted(false, false, true); end;

invariant "the L2 has no more lines than ways" WaysTaken() <= WAYS;
invariant "the L2 has no more misses than miss registers" MshrsTaken() <= MSHRS;
invariant "the L2 recalls no more lines than its victim buffer holds" VictimsTaken() <= VICTIMS;

-- The first request, which its line does not stall.
function Unstalled(c: cu; l: line): boolean;
begin
  return up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & !Stalled(c, l);
end;

cover "a request waits for a way, and its line must be recalled"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & l2[l].state = L2_I & WaysTaken() = WAYS & exists m: line do l2[m].state = L2_S end
    end end;
cover "a request waits for a miss register of the L2"
  MSHRS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (l2[l].state = L2_I | (l2[l].state = L2_S & up[c][l].request[0].kind != GETS & !Private(c, l)))
      & MshrsTaken() = MSHRS
    end end;
cover "a request waits for a line that is in the victim buffer"
  VICTIMS = 0
  | exists c: cu do exists l: line do
      up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & l2[l].state = L2_M_I
    end end;
