-- SPDX-License-Identifier: BSD-2-Clause
-- N * N states that look random, for searches of a known size: 10,004,569 of them as it stands.
--
-- Two numbers from 1 to N each go down a binary tree, from n to 2 n or 2 n + 1.  So all pairs
-- are reached, and all but the first row and column in more than one way: N * N states, and a firing for each
-- number that is not a root beside each number of the other tree, 2 N (N - 1) in all.
-- What is stored is not the pair but its image under an invertible matrix modulo a prime: two numbers
-- of 31 bits that show neither order nor pattern, one state for one pair.
--
-- why: a search whose size is known beforehand, N * N, and whose states no store can guess from each other.
-- runs: once
-- options: --const N=100 --deadlock off
-- expect: verdict=holds states=10000 rules=19800
const
  N: 3163;
  P: 2147483647; -- 2^31 - 1
  A: 1232296476; B: 860817051; C: 1384747911; D: 1934742056; -- the matrix
  E: 1453864823; F: 2103920406; G: 2051519450; H: 1033491142; -- its inverse

type residue: 0..P - 1;

var u, v: residue;

function first(): residue;
begin
  return (E * u % P + F * v % P) % P;
end;

function second(): residue;
begin
  return (G * u % P + H * v % P) % P;
end;

startstate "roots"
begin
  u := (A + B) % P;
  v := (C + D) % P;
end;

ruleset more: 0..1 do
  rule "the first goes down"
    2 * first() + more <= N
  ==>
  var step: residue;
  begin
    step := first() + more;
    u := (u + A * step % P) % P;
    v := (v + C * step % P) % P;
  end;

  rule "the second goes down"
    2 * second() + more <= N
  ==>
  var step: residue;
  begin
    step := second() + more;
    u := (u + B * step % P) % P;
    v := (v + D * step % P) % P;
  end;
end;

invariant "a pair" first() >= 1 & first() <= N & second() >= 1 & second() <= N;
