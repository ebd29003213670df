-- why: a union of two scalarsets and an enum: states up to both permutations: nobody, a client, the home.
-- expect: verdict=holds states=6 rules=36
-- expect-exact: states=3 rules=18
type client: scalarset(3); server: scalarset(2); nobody: enum { Nobody }; owner: union { client, server, nobody };
var x: owner;
startstate begin x := Nobody; end;
ruleset o: owner do rule begin x := o; end; end;
cover exists c: client do x = c end;
cover ismember(x, server);
