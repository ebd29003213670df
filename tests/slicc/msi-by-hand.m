-- SPDX-License-Identifier: BSD-2-Clause
-- The protocol of msi.slicc once more, written by hand from its tables: the model that
-- `murrelet slicc` writes is held against this one.
--
-- One line, which a cache never has to replace, so the states and events of a
-- replacement are in neither.  A state stands for the same here and there; what
-- differs is how often rules fire.  There a message that is stalled is a firing
-- that changes nothing, and so is a victim that is not asked for; here neither is.

const
  CACHES: 2;
  VALUES: 2;
  QUEUE: 4;

type
  cache: scalarset(CACHES);
  value: scalarset(VALUES);
  cache_state: enum { I, S, M, IS_D, IM_AD, IM_A, SM_AD, SM_A };
  directory_state: enum {
    NEVER,       -- asked for
    D_S, D_M,
    IS_M, IM_M,  -- memory reads
    MS_D,        -- the owner's data is awaited
    MS_M         -- memory writes it
  };
  wish: enum { load, store };
  request: record
    write: boolean;
    from: cache;
  end;
  forward: record
    kind: enum { GetS, GetM, Inv };
    requester: cache;
  end;
  answer: record
    ack: boolean;
    from_cache: cache;  -- undefined: from the directory
    data: value;
    acks: 0..CACHES;
  end;
  job: record
    requester: cache;
    write: boolean;
    data: value;
  end;

var
  state: array [cache] of cache_state;
  copy: array [cache] of value;
  due: array [cache] of -CACHES..CACHES;  -- acknowledgements, while a request is under way
  wanted: array [cache] of wish;          -- by the core
  new_value: array [cache] of value;      -- that it stores
  taken_up: array [cache] of boolean;     -- what it wants
  directory: directory_state;
  sharers, owner: array [cache] of boolean;
  requests: multiset [QUEUE] of request;
  forwards: array [cache] of multiset [QUEUE] of forward;
  answers: array [cache] of multiset [QUEUE] of answer;
  owner_data: multiset [QUEUE] of answer;
  asked, done: job;  -- of memory: there is one at a time
  memory, latest: value;

procedure LoadDone(c: cache);
begin
  assert copy[c] = latest "a core reads what the last store wrote";
  undefine wanted[c];
  undefine taken_up[c];
end;

procedure StoreDone(c: cache);
begin
  copy[c] := new_value[c];
  latest := new_value[c];
  undefine wanted[c];
  undefine new_value[c];
  undefine taken_up[c];
end;

procedure Ask(c: cache; write: boolean; next: cache_state);
var r: request;
begin
  r.write := write;
  r.from := c;
  multisetadd(r, requests);
  state[c] := next;
  due[c] := 0;
  taken_up[c] := true;
end;

-- A request is over: nothing is counted any more.
procedure Settle(c: cache; next: cache_state);
begin
  state[c] := next;
  undefine due[c];
end;

procedure SendData(from: cache; to_cache: cache);
var a: answer;
begin
  a.ack := false;
  a.from_cache := from;
  a.data := copy[from];
  a.acks := 0;
  multisetadd(a, answers[to_cache]);
end;

procedure SendDataToDirectory(from: cache);
var a: answer;
begin
  a.ack := false;
  a.from_cache := from;
  a.data := copy[from];
  a.acks := 0;
  multisetadd(a, owner_data);
end;

procedure SendAck(from: cache; to_cache: cache);
var a: answer;
begin
  a.ack := true;
  a.from_cache := from;
  a.acks := 0;
  multisetadd(a, answers[to_cache]);
end;

procedure ForwardToOwner(r: request);
var f: forward;
begin
  f.kind := r.write ? GetM : GetS;
  f.requester := r.from;
  for c: cache do
    if owner[c] then multisetadd(f, forwards[c]); end;
  end;
end;

procedure InvalidateSharers(r: request);
var f: forward;
begin
  f.kind := Inv;
  f.requester := r.from;
  for c: cache do
    if sharers[c] then multisetadd(f, forwards[c]); end;
  end;
end;

procedure Own(c: cache);
begin
  for d: cache do owner[d] := false; end;
  owner[c] := true;
end;

procedure ReadMemory(r: request; next: directory_state);
begin
  directory := next;
  asked.requester := r.from;
  asked.write := false;
end;

ruleset v: value do
  startstate "memory holds one value"
    for c: cache do
      state[c] := I;
      sharers[c] := false;
      owner[c] := false;
    end;
    directory := NEVER;
    memory := v;
    latest := v;
  end;
end;

-- Cores.

ruleset c: cache do
  rule "load" isundefined(wanted[c]) ==>
    wanted[c] := load;
    taken_up[c] := false;
  end;

  ruleset v: value do
    rule "store" isundefined(wanted[c]) ==>
      wanted[c] := store;
      new_value[c] := v;
      taken_up[c] := false;
    end;
  end;

  rule "taken up"
    !isundefined(wanted[c]) & !taken_up[c] &
      (wanted[c] = load ? state[c] != IS_D & state[c] != IM_AD & state[c] != IM_A
                        : state[c] = I | state[c] = S | state[c] = M)
  ==>
    if wanted[c] = load then
      if state[c] = I then
        Ask(c, false, IS_D);
      else
        LoadDone(c);
      end;
    elsif state[c] = I then
      Ask(c, true, IM_AD);
    elsif state[c] = S then
      Ask(c, true, SM_AD);
    else
      StoreDone(c);
    end;
  end;

  liveness "each request can be answered" isundefined(wanted[c]);
end;

-- Caches.

ruleset c: cache do
  choose i: answers[c] do
    rule "answer"
    var a: answer;
    begin
      a := answers[c][i];
      multisetremove(i, answers[c]);
      if !a.ack then
        copy[c] := a.data;
        due[c] := due[c] + a.acks;
        if due[c] != 0 then
          switch state[c]
            case IM_AD: state[c] := IM_A;
            case SM_AD: state[c] := SM_A;
            else error "data that waits for acknowledgements";
          end;
        elsif state[c] = IS_D then
          LoadDone(c);
          Settle(c, S);
        elsif state[c] = IM_AD | state[c] = SM_AD then
          StoreDone(c);
          Settle(c, M);
        else
          error "data that was not asked for";
        end;
      elsif due[c] = 1 then
        if state[c] != IM_A & state[c] != SM_A then error "the last acknowledgement"; end;
        StoreDone(c);
        Settle(c, M);
      else
        if state[c] = I | state[c] = S | state[c] = M | state[c] = IS_D then error "an acknowledgement"; end;
        due[c] := due[c] - 1;
      end;
    end;
  end;

  choose i: forwards[c] do
    rule "forward"
      !(state[c] = IM_AD & forwards[c][i].kind != Inv | state[c] = IM_A & forwards[c][i].kind != Inv |
        state[c] = SM_AD & forwards[c][i].kind != Inv | state[c] = SM_A & forwards[c][i].kind != Inv |
        state[c] = IS_D & forwards[c][i].kind = Inv)
    ==>
    var f: forward;
    begin
      f := forwards[c][i];
      multisetremove(i, forwards[c]);
      switch f.kind
        case Inv:
          if state[c] = S then
            state[c] := I;
            undefine copy[c];
          elsif state[c] = SM_AD then
            state[c] := IM_AD;
          else
            error "Inv";
          end;
          SendAck(c, f.requester);
        case GetS:
          if state[c] != M then error "GetS"; end;
          SendData(c, f.requester);
          SendDataToDirectory(c);
          state[c] := S;
        case GetM:
          if state[c] != M then error "GetM"; end;
          SendData(c, f.requester);
          state[c] := I;
          undefine copy[c];
      end;
    end;
  end;
end;

-- The directory and memory.

choose i: requests do
  rule "request" directory = NEVER | directory = D_S | directory = D_M ==>
  var r: request;
  begin
    r := requests[i];
    multisetremove(i, requests);
    if directory = D_M then
      ForwardToOwner(r);
      if r.write then
        Own(r.from);
      else
        for c: cache do
          sharers[c] := sharers[c] | owner[c];
          owner[c] := false;
        end;
        sharers[r.from] := true;
        directory := MS_D;
      end;
    elsif r.write then
      sharers[r.from] := false;
      InvalidateSharers(r);
      Own(r.from);
      ReadMemory(r, IM_M);
    else
      sharers[r.from] := true;
      ReadMemory(r, IS_M);
    end;
  end;
end;

choose i: owner_data do
  rule "owner's data"
    if directory != MS_D then error "data"; end;
    asked.requester := owner_data[i].from_cache;
    asked.write := true;
    asked.data := owner_data[i].data;
    directory := MS_M;
    multisetremove(i, owner_data);
  end;
end;

rule "memory" !isundefined(asked.write) ==>
  done := asked;
  if asked.write then
    memory := asked.data;
    undefine done.data;
  else
    done.data := memory;
  end;
  undefine asked;
end;

rule "memory answers" !isundefined(done.write) ==>
var
  a: answer;
  n: 0..CACHES;
begin
  if done.write then
    if directory != MS_M then error "memory has written"; end;
    directory := D_S;
  else
    n := 0;
    for c: cache do
      if sharers[c] then n := n + 1; end;
    end;
    a.ack := false;
    a.data := done.data;
    a.acks := directory = IM_M ? n : 0;
    multisetadd(a, answers[done.requester]);
    if directory = IM_M then
      for c: cache do sharers[c] := false; end;
      directory := D_M;
    else
      directory := D_S;
    end;
  end;
  undefine done;
end;

invariant "a writer is alone"
  forall c: cache; d: cache do
    c != d & state[c] = M -> state[d] != M & state[d] != S & state[d] != SM_AD & state[d] != SM_A
  end;
