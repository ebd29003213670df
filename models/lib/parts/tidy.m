-- SPDX-License-Identifier: BSD-2-Clause
-- Without STEPS, what cannot matter any more is forgotten at the end of a step,
-- line by line.  Used by src, mesi, msi-net and the machines with GPU-VI's L1,
-- which define STEPS and give TidyLine(l).

procedure Tidy();
begin
  if STEPS = 0 then
    for l: line do
      if UsedLine(l) then TidyLine(l); end;
    end;
  end;
end;
