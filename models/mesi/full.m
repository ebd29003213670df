-- SPDX-License-Identifier: BSD-2-Clause
-- What a search over finite queues (queues.m) must have met to say anything of them:
-- each is full while its head waits, where it is such that it can, and while another
-- message waits for a place.  For BANK=1, two lines and networks apart.

function Head(c: cu; l: line): boolean;
begin
  return request[c][l].kind != NO_REQUEST & FirstUpFrom(c, A_REQUEST, l);
end;

function Serviceable(c: cu; l: line): boolean;
begin
  return request[c][l].kind != NO_REQUEST & !L2Stalls(l, request[c][l].kind) & L2MayServe(c, l);
end;

function MaySend(c: cu; l: line): boolean;
begin
  return forward[c][l].kind != NO_FORWARD & FirstDown(c, A_FORWARD, l);
end;

cover "requests full: the head holds up one of another line"
  !RoomUp(A_REQUEST)
  & exists c: cu do exists l: line do
      Head(c, l) & !Serviceable(c, l)
      & exists d: cu do exists m: line do m != l & Serviceable(d, m) & l2[m].state != L2_NP end end
    end end;
cover "requests full: a thread waits"
  !RoomUp(A_REQUEST)
  & exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & HasRegisters(CuOf(t), l)
    end end;
cover "forwards full: the head waits for its answer's place"
  exists c: cu do exists l: line do
    MaySend(c, l) & !L1MayAnswer(c, l) & !RoomDown(c, A_FORWARD)
  end end;
cover "forwards full: the L2 waits"
  exists c: cu do exists l: line do
    Head(c, l) & !L2Stalls(l, request[c][l].kind) & l2[l].state = L2_MT & request[c][l].kind != PUTX
    & HasMshr() & !RoomDown(l2[l].owner, A_FORWARD)
  end end;
cover "responses full: the head waits for its unblock's place"
  exists c: cu do exists l: line do
    grant[c][l].kind != NO_GRANT & FirstDown(c, A_GRANT, l) & !L1MayTake(c, l) & !RoomDown(c, A_GRANT)
  end end;
cover "responses full: another CU waits"
  exists c: cu do exists l: line do
    MaySend(c, l) & (forward[c][l].kind = INV -> !forward[c][l].recall)
    & !RoomDown(forward[c][l].requester, A_GRANT)
  end end;
cover "responses full: memory's data wait"
  exists l: line do
    (l2[l].state = L2_ISS | l2[l].state = L2_IS | l2[l].state = L2_IM) & !RoomForData(l)
  end;
cover "responses to the L2 full: a CU waits"
  exists c: cu do exists l: line do
    MaySend(c, l) & !RoomUp(OWNER_DATA)
    & (forward[c][l].kind = FWD_GETS | (forward[c][l].kind = INV & forward[c][l].recall))
  end end;
cover "unblocks full: a CU waits"
  exists c: cu do exists l: line do
    grant[c][l].kind != NO_GRANT & FirstDown(c, A_GRANT, l) & !L1MayTake(c, l)
  end end;
