-- SPDX-License-Identifier: BSD-2-Clause
-- Requests of a CU on their way to a bank (parts/channel.m), taken by the rule "L2 serves": they are in order,
-- so each is taken if the first is, again and again while there is any.  For consumed.m of machines
-- that have both.

ruleset c: cu; l: line do
  ltl "a request is taken" [] <> ({ up[c][l].count = 0 } | fires("L2 serves", c, l));
end;
