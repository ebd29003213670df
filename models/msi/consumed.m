-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of MSI is consumed, and whatever a cache or the directory waits for comes.  Forwards to
-- a cache are in order; InvAcks tell nothing apart.

ruleset c: cu; l: line do
  leadsto "a request is taken" { request[c][l].kind != No_Request } { request[c][l].kind = No_Request };

  ltl "a forward is taken"
    [] <> ({ forward[c][l].count = 0 } | fires("cache receives a forward", c, l));

  ltl "data is taken" [] <> ({ !response[c][l].full } | fires("cache receives data", c, l));
  ltl "an InvAck is taken" [] <> ({ acks[c][l] = 0 } | fires("cache receives an InvAck", c, l));

  leadsto "a cache ends what it does"
    { l1[c][l].state != I & l1[c][l].state != S & l1[c][l].state != M }
    { l1[c][l].state = I | l1[c][l].state = S | l1[c][l].state = M };
end;

ruleset l: line do
  ltl "an owner's data is taken" [] <> ({ !owner_data[l].full } | fires("directory receives data", l));

  leadsto "the directory ends what it does"
    { directory[l].state = Dir_S_D } { directory[l].state != Dir_S_D };
end;
