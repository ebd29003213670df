-- why: a multiset has no order: no index but a parameter of choose; no comparison.
-- expect-error: 6:37 this is no place in a multiset
-- expect-error: 7:17 multisets cannot be compared
-- expect-error: 8:27 this is no place in a multiset
var m, k: multiset [2] of boolean; b: boolean;
startstate begin undefine m; b := m[0]; end;
rule begin b := m = k; end;
rule begin multisetremove(1, m); end;
