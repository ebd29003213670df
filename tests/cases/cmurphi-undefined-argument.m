-- why: in CMurphi `undefined` may be an argument, as in messages of which a field is left out; the parameter is undefined then, a scalar or a record.
-- options: --dialect cmurphi --deadlock off
-- expect: verdict=holds states=21 rules=32 depth=6
-- expect-exact: states=10 rules=15
Type
  node: Scalarset(2);
  home: Enum { Home };
  place: Union { node, home };
  data: Record value: 0..1; owner: place; Endrecord;
  message: Record kind: Enum { Ask, Tell }; src: place; value: 0..1; what: data; Endrecord;
Var
  net: Array [place] Of Multiset [2] Of message;
  memory: 0..1;
  copy: Array [node] Of 0..1;

Procedure Send(kind: 0..1; dst: place; src: place; value: 0..1; what: data);
Var m: message;
Begin
  If kind = 0 Then m.kind := Ask; Else m.kind := Tell; Endif;
  m.src := src;
  m.value := value;
  m.what := what;
  MultisetAdd(m, net[dst]);
End;

Function Known(value: 0..1): boolean;
Begin
  Return !Isundefined(value);
End;

Startstate Begin
  Undefine net;
  memory := 1;
  Undefine copy;
End;

Ruleset n: node Do
  Rule "ask" Isundefined(copy[n]) & MultisetCount(i: net[Home], net[Home][i].src = n) = 0 &
             MultisetCount(i: net[n], true) = 0 ==>
  Begin
    Assert !Known(UNDEFINED) & Known(memory);
    Send(0, Home, n, UNDEFINED, Undefined);
  End;
End;

Ruleset p: place Do Choose i: net[p] Do Alias chan: net[p]; m: chan[i] Do
  Rule "receive"
  Begin
    If Ismember(p, home) Then
      Assert Isundefined(m.value) & Isundefined(m.what.value) & Isundefined(m.what.owner);
      Send(1, m.src, Home, memory, UNDEFINED);
    Else
      copy[p] := m.value;
    Endif;
    MultisetRemove(i, chan);
  End;
End; End; End;
