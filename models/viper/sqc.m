-- SPDX-License-Identifier: BSD-2-Clause
-- The SQC of a CU, through which plain loads go with SQC=1.  It is never told of stores: an
-- acquire evicts what it has, as what the TCP has, and in the same step of the walk.  Its
-- requests are in one channel with those of the TCP.

type
  sqc_state: enum { SQC_I, SQC_V, SQC_IV };

var
  sqc: array [cu] of array [line] of record
    state: sqc_state;
    data: line_data;           -- in V
  end;

procedure SetSqc(c: cu; l: line; s: sqc_state);
begin
  sqc[c][l].state := s;
  if s != SQC_V then undefine sqc[c][l].data; end;
end;

procedure SqcStart();
begin
  for c: cu do
    for l: line do SetSqc(c, l, SQC_I); end;
  end;
end;

procedure SqcFetch(c: cu; l: line; var q: core_request);
begin
  switch sqc[c][l].state
    case SQC_I:
      cover "SQC I Fetch" true;
      AskFor(c, l, RdBlk, true, q);
      SetSqc(c, l, SQC_IV);
    case SQC_V: cover "SQC V Fetch" true; BindHit(q, sqc[c][l].data);
    case SQC_IV: error "SQC IV Fetch: the coalescer has one request of a line at the TCP";
  end;
end;

-- In I the load is answered from an entry that there is not; mended, from the message.
procedure SqcData(c: cu; l: line; var m: answer_message);
begin
  switch sqc[c][l].state
    case SQC_I:
      cover "SQC I Data" true;
      if LATE_FILLS = 1 then error "SQC I Data: there is no entry"; end;
    case SQC_IV:
      cover "SQC IV Data" true;
      SetSqc(c, l, SQC_V);
      sqc[c][l].data := m.data;
    case SQC_V: error "SQC V Data: undefined";
  end;
  ServedBy(c, l, m);
end;

procedure SqcEvict(c: cu; l: line);
begin
  cover "SQC I Evict" sqc[c][l].state = SQC_I;
  cover "SQC V Evict" sqc[c][l].state = SQC_V;
  cover "SQC IV Evict" sqc[c][l].state = SQC_IV;
  SetSqc(c, l, SQC_I);
end;

-- A line in I or IV has no way.
procedure SqcRepl(c: cu; l: line);
begin
  cover "SQC V Repl" sqc[c][l].state = SQC_V;
  cover "SQC I Repl" sqc[c][l].state = SQC_I;
  cover "SQC IV Repl" sqc[c][l].state = SQC_IV;
  SetSqc(c, l, SQC_I);
end;

ruleset c: cu; l: line do
  rule "SQC replaces"
    SQC = 1 & EvictionsOn() & sqc[c][l].state = SQC_V
  ==>
  begin
    SqcRepl(c, l);
  end;
end;
