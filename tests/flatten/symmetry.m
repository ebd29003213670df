-- A lock among four alike processes: symmetry, with scalarsets kept as they are.
include "lock.m.inc"
const PROCESSES: 4;
type process: scalarset(PROCESSES);
