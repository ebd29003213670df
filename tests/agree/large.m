-- A state of 48,000 bits with scalars of every width: packing by tables.
type
  wide: 0..70000;
  cell: record a: 0..5; b: boolean; c: wide; d: -3..300; e: 0..5000000000; end;
var
  m: array [0..599] of cell;
  at: 0..599;
startstate
begin
  at := 0;
  for i := 0 to 599 do m[i].c := i * 100; end;
end;
rule "fill" at < 599 ==>
begin
  m[at].a := at % 6;
  m[at].b := at % 2 = 0;
  m[at].d := at / 2 - 3;
  m[at].e := at * 8000000;
  at := at + 1;
end;
rule "back" at > 1 ==> begin undefine m[at - 1].c; at := at - 2; end;
rule "read" at > 2 ==> begin m[0].c := m[at - 1].c + 1; end;
