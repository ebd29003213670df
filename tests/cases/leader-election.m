-- why: leader election in a ring (Chang and Roberts): messages travel and are swallowed by larger names; one leader.
-- options: --deadlock off
-- expect: verdict=holds states=227 rules=455 depth=14
const
  N: 4;
type
  node: 0 .. N - 1;
  name: 1 .. N;
var
  named: array [node] of name;
  channel: array [node] of name;     -- into the node; undefined: none
  started: array [node] of boolean;
  leader: array [node] of boolean;

startstate begin
  for n: node do
    named[n] := (n * 3) % N + 1;
    started[n] := false;
    leader[n] := false;
  end;
  undefine channel;
end;

ruleset n: node do
  rule "start" !started[n] & isundefined(channel[(n + 1) % N]) ==>
  begin
    started[n] := true;
    channel[(n + 1) % N] := named[n];
  end;

  rule "receive"
    !isundefined(channel[n]) & (channel[n] <= named[n] | isundefined(channel[(n + 1) % N])) ==>
  var m: name;
  begin
    m := channel[n];
    undefine channel[n];
    if m > named[n] then
      channel[(n + 1) % N] := m;
    elsif m = named[n] then
      leader[n] := true;
    end;
  end;
end;

invariant "the leader has the largest name"
  forall n: node do leader[n] -> named[n] = N end;

liveness "there is a leader" exists n: node do leader[n] end;
