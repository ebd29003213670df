-- why: include reads a file once, relative to the file that includes it.
-- expect: verdict=holds states=4 rules=4 depth=3
include "lib/counter.m";
include "lib/counter.m";
startstate begin n := 0; end;
rule begin advance(); end;
