-- SPDX-License-Identifier: BSD-2-Clause
-- Which agents are CPUs, on the machines that have both: rfo and quickrelease.

const
  CPU: 0;     -- 0: all agents but the first, 1: the first

function IsCpu(c: cu): boolean;
begin
  return CPU = 0 ? ComponentOf(c) != 0 : ComponentOf(c) = 0;
end;
