-- SPDX-License-Identifier: BSD-2-Clause
-- LDS, loads into LDS, and barriers on AMD GPUs: the lowerings on record that were
-- wrong about them (LLVM's AMDGPUUsage, and the threads that each program names).
--
-- Litmus tests have neither LDS nor barriers, so each program stands here, as the
-- instructions that waves issue.  A wave issues in order.  What it has issued is on
-- its way: stores to the L2 (counted by vscnt or storecnt), an access of LDS (by
-- lgkmcnt or dscnt), a load into LDS (by vmcnt or loadcnt); nothing orders one kind
-- with another, or two locations, but a wait until a counter of the wave is 0.  LDS
-- has no cache, and serves one access at a time.  Caches are not what this is about:
-- a load from the L2 reads what is there.
--
-- Waves 0 and 1 are a work-group; wave 2 is another.  The datum begins as 0 and is
-- written once; MENDED=0 leaves out the wait that the mended lowering has.

const
  PROGRAM: 0;  -- 0: a barrier, then a release of agent scope by the other wave (llvm-project #160501)
               -- 1: a fence for LDS alone, then a barrier (#159282)
               -- 2: LDS is read, then loaded into, in a work-group of one wave (#187673)
               -- 3: a load into LDS, then a release of work-group scope (#147258)
  MENDED: 1;

type
  wave: 0 .. 2;
  place: 0 .. 4;
  instruction: enum { STORE, STORE_LDS, LOAD_LDS, LOAD_TO_LDS, WAIT_STORES, WAIT_LOADS, WAIT_LDS, BARRIER,
                      STORE_FLAG, LOAD_FLAG, LOAD, DONE };
  bit: 0 .. 1;
  access: enum { NONE, READS, WRITES };

var
  at: array [wave] of place;
  datum: bit;                      -- in the L2
  flag: bit;
  lds: bit;
  stores: array [wave] of boolean; -- the datum's store is on its way to the L2,
  flags: array [wave] of boolean;  -- the flag's
  to_lds: array [wave] of access;  -- an access of LDS
  fills: array [wave] of boolean;  -- a load into LDS
  heard: array [wave] of bit;      -- what the wave read of the flag, or 1 where a barrier told it
  seen: array [wave] of 0 .. 2;    -- what it read of the datum; 2: nothing yet

function Mended(i: instruction; otherwise: instruction): instruction;
begin
  return MENDED = 1 ? i : otherwise;
end;

-- The wait that was missing is replaced by one for what the wave has none of.
function First(p: place): instruction;
begin
  switch PROGRAM
  case 0: return p = 0 ? STORE : p = 1 ? Mended(WAIT_STORES, WAIT_LDS) : p = 2 ? BARRIER : DONE;
  case 1: return p = 0 ? STORE_LDS : p = 1 ? Mended(WAIT_LDS, WAIT_STORES) : p = 2 ? BARRIER : DONE;
  case 2: return p = 0 ? LOAD_LDS : p = 1 ? Mended(WAIT_LDS, WAIT_LOADS) : p = 2 ? LOAD_TO_LDS : DONE;
  case 3: return p = 0 ? LOAD_TO_LDS : p = 1 ? WAIT_LDS : p = 2 ? Mended(WAIT_LOADS, WAIT_LDS) : p = 3 ? STORE_FLAG : DONE;
  end;
  return DONE;
end;

function Second(p: place): instruction;
begin
  switch PROGRAM
  case 0: return p = 0 ? BARRIER : p = 1 ? WAIT_STORES : p = 2 ? WAIT_LOADS : p = 3 ? STORE_FLAG : DONE;
  case 1: return p = 0 ? BARRIER : p = 1 ? LOAD_LDS : DONE;
  case 3: return p = 0 ? LOAD_FLAG : p = 1 ? LOAD_LDS : DONE;
  end;
  return DONE;
end;

function Third(p: place): instruction;
begin
  return PROGRAM = 0 ? p = 0 ? LOAD_FLAG : p = 1 ? LOAD : DONE : DONE;
end;

function Next(w: wave): instruction;
begin
  return w = 0 ? First(at[w]) : w = 1 ? Second(at[w]) : Third(at[w]);
end;

startstate "nothing issued"
begin
  for w: wave do
    at[w] := 0;
    stores[w] := false;
    flags[w] := false;
    to_lds[w] := NONE;
    fills[w] := false;
    heard[w] := 0;
    seen[w] := 2;
  end;
  datum := 0;
  flag := 0;
  lds := 0;
end;

-- A barrier is passed by both waves of the work-group at once.
function MayGo(w: wave): boolean;
begin
  switch Next(w)
  case WAIT_STORES: return !stores[w] & !flags[w];
  case WAIT_LOADS:  return !fills[w];
  case WAIT_LDS:    return to_lds[w] = NONE;
  case BARRIER, DONE: return false;
  end;
  return true;
end;

procedure Issue(w: wave);
begin
  switch Next(w)
  case STORE:       stores[w] := true;
  case STORE_FLAG:  flags[w] := true;
  case STORE_LDS:   to_lds[w] := WRITES;
  case LOAD_LDS:    to_lds[w] := READS;
  case LOAD_TO_LDS: fills[w] := true;
  case LOAD_FLAG:   heard[w] := flag;
  case LOAD:        seen[w] := datum;
  end;
  at[w] := at[w] + 1;
end;

ruleset w: wave do
  rule "issue"
    MayGo(w)
  ==>
  begin
    Issue(w);
  end;

  rule "the L2 takes the store"
    stores[w]
  ==>
  begin
    datum := 1;
    stores[w] := false;
  end;

  rule "the L2 takes the flag's store"
    flags[w]
  ==>
  begin
    flag := 1;
    flags[w] := false;
  end;

  rule "LDS serves"
    to_lds[w] != NONE
  ==>
  begin
    if to_lds[w] = WRITES then lds := 1; else seen[w] := lds; end;
    to_lds[w] := NONE;
  end;

  rule "LDS is loaded into"
    fills[w]
  ==>
  begin
    lds := 1;
    fills[w] := false;
  end;
end;

rule "both pass the barrier"
  Next(0) = BARRIER & Next(1) = BARRIER
==>
begin
  at[0] := at[0] + 1;
  at[1] := at[1] + 1;
  heard[1] := 1;
end;

-- Whoever heard of the datum reads it; in program 2, the wave reads what was there before.
invariant "what is handed on is seen"
  forall w: wave do w > 0 & heard[w] = 1 -> seen[w] != 0 end;

invariant "a later load into LDS is not read"
  PROGRAM = 2 -> seen[0] != 1;

cover "the reader reads"
  PROGRAM = 2 ? seen[0] = 0 : exists w: wave do heard[w] = 1 & seen[w] = 1 end;
