-- why: what CMurphi's examples do: rules and start states in aliases, code without begin, sparse semicolons, undefined arguments.
-- options: --dialect cmurphi --deadlock off
-- expect: verdict=holds states=24 rules=56
-- expect-exact: states=12 rules=28
Type T : 0..1; H: Scalarset(1); P: Scalarset(2); N: Union {H, P};
  Msg: Record kind: enum {Ask, Give}; Src: N; Home: N End;
Var A : Array[ T ] of Record
   full, seen: boolean
  End;
  Net: Array [N] of Multiset [2] of Msg;
  St: Array [P] of Array [H] of Record s: enum{I, S, M}; End;
Procedure Send(d: N; s: N; h: N);
Var msg: Msg;
Begin
  Assert (MultiSetCount(i:Net[d], true) < 2) "full";
  msg.kind := Ask; msg.Src := s; msg.Home := h;
  MultiSetAdd(msg, Net[d]);
End;
Procedure Note(t: T);
  If A[t].full Then A[t].seen := true; End;
  Alias a: A[t] Do a.full := !a.full; End;
End;
Function other(t: T): T;
  return 1 - t;
End;
Ruleset p : T Do
  Alias ping: A[p]; pong: A[ 1 - p ] Do
    Rule "go" ping.full ==> Begin Note(other(p)); ping.full := false; End;
    Startstate
    Begin
      ping.full := true; ping.seen := false; clear pong;
      For q: P Do For h: H Do St[q][h].s := I; End; End;
    End;
  End;
End;
Ruleset n: P Do Alias me: St[n] Do Ruleset h: H Do
  Rule (me[h].s = I) ==> me[h].s := S; Send(h, n, UNDEFINED); Endrule;
Endruleset; Endalias; Endruleset;
Ruleset h: H Do Choose m: Net[h] Do
  Rule true ==>
    Alias msg: Net[h][m] Do
      Switch msg.kind
        Case Ask: if ismember(msg.Src, P) & isundefined(msg.Home) then St[msg.Src][h].s := M; MultiSetRemove(m, Net[h]); end;
        Case Give:
      Endswitch;
    Endalias;
  Endrule;
Endchoose; Endruleset;
Invariant "one" Forall p: T Do !(A[p].full & A[p].seen) & (A[p].full | A[p].seen) -> Exists q: T Do A[q].full End End;
