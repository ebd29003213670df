-- SPDX-License-Identifier: BSD-2-Clause
-- Each call holds 80,000 bytes of its own: 64 MiB of frames are less than a thousand calls.
type big: array [1..10000] of 0..1000000000000;
var n: 0..3;
function f(k: 0..100000): 0..3;
var b: big;
begin b[1 + k % 10000] := k; if k = 0 then return 0; end; return f(k - 1) ; end;
startstate begin n := 0; end;
rule n = 0 ==> begin n := f(800) + 1; end;
rule n = 1 ==> begin n := f(900) + 2; end;
