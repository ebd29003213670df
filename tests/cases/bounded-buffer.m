-- why: a ring buffer between a producer and a consumer: the items come out in order; 4 positions * 4 fillings of each.
-- expect: verdict=holds states=20 rules=32 depth=10
const
  SIZE: 4;
type
  index: 0 .. SIZE - 1;
var
  head: index;
  count: 0 .. SIZE;
  item: array [index] of 0 .. 1;
  produced: 0 .. 1;          -- the next item, alternating
  consumed: 0 .. 1;          -- the next one expected

startstate begin
  head := 0;
  count := 0;
  undefine item;
  produced := 0;
  consumed := 0;
end;

rule "produce" count < SIZE ==>
begin
  item[(head + count) % SIZE] := produced;
  produced := 1 - produced;
  count := count + 1;
end;

rule "consume" count > 0 ==>
begin
  assert "in order" item[head] = consumed;
  consumed := 1 - consumed;
  undefine item[head];
  head := (head + 1) % SIZE;
  count := count - 1;
end;
