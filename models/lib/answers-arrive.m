-- SPDX-License-Identifier: BSD-2-Clause
-- Answers of lib/steps.m: those for a CU and a line are in order, so each arrives if the first does, again
-- and again while there is any.  For consumed.m of the machines that have them.

ruleset c: cu; l: line do
  ltl "an answer arrives" [] <> ({ FirstAnswer(c, l) = FLYING } | fires("answer arrives", c, l));
end;
