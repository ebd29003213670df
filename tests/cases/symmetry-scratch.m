-- why: a round may use local variables, as long as it writes them before it reads them and nobody asks for them later.
-- options: --deadlock off
-- expect: verdict=holds states=82 rules=246 depth=7
-- expect-exact: states=19 rules=57
type S: scalarset(3); M: record kind: 0..2; dst: S; end;
var box: array [S] of M; x: array [S] of 0..2;
procedure send(m: M; at: S); begin box[at] := m; end;
procedure next(var v: 0..2); var t: 0..2; begin t := v; v := (t + 1) % 3; end;
startstate begin for i: S do x[i] := 0; end; undefine box; end;
ruleset p: S do
  rule "send" var m: M; t: 0..2; begin
    next(x[p]);
    for i: S do
      if i != p then
        m.kind := x[i];
        m.dst := p;
        send(m, i);
        t := x[i];
        while t > 0 do t := t - 1; end;
      end;
    end;
    m.kind := 0;
    undefine box[p];
  end;
end;
invariant "sent" forall i: S do !isundefined(box[i].kind) -> box[i].dst != i end;
