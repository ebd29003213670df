-- why: the spellings of both tools: Unicode operators, ==, &&, ||, ≠, hexadecimal, keywords in any case, comments.
-- expect: verdict=holds states=2 rules=2
CONST N: 0x3; /* a comment -- with another */
Type T: 0..N; -- to the end of the line
VAR x: T; B: Boolean;
StartState “begin” BEGIN x := 0; B ≔ TRUE; END;
Rule "toggle" ∀ i: T DO i ≥ 0 ∧ i ≤ N ∨ ¬B END → B ==> Begin
  If x == 0 && x != 1 || x ≠ 0 Then x := 1 - x; EndIf;
EndRule;
Invariant ∃ i: T Do i = x EndExists;
