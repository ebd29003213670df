-- SPDX-License-Identifier: BSD-2-Clause
-- When a bank's TCC takes a request, an answer of the directory, its own trigger.

-- ---- reduced: what the TCC, the directory and CUs say to each other takes no step ----

procedure TakeTrigger(l: line);
begin
  TccAtomicDone(l);
end;

procedure Settle(l: line);
var a: directory_answer;
var r: request_message;
begin
  if STEPS = 0 then
    while (to_directory[l].count > 0 & directory[l].busy = FREE) | from_directory[l].count > 0
        | tcc[l].triggers > 0 | woken[l].count > 0 do
      if from_directory[l].count > 0 then
        TakeAnswer(l, 0, a);
        TccAnswer(l, a);
      elsif tcc[l].triggers > 0 then
        TakeTrigger(l);
      elsif to_directory[l].count > 0 & directory[l].busy = FREE then
        TakeGpu(l);
      else
        TakeWoken(l, r);
        TccRequest(l, r, false);
      end;
    end;
  end;
end;

ruleset c: cu; l: line; full: boolean do
  fair rule "TCC takes a request"
    up[c][l].count > 0 & woken[l].count = 0
    & (full -> SLC > 0 & EvictionsOn() & STEPS = 1 & up[c][l].request[0].kind = WriteThrough & !tcc[l].present)
  ==>
  var r: request_message;
  begin
    Dequeue(c, l, r);
    TccRequest(l, r, full);
    Settle(l);
    EndStep();
  end;
end;

ruleset l: line do
  fair rule "TCC takes a woken request"
    woken[l].count > 0
  ==>
  var r: request_message;
  begin
    TakeWoken(l, r);
    TccRequest(l, r, false);
    EndStep();
  end;

  fair rule "TCC takes its trigger"
    STEPS = 1 & tcc[l].triggers > 0
  ==>
  begin
    TakeTrigger(l);
    EndStep();
  end;

  rule "TCC replaces"
    EvictionsOn() & tcc[l].present & !Undisturbed()
  ==>
  begin
    TccL2Repl(l);
    Settle(l);
  end;
end;

-- K2: the port looks at an atomic's answer, counts it, and stalls.
ruleset l: line; i: 0 .. ANSWERS - 1 do
  rule "TCC looks at an answer and stalls"
    KNOWN = 2 & STEPS = 1 & i < from_directory[l].count & tcc[l].atomics > 0
    & from_directory[l].entry[i].kind = NBSysResp & from_directory[l].entry[i].modified
  ==>
  begin
    tcc[l].atomics := tcc[l].atomics - 1;
  end;
end;

ruleset l: line; i: 0 .. ANSWERS - 1 do
  fair rule "TCC receives"
    STEPS = 1 & i < from_directory[l].count
  ==>
  var a: directory_answer;
  begin
    TakeAnswer(l, i, a);
    TccAnswer(l, a);
    EndStep();
  end;
end;
