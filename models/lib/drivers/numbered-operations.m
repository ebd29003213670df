-- SPDX-License-Identifier: BSD-2-Clause
-- Operations as numbers, as the litmus drivers have them, for machines that
-- count with them: kind, order, scope, line, word and value are digits.

const
  PLACES: LINES * WORDS * VALUES;
  OPERATIONS: 4 * 9 * 5 * PLACES;

type
  operation: 0 .. OPERATIONS - 1;

function KindNumber(k: kind_type): 0 .. 3;
begin
  switch k
  case LOAD:  return 0;
  case STORE: return 1;
  case RMW:   return 2;
  case FENCE: return 3;
  end;
end;

function OrderNumber(r: order_type): 0 .. 8;
begin
  switch r
  case PLAIN:          return 0;
  case RELAXED:        return 1;
  case ACQUIRE:        return 2;
  case RELEASE:        return 3;
  case ACQ_REL:        return 4;
  case SEQ_CST:        return 5;
  case REMOTE_ACQUIRE: return 6;
  case REMOTE_RELEASE: return 7;
  case REMOTE_ACQ_REL: return 8;
  end;
end;

function Kind(o: operation): kind_type;
begin
  switch o / (45 * PLACES)
  case 0: return LOAD;
  case 1: return STORE;
  case 2: return RMW;
  else return FENCE;
  end;
end;

function Order(o: operation): order_type;
begin
  switch o / (5 * PLACES) % 9
  case 0: return PLAIN;
  case 1: return RELAXED;
  case 2: return ACQUIRE;
  case 3: return RELEASE;
  case 4: return ACQ_REL;
  case 5: return SEQ_CST;
  case 6: return REMOTE_ACQUIRE;
  case 7: return REMOTE_RELEASE;
  else return REMOTE_ACQ_REL;
  end;
end;

function Scope(o: operation): scope_type;
begin
  switch o / PLACES % 5
  case 0: return WORK_ITEM;
  case 1: return WAVEFRONT;
  case 2: return WORK_GROUP;
  case 3: return COMPONENT;
  else return SYSTEM;
  end;
end;

function LineOf(o: operation): line;  begin return o % PLACES / (WORDS * VALUES); end;
function WordOf(o: operation): word;  begin return o / VALUES % WORDS; end;
function Stored(o: operation): value; begin return o % VALUES; end;
function Result(o: operation; old: value): value; begin return Stored(o); end;

procedure SetOperation(var o: operation; k: kind_type; r: order_type; s: scope_type; l: line; w: word);
begin
  o := ((KindNumber(k) * 9 + OrderNumber(r)) * 5 + ScopeNumber(s)) * PLACES + (l * WORDS + w) * VALUES;
end;
procedure SetStored(var o: operation; v: value);
begin
  o := o - o % VALUES + v;
end;
procedure SetUnknown(var o: operation);
begin
  SetOperation(o, LOAD, PLAIN, WORK_ITEM, 0, 0);
end;
