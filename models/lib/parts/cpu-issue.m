-- SPDX-License-Identifier: BSD-2-Clause
-- Issue on a machine with CPUs beside the GPU: a CPU is in order, and takes any
-- access.  Used by wt and quickrelease, which give IsCpu(c), CpuIssue(t, o, g), and
-- of the GPU's threads
--   function GpuAccepts(t, o): boolean, procedure GpuIssue(t, o, g).

function Accepts(t: thread; o: operation): boolean;
begin
  return IsCpu(CuOf(t)) | GpuAccepts(t, o);
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if IsCpu(CuOf(t)) then
    CpuIssue(t, o, g);
  else
    GpuIssue(t, o, g);
  end;
end;
