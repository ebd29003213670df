#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""table2.py PROGRAM - Table 2 of the STC paper by measurement: write results/stc-table2.md.

models/table-2.tsv has a row a protocol: what the paper prints, the machine for
litmus tests, the models for the drivers that know no program, and what a line
of each cache has to remember.  Four questions are asked of each:

  software    does MP show a stale read when an address dependency orders the
              reader's loads and no acquire does?
  readers     is a store ever performed while another CU may read a copy?
  writers     may two CUs ever store to a line without asking?
  atomicity   does a load ever return an older version than one that a load of
              another thread has returned before it was issued?

The exit code is 1 when an answer is not the one that the row expects.
"""
import math
import os
import subprocess
import sys

from composed import ROOT, arguments, check, read

STALE = "litmus/dependencies/MP+rel+addr.agent.xwg.litmus"
OBSERVER = """
procedure ObserveStart(); begin end;
procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  cover "readers" exists c: cu do c != CuOf(t) & MayRead(c, l, w) end;
end;
cover "writers"
  exists l: line do exists c: cu do exists d: cu do c != d & MayWrite(c, l) & MayWrite(d, l) end end end;
"""


def search(program, row, observers, text, options):
    """A report of the row's machine under the free driver."""
    return check(program, row["protocol"], ["models/lib/orders.m", "models/lib/free.m", row["model"]] + observers,
                 text + row["text"].replace("\\n", "\n") + "\n", row["constants"] + " " + options,
                 "--deadlock", "off", "--max-states", "1500000")


def software(program, row):
    done = subprocess.run([program, "litmus", "-m", row["machine"], STALE], cwd=ROOT, capture_output=True, text=True)
    line = [word for word in done.stdout.split("\n") if word.startswith("Observation")]
    if not line or " Incomplete " in line[0]:
        return "incomplete"
    return "No" if " Never " in line[0] else "Yes"


def permissions(program, row):
    report = search(program, row, [], OBSERVER, row["free"])
    met = {c["name"]: c["met"] for c in report["covers"]}
    if report["verdict"] != "holds":
        return report["verdict"], report["verdict"]
    return "Yes" if met["readers"] else "No", "Yes" if met["writers"] else "No"


def atomicity(program, row):
    report = search(program, row, ["invariants/versions.m"], "", "CHECK_COHERENCE=0 " + row["free"])
    if report["verdict"] == "violated":
        name = report["violation"]["name"]
        return "No" if name == "write atomicity" else name
    return "Yes" if report["verdict"] == "holds" else report["verdict"]


def metadata(row):
    """Bits of protocol state of a line: of its stable states, and what else there is."""
    text = []
    for controller in ("L1", "L2"):
        names = row[controller].split("; ")
        states = int(names[0])
        text.append("%s: %s" % (controller, " + ".join([str(math.ceil(math.log2(states)))] + names[1:])))
    return ", ".join(text)


def main():
    program = os.path.abspath(sys.argv[1])
    lines, failed = [], []
    for row in read("models/table-2.tsv", "protocol|machine|model|text|constants|free|L1|L2|software|exclusive|metadata|atomicity|expect"):
        readers, writers = permissions(program, row)
        answers = [software(program, row), readers, writers, atomicity(program, row)]
        if " ".join(answers) != row["expect"]:
            failed.append("%s: expected %s, found %s" % (row["protocol"], row["expect"], " ".join(answers)))
        lines.append("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |" % (
            row["protocol"], answers[0], row["software"], answers[1], answers[2], row["exclusive"],
            metadata(row), row["metadata"], answers[3], row["atomicity"]))
    with open(os.path.join(ROOT, "models/table-2.md.in")) as file:
        text = file.read()
    with open(os.path.join(ROOT, "results/stc-table2.md"), "w") as file:
        file.write(text.replace("@ROWS@", "\n".join(lines)))
    print("\n".join(failed) if failed else "results/stc-table2.md: as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    arguments(__doc__)
    sys.exit(main())
