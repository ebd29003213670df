-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of VIPER is consumed.  Requests to the TCC and to the directory are in order, and so are those that the
-- TCC has woken.  Answers are taken in any order, and what comes joins them at the end: each is taken if the first is,
-- again and again while there is any.  Parked requests go on together.

ruleset c: cu; l: line do
  ltl "a request is taken" [] <> ({ up[c][l].count = 0 } | fires("TCC takes a request", c, l));
  ltl "an answer is taken" [] <> ({ down[c][l].count = 0 } | fires("TCP receives", c, l, 0));
  ltl "a CPU takes a probe" [] <> ({ cpu[c][l].probe = NO_PROBE } | fires("CPU takes a probe", c, l));
end;

ruleset l: line do
  leadsto "what is parked goes on" { parked[l].count > 0 } { parked[l].count = 0 };
  ltl "a woken request is taken" [] <> ({ woken[l].count = 0 } | fires("TCC takes a woken request", l));
  ltl "a trigger is taken" [] <> ({ tcc[l].triggers = 0 } | fires("TCC takes its trigger", l));
  ltl "a request is at the directory"
    [] <> ({ to_directory[l].count = 0 } | fires("directory takes a request of the TCC", l));
  ltl "the directory's answer is taken" [] <> ({ from_directory[l].count = 0 } | fires("TCC receives", l, 0));
  ltl "the TCC takes a probe" [] <> ({ !probe_tcc[l] } | fires("TCC takes a probe", l));
end;

ruleset t: thread do
  ltl "a CPU's request is taken" [] <> ({ !wants[t].active } | fires("directory takes a request of a CPU", t));
end;
