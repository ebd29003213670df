-- SPDX-License-Identifier: BSD-2-Clause
-- Large arguments by value and results: each call site copies.
type big: array [1..1000] of 0..1000000000000;
var n: 0..3; g: big;
function f(b: big; k: 0..100000): big;
begin if k % 2 = 0 then return f(b, k + 1); end; if k % 3 = 1 then return f(f(b, k + 1), k + 2); end; return f(b, k + 1); end;
startstate begin n := 0; clear g; end;
rule n = 0 ==> begin g := f(g, 0); end;
