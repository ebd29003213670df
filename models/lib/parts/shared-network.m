-- SPDX-License-Identifier: BSD-2-Clause
-- The order of what shares one network, in a machine that keeps messages of
-- different kinds, or for different lines, in places of their own.  Used by
-- msi-net, tc/cells/parts.m and bank.m, which define ordered_type and ORDER_DEPTH, the
-- most that can be under way: 0 where nothing shares a network, and there is no
-- order to keep.

type
  network_order: record
    count: 0 .. ORDER_DEPTH;
    what: array [0 .. ORDER_DEPTH] of ordered_type;
  end;

procedure Enter(var o: network_order; e: ordered_type);
begin
  if ORDER_DEPTH > 0 then
    o.what[o.count] := e;
    o.count := o.count + 1;
  end;
end;

procedure LeaveFirst(var o: network_order);
begin
  if ORDER_DEPTH > 0 then
    for i: 0 .. ORDER_DEPTH do
      if i + 1 < o.count then
        o.what[i] := o.what[i + 1];
      end;
    end;
    o.count := o.count - 1;
    undefine o.what[o.count];
  end;
end;
