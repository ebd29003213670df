-- States of more than 64 bytes, kept as a tree.
type place: 0..79;
var box: array [place] of 0..255; at: place;
startstate "Init" begin for i: place do box[i] := 0; end; at := 0; end;
rule "put" at < 7 ==> box[at] := at * 31 + 1; at := at + 1; end;
rule "take" at = 7 ==> for i: place do box[i] := 0; end; at := 0; end;
