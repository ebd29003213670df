-- SPDX-License-Identifier: BSD-2-Clause
-- Misses of a line in one CU: the current one, which loads join, and one that was
-- asked for before an invalidation and will not install.  Used by quickrelease, and
-- by word-l1.m for wt and amdgpu, whose miss_type has state, installs and data, and whose
-- loads that wait for a fill are waiting[t][g]; they give
--   function MayStartMiss(c, l): boolean
--   procedure ServeMiss(c, l, m)          the miss is answered; its fill is on the way
--   function ComesAtOnce(c, l, m): boolean
--                                         a fill that nobody waits for does nothing
--   procedure Filled(t, g, o, v)          a load or RMW of t that waited gets its fill, with v in
--                                         the location.

const
  MISSES: 2;

type
  miss: 0 .. MISSES - 1;
  miss_state: enum { FREE, ASKED, ANSWERED };
  waiting_type: record
    active: boolean;
    what: operation;
    fill: miss;         -- the miss of the CU and line that it waits for; undefined for what is performed beyond
  end;

-- The miss that a load of the line may join, or start: MISSES if none.
function Joins(c: cu; l: line): 0 .. MISSES;
begin
  for m: miss do
    if misses[c][l][m].state != FREE & misses[c][l][m].installs then
      return m;
    end;
  end;
  for m: miss do
    if misses[c][l][m].state = FREE & MayStartMiss(c, l) then
      return m;
    end;
  end;
  return MISSES;
end;

-- Whether a load would start a miss, and join none.
function MissesAfresh(c: cu; l: line): boolean;
begin
  return (exists m: miss do misses[c][l][m].state = FREE end)
       & forall m: miss do misses[c][l][m].state != FREE -> !misses[c][l][m].installs end;
end;

-- A prefetch binds nothing, so it may as well be issued as late as it is served.
procedure MissAtOnce(c: cu; l: line);
var m: 0 .. MISSES;
begin
  m := Joins(c, l);
  misses[c][l][m].installs := true;
  ServeMiss(c, l, m);
end;

-- A fill that is on its way, is not kept, and for which nobody waits does nothing: it may as
-- well come at once.
procedure DropIdleFills(c: cu; l: line);
begin
  for m: miss do
    if misses[c][l][m].state = ANSWERED & ComesAtOnce(c, l, m)
       & !exists t: thread do exists g: tag do WaitsForMiss(t, g, c, l, m) end end then
      undefine misses[c][l][m];
      misses[c][l][m].state := FREE;
    end;
  end;
end;

-- A fill that is on its way is delivered to those who wait for it already,
-- and not installed.
procedure StopInstalling(c: cu; l: line);
begin
  for m: miss do
    if misses[c][l][m].state != FREE then
      misses[c][l][m].installs := false;
    end;
  end;
end;

procedure StopFills(c: cu; l: line);
begin
  StopInstalling(c, l);
  DropIdleFills(c, l);
end;

-- Whether a load or RMW of t to the location waits for a fill: a thread's
-- accesses to one location stay in program order.
function WaitsForFill(t: thread; l: line; w: word): boolean;
begin
  return exists g: tag do
           waiting[t][g].active & LineOf(waiting[t][g].what) = l & WordOf(waiting[t][g].what) = w
         end;
end;

include "waiting.m"

function WaitsForMiss(t: thread; g: tag; c: cu; l: line; m: miss): boolean;
begin
  if !waiting[t][g].active | CuOf(t) != c then
    return false;
  end;
  return LineOf(waiting[t][g].what) = l & !isundefined(waiting[t][g].fill) & waiting[t][g].fill = m;
end;

procedure Deliver(c: cu; l: line; m: miss);
var o: operation;
begin
  for t: thread do
    for g: tag do
      if WaitsForMiss(t, g, c, l, m) then
        o := waiting[t][g].what;
        StopWaiting(t, g);
        Filled(t, g, o, misses[c][l][m].data[WordOf(o)]);
      end;
    end;
  end;
end;
