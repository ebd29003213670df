-- SPDX-License-Identifier: BSD-2-Clause
-- Ends of steps that may let fences go.  Used by wt, amdgpu, viper, src, mesi, rfo, rsp,
-- quickrelease, denovo, hmg, TC's cells and the machines with GPU-VI's L1.

procedure PassFencesOf(c: cu);
begin
  for t: thread do
    if UsedThread(t) & CuOf(t) = c then PassFences(t); end;
  end;
end;

procedure PassAllFences();
begin
  for t: thread do
    if UsedThread(t) then PassFences(t); end;
  end;
end;
