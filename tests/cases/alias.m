-- why: an alias of a variable is the variable, at the address that it had; one of a value keeps it.
-- expect: verdict=holds states=3 rules=3 depth=2
type cell: record data: 0..9; next: 0..2; end;
var a: array [0..2] of cell; i: 0..2;
startstate begin i := 0; for k: 0..2 do a[k].data := k; a[k].next := (k + 1) % 3; end; end;
rule begin
  alias here: a[i]; twice: 2 * a[i].data do
    i := here.next;
    assert twice = 2 * here.data;
    alias there: a[i].data do
      assert there = here.next;
      here.data := there;
      assert twice / 2 = (there + 2) % 3;
      here.data := (there + 2) % 3;
    end;
  end;
end;
invariant forall k: 0..2 do a[k].data = k end;
