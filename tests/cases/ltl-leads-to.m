-- why: leadsto is [] (P -> <> Q), of each instance; a ruleset that is fair makes its rules so that do not say otherwise
-- expect: verdict=holds
-- expect-text: weakly fair: "serve"
-- expect-text: strongly fair: "ask"
type p: 0..1;
var waits: array [p] of boolean;
startstate begin for i: p do waits[i] := false; end; end;
fair ruleset i: p do
  strong fair rule "ask" !waits[i] ==> begin waits[i] := true; end;
  rule "serve" waits[i] ==> begin waits[i] := false; end;
end;
ruleset i: p do
  leadsto "served" {waits[i]} {!waits[i]};
  ltl "and asks again" [] (fires("serve", i) -> X <> {waits[i]});
end;
