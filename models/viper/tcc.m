-- SPDX-License-Identifier: BSD-2-Clause
-- The TCC: one line of one bank.

type
  tcc_state: enum { TCC_I, TCC_V, TCC_W, TCC_M, TCC_IV, TCC_WI, TCC_WIB, TCC_A };
  request_list: record
    count: 0 .. CUS * CHANNEL;
    entry: array [0 .. CUS * CHANNEL - 1] of request_message;
  end;

var
  tcc: array [line] of record
    present: boolean;          -- has a way,
    state: tcc_state;          -- this state,
    mask: line_mask;           -- the bytes written, where WB=1
    data: line_data;           -- and data: in W the masked bytes alone
    tbe: boolean;              -- has a TBE,
    tbe_state: tcc_state;      -- whose state counts,
    pending: 0 .. PENDING;     -- numPending
    atomics: 0 .. PENDING;     -- numPendingDirectoryAtomics
    done: 0 .. PENDING;        -- atomicDoneCnt
    triggers: 0 .. PENDING;    -- AtomicDone, on their way to itself
    glc, slc: boolean;         -- with K10: of its latest request
    returns: boolean;          -- of an atomic that is performed here as its data come, whether it is of the kind that returns
  end;
  parked: array [line] of request_list;
  woken: array [line] of request_list;
  to_directory: array [line] of record
    count: 0 .. TO_DIRECTORY;
    entry: array [0 .. TO_DIRECTORY - 1] of directory_message;
  end;
  from_directory: array [line] of record
    count: 0 .. ANSWERS;
    entry: array [0 .. ANSWERS - 1] of directory_answer;
  end;
  probe_tcc: array [line] of boolean;  -- PrbInv, on its way

function TccState(l: line): tcc_state;
begin
  return tcc[l].tbe ? tcc[l].tbe_state : tcc[l].present ? tcc[l].state : TCC_I;
end;

-- ---- the entry and the TBE ----

procedure InvL2(l: line);
begin
  tcc[l].present := false;
  undefine tcc[l].state;
  undefine tcc[l].mask;
  undefine tcc[l].data;
end;

-- An entry that is there keeps its mask.
procedure AllocateBlock(l: line);
begin
  if !tcc[l].present then
    tcc[l].present := true;
    for w: word do tcc[l].mask[w] := false; end;
  end;
end;

-- Data that no state reads again are undefined.
procedure ForgetUnmasked(l: line);
begin
  for w: word do
    if !tcc[l].mask[w] then undefine tcc[l].data[w]; end;
  end;
end;

procedure SetTcc(l: line; s: tcc_state);
begin
  if tcc[l].tbe then tcc[l].tbe_state := s; end;
  if tcc[l].present then
    tcc[l].state := s;
    if s = TCC_I & OLD_MASK = 0 then
      InvL2(l);
    elsif s != TCC_V & s != TCC_M then
      ForgetUnmasked(l);
    end;
  end;
end;

procedure AllocateTbe(l: line);
begin
  alias it: tcc[l] do
    if !it.tbe then
      it.tbe := true;
      it.pending := 0;
      it.atomics := 0;
      it.done := 0;
    end;
    assert "PENDING suffices" it.pending < PENDING;
    it.pending := it.pending + 1;
  end;
end;

-- For a request.
procedure AllocateTbeFor(l: line; var r: request_message);
begin
  AllocateTbe(l);
  if KNOWN = 10 then
    tcc[l].glc := r.glc;
    tcc[l].slc := r.slc;
  end;
end;

procedure FreeTbe(l: line);
begin
  alias it: tcc[l] do
    it.tbe := false;
    undefine it.tbe_state;
    undefine it.glc;
    undefine it.slc;
    undefine it.returns;
    it.pending := 0;
    it.atomics := 0;
    it.done := 0;
  end;
end;

-- One request that the TBE is for is over.
procedure DeallocateTbe(l: line);
begin
  assert "a TBE that is freed is there" tcc[l].tbe;
  if tcc[l].pending = 1 then
    FreeTbe(l);
  else
    tcc[l].pending := tcc[l].pending - 1;
  end;
end;

procedure TccStart();
begin
  for l: line do
    InvL2(l);
    FreeTbe(l);
    tcc[l].triggers := 0;
    parked[l].count := 0;
    woken[l].count := 0;
    to_directory[l].count := 0;
    from_directory[l].count := 0;
    probe_tcc[l] := false;
  end;
end;

-- ---- lists of requests ----

procedure Append(var list: request_list; var r: request_message);
begin
  list.entry[list.count] := r;
  list.count := list.count + 1;
end;

procedure TakeWoken(l: line; var r: request_message);
begin
  r := woken[l].entry[0];
  for i: 0 .. CUS * CHANNEL - 1 do
    if i > 0 then woken[l].entry[i - 1] := woken[l].entry[i]; end;
  end;
  undefine woken[l].entry[CUS * CHANNEL - 1];
  woken[l].count := woken[l].count - 1;
end;

procedure Park(l: line; var r: request_message);
begin
  Append(parked[l], r);
end;

-- What is parked comes before what was woken earlier and not tried since: it arrived before.
procedure WakeUp(l: line);
var later: request_list;
begin
  if parked[l].count > 0 then
    later := woken[l];
    woken[l] := parked[l];
    for i: 0 .. CUS * CHANNEL - 1 do
      if i < later.count then Append(woken[l], later.entry[i]); end;
    end;
    undefine parked[l];
    parked[l].count := 0;
  end;
end;

-- ---- messages ----

procedure ToDirectory(l: line; var m: directory_message);
begin
  assert "TO_DIRECTORY suffices" to_directory[l].count < TO_DIRECTORY;
  to_directory[l].entry[to_directory[l].count] := m;
  to_directory[l].count := to_directory[l].count + 1;
end;

-- The bits that a request has had from the TCP.
procedure Mark(var m: directory_message; scalar: boolean; glc: boolean; slc: boolean);
begin
  m.scalar := scalar;
  m.glc := glc;
  m.slc := slc;
end;

procedure Forward(var r: request_message; var m: directory_message);
begin
  m.kind := r.kind;
  m.own := false;
  m.from := r.from;
  Mark(m, r.scalar, r.glc, r.slc);
  for w: word do m.mask[w] := false; end;
  if r.kind = WriteThrough | r.kind = Atomic then
    m.thread := r.thread;
  end;
end;

procedure RequestData(l: line; var r: request_message);
var m: directory_message;
begin
  Forward(r, m);
  ToDirectory(l, m);
end;

procedure SendWriteThrough(l: line; var r: request_message);
var m: directory_message;
begin
  Forward(r, m);
  m.mask[WordOf(r.what)] := true;
  m.data[WordOf(r.what)] := Stored(r.what);
  ToDirectory(l, m);
end;

procedure SendAtomicThrough(l: line; var r: request_message);
var m: directory_message;
begin
  Forward(r, m);
  m.what := r.what;
  ToDirectory(l, m);
end;

-- The masked bytes of the entry, for the TCC itself.
procedure WriteBack(l: line);
var m: directory_message;
begin
  m.kind := WriteThrough;
  m.own := true;
  Mark(m, false, false, false);
  m.mask := tcc[l].mask;
  for w: word do
    if m.mask[w] then m.data[w] := tcc[l].data[w]; end;
  end;
  ToDirectory(l, m);
end;

-- For whom in the CU an answer is.
procedure Direct(var m: answer_message; scalar: boolean; atomic: boolean; bypass: boolean);
begin
  m.scalar := scalar;
  m.atomic := atomic;
  m.bypass := bypass;
end;

-- A load is answered, with the line of the entry or of a message.
procedure SendData(c: cu; l: line; scalar: boolean; bypass: boolean; var data: line_data);
var m: answer_message;
begin
  m.kind := TDSysResp;
  Direct(m, scalar, false, bypass);
  m.data := data;
  Respond(c, l, m);
end;

procedure SendAtomic(c: cu; l: line; bypass: boolean; var old: value);
var m: answer_message;
begin
  m.kind := TDSysResp;
  Direct(m, false, true, bypass);
  if !isundefined(old) then m.old := old; end;
  Respond(c, l, m);
end;

procedure SendWBAck(c: cu; l: line; t: thread);
var m: answer_message;
begin
  m.kind := TDSysWBAck;
  Direct(m, false, false, false);
  m.thread := t;
  Respond(c, l, m);
end;

-- ---- bytes ----

procedure Places(t: thread; l: line; o: operation);
begin
  if TakesPlaceAtTcc() then
    StoreInOrder(t, l, WordOf(o), Stored(o));
  end;
end;

-- A write-through TCC has no use for its mask.
procedure WriteDirtyBytes(l: line; o: operation);
begin
  tcc[l].data[WordOf(o)] := Stored(o);
  if WB = 1 then
    tcc[l].mask[WordOf(o)] := true;
  end;
end;

-- The atomic, on the entry.
procedure PerformAtomic(t: thread; l: line; o: operation; var old: value);
begin
  old := tcc[l].data[WordOf(o)];
  if Writes(o, old) then
    tcc[l].data[WordOf(o)] := Result(o, old);
    StoreInOrder(t, l, WordOf(o), Result(o, old));
  end;
end;

-- ---- events: requests ----

procedure TccRdBlk(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I:
      cover "TCC I RdBlk" true;
      AllocateTbeFor(l, r);
      RequestData(l, r);
      SetTcc(l, TCC_IV);
    case TCC_IV:
      cover "TCC IV RdBlk" true;
      if MORE_FILLS = 1 then
        AllocateTbeFor(l, r);
        RequestData(l, r);
      else
        Park(l, r);
      end;
    case TCC_V:
      cover "TCC V RdBlk" true;
      SendData(r.from, l, r.scalar, r.glc | r.slc, tcc[l].data);
    case TCC_M:
      cover "TCC M RdBlk" true;
      SendData(r.from, l, r.scalar, r.glc | r.slc, tcc[l].data);
    case TCC_W:
      cover "TCC W RdBlk" true;
      AllocateTbeFor(l, r);
      WriteBack(l);
      if KNOWN != 4 then Park(l, r); end;
      SetTcc(l, TCC_WI);
    case TCC_WI: cover "TCC WI RdBlk" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB RdBlk" true; Park(l, r);
    case TCC_A: cover "TCC A RdBlk" true;     Park(l, r);
  end;
end;

procedure TccRdBypassEvict(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I:
      cover "TCC I RdBypassEvict" true;
      AllocateTbeFor(l, r);
      RequestData(l, r);
      SetTcc(l, TCC_I);
    case TCC_V:
      cover "TCC V RdBypassEvict" true;
      AllocateTbeFor(l, r);
      InvL2(l);
      RequestData(l, r);
      SetTcc(l, TCC_I);
    case TCC_W, TCC_M:
      cover "TCC W RdBypassEvict" TccState(l) = TCC_W;
      cover "TCC M RdBypassEvict" TccState(l) = TCC_M;
      AllocateTbeFor(l, r);
      WriteBack(l);
      InvL2(l);
      RequestData(l, r);
      SetTcc(l, KNOWN = 7 ? TCC_I : TCC_WIB);
    case TCC_WI: cover "TCC WI RdBypassEvict" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB RdBypassEvict" true; Park(l, r);
    case TCC_IV: cover "TCC IV RdBypassEvict" true;   Park(l, r);
    case TCC_A:
      if UNDEFINED = 1 then error "TCC A RdBypassEvict: undefined"; end;
      Park(l, r);
  end;
end;

-- An atomic of a write-back TCC.
procedure TccAtomic(l: line; var r: request_message);
var old: value;
begin
  switch TccState(l)
    case TCC_V, TCC_M:
      cover "TCC V Atomic" TccState(l) = TCC_V;
      cover "TCC M Atomic" TccState(l) = TCC_M;
      if KNOWN = 5 & TccState(l) = TCC_M then
        AllocateTbeFor(l, r);
        WriteBack(l);
        SetTcc(l, TCC_WI);
        return;
      end;
      tcc[l].mask[WordOf(r.what)] := true;
      PerformAtomic(r.thread, l, r.what, old);
      SetTcc(l, TCC_M);
      SendAtomic(r.from, l, r.glc | r.slc, old);
    case TCC_W:
      cover "TCC W Atomic" true;
      AllocateTbeFor(l, r);
      WriteBack(l);
      if KNOWN != 5 then Park(l, r); end;
      SetTcc(l, TCC_WI);
    case TCC_I:
      cover "TCC I Atomic" true;
      InvL2(l);
      AllocateTbeFor(l, r);
      tcc[l].returns := r.glc;
      SendAtomicThrough(l, r);
      SetTcc(l, TCC_A);
    case TCC_IV: cover "TCC IV Atomic" true;   Park(l, r);
    case TCC_WI: cover "TCC WI Atomic" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB Atomic" true; Park(l, r);
    case TCC_A: cover "TCC A Atomic" true;     Park(l, r);
  end;
end;

-- One that the directory performs.
procedure TccAtomicPassOn(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I, TCC_V:
      cover "TCC I AtomicPassOn" TccState(l) = TCC_I;
      cover "TCC V AtomicPassOn" TccState(l) = TCC_V;
      InvL2(l);
      AllocateTbeFor(l, r);
      SendAtomicThrough(l, r);
      tcc[l].atomics := tcc[l].atomics + 1;
      SetTcc(l, TCC_A);
    case TCC_W, TCC_M:
      cover "TCC W AtomicPassOn" TccState(l) = TCC_W;
      cover "TCC M AtomicPassOn" TccState(l) = TCC_M;
      AllocateTbeFor(l, r);
      WriteBack(l);
      Park(l, r);
      SetTcc(l, TCC_WI);
    case TCC_IV: cover "TCC IV AtomicPassOn" true; Park(l, r);
    case TCC_WI: cover "TCC WI AtomicPassOn" true; Park(l, r);
    case TCC_A:
      cover "TCC A AtomicPassOn" true;
      if KNOWN = 1 then
        SendAtomicThrough(l, r);
        tcc[l].atomics := tcc[l].atomics + 1;
      else
        Park(l, r);
      end;
    case TCC_WIB:
      if UNDEFINED = 1 then error "TCC WIB AtomicPassOn: undefined"; end;
      Park(l, r);
  end;
end;

-- One while the TBE has requests that are not such atomics.
procedure TccAtomicWait(l: line; var r: request_message);
begin
  if UNDEFINED = 1 then
    switch TccState(l)
      case TCC_M: error "TCC M AtomicWait: undefined";
      case TCC_W: error "TCC W AtomicWait: undefined";
      case TCC_WIB: error "TCC WIB AtomicWait: undefined";
    end;
  end;
  cover "TCC I AtomicWait" TccState(l) = TCC_I;
  cover "TCC V AtomicWait" TccState(l) = TCC_V;
  cover "TCC IV AtomicWait" TccState(l) = TCC_IV;
  cover "TCC WI AtomicWait" TccState(l) = TCC_WI;
  cover "TCC A AtomicWait" TccState(l) = TCC_A;
  Park(l, r);
end;

-- A store of a write-through TCC.
procedure TccWrVicBlk(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I:
      cover "TCC I WrVicBlk" true;
      Places(r.thread, l, r.what);
      SendWriteThrough(l, r);
    case TCC_V:
      cover "TCC V WrVicBlk" true;
      Places(r.thread, l, r.what);
      if EARLY_COPY = 1 | TakesPlaceAtTcc() then
        WriteDirtyBytes(l, r.what);
      else
        InvL2(l);
        SetTcc(l, TCC_I);
      end;
      SendWriteThrough(l, r);
    case TCC_IV: cover "TCC IV WrVicBlk" true;   Park(l, r);
    case TCC_WI: cover "TCC WI WrVicBlk" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB WrVicBlk" true; Park(l, r);
    case TCC_A: cover "TCC A WrVicBlk" true;     Park(l, r);
    case TCC_M: error "TCC M WrVicBlk: undefined";
    case TCC_W: error "TCC W WrVicBlk: undefined";
  end;
end;

-- One that bypasses the TCC.
procedure TccWrVicBlkEvict(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I:
      cover "TCC I WrVicBlkEvict" true;
      if KNOWN = 12 then error "TCC I WrVicBlkEvict: undefined"; end;
      Places(r.thread, l, r.what);
      SendWriteThrough(l, r);
    case TCC_V:
      cover "TCC V WrVicBlkEvict" true;
      Places(r.thread, l, r.what);
      if LOST_TBE = 1 then AllocateTbeFor(l, r); end;
      SendWriteThrough(l, r);
      InvL2(l);
      SetTcc(l, TCC_I);
    case TCC_W, TCC_M:
      if TccState(l) = TCC_M & UNDEFINED = 1 then error "TCC M WrVicBlkEvict: undefined"; end;
      cover "TCC W WrVicBlkEvict" TccState(l) = TCC_W;
      if LOST_TBE = 1 then
        Places(r.thread, l, r.what);
        WriteDirtyBytes(l, r.what);
        AllocateTbeFor(l, r);
        WriteBack(l);
        InvL2(l);
        SetTcc(l, TCC_I);
      else
        AllocateTbeFor(l, r);
        WriteBack(l);
        Park(l, r);
        SetTcc(l, TCC_WI);
      end;
    case TCC_IV:
      if UNDEFINED = 1 then error "TCC IV WrVicBlkEvict: undefined"; end;
      Park(l, r);
    case TCC_WI:
      if UNDEFINED = 1 then error "TCC WI WrVicBlkEvict: undefined"; end;
      Park(l, r);
    case TCC_WIB:
      if UNDEFINED = 1 then error "TCC WIB WrVicBlkEvict: undefined"; end;
      Park(l, r);
    case TCC_A:
      if UNDEFINED = 1 then error "TCC A WrVicBlkEvict: undefined"; end;
      Park(l, r);
  end;
end;

-- A store of a write-back TCC: complete as the TCC takes it.
procedure TccWrVicBlkBack(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I, TCC_W, TCC_V, TCC_M:
      cover "TCC I WrVicBlkBack" TccState(l) = TCC_I;
      cover "TCC W WrVicBlkBack" TccState(l) = TCC_W;
      cover "TCC V WrVicBlkBack" TccState(l) = TCC_V;
      cover "TCC M WrVicBlkBack" TccState(l) = TCC_M;
      Places(r.thread, l, r.what);
      if TccState(l) = TCC_I then
        AllocateBlock(l);
        WriteDirtyBytes(l, r.what);
        SetTcc(l, TCC_W);
      else
        WriteDirtyBytes(l, r.what);
        SetTcc(l, TccState(l) = TCC_W ? TCC_W : TCC_M);
      end;
      SendWBAck(r.from, l, r.thread);
    case TCC_IV: cover "TCC IV WrVicBlkBack" true;   Park(l, r);
    case TCC_WI: cover "TCC WI WrVicBlkBack" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB WrVicBlkBack" true; Park(l, r);
    case TCC_A: cover "TCC A WrVicBlkBack" true;     Park(l, r);
  end;
end;

-- The TBE has requests, and they are no atomics of the directory's.
function MustWait(l: line): boolean;
begin
  return tcc[l].tbe & tcc[l].pending > 0 & tcc[l].atomics = 0;
end;

-- Another line takes the way that this line would need (of a store that bypasses).
procedure TccRequest(l: line; var r: request_message; full: boolean);
begin
  switch r.kind
    case RdBlk:
      if r.slc then TccRdBypassEvict(l, r); else TccRdBlk(l, r); end;
    case WriteThrough:
      if r.slc & (tcc[l].present | !full) then
        TccWrVicBlkEvict(l, r);
      elsif WB = 1 & !r.slc then
        TccWrVicBlkBack(l, r);
      else
        TccWrVicBlk(l, r);
      end;
    case Atomic:
      if MustWait(l) & KNOWN != 1 then
        TccAtomicWait(l, r);
      elsif r.slc | (WB = 0 & KNOWN != 8) then
        TccAtomicPassOn(l, r);
      else
        TccAtomic(l, r);
      end;
    case WriteFlush: TccFlush(l, r);
    case InvTcc: TccInvCache(l, r);
  end;
end;

-- ---- events: the line's way, and probes ----

procedure TccL2Repl(l: line);
begin
  switch TccState(l)
    case TCC_W, TCC_M:
      cover "TCC W L2_Repl" TccState(l) = TCC_W;
      cover "TCC M L2_Repl" TccState(l) = TCC_M;
      AllocateTbe(l);
      WriteBack(l);
      InvL2(l);
      SetTcc(l, TCC_WI);
    case TCC_I: cover "TCC I L2_Repl" true;     InvL2(l);
    case TCC_V: cover "TCC V L2_Repl" true;     InvL2(l);  SetTcc(l, TCC_I);
    case TCC_A: cover "TCC A L2_Repl" true;     InvL2(l);
    case TCC_IV: cover "TCC IV L2_Repl" true;   InvL2(l);
    case TCC_WI: cover "TCC WI L2_Repl" true;   InvL2(l);
    case TCC_WIB: cover "TCC WIB L2_Repl" true; InvL2(l);
  end;
end;

-- A CPU wants to write the line: answered at once, and without data.
procedure TccPrbInv(l: line);
begin
  switch TccState(l)
    case TCC_I: cover "TCC I PrbInv" true;
    case TCC_V: cover "TCC V PrbInv" true;  SetTcc(l, TCC_I);
    case TCC_M: cover "TCC M PrbInv" true;  SetTcc(l, TCC_W);
    case TCC_W: cover "TCC W PrbInv" true;
    case TCC_A: cover "TCC A PrbInv" true;
    case TCC_IV: cover "TCC IV PrbInv" true;
    case TCC_WI: cover "TCC WI PrbInv" true;
    case TCC_WIB: cover "TCC WIB PrbInv" true;
  end;
end;

-- With PROBE_DATA a CPU's load takes what the TCC alone has.
procedure TccPrbDowngrade(l: line);
begin
  if tcc[l].present & (TccState(l) = TCC_W | TccState(l) = TCC_M) then
    for w: word do
      if tcc[l].mask[w] then memory[l][w] := tcc[l].data[w]; end;
      tcc[l].mask[w] := false;
    end;
    tcc[l].data := memory[l];
    SetTcc(l, TCC_V);
  end;
end;

-- ---- events: answers of the directory ----

-- The load is answered and the directory goes on.
procedure SendDataResponse(l: line; var a: directory_answer);
begin
  Unblock(l);
  if tcc[l].present & (TccState(l) = TCC_V | TccState(l) = TCC_M) then
    SendData(a.from, l, a.scalar, a.glc | a.slc, tcc[l].data);
  else
    SendData(a.from, l, a.scalar, a.glc | a.slc, a.data);
  end;
end;

procedure EndOfRead(l: line);
begin
  WakeUp(l);
  DeallocateTbe(l);
end;

procedure PeekRequestPort(l: line);
begin
  if woken[l].count = 0 & forall c: cu do up[c][l].count = 0 end then
    error "TCC A Data: the request port is empty, and is peeked";
  end;
end;

procedure TccData(l: line; var a: directory_answer);
var old: value;
begin
  switch TccState(l)
    case TCC_IV:
      cover "TCC IV Data" true;
      AllocateBlock(l);
      tcc[l].data := a.data;
      SetTcc(l, TCC_V);
      SendDataResponse(l, a);
      EndOfRead(l);
    case TCC_V:
      cover "TCC V Data" true;
      tcc[l].data := a.data;
      SendDataResponse(l, a);
      EndOfRead(l);
    case TCC_I:
      cover "TCC I Data" true;
      SendDataResponse(l, a);
      EndOfRead(l);
    case TCC_A:
      cover "TCC A Data" true;
      if KNOWN = 16 & PART <= 1 then PeekRequestPort(l); end;
      AllocateBlock(l);
      tcc[l].data := a.data;
      tcc[l].mask[WordOf(a.what)] := KNOWN != 9;
      PerformAtomic(a.thread, l, a.what, old);
      SetTcc(l, TCC_M);
      LogAsKind(l, a.glc, old);
      SendAtomic(a.from, l, a.glc | a.slc, old);
      if KNOWN != 15 then WakeUp(l); end;
      if KNOWN != 11 then DeallocateTbe(l); end;
    case TCC_M: error "TCC M Data: undefined";
    case TCC_W: error "TCC W Data: undefined";
    case TCC_WI: error "TCC WI Data: undefined";
    case TCC_WIB: error "TCC WIB Data: undefined";
  end;
end;

-- A load that bypasses is answered.
procedure BypassDone(l: line; var a: directory_answer);
begin
  Unblock(l);
  SendData(a.from, l, a.scalar, a.glc | a.slc, a.data);
  EndOfRead(l);
end;

-- Of an atomic that the directory has performed.
procedure AtomicPerformed(l: line; var a: directory_answer);
begin
  SendAtomic(a.from, l, a.glc | a.slc, a.old);
  if KNOWN = 2 & tcc[l].atomics = 0 then return; end;  -- the count was missed
  tcc[l].atomics := tcc[l].atomics - 1;
  if tcc[l].atomics = 0 then
    tcc[l].done := tcc[l].done + 1;
    tcc[l].triggers := tcc[l].triggers + 1;
  end;
end;

procedure TccBypass(l: line; var a: directory_answer);
begin
  switch TccState(l)
    case TCC_I: cover "TCC I Bypass" true;   BypassDone(l, a);
    case TCC_A:
      cover "TCC A Bypass" true;
      AtomicPerformed(l, a);
    case TCC_WI:
      cover "TCC WI Bypass" true;
      if UNDEFINED = 1 then
        EndOfRead(l);
        SetTcc(l, TCC_I);
      else
        BypassDone(l, a);
      end;
    case TCC_IV: if UNDEFINED = 1 then error "TCC IV Bypass: undefined"; end;    BypassDone(l, a);
    case TCC_V: if UNDEFINED = 1 then error "TCC V Bypass: undefined"; end;      BypassDone(l, a);
    case TCC_M: if UNDEFINED = 1 then error "TCC M Bypass: undefined"; end;      BypassDone(l, a);
    case TCC_W: if UNDEFINED = 1 then error "TCC W Bypass: undefined"; end;      BypassDone(l, a);
    case TCC_WIB:
      if UNDEFINED = 1 then error "TCC WIB Bypass: undefined"; end;
      Unblock(l);
      SendData(a.from, l, a.scalar, a.glc | a.slc, a.data);
      SetTcc(l, TCC_WI);
  end;
end;

-- The acknowledgement is relayed; one for the TCC itself has nowhere to go.
procedure Relay(l: line; var a: directory_answer);
begin
  if !a.own & isundefined(a.thread) then
    SendOf(TDSysWBAck, a.from, l);
  elsif !a.own then
    SendWBAck(a.from, l, a.thread);
  else
    error "TCC: an acknowledgement of its own write-back is sent to the TCC, which has no port for it";
  end;
end;

procedure TccWBAck(l: line; var a: directory_answer);
begin
  switch TccState(l)
    case TCC_I: cover "TCC I WBAck" true;    Relay(l, a);
    case TCC_V: cover "TCC V WBAck" true;    Relay(l, a);
    case TCC_IV: cover "TCC IV WBAck" true;  Relay(l, a);
    case TCC_A: cover "TCC A WBAck" true;    Relay(l, a);
    case TCC_WI:
      cover "TCC WI WBAck" true;
      if UNDEFINED = 1 | a.own then
        DeallocateTbe(l);
        if KNOWN != 3 then WakeUp(l); end;
        SetTcc(l, TCC_I);
      else
        Relay(l, a);
      end;
    case TCC_WIB:
      cover "TCC WIB WBAck" true;
      if UNDEFINED = 1 | a.own then
        SetTcc(l, TCC_I);
      else
        Relay(l, a);
      end;
    case TCC_M: if UNDEFINED = 1 then error "TCC M WBAck: undefined"; end;  Relay(l, a);
    case TCC_W: if UNDEFINED = 1 then error "TCC W WBAck: undefined"; end;  Relay(l, a);
  end;
end;

procedure TccAnswer(l: line; var a: directory_answer);
begin
  if KNOWN = 10 & a.kind = NBSysResp then
    a.glc := tcc[l].glc;
    a.slc := tcc[l].slc;
  end;
  if a.kind = NBSysWBAck then
    TccWBAck(l, a);
  elsif a.slc | (WB = 0 & a.modified & KNOWN != 8) then
    TccBypass(l, a);
  else
    TccData(l, a);
  end;
end;

-- Its own trigger.
procedure TccAtomicDone(l: line);
begin
  tcc[l].triggers := tcc[l].triggers - 1;
  if KNOWN = 1 & !tcc[l].tbe then error "TCC: an AtomicDone, and the trigger before has freed the TBE"; end;
  if KNOWN = 1 & (PART = 0 | tcc[l].atomics = 0) | (tcc[l].atomics = 0 & tcc[l].done = 1) then
    assert "AtomicDone comes in A" TccState(l) = TCC_A;
    cover "TCC A AtomicDone" true;
    WakeUp(l);
    DeallocateTbe(l);
    SetTcc(l, TCC_I);
  else
    assert "AtomicNotDone comes in A" TccState(l) = TCC_A;
    cover "TCC A AtomicNotDone" true;
    tcc[l].done := tcc[l].done - 1;
  end;
end;

procedure TakeAnswer(l: line; i: 0 .. ANSWERS - 1; var a: directory_answer);
begin
  a := from_directory[l].entry[i];
  for j: 0 .. ANSWERS - 1 do
    if j > i then from_directory[l].entry[j - 1] := from_directory[l].entry[j]; end;
  end;
  undefine from_directory[l].entry[ANSWERS - 1];
  from_directory[l].count := from_directory[l].count - 1;
end;

-- ---- events: flushes and directed invalidations ----

-- The answer to one of them.
procedure SendOf(k: answer_kind; c: cu; l: line);
var m: answer_message;
begin
  m.kind := k;
  Direct(m, false, false, false);
  Respond(c, l, m);
end;

-- The entry, with its mask; for a directory that looks at that, the masked bytes alone.
procedure SendFlush(l: line; var r: request_message);
var m: directory_message;
begin
  Forward(r, m);
  m.mask := tcc[l].mask;
  for w: word do
    if m.mask[w] | (WHOLE_FLUSH = 1 & !isundefined(tcc[l].data[w])) then m.data[w] := tcc[l].data[w]; end;
  end;
  ToDirectory(l, m);
end;

procedure TccFlush(l: line; var r: request_message);
begin
  switch TccState(l)
    case TCC_I:
      cover "TCC I Flush" true;
      SendOf(TDSysWBAck, r.from, l);
    case TCC_V, TCC_W, TCC_M:
      if TccState(l) = TCC_M & UNDEFINED = 1 then error "TCC M Flush: undefined"; end;
      cover "TCC V Flush" TccState(l) = TCC_V;
      cover "TCC W Flush" TccState(l) = TCC_W;
      if LOST_TBE = 1 then AllocateTbeFor(l, r); end;
      SendFlush(l, r);
      InvL2(l);
      SetTcc(l, TCC_I);
    case TCC_IV: cover "TCC IV Flush" true;   Park(l, r);
    case TCC_WI: cover "TCC WI Flush" true;   Park(l, r);
    case TCC_WIB: cover "TCC WIB Flush" true; Park(l, r);
    case TCC_A: cover "TCC A Flush" true;     Park(l, r);
  end;
end;

-- Of a line that is dirty or busy: mended, it waits as a load does.
procedure TccInvCache(l: line; var r: request_message);
begin
  if UNDEFINED = 1 then
    switch TccState(l)
      case TCC_W: error "TCC W InvCache: undefined";
      case TCC_M: error "TCC M InvCache: undefined";
      case TCC_IV: error "TCC IV InvCache: undefined";
      case TCC_WI: error "TCC WI InvCache: undefined";
      case TCC_WIB: error "TCC WIB InvCache: undefined";
      case TCC_A: error "TCC A InvCache: undefined";
    end;
  end;
  switch TccState(l)
    case TCC_I, TCC_V:
      cover "TCC I InvCache" TccState(l) = TCC_I;
      cover "TCC V InvCache" TccState(l) = TCC_V;
      InvL2(l);
      SetTcc(l, TCC_I);
      SendOf(InvL2Resp, r.from, l);
    case TCC_W, TCC_M:
      AllocateTbeFor(l, r);
      WriteBack(l);
      Park(l, r);
      SetTcc(l, TCC_WI);
    case TCC_IV, TCC_WI, TCC_WIB, TCC_A:
      Park(l, r);
  end;
end;

-- ---- the kind of an atomic ----

-- What may stand at the request port is of another kind than an atomic that returns, or that does not: anybody's request.
function PortSaysOtherwise(l: line; returns: boolean): boolean;
begin
  if woken[l].count > 0 then
    return (woken[l].entry[0].kind = Atomic & woken[l].entry[0].glc) != returns;
  end;
  return exists c: cu do
           up[c][l].count > 0 & (up[c][l].request[0].kind = Atomic & up[c][l].request[0].glc) != returns
         end;
end;

-- An atomic whose data have come is performed with a log of the old value or without one, by the kind in its TBE; with K13 by
-- what stands at the request port.  Its thread takes the value from the log, or counts on there being none; the thread
-- of one that returns nothing has the value all the same.
procedure LogAsKind(l: line; returns: boolean; var old: value);
begin
  if KNOWN = 13 | KNOWN = 16 & PART = 2 ? PortSaysOtherwise(l, returns) : tcc[l].returns != returns then
    if !returns then error "TCC A Data: an atomic that returns nothing is answered with a log"; end;
    undefine old;
  end;
end;
