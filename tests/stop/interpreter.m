-- SPDX-License-Identifier: BSD-2-Clause
-- A firing that compiled code does in a moment, since the compiler folds the
-- assignments of a turn into one, and the interpreter, which runs each trace
-- again, does not: the one takes some hundredth of the other's time, so that a
-- limit between the two is far from both.
var a: 0..3;
startstate begin a := 0; end;
rule a = 0 ==> var n: 0..4; begin
  n := 0;
  for i: 0..10000000 do
    n := 4 - n; n := 4 - n; n := 4 - n;
    n := 4 - n; n := 4 - n; n := 4 - n;
    n := 4 - n; n := 4 - n; n := 4 - n;
  end;
  a := 1 + n / 5;
end;
invariant "never one" a != 1;
