-- SPDX-License-Identifier: BSD-2-Clause
-- Types of the drivers without a program, as numbers in place of scalarsets: a
-- search has no symmetry.  For machines that count with their threads, lines or
-- operations; free-numbers.m and endless-numbers.m include it.

type
  thread: 0 .. THREADS - 1;
  cu: 0 .. CUS - 1;
  group: cu;
  component: 0 .. COMPONENTS - 1;
  line: 0 .. LINES - 1;
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;
  named: value;
  tag: 0 .. TAGS - 1;

include "numbered-operations.m"
