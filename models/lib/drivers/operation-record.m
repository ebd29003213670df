-- SPDX-License-Identifier: BSD-2-Clause
-- Operations as records, for drivers whose threads, lines and locations are
-- scalarsets; numbered-operations.m has them as numbers.  Included by
-- endless-types.m and version-types.m, which define the types of its parts.

type
  operation: record
    kind: kind_type;
    order: order_type;
    scope: scope_type;
    line: line;
    word: word;
    stored: value;           -- of STORE and RMW
  end;

function Kind(o: operation): kind_type;   begin return o.kind;   end;
function Order(o: operation): order_type; begin return o.order;  end;
function Scope(o: operation): scope_type; begin return o.scope;  end;
function LineOf(o: operation): line;      begin return o.line;   end;
function WordOf(o: operation): word;      begin return o.word;   end;
function Stored(o: operation): value;     begin return o.stored; end;
function Result(o: operation; old: value): value;   begin return o.stored; end;
procedure SetUnknown(var o: operation);
begin
  undefine o;
  o.kind := LOAD;
  o.order := PLAIN;
  o.scope := WORK_ITEM;
end;
procedure SetOperation(var o: operation; k: kind_type; r: order_type; s: scope_type; l: line; w: word);
begin
  o.kind := k;
  o.order := r;
  o.scope := s;
  o.line := l;
  o.word := w;
end;
procedure SetStored(var o: operation; v: value);
begin
  o.stored := v;
end;
