-- why: a token held by a client or by one of two servers of an enum: the union's parts are told apart by ismember.
-- expect: verdict=holds states=19 rules=45 depth=3
-- expect-exact: states=6 rules=15
const
  CLIENTS: 3;
type
  client: scalarset(CLIENTS);
  server: enum { Alpha, Beta };
  holder: union { client, server };
var
  token: holder;
  previous: client;       -- the last client that had it

startstate begin token := Alpha; undefine previous; end;

ruleset c: client do
  rule "server gives" ismember(token, server) ==> begin token := c; end;
end;

ruleset s: server do
  rule "client returns" ismember(token, client) ==>
  begin
    previous := token;
    token := s;
  end;
end;

invariant "somebody holds it" !isundefined(token);
