-- Every construct of the language, faults of every kind included: for the
-- comparison of generated code and interpreter, not for reading.
const N: 3; M: 4;
type
  Node: scalarset(N);
  Data: scalarset(2);
  Kind: enum { A, B, C };
  Who: union { Node, enum { Home, Other } };
  Small: 0..5;
  Neg: -3..3;
  Wide: 0..1000;
  Huge: -1000000000000..1000000000000;
  Rec: record k: Kind; w: Who; arr: array[0..2] of Neg; flag: boolean; end;
  Msg: record src: Who; dst: Node; val: Data; end;
  Net: multiset[3] of Msg;
var
  a: array[Node] of Rec;
  b: Rec;
  own: Node; c: array[Who] of Small;
  net: Net; h: Huge; w: Wide; n: Neg; link: array[Node] of Node; mat: array[Node] of array[Node] of boolean;
  cnt: Small; data: array[Data] of Node; ms: multiset[2] of Kind;
  nets: array[Node] of multiset[2] of Data;

function inc(x: Small): Small;
begin if x = 5 then return 0; end; return x + 1; end;
function fact(x: Small): Huge;
begin if x = 0 then return 1; end; return x * fact(x - 1); end;
procedure send(s: Who; d: Node; v: Data; var m: Net);
var msg: Msg;
begin
  msg.src := s; msg.dst := d; msg.val := v;
  multisetadd(msg, m);
end;
function getrec(i: Node): Rec; begin return a[i]; end;
function noreturn(x: Small): Small; begin if x > 3 then return 1; end; end;
procedure swap(var x: Neg; var y: Neg); var t: Neg; begin t := x; x := y; y := t; end;

ruleset i: Node do startstate "s1" begin
  for j: Node do clear a[j].k; clear a[j].arr; clear a[j].flag; a[j].w := j; link[j] := i; for l: Node do mat[j][l] := false; end; undefine nets[j]; end;
  clear b.k; clear b.arr; clear b.flag; b.w := i; own := i; clear c; undefine net; h := 0; w := 10; n := -3; cnt := 0; for d: Data do data[d] := i; end;
end; end;

ruleset i: Node; d: Data do
  alias r: a[i]; q: r.k do
  rule "A to B" q = A & cnt < 3 ==> begin r.k := B; r.w := i; cnt := inc(cnt); send(i, own, d, net); end;
  rule "link" q = B ==> begin r.k := C; link[i] := own; own := i; mat[i][own] := !mat[i][own]; r.w := Home; end;
  end;
end;
choose m: net do
  rule "recv" net[m].dst != own ==> begin
     if ismember(net[m].src, Node) then c[net[m].src] := inc(c[net[m].src]); own := net[m].src; end;
     data[net[m].val] := net[m].dst;
     multisetremove(m, net); end;
  rule "wrong" c[Home] > 0 ==> begin own := net[m].src; end;
end;
rule "neg" n < 3 ==> var t: Huge; begin n := n + 1; t := n * 100000; h := h + t; b.arr[cnt % 3] := n / 2; swap(b.arr[0], b.arr[1]); end;
rule "over" n = 3 & h > 0 ==> begin h := h * 1000000; end;
rule "range" n = 2 ==> begin w := w + fact(cnt); end;
rule "index" n = 1 ==> begin b.arr[cnt] := 0; end;
rule "div" true ==> begin w := 100 / cnt; end;
rule "shift" n > 0 ==> begin w := (w << n) & 1023; end;
rule "loop" n = 0 ==> begin while cnt >= 0 do cnt := 0; end; end;
rule "loop2" n = -1 ==> begin for i := cnt to 3 by n do w := i; end; end;
rule "loop3" n = -2 ==> begin for i := cnt to 0 do w := w + i; end; for i := 1 to 4 by 2 do w := w + i; end; end;
rule "switch" n = 2 ==> begin switch cnt case 0, n: w := 0; case 1: w := 1; else w := 2; end; end;
rule "cmp" a[own] = b ==> begin a[own] := b; end;
rule "cmp2" a[own] != b ==> begin b := getrec(own); end;
rule "noret" n = 1 ==> begin cnt := noreturn(cnt); end;
rule "tern" n = 1 ==> begin cnt := (n = 1 ? cnt : w); end;
rule "ms" true ==> begin multisetadd(A, ms); end;
rule "ms2" multisetcount(q: ms, ms[q] = A) > 1 ==> begin multisetremovepred(q: ms, ms[q] = A); multisetadd(B, ms); end;
ruleset i: Node; d: Data do rule "nets" n = -3 & multisetcount(q: nets[i], nets[i][q] = d) = 0 ==> begin multisetadd(d, nets[i]); end; end;
ruleset i: Node do choose q: nets[i] do rule "drop" n = -2 ==> begin undefine data[nets[i][q]]; multisetremove(q, nets[i]); end; end; end;
rule "ret" n = 0 ==> begin if cnt = 0 then return; end; cnt := 0; end;
rule "assume" n = -3 ==> begin cnt := inc(cnt); assume cnt < 3; cover cnt = 2; assert cnt != 4; n := -2; end;
rule "err" n = 3 ==> begin if cnt = 3 then error "bad"; end; cnt := 3; end;
invariant "i1" forall i: Node do a[i].k = A -> a[i].flag = false end;
invariant "i2" exists i: Node do link[i] = i | true end;
ruleset i: Node do invariant "i3" forall d: Data do !isundefined(data[d]) -> (data[d] = i -> cnt <= 3) end; end;
assume "as" w < 900;
cover "c" cnt = 3;
liveness "l" cnt = 0;
