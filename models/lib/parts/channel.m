-- SPDX-License-Identifier: BSD-2-Clause
-- The way from a CU to the bank of a line: requests arrive in the order in which
-- they were sent; every line has a bank of its own.  Used by no-l1, noncoherent and
-- src (by joining-l1.m), wt and amdgpu (by word-l1.m), viper, tc.m, GPU-VI, GPU-VIni
-- and the cells of TC.
--
-- The machine defines CHANNEL, the requests of a CU on their way to one bank, and
-- the type request_message, of one request; it calls ChannelsStart().

type
  channel_type: record
    count: 0 .. CHANNEL;
    request: array [0 .. CHANNEL - 1] of request_message;
  end;

var
  up: array [cu] of array [line] of channel_type;

procedure ChannelsStart();
begin
  for c: cu do
    for l: line do up[c][l].count := 0; end;
  end;
end;

function Room(c: cu; l: line): boolean;
begin
  return up[c][l].count < CHANNEL;
end;

procedure PutLast(var channel: channel_type; var r: request_message);
begin
  channel.request[channel.count] := r;
  channel.count := channel.count + 1;
end;

procedure TakeFirst(var channel: channel_type; var first: request_message);
begin
  first := channel.request[0];
  for i: 0 .. CHANNEL - 1 do
    if i > 0 then channel.request[i - 1] := channel.request[i]; end;
  end;
  undefine channel.request[CHANNEL - 1];
  channel.count := channel.count - 1;
end;

procedure Send(c: cu; l: line; var r: request_message);
begin
  PutLast(up[c][l], r);
end;

procedure Dequeue(c: cu; l: line; var first: request_message);
begin
  TakeFirst(up[c][l], first);
end;

-- Whether something waits at the bank.
function Asked(l: line): boolean;
begin
  return exists c: cu do up[c][l].count > 0 end;
end;
