-- why: return ends a rule's body, from within loops, and keeps what was done.
-- expect: verdict=holds states=4 rules=4 depth=3
var n: 0..3;
startstate begin n := 0; return; error "after return"; end;
rule begin
  for i: 0..3 do
    while true do
      if i = n then n := (n + 1) % 4; return; end;
      alias k: i do switch k case 3: error "not reached" end; end;
      if i < n then n := n; return_when(i); end;
      if n = 3 then n := 0; return; end;
      n := n + 1; return;
    end;
  end;
end;
procedure return_when(i: 0..3); begin if i >= 0 then return; end; error "no"; end;
