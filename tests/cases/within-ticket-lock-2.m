-- why: and not when it was twice, since who waits may be the third
-- expect: verdict=violated kind=ltl
const OVERTAKING: 2;
include "lib/ticket-lock.m"
ruleset t: thread do
  leadsto "served" { at[t] = Waits } { at[t] != Waits } within 2 fires("enter");
end;
