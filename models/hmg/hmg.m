-- SPDX-License-Identifier: BSD-2-Clause
-- HMG, coherence for hierarchical systems of several GPUs: write-through caches whose
-- directories send invalidations that nobody acknowledges.
--
-- A GPU (here: component) has modules (here: CUs), each with an L1 and an L2.  A line has
-- a home in each GPU, the GPU home, and one in the system, the system home.  A GPU home
-- has a copy or none, and knows which modules of its GPU share the line; the system home
-- knows which GPUs do.  Caches are valid or invalid, and nothing else.
--
--   load         hits the L1, then the L2.  Else it asks the GPU home, which asks the
--                system home if it has no copy; each notes who asked.
--   store        is written to the copies that its module has, to the GPU home and to
--                the system home.  Each home invalidates all sharers but that side
--                which the store comes from, and waits for none of them.
--   invalidation at a module drops the L2's copy; at a GPU home the home's copy, and is
--                passed on to the modules that share the line there.
--   by scope     A load above work-group scope misses up to its scope's home, and so does
--                each read-modify-write.  An acquire above it drops the L1.  A release
--                above it waits until what its module has stored is at its scope's home,
--                and until no invalidation is on its way within its scope.
--
-- An invalidation that is on its way is a bit for each line and cache.  Between a home
-- and a cache all messages of a line stay in order.
--
-- machine: source: Ren et al., HMG (HPCA 2020), as far as its abstract goes: VI-like states, hierarchical sharers, no acknowledgements, scopes; the rest is open
-- machine: promises: hrf-indirect-relaxed
-- machine: invariants: coherence sharers
-- machine: lowering: by scope.  Plain accesses and loads of work-group scope and below:
--   the module's caches.  Other loads, and read-modify-writes: the home of the GPU; of
--   system scope: that of the system.  Stores: written through, whatever the scope.  An
--   acquire above work-group scope drops the L1, a release waits as above, after its
--   thread's loads.  Sc accesses of any scope wait as releases of system scope do.
-- machine: variant steps: STEPS=1, every message a step
-- machine: variant nhcc: HIERARCHY=0, not hierarchical: one home, which knows modules
-- machine: variant sectored: SECTOR=1, a directory entry stands for all lines
-- machine: variant inclusive: INCLUSIVE=1, an invalidation reaches the L1 too
-- machine: variant markers: MARKERS=1, a release waits for what was on its way at one moment
-- machine: variant sc-by-scope: SC_AT_SYSTEM=0
-- machine: promises sc-by-scope: none; it shows what an open point is worth
-- machine: variant own-stores: ALL_STORES=0
-- machine: promises own-stores: none; it shows what an open point is worth
-- machine: variant own-invalidations: ALL_INVALIDATIONS=0
-- machine: promises own-invalidations: none; it shows what an open point is worth
-- machine: variant evicted-unawaited: EVICTED_TOO=0
-- machine: promises evicted-unawaited: none; it shows what an open point is worth
-- machine: variant overtaking: IN_ORDER=0 STEPS=1
-- machine: promises overtaking: none; it shows what an open point is worth
-- machine: values STEPS HIERARCHY ALL_STORES ALL_INVALIDATIONS EVICTED_TOO MARKERS SC_AT_SYSTEM IN_ORDER INCLUSIVE SECTOR: 0..1
--
-- The homes stand apart from the modules here.  In hardware a line's home is the L2 of
-- one module; that module does what others do, without copies and at once.
--
-- Left out: several L1s of one module, write-back caches, finite directories but for
-- evictions at any time.

-- show: lane "GPU home" of homes, home_fetches, home_sent, home_inv, sharers
-- show: lane "system home" of memory, home_sharers

include "../lib/parts/fences.m"
include "../lib/parts/stores-at-memory.m"

const
  STEPS: 0;              -- 1: every message is a step of its own
  HIERARCHY: 1;          -- 0: no GPU homes (NHCC)

  -- What the abstract leaves open.
  ALL_STORES: 1;         -- 0: a release waits for its own thread's stores alone
  ALL_INVALIDATIONS: 1;  -- 0: and for the invalidations that these cause
  EVICTED_TOO: 1;        -- 0: not for those that an evicted directory entry sends
  MARKERS: 0;            -- 1: a release waits for the invalidations that were on their way at one moment
  SC_AT_SYSTEM: 1;       -- 0: what is sequentially consistent waits as a release of its scope
  IN_ORDER: 1;           -- 0: an invalidation may overtake the answer to a load
  INCLUSIVE: 0;          -- 1: an invalidation drops the L1's copy too
  SECTOR: 0;             -- 1: one directory entry stands for all lines, and so does an invalidation

  FIFO_DEPTH: STORES + 1; -- of which STORES are taken by stores of a module, or a GPU, to a line

type
  copy_state: enum { NONE, L1_ALONE, L2_ALONE, BOTH };
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  inv_state: enum { QUIET, AWAITED,   -- on its way
                    UNAWAITED };      -- and no release waits for it
  entry_type: record
    sender: thread;
    at_word: word;
    data: value;
  end;

include "../lib/parts/fifo.m"

var
  copies: array [cu] of array [line] of record
    state: copy_state;
    data: array [word] of value;
  end;
  fetches: array [cu] of array [line] of record
    state: fetch_state;
    data: array [word] of value;
  end;
  sent: array [cu] of array [line] of fifo_type;  -- stores on their way to the GPU home
  inv: array [cu] of array [line] of inv_state;
  sharers: array [line] of array [cu] of boolean;

  homes: array [component] of array [line] of record
    valid: boolean;
    data: array [word] of value;
  end;
  home_fetches: array [component] of array [line] of record
    active: boolean;                              -- the system home has answered
    data: array [word] of value;
  end;
  home_sent: array [component] of array [line] of fifo_type;  -- to the system home
  home_inv: array [component] of array [line] of inv_state;
  home_sharers: array [line] of array [component] of boolean;

  -- ALL_INVALIDATIONS=0: whose stores have caused what is on its way.
  causes: array [cu] of array [line] of array [thread] of boolean;
  home_causes: array [component] of array [line] of array [thread] of boolean;

  -- MARKERS=1: what the thread's next operation waits for if it is a release.
  markers: array [thread] of record
    sent: boolean;
    to_system: boolean;                           -- beyond its GPU
    behind: array [cu] of array [line] of boolean;       -- an invalidation that is on its way there
    behind_at_home: array [component] of array [line] of boolean;
  end;

  waiting: array [thread] of array [tag] of record
    active: boolean;
    what: operation;
    fetches: boolean;                             -- for its module's fetch, else for a home
  end;
  reads: array [thread] of 0 .. TAGS;             -- loads and read-modify-writes that are not bound
  barrier: array [thread] of boolean;             -- an acquire is not bound

include "../lib/parts/waiting.m"

procedure QuietCu(c: cu; l: line);
begin
  inv[c][l] := QUIET;
  for t: thread do
    causes[c][l][t] := false;
    markers[t].behind[c][l] := false;
  end;
end;

procedure QuietHome(k: component; l: line);
begin
  home_inv[k][l] := QUIET;
  for t: thread do
    home_causes[k][l][t] := false;
    markers[t].behind_at_home[k][l] := false;
  end;
end;

procedure ForgetMarkers(t: thread);
begin
  markers[t].sent := false;
  markers[t].to_system := false;
  for l: line do
    for c: cu do markers[t].behind[c][l] := false; end;
    for k: component do markers[t].behind_at_home[k][l] := false; end;
  end;
end;

-- With every message a step the directory learns of nothing that a cache drops by itself.
procedure SetCopy(c: cu; l: line; s: copy_state);
begin
  copies[c][l].state := s;
  if s = NONE then
    undefine copies[c][l].data;
  end;
  if STEPS = 0 & (s = NONE | s = L1_ALONE) then
    sharers[l][c] := false;
  end;
end;

procedure DropHome(k: component; l: line);
begin
  homes[k][l].valid := false;
  undefine homes[k][l].data;
end;

procedure FreeFetch(c: cu; l: line);
begin
  fetches[c][l].state := IDLE;
  undefine fetches[c][l].data;
end;

procedure FreeHomeFetch(k: component; l: line);
begin
  home_fetches[k][l].active := false;
  undefine home_fetches[k][l].data;
end;

procedure ModuleStart(c: cu; l: line);
begin
  SetCopy(c, l, NONE);
  FreeFetch(c, l);
  QuietCu(c, l);
  sent[c][l].count := 0;
  sharers[l][c] := false;
end;

procedure HomeStart(k: component; l: line);
begin
  DropHome(k, l);
  FreeHomeFetch(k, l);
  QuietHome(k, l);
  home_sent[k][l].count := 0;
  home_sharers[l][k] := false;
end;

procedure MachineStart();
begin
  MemoryStart();
  for l: line do
    for c: cu do ModuleStart(c, l); end;
    for k: component do HomeStart(k, l); end;
  end;
  NobodyWaits();
  for t: thread do
    StartReads(t);
    ForgetMarkers(t);
  end;
end;

-- ---- scopes ----

-- Whether the homes of the GPUs are none, or the system's.
function Flat(): boolean;
begin
  return COMPONENTS = 1 | HIERARCHY = 0;
end;

-- Whether it is performed at a home.  Stores go there anyway.
function IsFar(o: operation): boolean;
begin
  return Kind(o) = RMW | (Order(o) != PLAIN & AtLeast(Scope(o), COMPONENT));
end;

function AtSystem(o: operation): boolean;
begin
  return Flat() | Scope(o) = SYSTEM;
end;

-- Whether the same home of the line serves both: a GPU home serves its GPU.
function SameHome(c: cu; d: cu): boolean;
begin
  return Flat() | ComponentOf(c) = ComponentOf(d);
end;

function InSector(m: line; l: line): boolean;
begin
  return m = l | SECTOR = 1;
end;

-- ---- invalidations ----

function InL2(c: cu; l: line): boolean;
begin
  return copies[c][l].state = L2_ALONE | copies[c][l].state = BOTH;
end;

-- One that finds nothing may as well arrive at once.
procedure Invalidate(c: cu; l: line; how: inv_state);
begin
  if (STEPS = 1 | InL2(c, l)) & inv[c][l] != AWAITED then
    inv[c][l] := how;
  end;
end;

procedure InvalidateCause(c: cu; l: line; t: thread);
begin
  Invalidate(c, l, AWAITED);
  if ALL_INVALIDATIONS = 0 & inv[c][l] = AWAITED then
    causes[c][l][t] := true;
  end;
end;

-- A store of t in c is at the home that serves c.
procedure InvalidateOthers(t: thread; c: cu; l: line);
begin
  for d: cu do
    for m: line do
      if d != c & SameHome(c, d) & InSector(m, l) & sharers[m][d] then
        sharers[m][d] := false;
        InvalidateCause(d, m, t);
      end;
    end;
  end;
end;

-- A store of t is at the system home, from GPU k.
procedure InvalidateOtherGpus(t: thread; k: component; l: line);
begin
  for j: component do
    for m: line do
      if j != k & InSector(m, l) & home_sharers[m][j] then
        home_sharers[m][j] := false;
        home_inv[j][m] := AWAITED;
        if ALL_INVALIDATIONS = 0 then
          home_causes[j][m][t] := true;
        end;
      end;
    end;
  end;
end;

procedure TakeInvalidation(c: cu; l: line);
begin
  QuietCu(c, l);
  if copies[c][l].state = L2_ALONE | (copies[c][l].state = BOTH & INCLUSIVE = 1) then
    SetCopy(c, l, NONE);
  elsif copies[c][l].state = BOTH then
    SetCopy(c, l, L1_ALONE);
  elsif INCLUSIVE = 1 then
    SetCopy(c, l, NONE);
  end;
end;

-- A marker goes on to all modules: the home may have forgotten one, with an invalidation of its own.
procedure PassMarkers(k: component; l: line);
begin
  for t: thread do
    for c: cu do
      if markers[t].behind_at_home[k][l] & ComponentOf(c) = k & inv[c][l] = AWAITED then
        markers[t].behind[c][l] := true;
      end;
    end;
  end;
end;

-- The home's copy goes, and all its sharers are told, whether it had a copy or not.
procedure TakeHomeInvalidation(k: component; l: line);
begin
  DropHome(k, l);
  for c: cu do
    if ComponentOf(c) = k & sharers[l][c] then
      sharers[l][c] := false;
      Invalidate(c, l, home_inv[k][l]);
      for t: thread do
        if home_causes[k][l][t] then causes[c][l][t] := true; end;
      end;
    end;
  end;
  PassMarkers(k, l);
  QuietHome(k, l);
end;

-- ---- what a release waits for ----

function OnItsWay(var f: fifo_type; t: thread): boolean;
begin
  return ALL_STORES = 1 ? f.count > 0
       : exists i: 0 .. FIFO_DEPTH - 1 do (i < f.count ? f.entry[i].sender = t : false) end;
end;

-- An earlier sc access may have been of a wider scope.
function WaitsAtSystem(o: operation): boolean;
begin
  return AtSystem(o) | (Order(o) = SEQ_CST & SC_AT_SYSTEM = 1);
end;

function StoresAreHome(t: thread; o: operation): boolean;
begin
  return forall l: line do
           !OnItsWay(sent[CuOf(t)][l], t)
           & (Flat() | !WaitsAtSystem(o) | !OnItsWay(home_sent[ComponentOf(CuOf(t))][l], t))
         end;
end;

-- Whether t has to wait for what is on its way to c, or to a GPU home.
function Awaits(t: thread; c: cu; l: line): boolean;
begin
  return inv[c][l] = AWAITED & (ALL_INVALIDATIONS = 1 | causes[c][l][t]);
end;
function AwaitsHome(t: thread; k: component; l: line): boolean;
begin
  return home_inv[k][l] = AWAITED & (ALL_INVALIDATIONS = 1 | home_causes[k][l][t]);
end;

function NothingIsInvalid(t: thread; o: operation): boolean;
begin
  return forall l: line do
           (forall c: cu do (WaitsAtSystem(o) | SameHome(c, CuOf(t))) -> !Awaits(t, c, l) end)
           & (Flat() | !WaitsAtSystem(o) | forall k: component do !AwaitsHome(t, k, l) end)
         end;
end;

function WaitsForStores(o: operation): boolean;
begin
  return ((Releases(o) | Order(o) = SEQ_CST) & AtLeast(Scope(o), COMPONENT))
       | (Order(o) = SEQ_CST & SC_AT_SYSTEM = 1);
end;

function NoMarkerIsOut(t: thread): boolean;
begin
  return forall l: line do
           (forall c: cu do !markers[t].behind[c][l] end)
           & forall k: component do !markers[t].behind_at_home[k][l] end
         end;
end;

function IsReleased(t: thread; o: operation): boolean;
begin
  return MARKERS = 0 | Order(o) = SEQ_CST ? StoresAreHome(t, o) & NothingIsInvalid(t, o)
       : markers[t].sent & (AtSystem(o) -> markers[t].to_system | Flat()) & NoMarkerIsOut(t);
end;

function FencesAllow(t: thread; o: operation): boolean;
begin
  return !barrier[t]
       & (WaitsForReads(o) -> reads[t] = 0)
       & (WaitsForStores(o) -> IsReleased(t, o));
end;

function MarkersAreWanted(t: thread; to_system: boolean): boolean;
begin
  if markers[t].sent then
    return to_system & !markers[t].to_system & NextMayRelease(t, SYSTEM);
  elsif Flat() then
    return !to_system & (NextMayRelease(t, COMPONENT) | NextMayRelease(t, SYSTEM));
  end;
  return NextMayRelease(t, to_system ? SYSTEM : COMPONENT);
end;

-- Whether t may send markers behind all invalidations that are on their way within its GPU, or in the system.
function MaySendMarkers(t: thread; to_system: boolean): boolean;
begin
  return MARKERS = 1 & UsedThread(t) & MarkersAreWanted(t, to_system) & !barrier[t] & reads[t] = 0
       & forall l: line do
           sent[CuOf(t)][l].count = 0
           & (to_system -> home_sent[ComponentOf(CuOf(t))][l].count = 0)
         end;
end;

procedure SendMarkers(t: thread; to_system: boolean);
begin
  markers[t].sent := true;
  markers[t].to_system := to_system;
  for l: line do
    for c: cu do
      markers[t].behind[c][l] := inv[c][l] = AWAITED & (to_system | SameHome(c, CuOf(t)));
    end;
    for k: component do
      markers[t].behind_at_home[k][l] := to_system & home_inv[k][l] = AWAITED;
    end;
  end;
end;

-- ---- values ----

procedure DropL1(c: cu);
begin
  for l: line do
    if copies[c][l].state = BOTH then
      SetCopy(c, l, L2_ALONE);
    elsif copies[c][l].state = L1_ALONE then
      SetCopy(c, l, NONE);
    end;
  end;
end;

function DropsL1(o: operation): boolean;
begin
  return AtLeast(Scope(o), COMPONENT);
end;

-- ---- fetches ----

-- The GPU home asks behind its stores of the line, and takes the answer behind an
-- invalidation that was sent before.
procedure SystemAnswers(k: component; l: line);
begin
  if home_inv[k][l] != QUIET then
    TakeHomeInvalidation(k, l);
  end;
  home_sharers[l][k] := true;
  home_fetches[k][l].active := true;
  home_fetches[k][l].data := memory[l];
end;

procedure FillHome(k: component; l: line);
begin
  homes[k][l].valid := true;
  homes[k][l].data := home_fetches[k][l].data;
  FreeHomeFetch(k, l);
end;

-- Whether the home that serves c has the line, or, without STEPS, fetches it in the same step.
function HomeHas(c: cu; l: line): boolean;
begin
  return Flat() | homes[ComponentOf(c)][l].valid
       | (STEPS = 0 & home_sent[ComponentOf(c)][l].count = 0);
end;

-- Whether it serves without asking: a store may come between the fetch and what it is for.
function HomeIsReady(c: cu; l: line; beyond: boolean): boolean;
begin
  return Flat() | beyond | homes[ComponentOf(c)][l].valid;
end;

procedure HomeFetches(c: cu; l: line);
begin
  if !Flat() & !homes[ComponentOf(c)][l].valid then
    SystemAnswers(ComponentOf(c), l);
    FillHome(ComponentOf(c), l);
  end;
end;

-- What a module asks for is behind its stores of the line.
function MayServe(c: cu; l: line): boolean;
begin
  return sent[c][l].count = 0 & HomeHas(c, l);
end;

procedure Fill(c: cu; l: line);
var data: array [word] of value;
begin
  SetCopy(c, l, BOTH);
  copies[c][l].data := fetches[c][l].data;
  data := fetches[c][l].data;
  FreeFetch(c, l);
  for t: thread do
    for g: tag do
      if waiting[t][g].active & CuOf(t) = c then
        if waiting[t][g].fetches & LineOf(waiting[t][g].what) = l then
          BindFilled(t, g, data[WordOf(waiting[t][g].what)]);
        end;
      end;
    end;
  end;
end;

-- An invalidation that was sent before arrives before the answer, and finds nothing.
procedure Answer(c: cu; l: line);
begin
  sharers[l][c] := true;
  QuietCu(c, l);
  fetches[c][l].state := ANSWERED;
  if Flat() then
    fetches[c][l].data := memory[l];
  else
    fetches[c][l].data := homes[ComponentOf(c)][l].data;
  end;
end;

procedure Serve(c: cu; l: line);
begin
  HomeFetches(c, l);
  Answer(c, l);
  if STEPS = 0 then
    Fill(c, l);
  end;
end;

-- ---- stores ----

procedure WriteHome(t: thread; c: cu; l: line; w: word; v: value);
var e: entry_type;
begin
  InvalidateOthers(t, c, l);
  if Flat() then
    WriteMemory(t, l, w, v);
  else
    alias k: ComponentOf(c) do
      if homes[k][l].valid then
        homes[k][l].data[w] := v;
      end;
      e.sender := t;
      e.at_word := w;
      e.data := v;
      Push(home_sent[k][l], e);
    end;
  end;
end;

-- A GPU home whose answer is on its way takes stores after it.
function HomeTakes(c: cu; l: line): boolean;
begin
  return Flat() | (home_sent[ComponentOf(c)][l].count < STORES
                   & !home_fetches[ComponentOf(c)][l].active);
end;

procedure ArriveAtHome(c: cu; l: line);
var e: entry_type;
begin
  Pop(sent[c][l], e);
  WriteHome(e.sender, c, l, e.at_word, e.data);
end;

procedure ArriveAtSystem(k: component; l: line);
var e: entry_type;
begin
  Pop(home_sent[k][l], e);
  WriteMemory(e.sender, l, e.at_word, e.data);
  InvalidateOtherGpus(e.sender, k, l);
end;

-- ---- what is performed at a home ----

-- What it sends, and what it is answered, stays in the order of its line.
function MayPerform(t: thread; g: tag): boolean;
begin
  if !waiting[t][g].active then
    return false;
  elsif waiting[t][g].fetches then
    return false;
  end;
  alias o: waiting[t][g].what; c: CuOf(t); k: ComponentOf(CuOf(t)); l: LineOf(waiting[t][g].what) do
    if sent[c][l].count > 0 | fetches[c][l].state = ANSWERED then
      return false;
    elsif Flat() then
      return true;
    elsif AtSystem(o) then
      return home_sent[k][l].count = 0 & !home_fetches[k][l].active;
    end;
    return HomeHas(c, l) & (Kind(o) = RMW -> HomeTakes(c, l));
  end;
end;

-- What is answered from the system home goes by the GPU home, which may not keep what is older.
procedure PassByHome(c: cu; l: line);
begin
  if home_inv[ComponentOf(c)][l] != QUIET then
    TakeHomeInvalidation(ComponentOf(c), l);
  end;
  DropHome(ComponentOf(c), l);
end;

procedure WriteBySystem(t: thread; c: cu; l: line; w: word; v: value);
begin
  WriteMemory(t, l, w, v);
  InvalidateOthers(t, c, l);
  InvalidateOtherGpus(t, ComponentOf(c), l);
end;

procedure Perform(t: thread; g: tag);
var v: value;
var o: operation;
begin
  o := waiting[t][g].what;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Flat() then
      v := memory[l][w];
    elsif AtSystem(o) then
      PassByHome(c, l);
      v := memory[l][w];
    else
      HomeFetches(c, l);
      v := homes[ComponentOf(c)][l].data[w];
    end;
    if Kind(o) = RMW & Writes(o, v) then
      if !Flat() & AtSystem(o) then
        WriteBySystem(t, c, l, w, Result(o, v));
      else
        WriteHome(t, c, l, w, Result(o, v));
      end;
    end;
    SetCopy(c, l, NONE);
    QuietCu(c, l);
    Waited(t, g);
    Bind(t, o, g, v);
  end;
end;

-- ---- issue ----

function Hits(c: cu; l: line): boolean;
begin
  return copies[c][l].state != NONE;
end;

include "../lib/parts/location-order.m"

-- A store to a line that its module waits for is issued after the fill.
function AcceptsAccess(t: thread; o: operation): boolean;
begin
  if OwnPending(t, LineOf(o), WordOf(o)) then
    return false;
  elsif Kind(o) = STORE then
    return fetches[CuOf(t)][LineOf(o)].state = IDLE & sent[CuOf(t)][LineOf(o)].count < STORES;
  end;
  return true;
end;

include "../lib/parts/accepts.m"
include "../lib/parts/bound-reads.m"

-- Whether another module of the GPU may yet read the line.
function WantedBeside(c: cu; l: line): boolean;
begin
  return exists d: cu do UsedCu(d) & d != c & ComponentOf(d) = ComponentOf(c) & Wanted(d, l) end;
end;

-- Whether t does nothing until o, which it has just issued, is done, and may issue it at any time until then: what
-- waits for the stores of others may have to wait once more.
function MayBeLater(t: thread; o: operation): boolean;
begin
  return STEPS = 0 & Blocks(t, o) & !WaitsForStores(o);
end;

-- With its thread blocked, or ended, a store that no other of its module reads before it is
-- at home may as well be issued as late as that; the same of the home of its GPU.
procedure StoreAtOnce(t: thread; l: line);
begin
  alias c: CuOf(t); k: ComponentOf(CuOf(t)) do
    if sent[c][l].count = 1 & HomeTakes(c, l) & !WantedByOthers(t, l) then
      ArriveAtHome(c, l);
      if !Flat() & home_sent[k][l].count = 1 & !WantedBeside(c, l) then
        if HasNext(t, false) ? AtSystem(Next(t, false)) : true then
          ArriveAtSystem(k, l);
        end;
      end;
    end;
  end;
end;

procedure IssueStore(t: thread; o: operation);
var e: entry_type;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if Hits(c, l) then
      copies[c][l].data[WordOf(o)] := Stored(o);
    end;
    e.sender := t;
    e.at_word := WordOf(o);
    e.data := Stored(o);
    Push(sent[c][l], e);
    if MayBeLater(t, o) then
      StoreAtOnce(t, l);
    end;
  end;
end;

-- A hit in the L2 fills the L1.
procedure Hit(c: cu; l: line);
begin
  if copies[c][l].state = L2_ALONE then
    SetCopy(c, l, BOTH);
  end;
end;

-- With its thread blocked a read may as well be issued as late as it is served.
procedure ReadAtOnce(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o) do
    if IsFar(o) & HomeIsReady(c, l, AtSystem(o)) & MayPerform(t, g) then
      Perform(t, g);
    elsif !IsFar(o) & HomeIsReady(c, l, false) & MayServe(c, l) then
      Serve(c, l);
    end;
  end;
end;

procedure IssueRead(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); it: fetches[CuOf(t)][LineOf(o)] do
    if !IsFar(o) & Hits(c, l) then
      Hit(c, l);
      Bind(t, o, g, copies[c][l].data[WordOf(o)]);
      return;
    end;
    Wait(t, o, g, !IsFar(o));
    if !IsFar(o) & it.state = IDLE then
      it.state := ASKED;
    end;
  end;
  if MayBeLater(t, o) then
    ReadAtOnce(t, o, g);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  ForgetMarkers(t);
  switch Kind(o)
    case FENCE:
      if Acquires(o) & DropsL1(o) then
        DropL1(CuOf(t));
      end;
    case STORE: IssueStore(t, o);
    else IssueRead(t, o, g);
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return fetches[c][l].state = IDLE & (STEPS = 1 | Wanted(c, l))
       & (copies[c][l].state = L2_ALONE
          | (copies[c][l].state = NONE & (STEPS = 1 | MayServe(c, l))));
end;

-- It binds nothing, so it may as well be issued as late as it is served.
procedure Prefetch(c: cu; l: line; w: word);
begin
  if Hits(c, l) then
    Hit(c, l);
  else
    fetches[c][l].state := ASKED;
    if STEPS = 0 & HomeIsReady(c, l, false) then
      Serve(c, l);
    end;
  end;
end;

-- Without STEPS a home whose GPU reads a line no more keeps nothing of it.
procedure ForgetCopies(c: cu; l: line);
begin
  if STEPS = 0 then
    SetCopy(c, l, NONE);
    QuietCu(c, l);
    if !Flat() & !WantedBeside(c, l) & !Wanted(c, l) then
      DropHome(ComponentOf(c), l);
      QuietHome(ComponentOf(c), l);
      home_sharers[l][ComponentOf(c)] := false;
    end;
  end;
end;

include "../lib/parts/unwanted.m"

-- ---- rules ----

ruleset c: cu; l: line do
  fair rule "a store is at home"
    sent[c][l].count > 0 & HomeTakes(c, l)
  ==>
  begin
    ArriveAtHome(c, l);
    PassAllFences();
  end;

  fair rule "home serves a load"
    fetches[c][l].state = ASKED & MayServe(c, l)
  ==>
  begin
    Serve(c, l);
    PassFencesOf(c);
  end;

  fair rule "fill"
    fetches[c][l].state = ANSWERED
  ==>
  begin
    Fill(c, l);
    PassFencesOf(c);
  end;

  fair rule "invalidated"
    inv[c][l] != QUIET & (IN_ORDER = 1 -> fetches[c][l].state != ANSWERED)
  ==>
  begin
    TakeInvalidation(c, l);
    PassAllFences();
  end;

  rule "evict from the L1"
    EvictionsOn() & (copies[c][l].state = BOTH | copies[c][l].state = L1_ALONE)
  ==>
  begin
    SetCopy(c, l, copies[c][l].state = BOTH ? L2_ALONE : NONE);
  end;

  rule "evict from the L2"
    EvictionsOn() & InL2(c, l)
  ==>
  begin
    SetCopy(c, l, copies[c][l].state = BOTH ? L1_ALONE : NONE);
    if STEPS = 0 then
      QuietCu(c, l);
    end;
    PassAllFences();
  end;

  rule "a home evicts a sharer's entry"
    EvictionsOn() & sharers[l][c]
  ==>
  begin
    sharers[l][c] := false;
    Invalidate(c, l, EVICTED_TOO = 1 ? AWAITED : UNAWAITED);
  end;
end;

ruleset t: thread; g: tag do
  fair rule "performed at home"
    MayPerform(t, g)
  ==>
  begin
    Perform(t, g);
    PassAllFences();
  end;
end;

ruleset t: thread; to_system: boolean do
  fair rule "markers are sent"
    MaySendMarkers(t, to_system)
  ==>
  begin
    SendMarkers(t, to_system);
    PassFences(t);
  end;
end;

-- ---- rules of GPU homes ----

-- Whether a module of the GPU waits for the home's copy.
function HomeNeeds(k: component; l: line): boolean;
begin
  return (exists c: cu do
            ComponentOf(c) = k & fetches[c][l].state = ASKED & sent[c][l].count = 0 end)
       | exists t: thread do exists g: tag do
           (waiting[t][g].active ? LineOf(waiting[t][g].what) = l & ComponentOf(CuOf(t)) = k
              & !waiting[t][g].fetches & !AtSystem(waiting[t][g].what) : false)
         end end;
end;

-- Loads that wait are answered with the fill; else an invalidation might come before each time.
procedure AnswerAll(k: component; l: line);
begin
  for c: cu do
    if ComponentOf(c) = k & fetches[c][l].state = ASKED & sent[c][l].count = 0 then
      Answer(c, l);
    end;
  end;
end;

ruleset k: component; l: line do
  fair rule "a store is at the system home"
    home_sent[k][l].count > 0
  ==>
  begin
    ArriveAtSystem(k, l);
    PassAllFences();
  end;

  fair rule "system home answers"
    !Flat() & !homes[k][l].valid & !home_fetches[k][l].active
    & home_sent[k][l].count = 0 & HomeNeeds(k, l)
  ==>
  begin
    SystemAnswers(k, l);
    if STEPS = 0 then
      FillHome(k, l);
      PassAllFences();
    end;
  end;

  fair rule "fill at home"
    home_fetches[k][l].active
  ==>
  begin
    FillHome(k, l);
    AnswerAll(k, l);
    PassAllFences();
  end;

  fair rule "GPU home is invalidated"
    home_inv[k][l] != QUIET & (IN_ORDER = 1 -> !home_fetches[k][l].active)
  ==>
  begin
    TakeHomeInvalidation(k, l);
    PassAllFences();
  end;

  rule "evict from the GPU home"
    EvictionsOn() & homes[k][l].valid
  ==>
  begin
    DropHome(k, l);
  end;

  rule "the system home evicts a GPU's entry"
    EvictionsOn() & home_sharers[l][k] & home_inv[k][l] = QUIET
  ==>
  begin
    home_sharers[l][k] := false;
    home_inv[k][l] := EVICTED_TOO = 1 ? AWAITED : UNAWAITED;
  end;
end;

-- ---- what the driver asks ----

function Quiescent(): boolean;
begin
  return (forall l: line do
            (forall c: cu do
               sent[c][l].count = 0 & fetches[c][l].state = IDLE & inv[c][l] = QUIET end)
            & forall k: component do
               home_sent[k][l].count = 0 & !home_fetches[k][l].active & home_inv[k][l] = QUIET end
          end)
       & forall t: thread do forall g: tag do !waiting[t][g].active end end;
end;

function MayRead(c: cu; l: line; w: word): boolean;    begin return Hits(c, l);              end;
function CopyValue(c: cu; l: line; w: word): value;    begin return copies[c][l].data[w];    end;
function MayWrite(c: cu; l: line): boolean;            begin return false;                   end;
