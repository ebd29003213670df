-- why: in a ticket lock of three, who waits is overtaken twice at most
-- expect: verdict=holds states=363 rules=585
const OVERTAKING: 2;
include "lib/ticket-lock.m"
