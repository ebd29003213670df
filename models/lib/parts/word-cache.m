-- SPDX-License-Identifier: BSD-2-Clause
-- A cache in which each word of a line is invalid, clean, or dirty till its store
-- has been written on: the L1s of wt and amdgpu (word-l1.m) and of rsp, and rsp's L2s.  A clean word can be
-- dropped by itself.  The machine defines l1, of such lines.

type
  word_state: enum { INVALID, CLEAN, DIRTY };
  cache_line: record
    state: array [word] of word_state;
    data: array [word] of value;
  end;

procedure StartLine(var it: cache_line);
begin
  for w: word do it.state[w] := INVALID; end;
end;

procedure DropClean(var it: cache_line; w: word);
begin
  if it.state[w] = CLEAN then
    it.state[w] := INVALID;
    undefine it.data[w];
  end;
end;

procedure DropCleanWords(var it: cache_line);
begin
  for w: word do DropClean(it, w); end;
end;

ruleset c: cu; l: line; w: word do
  rule "evict"
    EvictionsOn() & l1[c][l].state[w] = CLEAN
  ==>
  begin
    DropClean(l1[c][l], w);
  end;
end;
