-- SPDX-License-Identifier: BSD-2-Clause
-- Three states, for suite `mutate`; without its bound, hundreds of millions.
var
  ticks: 0 .. 400000000;

startstate
begin
  ticks := 0;
end;

rule "tick" ticks < 2 ==>
begin
  ticks := ticks + 1;
end;

rule "back" ticks = 2 ==>
begin
  ticks := 0;
end;
