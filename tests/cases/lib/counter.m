var n: 0..3;
procedure advance(); begin n := (n + 1) % 4; end;
