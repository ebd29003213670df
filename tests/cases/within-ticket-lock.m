-- why: in a ticket lock of three, a wait is over when somebody was let in three times
-- expect: verdict=holds states=363 rules=585
const OVERTAKING: 2;
include "lib/ticket-lock.m"
ruleset t: thread do
  leadsto "served" { at[t] = Waits } { at[t] != Waits } within 3 fires("enter");
end;
