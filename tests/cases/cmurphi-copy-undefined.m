-- why: CMurphi's `x := y` copies an undefined y, of whatever scalar type, through unions and aliases too; anything else that reads it is a violation, also `x := y + 0`.
-- options: --dialect cmurphi --deadlock off
-- expect: verdict=violated kind=undefined depth=1 place=22:12
-- expect-trace: startstate 1; add
type s: scalarset(2); e: enum {e1, e2}; u: union {s, e};
var n, m: 0..3; small: 0..1; b, c: boolean; x: e; y: u; t: array [0..1] of s; p: s;
procedure keep(v: 0..3); begin m := v; end;
startstate begin
  m := 1; c := true; y := e1; small := 1;
  small := n;
  m := n;
  c := b;
  x := y;
  y := x;
  alias q: t[0] do y := q; t[1] := q; p := t[1]; end;
  keep(n);
end;
rule "copy" isundefined(m) & isundefined(small) & isundefined(c) & isundefined(y) & isundefined(p) & !isundefined(x) ==>
begin y := p; end;
rule "never" !isundefined(m) | !isundefined(p) | !isundefined(c) ==> begin error "copied what is not there"; end;
rule "add" x = e1 ==> begin
  small := n + 0;
end;
