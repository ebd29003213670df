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

cover "requests: full, and behind the head, which waits, is one of another line that would be served"
  !RoomUp(A_REQUEST)
  & exists c: cu do exists l: line do
      Head(c, l) & !Serviceable(c, l)
      & exists d: cu do exists m: line do m != l & Serviceable(d, m) & l2[m].state != L2_NP end end
    end end;
cover "requests: full, and a thread that has a miss register waits for a place"
  !RoomUp(A_REQUEST)
  & exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & HasRegisters(CuOf(t), l)
    end end;
cover "forwards: full, and the head waits for a place for what it is answered with"
  exists c: cu do exists l: line do
    MaySend(c, l) & !L1MayAnswer(c, l) & !RoomDown(c, A_FORWARD)
  end end;
cover "forwards: full, and the L2 waits to send another"
  exists c: cu do exists l: line do
    Head(c, l) & !L2Stalls(l, request[c][l].kind) & l2[l].state = L2_MT & request[c][l].kind != PUTX
    & HasMshr() & !RoomDown(l2[l].owner, A_FORWARD)
  end end;
cover "responses to a CU: full, and the head waits for a place for its unblock"
  exists c: cu do exists l: line do
    grant[c][l].kind != NO_GRANT & FirstDown(c, A_GRANT, l) & !L1MayTake(c, l) & !RoomDown(c, A_GRANT)
  end end;
cover "responses to a CU: full, and another CU waits to send one"
  exists c: cu do exists l: line do
    MaySend(c, l) & (forward[c][l].kind = INV -> !forward[c][l].recall)
    & (MaySend(c, l) & (forward[c][l].kind = INV -> !forward[c][l].recall)
       ? !RoomDown(forward[c][l].requester, A_GRANT) : false)
  end end;
cover "responses to a CU: full, and memory's data wait for a place"
  exists l: line do
    (l2[l].state = L2_ISS | l2[l].state = L2_IS | l2[l].state = L2_IM) & !RoomForData(l)
  end;
cover "responses to the L2: full, and a CU waits to send one"
  exists c: cu do exists l: line do
    MaySend(c, l) & !RoomUp(OWNER_DATA) & (forward[c][l].kind = FWD_GETS | (forward[c][l].kind = INV & forward[c][l].recall))
  end end;
cover "unblocks: full, and a CU waits to send one"
  exists c: cu do exists l: line do
    grant[c][l].kind != NO_GRANT & FirstDown(c, A_GRANT, l) & !L1MayTake(c, l)
  end end;
