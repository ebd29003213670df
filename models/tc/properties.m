-- SPDX-License-Identifier: BSD-2-Clause
-- The rules and properties that TC-Strong and TC-Weak both have, and what neither
-- strong-properties.m nor weak-properties.m observes; the fence's start is all that
-- they have to set.
include "../../invariants/tc-rule-2.m"
include "../../invariants/tc-rule-3.m"
include "../../invariants/tc-rule-4.m"
include "../../invariants/tc-rule-5.m"
include "../../invariants/tc-fence.m"

procedure ObserveStart(); begin FenceStart(); end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
