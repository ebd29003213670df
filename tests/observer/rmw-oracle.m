-- SPDX-License-Identifier: BSD-2-Clause
-- Atomicity of read-modify-writes as versions.m has it, without its bookkeeping:
-- places in each location's order are kept, and what each read-modify-write has
-- read, and all of them are looked at in each state.  What has read a store that
-- has no place yet counts where its own has one by then.

type
  place: 0 .. VALUES;
var
  under_way: array [thread] of array [tag] of record
    exchanges: boolean;
    at: line;
    part: word;
    own: value;
  end;
  placed: array [line] of array [word] of array [value] of place;  -- undefined: none
  read_for: array [line] of array [word] of array [value] of value; -- by the own value
  places: array [line] of array [word] of place;

procedure ObserveStart();
begin
  for t: thread do for g: tag do under_way[t][g].exchanges := false; end; end;
  for l: line do for w: word do
    placed[l][w][Initial(l, w)] := 0;
    places[l][w] := 0;
  end; end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if Kind(o) = RMW then
    under_way[t][g].exchanges := true;
    under_way[t][g].own := Stored(o);
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word);
begin
  under_way[t][g].at := l;
  under_way[t][g].part := w;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  if under_way[t][g].exchanges then
    alias l: under_way[t][g].at; w: under_way[t][g].part; own: under_way[t][g].own do
      if !isundefined(placed[l][w][v]) | !isundefined(placed[l][w][own]) then
        read_for[l][w][own] := v;
      end;
    end;
  end;
  undefine under_way[t][g];
  under_way[t][g].exchanges := false;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  places[l][w] := places[l][w] + 1;
  placed[l][w][v] := places[l][w];
end;

function RightBefore(l: line; w: word; read: value; own: value): boolean;
begin
  if isundefined(placed[l][w][read]) then return false; end;
  return placed[l][w][own] = placed[l][w][read] + 1;
end;

function Broken(): boolean;
begin
  return exists l: line do exists w: word do exists own: value do
    !isundefined(read_for[l][w][own]) & !isundefined(placed[l][w][own])
    & !RightBefore(l, w, read_for[l][w][own], own)
  end end end;
end;
