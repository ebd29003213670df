-- SPDX-License-Identifier: BSD-2-Clause
-- A firing that compiled code does in a moment, and the interpreter, which runs
-- each trace again, does not.
var a: 0..3;
startstate begin a := 0; end;
rule a = 0 ==> var n: 0..4; begin
  n := 0;
  for i: 0..90000000 do n := 4 - n; end;
  a := 1 + n / 5;
end;
invariant "never one" a != 1;
