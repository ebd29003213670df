-- flatten: --const N=2
-- Use before declaration, constants from outside, operators in Unicode, `&`
-- and `|` on bits and on aliases, loops that run down.
ruleset i: index do
  rule "flip" Ready(i) ∧ ¬(a[i] ≠ i) → true ==>
  begin
    alias x: a[i] do
      x ≔ (x | MASK) & 3;
      x := (x ^ i) × 1;
      for k := x to 0 do b[k] := b[k] & !b[k]; end;
    end;
    Touch(i, b[i]);
  end;
end;

function Ready(i: index): boolean; begin return Other(i) >= 0; end;
function Other(i: index): index; begin return i; end;
procedure Touch(i: index; var x: boolean); begin x := !x; if i > N then error "never" end; end;

startstate "one" begin
  for i: index do a[i] := i; b[i] := false; end;
end;
startstate "two" begin
  clear a; clear b;
end;

var
  a: array [index] of 0..3;
  b: array [0..3] of boolean;
type
  index: 0..N - 1;
const
  N: 4;
  MASK: N > 3 ? 0x10 : N = 2 ? 1 : 0;

invariant forall i: index do a[i] < 4 end;
liveness exists i: index do b[i] end;
cover "a “quoted” \"name\"" b[0];
