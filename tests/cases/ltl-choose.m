-- why: a slot of a multiset holds now this element and now that, so that nothing in a choose is fair, and no formula follows one
-- expect-error: 8:8 a rule in a `choose` cannot be fair
-- expect-error: 9:3 a formula cannot stand in a `choose`
var m: multiset [2] of boolean;
startstate begin end;
rule multisetcount(i: m, true) = 0 ==> begin multisetadd(true, m); end;
choose i: m do
  fair rule "take" begin multisetremove(i, m); end;
  ltl "true" [] <> {m[i]};
end;
