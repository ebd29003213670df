-- SPDX-License-Identifier: BSD-2-Clause
-- The least frame there is.
var n: 0..3;
procedure p(); begin p(); end;
startstate begin n := 0; end;
rule n = 0 ==> begin p(); n := 1; end;
