-- why: a model without variables has one state.
-- options: --deadlock off
-- expect: verdict=holds states=1 rules=1
startstate begin end;
rule begin end;
invariant true;
