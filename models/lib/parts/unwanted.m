-- SPDX-License-Identifier: BSD-2-Clause
-- What no thread of a CU will read again is forgotten: the machine's copies, and
-- without STEPS what is left of the CU's prefetches, once no line is Wanted.  Used by
-- wt, src, rsp, amdgpu, quickrelease, denovo, hmg, mesi, msi-net, viper and the machines with
-- GPU-VI's L1, which define STEPS, accept prefetches of Wanted lines alone, and give
--   procedure ForgetCopies(c, l)   those of the line in the CU.

procedure Unwanted(c: cu; l: line);
begin
  ForgetCopies(c, l);
  if STEPS = 0 then PrefetchesOfWanted(c); end;
end;
