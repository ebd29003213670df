-- Adding to a full multiset is a violation.
var bag: multiset [2] of boolean;
startstate begin end;
ruleset b: boolean do
  rule "add" begin multisetadd(b, bag); end;
end;
choose i: bag do
  rule "remove" begin multisetremove(i, bag); end;
end;
