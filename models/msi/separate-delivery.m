-- SPDX-License-Identifier: BSD-2-Clause
-- Delivery over the separate networks: a message that its receiver stalls
-- holds up only what is behind it in the same queue.

ruleset c: cache do
  rule "directory receives a request"
    request[c].kind != None & !DirectoryStalls(request[c].kind)
  ==>
  var m: message;
  begin
    m := request[c];
    Empty(request[c]);
    DirectoryReceives(m);
  end;

  rule "cache receives a forward"
    forward[c].count > 0 & !CacheStalls(c, forward[c].entry[0].kind)
  ==>
  var m: message;
  begin
    Pop(forward[c], m);
    CacheReceives(c, m);
  end;

  rule "cache receives data"
    response[c].kind != None
  ==>
  var m: message;
  begin
    m := response[c];
    Empty(response[c]);
    CacheReceives(c, m);
  end;

  rule "cache receives an InvAck"
    response_acks[c] > 0
  ==>
  var m: message;
  begin
    m.kind := InvAck;
    response_acks[c] := response_acks[c] - 1;
    CacheReceives(c, m);
  end;
end;

rule "directory receives data"
  response_to_directory.kind != None
==>
var m: message;
begin
  m := response_to_directory;
  Empty(response_to_directory);
  DirectoryReceives(m);
end;
