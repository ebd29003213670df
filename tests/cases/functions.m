-- why: functions and procedures with parameters by value and by reference, locals, early return, recursion.
-- expect: verdict=holds states=7 rules=7 depth=6
type small: 0..50; vector: array [0..2] of small;
var n: 0..6; v: vector; f: small;
function factorial(k: small): 0..10000;
begin
  if k <= 1 then return 1; end;
  return k * factorial(k - 1);
end;
function fibonacci(k: small): small;
  var a, b, c: small;
begin
  a := 0; b := 1;
  if k > 0 then for i := 1 to k do c := a + b; a := b; b := c; end; end;
  return a;
end;
function maximum(w: vector): small;
  var most: small;
begin
  most := 0;
  for i: 0..2 do if w[i] > most then most := w[i]; end; end;
  return most;
end;
procedure exchange(var a: small; var b: small);
  var keep: small;
begin keep := a; a := b; b := keep; end;
procedure rotate(var w: vector);
begin exchange(w[0], w[1]); exchange(w[1], w[2]); return; error "after return"; end;
function next_of(var w: vector; k: small): small;
begin w[0] := k; return k + 1; end;
startstate begin n := 0; f := 0; v[0] := 1; v[1] := 2; v[2] := 3; end;
rule begin
  assert factorial(5) = 120 & factorial(0) = 1;
  f := next_of(v, fibonacci(n));
  assert v[0] = f - 1;
  rotate(v);
  rotate(v);
  rotate(v);
  assert maximum(v) >= v[0] & maximum(v) = (v[0] > v[1] ? (v[0] > v[2] ? v[0] : v[2]) : (v[1] > v[2] ? v[1] : v[2]));
  v[0] := 1;
  n := (n + 1) % 7;
  if n = 0 then f := 0; end;
end;
invariant (n = 1 -> f = 1) & (n = 6 -> f = 6) & (n = 0 -> f = 0);
