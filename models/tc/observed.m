-- SPDX-License-Identifier: BSD-2-Clause
-- What strong-properties.m and weak-properties.m do not observe, and the fence's
-- start, which is all that they have to set.
procedure ObserveStart(); begin FenceStart(); end;
procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
