-- SPDX-License-Identifier: BSD-2-Clause
-- Under the driver owner.m: every access is answered and every remote operation comes to
-- its end, whatever the work-group of the owner and the others do meanwhile.

ruleset t: thread do
  leadsto "every load is answered" { outstanding[t] } { !outstanding[t] };
  leadsto "a remote operation ends" { remote[t].phase != NONE } { remote[t].phase = NONE };
end;
