-- A queue of processes linked to each other, a relation between them, and data:
-- colours alone do not tell the elements apart.
const N: 4;
type P: scalarset(N); D: scalarset(2);
var next: array[P] of P; tail: P; inq: array[P] of boolean; mat: array[P] of array[P] of boolean; v: array[P] of D; m: D;
startstate begin undefine next; undefine tail; for i: P do inq[i] := false; for j: P do mat[i][j] := false; end; undefine v[i]; end; undefine m; end;
ruleset i: P do
 rule "enq" !inq[i] ==> begin inq[i] := true; if !isundefined(tail) then next[tail] := i; end; tail := i; end;
 rule "deq" inq[i] & tail = i & !exists j: P do !isundefined(next[j]) & next[j] = i end ==> begin inq[i] := false; undefine tail; end;
 rule "deq2" inq[i] & tail != i & !exists j: P do !isundefined(next[j]) & next[j] = i end ==> begin inq[i] := false; undefine next[i]; end;
 ruleset j: P do rule "edge" i != j & !mat[j][i] & inq[i] ==> begin mat[i][j] := !mat[i][j]; end; end;
 ruleset d: D do rule "data" inq[i] ==> begin v[i] := d; m := d; end; end;
end;
