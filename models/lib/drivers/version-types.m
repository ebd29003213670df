-- SPDX-License-Identifier: BSD-2-Clause
-- Types of the drivers whose values name versions: scalarsets, so that a search
-- goes up to the names of threads, CUs and lines.

type
  thread: scalarset (THREADS);
  cu: scalarset (CUS);
  group: cu;                       -- one work-group a CU
  component: 0 .. COMPONENTS - 1;
  line: scalarset (LINES);
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;  -- 0 at first; then in the order of issue
  named: value;            -- of what is kept by value where NAMED says that one is a store's
  tag: 0 .. TAGS - 1;

include "operation-record.m"
