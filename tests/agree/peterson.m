-- Peterson for n processes: every element is told by what it holds alone.
-- N = 5: 628,868 states; 6,770 with symmetry (Rumur 2022.08.20).
const N: 5;
type pid: scalarset(N);
  priority: 0..N;
  label_t: enum { L0, L1, L2, L3, L4 };
var P: array[pid] of label_t; Q: array[pid] of priority; turn: array[priority] of pid; localj: array[pid] of priority;
ruleset i: pid do
 rule "execute assign Qi j" P[i] = L0 ==> begin localj[i] := 1; P[i] := L1; end;
 rule "execute assign Qi j2" P[i] = L1 & localj[i] < N ==> begin Q[i] := localj[i]; P[i] := L2; end;
 rule "execute assign TURNj i" P[i] = L2 ==> begin turn[localj[i]] := i; P[i] := L3; end;
 rule "execute wait until" P[i] = L3 & (forall j: pid do j != i -> Q[j] < localj[i] end | turn[localj[i]] != i) ==>
   begin localj[i] := localj[i] + 1; if localj[i] < N then P[i] := L1; else P[i] := L4; end; end;
 rule "execute critical; assign Qi 1" P[i] = L4 ==> begin Q[i] := 1; P[i] := L0; end;
end;
startstate
  for k: pid do P[k] := L0; Q[k] := 0; localj[k] := 0; end;
  undefine turn;
end;
invariant "exclusion" forall i: pid do forall j: pid do i != j -> !(P[i] = L4 & P[j] = L4) end end;
