-- why: a run that ends stays in its last state for ever, and nothing fires
-- options: --deadlock off --max-errors 9
-- expect: verdict=violated states=4 rules=3 depth=3 kind=ltl name="goes on" violations=1
-- expect-property: stays=holds
-- expect-property: nothing fires=holds
-- expect-property: goes on=violated
-- expect-trace: startstate 1; up; up; up
-- expect-text: Nothing leads on: the run stays there for ever.
var n: 0..3;
startstate begin n := 0; end;
fair rule "up" n < 3 ==> begin n := n + 1; end;
ltl "stays" <> [] {n = 3};
ltl "nothing fires" [] ({n = 3} -> [] ! fires("up"));
ltl "goes on" [] <> fires("up");
