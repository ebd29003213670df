-- SPDX-License-Identifier: BSD-2-Clause
-- Types of the endless driver: scalarsets.

type
  thread: scalarset(THREADS);
  cu: scalarset(CUS);
  line: scalarset(LINES);
  word: scalarset(WORDS);
  value: scalarset(VALUES);
  named: value;
  tag: scalarset(TAGS);
  group: cu;                 -- one work-group a CU
  component: 0 .. COMPONENTS - 1;

include "operation-record.m"

procedure SetFence(var o: operation);
begin
  o.kind := FENCE;
  o.order := SEQ_CST;
  o.scope := SYSTEM;
end;
