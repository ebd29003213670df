-- SPDX-License-Identifier: BSD-2-Clause
-- The L1s of GPU-VI and GPU-VIni have no more under way than their resources allow,
-- counted by what there is and not as the guards count; and these run out.

-- A CU's stores, wherever they or their ACKs are.
function StoresUnderWay(c: cu): 0 .. (2 * PENDING + 1) * LINES;
var n: 0 .. (2 * PENDING + 1) * LINES;
begin
  n := 0;
  for l: line do
    for i: 0 .. PENDING - 1 do
      if i < up[c][l].count then
        if up[c][l].request[i].kind = GETX then n := n + 1; end;
      end;
      if i < down[c][l].count then
        if down[c][l].entry[i].answers = GETX then n := n + 1; end;
      end;
    end;
    if !isundefined(l2[l].miss.kind) then
      if l2[l].miss.kind = GETX then
        if CuOf(l2[l].miss.thread) = c then n := n + 1; end;
      end;
    end;
  end;
  return n;
end;

-- The first request, which its line does not stall.
function Unstalled(c: cu; l: line): boolean;
begin
  return up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & !Stalled(c, l);
end;

function LinesMissing(c: cu): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    switch l1[c][l].state
      case I_V, V_M, I_I: n := n + 1;
      else
    end;
  end;
  return n;
end;

invariant "an L1 has no more misses than miss registers"
  forall c: cu do LinesMissing(c) <= L1_MSHRS end;
invariant "an L1 has no more stores than its store buffer holds"
  STORE_BUFFER = 0 | forall c: cu do StoresUnderWay(c) <= STORE_BUFFER end;

cover "a thread waits for a miss register"
  L1_MSHRS >= LINES
  | exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & LinesMissing(CuOf(t)) = L1_MSHRS
    end end;
cover "a store waits for the store buffer"
  STORE_BUFFER = 0
  | exists t: thread do
      pending[t] < OUTSTANDING & stores[CuOf(t)] = STORE_BUFFER & LinesMissing(CuOf(t)) < L1_MSHRS
    end;
