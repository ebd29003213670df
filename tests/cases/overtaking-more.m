-- why: in a ticket lock of three, who waits can be overtaken twice
-- expect: verdict=violated kind=invariant "name=nobody is overtaken more often than OVERTAKING"
const OVERTAKING: 1;
include "lib/ticket-lock.m"
