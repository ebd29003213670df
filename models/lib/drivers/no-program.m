-- SPDX-License-Identifier: BSD-2-Clause
-- What a driver without a program answers to a machine's questions: every
-- thread, CU and location is in use, any access may come, and nothing is known
-- of the next one.  Included by free.m, endless.m, rsp/owner.m and
-- stc/figure-2.m, which define the types and `operation`; a machine needs some
-- of these functions, and never all.

function UsedThread(t: thread): boolean;      begin return true; end;
function UsedCu(c: cu): boolean;              begin return true; end;
function UsedLine(l: line): boolean;          begin return true; end;
function UsedWord(l: line; w: word): boolean; begin return true; end;
function Writes(o: operation; old: value): boolean; begin return true; end;
function Returns(o: operation): boolean;      begin return true; end;
function ClusterScope(o: operation): boolean; begin return false; end;

function Wanted(c: cu; l: line): boolean;     begin return true; end;
function Loaded(c: cu; l: line): boolean;     begin return true; end;
function LoadedRelaxed(c: cu; l: line): boolean; begin return true; end;
function OrdersLater(t: thread): boolean;     begin return true; end;
function Touched(c: cu; l: line): boolean;    begin return true; end;
function Changes(l: line): boolean;           begin return true; end;
function SynchronisesOn(l: line): boolean;    begin return true; end;
function TouchedFrom(t: thread; after: boolean; l: line): boolean; begin return true; end;
function WantedByOthers(t: thread; l: line): boolean;              begin return true; end;
function TouchedByOthers(t: thread; l: line): boolean;             begin return true; end;

-- A next operation there is, of which nothing is known: whatever may be is
-- possible, and nothing is sure.  A machine that asks whether its thread has to
-- wait hears of one that has not, a plain load.  No step takes the next
-- operation, or a prefetch, with it.
function HasNext(t: thread; after: boolean): boolean; begin return true; end;
function Next(t: thread; after: boolean): operation;
var any: operation;
begin
  SetUnknown(any);
  return any;
end;
function ChangedBy(c: cu; l: line): boolean; begin return true; end;
function PrefetchesLeft(c: cu): boolean;     begin return true; end;
function IsThrough(t: thread): boolean; begin return false; end;
function ActsAlone(t: thread): boolean; begin return false; end;
function NextMayBe(t: thread; l: line; writes: boolean): boolean; begin return true; end;
function NextIsOf(t: thread; l: line): boolean;                   begin return false; end;
function NextMayRelease(t: thread; s: scope_type): boolean;       begin return true; end;
function MayTake(t: thread): boolean;                   begin return false; end;
procedure Take(t: thread);                              begin end;
function MayPrefetch(c: cu; l: line; w: word): boolean; begin return false; end;
procedure TakePrefetch(c: cu; l: line; w: word);        begin end;
procedure EndPrefetches(c: cu);                         begin end;
procedure EndPrefetchesUnless(c: cu; worth: boolean);   begin end;
procedure PrefetchesOfWanted(c: cu);                    begin end;
procedure PrefetchesOfTouched(c: cu);                   begin end;

-- Fences are operations of their own here; none waits to be passed.
procedure PassFences(t: thread); begin end;
