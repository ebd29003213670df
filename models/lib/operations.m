-- SPDX-License-Identifier: BSD-2-Clause
-- What an operation's order makes of it, for every driver.

-- show: lane thread
-- show: lane cu

function Acquires(o: operation): boolean;
begin
  return AcquireOrder(Order(o)) | (Order(o) = SEQ_CST & Kind(o) != STORE);
end;

function Releases(o: operation): boolean;
begin
  return ReleaseOrder(Order(o)) | (Order(o) = SEQ_CST & Kind(o) != LOAD);
end;

function Synchronises(o: operation): boolean;
begin
  return Acquires(o) | Releases(o);
end;
