-- SPDX-License-Identifier: BSD-2-Clause
-- Queues deep enough for a state of 1,400 bytes, of which a firing changes few.
const N: 4; B: 6; NETS: 4;
type node: 0..N-1; kind: 0..20; slot: 0..B-1;
 msg: record k: kind; src: node; dst: node; v: 0..3; acks: 0..4; adr: 0..1; end;
 fifo: record m: array[slot] of msg; n: 0..B; end;
var net: array[0..NETS-1] of array[node] of array[0..1] of fifo; st: array[node] of array[0..1] of 0..15; val: array[node] of array[0..1] of 0..3;
startstate begin clear net; clear st; clear val; end;
ruleset i: node; j: node; t: 0..1 do
rule "send" i != j & net[t][j][0].n < 2 & st[i][t] < 5 ==> begin
  alias f: net[t][j][0] do f.m[f.n].k := t + 1; f.m[f.n].src := i; f.m[f.n].dst := j; f.m[f.n].v := val[i][t]; f.n := f.n + 1; st[i][t] := st[i][t] + 1; end; end;
end;
ruleset j: node; t: 0..1 do
rule "recv" net[t][j][0].n > 0 ==> begin
  alias f: net[t][j][0] do val[j][t] := f.m[0].v; for i := 1 to B-1 do f.m[i-1] := f.m[i]; end; clear f.m[B-1]; f.n := f.n - 1; end; end;
end;
