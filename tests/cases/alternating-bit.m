-- why: the alternating bit protocol over channels of one message that lose: holds, and every message can always be delivered.
-- expect: verdict=holds states=18 rules=40 depth=9
var
  sent: boolean;        -- the bit of the message being sent
  expected: boolean;
  message: boolean;     -- in the channel; undefined: none
  reply: boolean;
  delivered: 0 .. 1;    -- of the message being sent, how often

startstate begin
  sent := false;
  expected := false;
  undefine message;
  undefine reply;
  delivered := 0;
end;

rule "send" isundefined(message) ==> begin message := sent; end;

rule "lose message" !isundefined(message) ==> begin undefine message; end;

rule "receive" !isundefined(message) & isundefined(reply) ==>
begin
  if message = expected then
    assert "a message is delivered once" delivered = 0;
    delivered := 1;
    expected := !expected;
  end;
  reply := message;
  undefine message;
end;

rule "lose reply" !isundefined(reply) ==> begin undefine reply; end;

rule "receive reply" !isundefined(reply) ==>
begin
  if reply = sent then
    assert "what is acknowledged was delivered" delivered = 1;
    delivered := 0;
    sent := !sent;
  end;
  undefine reply;
end;

liveness "delivery" delivered = 1;
