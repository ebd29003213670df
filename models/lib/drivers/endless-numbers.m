-- SPDX-License-Identifier: BSD-2-Clause
-- The endless driver (lib/endless.m) with numbers in place of scalarsets.
include "../operations.m"

type
  thread: 0 .. THREADS - 1;
  cu: 0 .. CUS - 1;
  group: cu;
  component: 0 .. COMPONENTS - 1;
  line: 0 .. LINES - 1;
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;
  tag: 0 .. TAGS - 1;

include "numbered-operations.m"

procedure SetFence(var o: operation);
begin
  SetOperation(o, FENCE, SEQ_CST, SYSTEM, 0, 0);
end;

include "no-program.m"
include "endless-rules.m"
