-- SPDX-License-Identifier: BSD-2-Clause
-- Types of the endless driver: scalarsets.

type
  thread: scalarset(THREADS);
  cu: scalarset(CUS);
  line: scalarset(LINES);
  word: scalarset(WORDS);
  value: scalarset(VALUES);
  tag: scalarset(TAGS);
  group: cu;                 -- one work-group a CU
  component: 0 .. COMPONENTS - 1;

  operation: record
    kind: kind_type;
    order: order_type;
    line: line;
    word: word;
    stored: value;           -- of STORE and RMW
  end;

function Kind(o: operation): kind_type;   begin return o.kind;   end;
function Order(o: operation): order_type; begin return o.order;  end;
function Scope(o: operation): scope_type; begin return SYSTEM;   end;
function LineOf(o: operation): line;      begin return o.line;   end;
function WordOf(o: operation): word;      begin return o.word;   end;
function Stored(o: operation): value;     begin return o.stored; end;
function Result(o: operation; old: value): value;   begin return o.stored; end;
procedure SetOperation(var o: operation; k: kind_type; r: order_type; s: scope_type; l: line; w: word);
begin
  o.kind := k;
  o.order := r;
  o.line := l;
  o.word := w;
end;
procedure SetStored(var o: operation; v: value);
begin
  o.stored := v;
end;
procedure SetFence(var o: operation);
begin
  o.kind := FENCE;
  o.order := SEQ_CST;
end;
procedure SetUnknown(var o: operation);
begin
  undefine o;
  o.kind := LOAD;
  o.order := PLAIN;
end;
