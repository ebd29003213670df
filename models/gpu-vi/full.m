-- SPDX-License-Identifier: BSD-2-Clause
-- What a search over finite queues (queues.m) must have met to say anything of
-- them: each is full while its head waits and more is to come behind it, and the
-- resources that the caches have run out.  For BANK=1, two lines and networks apart.

function Head(c: cu; l: line): boolean;
begin
  return up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l);
end;

function Blocked(c: cu; l: line): boolean;
begin
  return Head(c, l) & (Stalled(c, l) | !L2MayServe(c, l));
end;

-- The L2 would serve the request, if other CUs could be sent an INV.
function WantsInvs(c: cu; l: line): boolean;
begin
  return Head(c, l) & !Stalled(c, l) & l2[l].state = L2_S & up[c][l].request[0].kind != GETS
    & !RoomForInvs(c, l);
end;

cover "requests full: the head holds up one of another line"
  !RoomUp(REQUEST)
  & exists c: cu do exists l: line do
      Blocked(c, l)
      & exists d: cu do exists m: line do
          m != l & up[d][m].count > 0 & to_bank[REQUEST_FIFO].what[1].cu = d & to_bank[REQUEST_FIFO].what[1].line = m
          & !Stalled(d, m) & HasData(m) & L2MayServe(d, m)
        end end
    end end;
cover "requests full: a thread waits"
  !RoomUp(REQUEST)
  & exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & HasRegisters(CuOf(t), l, LOAD)
    end end;
cover "INVs full: the head waits for its INVACK's place"
  exists d: cu do exists m: line do
    FirstDown(d, INV, m) & !RoomUp(INVACK) & !RoomDown(d, INV)
  end end;
cover "INVs full: the L2 waits"
  exists c: cu do exists l: line do WantsInvs(c, l) end end;
cover "INVACKs full: the head waits for the answer's place, a CU waits"
  exists c: cu do exists l: line do
    inv_ack[c][l] & FirstUpFrom(c, INVACK, l) & !L2MayCount(l)
    & exists d: cu do exists m: line do inv[d][m] & FirstDown(d, INV, m) & !RoomUp(INVACK) end end
  end end;
cover "responses full: memory's data wait"
  exists l: line do AwaitsData(l) & !RoomForData(l) end;
cover "responses full: a request waits"
  exists c: cu do exists l: line do
    Head(c, l) & !Stalled(c, l) & HasData(l) & (up[c][l].request[0].kind = GETS | Private(c, l))
    & !RoomDown(c, RESPONSE)
  end end;
