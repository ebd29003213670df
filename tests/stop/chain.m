-- SPDX-License-Identifier: BSD-2-Clause
-- Nested calls without recursion are not counted, neither by compiled code nor by the interpreter.
var n: 0..3;
function f(k: 0..3): 0..3; begin return (k + 1) % 4; end;
function g(k: 0..3): 0..3; begin return f(k); end;
function h(k: 0..3): 0..3; begin return g(k); end;
startstate begin n := 0; end;
rule begin n := h(n); end;
