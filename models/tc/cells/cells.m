-- SPDX-License-Identifier: BSD-2-Clause
-- The columns of TC-Strong's tables (4.1, 4.2) and of TC-Weak's (4.3, 4.4), with
-- the cells that both have, in the order of the tables; Load, Store, Atomic and
-- Eviction of the L1 are in lib/parts/l1.m.  strong.m and weak.m include it, and
-- give the cells that differ:
--   DataInVM, WriteAnswered       data that come in V_M; in I_I, for a store or an
--                                 atomic
--   WriteAckInVM, WriteAckInII
--   Store(l, var m, kind), StoreAtomic(l, var m)
--                                 a write is performed and answered
--   GetsInMI, GetxUnexpired, UpgrUnexpired, AtomicUnexpired
--                                 requests to a line whose lease is not over
--   ExpireFetched, FetchedShared, WriteFetched
--                                 of a line that is fetched: its old time is over;
--                                 whether loads make it shared; data for a write.

-- The L1.

-- TIME is past the line's LT.
procedure L1Expire(c: cu; l: line);
begin
  switch l1[c][l].state
    case V:   cover "L1 V Expire" true;    SetL1(c, l, I);
    case V_M: cover "L1 V_M Expire" true;  SetL1(c, l, I_I);
  end;
end;

procedure L1Data(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V: error "L1 I, V Data: there is no request to answer";
    case V_M:  cover "L1 V_M Data" true;  DataInVM(c, l, m); WhenNoneIsPending(c, l, V);
    case I_V:
      cover "L1 I_V Data" true;
      assert "only the fetch waits in I_V" m.answers = GETS & m.fetch;
      LoadDone(c, l, m, m.lt >= 0 ? V : I);
    case I_I:
      if m.answers = GETS then
        cover "L1 I_I Data (load)" true;
        LoadDone(c, l, m, l1[c][l].pending = 0 ? I : I_I);
      else
        cover "L1 I_I Data (store)" m.answers != ATOMIC;
        cover "L1 I_I Data (atomic)" m.answers = ATOMIC;
        WriteAnswered(c, l, m);
        WhenNoneIsPending(c, l, I);
      end;
  end;
end;

procedure L1WriteAck(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V, I_V:
      error "L1 I, V, I_V Write Ack: no store is pending";
    case V_M:
      WriteAckInVM(c, l, m);
      WhenNoneIsPending(c, l, V);
    case I_I:
      WriteAckInII(c, l, m);
      WhenNoneIsPending(c, l, I);
  end;
end;

-- The L2.

-- "TS==?": on TC-Strong the line is the requester's alone, on TC-Weak its copy is
-- as new as the line.
function Matches(l: line; var m: request_message): boolean;
begin
  return m.lt = l2[l].gt;
end;

procedure Miss(l: line; var m: request_message);
begin
  l2[l].miss := m;
  SetL2(l, L2_I_M);
end;

procedure L2Gets(c: cu; l: line; var m: request_message; lease: time_left);
begin
  switch l2[l].state
    case L2_I:   cover "L2 I GETS" true;    MergeRequest(c, l, m); SetL2(l, L2_I_S);
    case L2_P:   cover "L2 P GETS" true;    AnswerGets(c, l, m, lease); SetL2(l, L2_S);
    case L2_S:   cover "L2 S GETS" true;    AnswerGets(c, l, m, lease);
    case L2_E:
      cover "L2 E GETS" true;
      AnswerGets(c, l, m, lease);
      SetL2(l, PRIVATE_WRITE = 1 ? L2_P : L2_S);
    case L2_I_S: cover "L2 I_S GETS" true;  MergeRequest(c, l, m);
    case L2_M_I: GetsInMI(c, l, m);
  end;
end;

procedure L2Getx(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I: cover "L2 I GETX" true;  Miss(l, m);
    case L2_E: cover "L2 E GETX" true;  Store(l, m, ACK);
    else GetxUnexpired(l, m);
  end;
end;

procedure L2Upgr(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I: cover "L2 I UPGR" true;  Miss(l, m);
    case L2_E: cover "L2 E UPGR" true;  Store(l, m, ACK);
    else UpgrUnexpired(l, m);
  end;
end;

procedure L2Atomic(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I: cover "L2 I ATOMIC" true;  Miss(l, m);
    case L2_E: cover "L2 E ATOMIC" true;  StoreAtomic(l, m);
    else AtomicUnexpired(l, m);
  end;
end;

function MayEvict(l: line): boolean;
begin
  return l2[l].state = L2_E | (EVICT_UNEXPIRED = 1 & HasMshr() & (l2[l].state = L2_P | l2[l].state = L2_S));
end;

procedure L2Evict(l: line);
var dirty: boolean;
begin
  dirty := l2[l].dirty;
  WriteBack(l);
  switch l2[l].state
    case L2_P:
      cover "L2 P Evict (dirty)" dirty;
      cover "L2 P Evict (else)" !dirty;
      SetL2(l, L2_M_I);
    case L2_S:
      cover "L2 S Evict (dirty)" dirty;
      cover "L2 S Evict (else)" !dirty;
      SetL2(l, L2_M_I);
    case L2_E:
      cover "L2 E Evict (dirty)" dirty;
      cover "L2 E Evict (else)" !dirty;
      SetL2(l, L2_I);
  end;
end;

-- TIME is past the line's GT.
procedure L2Expire(l: line);
begin
  switch l2[l].state
    case L2_P:           cover "L2 P Expire" true;    SetL2(l, L2_E);
    case L2_S:           cover "L2 S Expire" true;    SetL2(l, L2_E);
    case L2_M_I:         cover "L2 M_I Expire" true;  SetL2(l, L2_I);
    case L2_I_S, L2_I_M: ExpireFetched(l);
    else error "L2 I, E Expire: the line has no lease";
  end;
end;

procedure L2MemData(l: line; lease: time_left);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S:
      cover "L2 I_S Mem Data (multiple)" Multiple(l);
      cover "L2 I_S Mem Data (else)" !Multiple(l);
      l2[l].state := Multiple(l) | FetchedShared(l) | PRIVATE_WRITE = 0 ? L2_S : L2_P;
      AnswerMerged(l, lease);
    case L2_I_M:
      cover "L2 I_M Mem Data (write)" l2[l].miss.kind != ATOMIC;
      cover "L2 I_M Mem Data (atomic)" l2[l].miss.kind = ATOMIC;
      WriteFetched(l);
      undefine l2[l].miss;
    else error "L2 I, P, S, E, M_I Mem Data: nothing was fetched";
  end;
end;
