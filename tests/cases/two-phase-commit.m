-- why: two-phase commit with a scalarset of participants: no two decide differently, and all decisions can be reached.
-- options: --deadlock off
-- expect: verdict=holds states=163 rules=337 depth=10
-- expect-exact: states=45 rules=95
const
  N: 3;
type
  participant: scalarset(N);
  vote: enum { Working, Yes, No };
  decision: enum { Open, Commit, Abort };
var
  voted: array [participant] of vote;
  heard: array [participant] of boolean;     -- the coordinator has the vote
  decided: array [participant] of decision;
  outcome: decision;                         -- the coordinator's

startstate begin
  for p: participant do
    voted[p] := Working;
    heard[p] := false;
    decided[p] := Open;
  end;
  outcome := Open;
end;

ruleset p: participant do
  rule "vote yes" voted[p] = Working ==> begin voted[p] := Yes; end;
  rule "vote no" voted[p] = Working ==> begin voted[p] := No; decided[p] := Abort; end;
  rule "hear yes" voted[p] = Yes & !heard[p] & outcome = Open ==> begin heard[p] := true; end;
  rule "hear no" voted[p] = No & outcome = Open ==> begin outcome := Abort; end;
  rule "learn" outcome != Open & decided[p] = Open & voted[p] != Working ==>
  begin decided[p] := outcome; end;
end;

rule "commit" outcome = Open & forall p: participant do heard[p] end ==>
begin outcome := Commit; end;

invariant "agreement"
  forall p: participant do forall q: participant do
    !(decided[p] = Commit & decided[q] = Abort)
  end end;

cover "all commit" forall p: participant do decided[p] = Commit end;
cover "all abort" forall p: participant do decided[p] = Abort end;
