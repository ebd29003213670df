-- SPDX-License-Identifier: BSD-2-Clause
-- What a scheduler promises of work-groups (Sorensen and others, "Specifying and testing
-- GPU workgroup progress models", OOPSLA 2021), beside a litmus driver that issues in order:
-- of which threads it says that they go on.  The formulas that ask whether a program ends
-- are put beside this, one for each number of threads (`litmus --progress`).
--
-- A promise is made of the units of each level of the scope tree, among those of one parent: of
-- agents, of the work-groups of an agent, of the threads of a work-group.  A thread is promised to go on
-- where its unit is at each level.  Where a unit is, and none of its parts that have not ended, the first of these is:
-- it is one of them that goes on.

-- show: ghost ran

const
  FAIR: 0;      -- every unit goes on
  HSA: 1;       -- of those that have not ended, the first one
  OBE: 2;       -- those that have taken a step
  LOBE: 3;      -- those, and those before them
  HSA_OBE: 4;   -- as HSA, and as OBE
  OF_AGENTS: FAIR;   -- what is promised at each level
  OF_GROUPS: FAIR;
  OF_THREADS: FAIR;
  COUNTS_STEPS: OF_AGENTS >= OBE | OF_GROUPS >= OBE | OF_THREADS >= OBE;

type
  promise_level: 0 .. 2;

var
  ran: array [thread] of 0 .. (COUNTS_STEPS ? 1 : 0);  -- it has taken a step

procedure ObserveStart();
begin
  for t: thread do ran[t] := 0; end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if COUNTS_STEPS then ran[t] := 1; end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value); begin end;

function HasEnded(t: thread): boolean;
begin
  return !UsedThread(t) | HostEnded(t, threads[t]);
end;

function AllHaveEnded(): boolean;
begin
  return forall t: thread do HasEnded(t) end;
end;

-- Some thread can take a step.
function SomeCanGoOn(): boolean;
begin
  return exists t: thread do UsedThread(t) & MayGoOn(t) end;
end;

function AgentOf(t: thread): component;
begin
  return ComponentOf(CuOf(t));
end;

-- Whether u is in the unit of t; and whether it is in one that comes before that.
function IsWith(u: thread; t: thread; k: promise_level): boolean;
begin
  return UsedThread(u) & (k = 0 ? AgentOf(u) = AgentOf(t) : k = 1 ? GroupOf(u) = GroupOf(t) : u = t);
end;
function IsBefore(u: thread; t: thread; k: promise_level): boolean;
begin
  return UsedThread(u)
       & (k = 0 ? AgentOf(u) < AgentOf(t)
          : k = 1 ? AgentOf(u) = AgentOf(t) & GroupOf(u) < GroupOf(t)
          : GroupOf(u) = GroupOf(t) & u < t);
end;

-- None before it can be scheduled.  A thread can that has not ended, though the machine refuse
-- what it wants.
function ComesFirst(t: thread; k: promise_level): boolean;
begin
  return forall u: thread do UsedThread(u) & IsBefore(u, t, k) -> HasEnded(u) end;
end;

function HasRun(t: thread; k: promise_level): boolean;
begin
  return exists u: thread do UsedThread(u) & IsWith(u, t, k) & ran[u] = 1 end;
end;

function LaterHasRun(t: thread; k: promise_level): boolean;
begin
  return exists u: thread do UsedThread(u) & IsBefore(t, u, k) & ran[u] = 1 end;
end;

-- What the model says of the unit itself.
function Promises(t: thread; k: promise_level): boolean;
begin
  switch k = 0 ? OF_AGENTS : k = 1 ? OF_GROUPS : OF_THREADS
    case FAIR:    return true;
    case HSA:     return ComesFirst(t, k);
    case OBE:     return HasRun(t, k);
    case LOBE:    return HasRun(t, k) | LaterHasRun(t, k);
    case HSA_OBE: return ComesFirst(t, k) | HasRun(t, k);
  end;
end;

function IsBeside(u: thread; t: thread; k: promise_level): boolean;
begin
  return IsWith(u, t, k) | IsBefore(u, t, k) | IsBefore(t, u, k);
end;

function IsPromised(t: thread; k: promise_level): boolean;
begin
  return Promises(t, k)
       | (ComesFirst(t, k)
          & forall u: thread do UsedThread(u) & IsBeside(u, t, k) -> HasEnded(u) | !Promises(u, k) end);
end;

function MustGoOn(t: thread): boolean;
begin
  return !HasEnded(t) & forall k: promise_level do IsPromised(t, k) end;
end;
