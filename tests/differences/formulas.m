-- why: ltl, leadsto and fair rules, whose words stay names elsewhere
-- default: holds 2 2
-- cmurphi: holds 2 2
-- rumur: refused
type fires: 0..1;
var ltl, fair, leadsto: fires; strong: boolean;
startstate begin ltl := 0; fair := 0; leadsto := 0; strong := false; end;
fair rule "strong" begin strong := !strong; end;
ltl "fair" [] <> {strong} & [] (fires("strong") -> X true U {ltl = fair});
leadsto "ltl" {leadsto = 0} {strong};
