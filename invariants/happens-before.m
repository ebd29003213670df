-- SPDX-License-Identifier: BSD-2-Clause
-- The race analysis of races.m, written out: for small tests, and as the oracle
-- of the host's (checker/axioms/hb.c), which numbers what a test can have and
-- leaves out the rest.  Here every access, thread and level has its place.
--
-- A record is the latest access of a thread, location and class.  What is known
-- of it: the threads whose next action it happens before (a); the releases of a
-- location that it happens before (l); the release fences that wait for a write
-- (f); the reads that wait for an acquire fence (q).  Each in every view: a view
-- is what happens-before is closed over on its own.
-- needs: program

-- show: ghost records, last, pending, raced

const
  MODEL: 2;     -- 0 drf, 1 hrf-direct, 2 hrf-indirect, 3 hrf-direct-relaxed, 4 hrf-indirect-relaxed, 5 rsp
  LITERAL: 0;
  STRICT: 0;
  WIDE: 0;
  LAST: 12;     -- how far the classes of a last release are from those of other writes
  VIEWS: 1;     -- hrf-direct: 6 * THREADS, a level and a thread of the instance; hrf-direct-relaxed: THREADS

type
  level: 0 .. 5;
  view: 0 .. VIEWS - 1;
  -- plain read, plain write; atomics by write and level, under rsp by remote as well, and
  -- there the last release on its location, by remote and level
  class: 0 .. 13 + MODEL / 5 * (12 + LAST);
  known_set: record
    present: boolean;
    a: array [view] of array [thread] of boolean;
    l: array [view] of array [line] of array [word] of array [thread] of array [level] of boolean;
    f: array [view] of array [thread] of array [level] of boolean;
    q: array [view] of array [thread] of array [thread] of array [level] of array [level] of boolean;
  end;
  last_release: record
    any: boolean;
    who: thread;
    at: level;
    class: class;
  end;

-- The narrowest level that two threads share; 6 if none.
external function HostCommon(t: thread; u: thread): 0 .. 6;

var
  records: array [line] of array [word] of array [thread] of array [class] of known_set;
  last: array [line] of array [word] of last_release;
  pending: array [line] of array [word] of array [thread] of array [level] of boolean;
  raced: boolean;

function LevelOf(o: operation): level;
begin
  if Order(o) = PLAIN then return 0; end;
  if MODEL = 0 | WIDE = 1 then return 5; end;
  if ClusterScope(o) then return 3; end;
  return ScopeNumber(Scope(o)) + (AtLeast(Scope(o), COMPONENT) ? 1 : 0);
end;

function Common(t: thread; u: thread): 0 .. 6;
begin
  return t = u ? 0 : WIDE = 1 & HostCommon(t, u) = 6 ? 5 : HostCommon(t, u);
end;

function Fits(a: thread; la: level; b: thread; lb: level): boolean;
begin
  if MODEL = 0 then
    return true;
  elsif MODEL = 1 | MODEL = 2 then
    return la = lb & Common(a, b) <= la;
  elsif LITERAL = 1 then
    return Common(a, b) <= la | Common(a, b) <= lb;
  else
    return Common(a, b) <= la & Common(a, b) <= lb;
  end;
end;

function InView(v: view; t: thread; at: level): boolean;
begin
  if MODEL = 1 then
    return v / THREADS = at & Common(t, v % THREADS) <= at;
  elsif MODEL = 3 then
    return Common(t, v) <= at;
  else
    return true;
  end;
end;

function ClassOf(atomic: boolean; writes: boolean; remote: boolean; at: level): class;
begin
  if !atomic then return writes ? 1 : 0; end;
  return 2 + (writes ? 6 + MODEL / 5 * 6 : 0) + (remote ? 6 : 0) + at;
end;
function IsAtomic(c: class): boolean; begin return c >= 2; end;
function IsWrite(c: class): boolean;  begin return c = 1 | c >= 8 + MODEL / 5 * 6; end;
function IsRemote(c: class): boolean; begin return MODEL = 5 & c >= 2 & (c - 2) / 6 % 2 = 1; end;
function LevelIn(c: class): level;    begin return c < 2 ? 0 : (c - 2) % 6; end;

function Conflict(a: thread; ca: class; b: thread; cb: class): boolean;
begin
  if a = b | !(IsWrite(ca) | IsWrite(cb)) then
    return false;
  elsif !IsAtomic(ca) | !IsAtomic(cb) then
    return true;
  elsif MODEL = 5 & STRICT = 0
      & ((IsRemote(ca) & Common(a, b) <= LevelIn(ca)) | (IsRemote(cb) & Common(a, b) <= LevelIn(cb))) then
    return false;
  else
    return !Fits(a, LevelIn(ca), b, LevelIn(cb));
  end;
end;

procedure ObserveStart();
begin
  raced := false;
  for l: line do
    for w: word do
      clear last[l][w];
      for t: thread do
        for k: level do pending[l][w][t][k] := false; end;
        for c: class do clear records[l][w][t][c]; end;
      end;
    end;
  end;
end;

procedure Hears(b: thread; o: operation; at: level; acquires: boolean);
var x: line;
var y: word;
begin
  x := LineOf(o);
  y := WordOf(o);
  for l: line do for w: word do for t: thread do for c: class do
    alias r: records[l][w][t][c] do
      if r.present then
        for v: view do for a: thread do for la: level do
          if r.l[v][x][y][a][la] then
            if acquires & Fits(a, la, b, at) & InView(v, b, at) then r.a[v][b] := true; end;
            r.q[v][b][a][la][at] := true;
          end;
        end; end; end;
      end;
    end;
  end; end; end; end;
end;

procedure AcquireFence(b: thread; at: level);
var least: level;
begin
  for l: line do for w: word do for t: thread do for c: class do
    alias r: records[l][w][t][c] do
      for v: view do for a: thread do for la: level do for ly: level do
        if r.present & r.q[v][b][a][la][ly] then
          least := ly < at ? ly : at;
          if Fits(a, la, b, least) & InView(v, b, least) then r.a[v][b] := true; end;
        end;
      end; end; end; end;
    end;
  end; end; end; end;
end;

procedure ReleaseFence(b: thread; at: level);
begin
  for l: line do for w: word do for t: thread do for c: class do
    alias r: records[l][w][t][c] do
      for v: view do
        if r.present & r.a[v][b] then r.f[v][b][at] := true; end;
      end;
    end;
  end; end; end; end;
end;

-- A record comes to another class: with one that is there already it happens before what
-- both happened before.
procedure Reclassify(x: line; y: word; a: thread; from: class; target: class);
begin
  if records[x][y][a][target].present then
    alias r: records[x][y][a][target]; s: records[x][y][a][from] do
      for v: view do
        for t: thread do
          r.a[v][t] := r.a[v][t] & s.a[v][t];
          for k: level do r.f[v][t][k] := r.f[v][t][k] & s.f[v][t][k]; end;
          for u: thread do for i: level do for j: level do
            r.q[v][t][u][i][j] := r.q[v][t][u][i][j] & s.q[v][t][u][i][j];
          end; end; end;
          for l: line do for w: word do for k: level do
            r.l[v][l][w][t][k] := r.l[v][l][w][t][k] & s.l[v][l][w][t][k];
          end; end; end;
        end;
      end;
    end;
  else
    records[x][y][a][target] := records[x][y][a][from];
  end;
  clear records[x][y][a][from];
end;

-- A remote acquire promotes the last release on its location, where that is
-- narrower and within the target.
procedure PromoteRelease(b: thread; o: operation; at: level);
var x: line;
var y: word;
var a: thread;
var target: class;
begin
  x := LineOf(o);
  y := WordOf(o);
  if last[x][y].any & last[x][y].at < at & Common(last[x][y].who, b) <= at then
    a := last[x][y].who;
    for l: line do for w: word do for t: thread do for c: class do
      alias r: records[l][w][t][c] do
        if r.present & r.l[0][x][y][a][last[x][y].at] then
          r.l[0][x][y][a][at] := true;
        end;
      end;
    end; end; end; end;
    if LevelIn(last[x][y].class) < at then
      target := ClassOf(true, true, IsRemote(last[x][y].class), at) + LAST;
      Reclassify(x, y, a, last[x][y].class, target);
      last[x][y].class := target;
    end;
    last[x][y].at := at;
  end;
end;

-- Another release comes: what was the last one is an access as any other.
procedure Retire(x: line; y: word);
begin
  if last[x][y].any then
    Reclassify(x, y, last[x][y].who, last[x][y].class, last[x][y].class - LAST);
  end;
end;

function PendingLevel(b: thread; o: operation; at: level): level;
var result: level;
begin
  result := at;
  for a: thread do for k: level do
    if pending[LineOf(o)][WordOf(o)][a][k] & result < k & Common(a, b) <= k then result := k; end;
  end; end;
  return result;
end;

procedure ForgetPending(o: operation);
begin
  for a: thread do for k: level do pending[LineOf(o)][WordOf(o)][a][k] := false; end; end;
end;

procedure Check(b: thread; o: operation; cb: class);
var seen: boolean;
begin
  for t: thread do for c: class do
    alias r: records[LineOf(o)][WordOf(o)][t][c] do
      if r.present & Conflict(t, c, b, cb) then
        seen := exists v: view do r.a[v][b] end;
        if !seen then raced := true; end;
      end;
    end;
  end; end;
end;

procedure Tells(b: thread; o: operation; at: level; releases: boolean);
var x: line;
var y: word;
var least: level;
begin
  x := LineOf(o);
  y := WordOf(o);
  for l: line do for w: word do for t: thread do for c: class do
    alias r: records[l][w][t][c] do
      if r.present then
        for v: view do
          if releases & r.a[v][b] & InView(v, b, at) then r.l[v][x][y][b][at] := true; end;
          for lf: level do
            least := lf < at ? lf : at;
            if r.f[v][b][lf] & InView(v, b, least) then r.l[v][x][y][b][least] := true; end;
          end;
        end;
      end;
    end;
  end; end; end; end;
end;

procedure Access(b: thread; o: operation; writes: boolean);
var atomic: boolean;
var reads: boolean;
var remote: boolean;
var acquires: boolean;
var releases: boolean;
var at: level;
var heard: level;
var c: class;
begin
  atomic := Order(o) != PLAIN;
  reads := Kind(o) = LOAD | Kind(o) = RMW;
  remote := MODEL = 5 & RemoteOrder(Order(o));
  acquires := reads & (AcquireOrder(Order(o)) | Order(o) = SEQ_CST);
  releases := writes & (ReleaseOrder(Order(o)) | Order(o) = SEQ_CST);
  at := LevelOf(o);
  heard := at;
  if atomic & reads then
    if acquires & MODEL = 5 then
      if remote then PromoteRelease(b, o, at); end;
      heard := PendingLevel(b, o, at);
      ForgetPending(o);
    end;
    Hears(b, o, heard, acquires);
  end;
  c := ClassOf(atomic, writes, remote, writes ? at : heard);
  if MODEL = 5 & releases then c := c + LAST; end;
  Check(b, o, c);
  if !raced then
    if MODEL = 5 & releases then Retire(LineOf(o), WordOf(o)); end;
    alias r: records[LineOf(o)][WordOf(o)][b][c]; final: last[LineOf(o)][WordOf(o)] do
      clear r;
      r.present := true;
      for v: view do r.a[v][b] := true; end;
      if atomic & writes then
        Tells(b, o, at, releases);
      end;
      if MODEL = 5 & releases then
        final.any := true;
        final.who := b;
        final.at := at;
        final.class := c;
        if remote then pending[LineOf(o)][WordOf(o)][b][at] := true; end;
      end;
    end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if !raced then
    if Kind(o) = FENCE then
      if Acquires(o) then AcquireFence(t, LevelOf(o)); end;
      if Releases(o) then ReleaseFence(t, LevelOf(o)); end;
    else
      Access(t, o, Kind(o) = RMW ? Writes(o, FinalValue(LineOf(o), WordOf(o))) : Kind(o) = STORE);
    end;
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value); begin end;

invariant "no race"
  !raced;
