-- SPDX-License-Identifier: BSD-2-Clause
-- Many small frames, with much to keep in each.
var n: 0..3;
function f(k: 0..90000): 0..1;
begin
  if k > 0 then
    if (f(k - 1) + (k + 1) * (k + 2) % 3) % 2 = 0 | forall i: 0..1 do exists j: 0..1 do (i + j + k) % 7 < 6 end end then
      switch k % 3 case 0: return 0; case 1: alias a: k do return a % 2; end; else return 1; end;
    end;
  end;
  return 0;
end;
startstate begin n := 0; end;
rule n = 0 ==> begin n := 1 + f(90000); end;
