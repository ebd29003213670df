-- SPDX-License-Identifier: BSD-2-Clause
-- Few calls are nested, and 2^60 are made.
var a: 0..3;
function f(n: 0..60): 0..1; begin if n = 0 then return 0; end; return (f(n - 1) + f(n - 1)) % 2; end;
startstate begin a := 0; end;
rule a < 2 ==> begin a := a + 1; end;
rule a = 2 ==> begin a := f(60); end;
