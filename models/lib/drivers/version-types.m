-- SPDX-License-Identifier: BSD-2-Clause
-- Types of the drivers whose values name versions: scalarsets, so that a search
-- goes up to the names of threads, CUs and lines.

type
  thread: scalarset (THREADS);
  cu: scalarset (CUS);
  group: cu;                       -- one work-group a CU
  component: 0 .. COMPONENTS - 1;
  line: scalarset (LINES);
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;  -- 0 at first; then in the order of issue
  tag: 0 .. TAGS - 1;
  operation: record
    kind: kind_type;
    order: order_type;
    scope: scope_type;
    at: line;
    part: word;
    data: value;
  end;

function Kind(o: operation): kind_type;   begin return o.kind;  end;
function Order(o: operation): order_type; begin return o.order; end;
function Scope(o: operation): scope_type; begin return o.scope; end;
function LineOf(o: operation): line;      begin return o.at;    end;
function WordOf(o: operation): word;      begin return o.part;  end;
function Stored(o: operation): value;     begin return o.data;  end;
function Result(o: operation; old: value): value; begin return o.data; end;
procedure SetOperation(var o: operation; k: kind_type; r: order_type; s: scope_type; l: line; w: word);
begin
  o.kind := k;
  o.order := r;
  o.scope := s;
  o.at := l;
  o.part := w;
end;
procedure SetStored(var o: operation; v: value);
begin
  o.data := v;
end;
procedure SetUnknown(var o: operation);
begin
  undefine o;
  o.kind := LOAD;
  o.order := PLAIN;
end;
