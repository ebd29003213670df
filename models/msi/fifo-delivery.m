-- SPDX-License-Identifier: BSD-2-Clause
-- Delivery over the shared FIFOs: the head or nothing.

ruleset c: cache do
  rule "cache receives"
    to_cache[c].count > 0 & !CacheStalls(c, to_cache[c].entry[0].kind)
  ==>
  var m: message;
  begin
    Pop(to_cache[c], m);
    CacheReceives(c, m);
  end;
end;

rule "directory receives"
  to_directory.count > 0 & !DirectoryStalls(to_directory.entry[0].kind)
==>
var m: message;
begin
  Pop(to_directory, m);
  DirectoryReceives(m);
end;
