-- SPDX-License-Identifier: BSD-2-Clause
-- The endless driver (lib/endless.m) with numbers in place of scalarsets.
include "../operations.m"
include "numbers.m"

procedure SetFence(var o: operation);
begin
  SetOperation(o, FENCE, SEQ_CST, SYSTEM, 0, 0);
end;

include "no-program.m"
include "endless-rules.m"
