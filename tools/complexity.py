#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""complexity.py PROGRAM [PROTOCOL...] - count what the protocol models reach.

Writes results/complexity.md; with PROTOCOL only says whether its rows there are
what is counted.

models/complexity.tsv says which model of a protocol is run, and
models/complexity-parts.tsv what its controllers' states, its messages and its
channels are, each with a predicate over a CU c and a line l.  The predicates
become covers of the model, under a driver that knows no program; what is
counted is what the search has met.  A transition is a cover of the model itself whose
name begins with a controller.  The exit code is 1 when a part is not reached, a
difference from the thesis is not explained, or a row is not in the page.
"""
import os
import sys

from composed import ROOT, arguments, check, check_named, read

KINDS = ("stable", "cache", "coherent")


def title(part):
    return "part %s %s %s" % (part["controller"], part["kind"], part["name"])


def covers(run, parts):
    """A cover for each part."""
    quantified = run["quantifiers"].split()
    return "".join('cover "%s" ' % title(part)
                   + "".join("exists %s do " % q.replace(":", ": ") for q in quantified)
                   + part["predicate"] + " end" * len(quantified) + ";\n" for part in parts)


def count(report, parts):
    """Per controller and kind the parts that were met, and the transitions."""
    met = {c["name"]: c for c in report["covers"] if c["met"]}
    found = {}
    missing = []
    for part in parts:
        if title(part) in met:
            found.setdefault((part["controller"], part["kind"]), []).append(part["name"])
        else:
            missing.append(title(part))
    controllers = {p["controller"] for p in parts}
    own = [c["name"] for c in report["covers"] if not c["name"].startswith("part ")
           and c["name"].split()[0] in controllers | {"Cache", "Directory"}]
    return found, missing, len([n for n in own if n in met]), len(own)


def printed(column):
    """Table 3.1's column: controller and kind to number."""
    rows = read("models/table-3-1.tsv", "cache|kind|Non-Coh.|GPU-VI|GPU-VIni|MESI|TC-Weak")
    if column and column not in rows[0]:
        sys.exit("models/table-3-1.tsv has no column '%s'" % column)
    return {(r["cache"], r["kind"]): int(r[column]) for r in rows} if column else {}


def states_row(run, found):
    numbers = printed(run["column"])
    cells = []
    for controller in ("L1", "L2"):
        ours = [len(found.get((controller, kind), [])) for kind in KINDS]
        theirs = [numbers.get((controller, kind)) for kind in KINDS]
        text = "%s = %d" % (" + ".join(map(str, ours)), sum(ours))
        if numbers:
            text += " | %s = %d" % (" + ".join(map(str, theirs)), sum(theirs))
        else:
            text += " |"
        cells.append(text)
    return "| %s | %s |" % (run["protocol"], " | ".join(cells))


def different(run, found):
    numbers = printed(run["column"])
    return any(numbers and len(found.get((c, k), [])) != numbers[(c, k)] for c in ("L1", "L2") for k in KINDS)


def main():
    program = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:]
    every = read("models/complexity.tsv", "protocol|column|files|constants|quantifiers|note")
    runs = [r for r in every if not wanted or r["protocol"] in wanted]
    unknown = set(wanted) - {r["protocol"] for r in runs}
    if unknown:
        sys.exit("no such protocol: " + ", ".join(sorted(unknown)))
    parts = read("models/complexity-parts.tsv", "protocol|controller|kind|name|predicate")
    check_named(parts, "protocol", {r["protocol"] for r in every}, "protocol")
    check_named(parts, "controller", {"L1", "L2", "net"}, "controller")
    check_named(parts, "kind", set(KINDS) | {"message", "channel"}, "kind of part")
    states, reached, notes, failed = [], [], [], []
    for run in runs:
        own = [p for p in parts if p["protocol"] == run["protocol"]]
        report = check(program, run["protocol"], run["files"].split(), covers(run, own), run["constants"])
        found, missing, met, transitions = count(report, own)
        failed += ["%s: %s is not reached" % (run["protocol"], name) for name in missing]
        if report["verdict"] != "holds":
            failed.append("%s: %s" % (run["protocol"], report["verdict"]))
        states.append(states_row(run, found))
        reached.append("| %s | %s | %d | %d | %s | %s | %s |" % (
            run["protocol"], "%d of %d" % (met, transitions) if transitions else "-",
            len(found.get(("net", "message"), [])), len(found.get(("net", "channel"), [])),
            format(report["states"], ","), format(report["rules_fired"], ","), run["constants"].replace(" ", ", ")))
        if run["note"] or different(run, found):
            notes.append("- **%s**: %s" % (run["protocol"], run["note"] or "NOT EXPLAINED"))
            if not run["note"]:
                failed.append("%s: a difference is not explained" % run["protocol"])
    page = os.path.join(ROOT, "results/complexity.md")
    if wanted:
        with open(page) as file:
            text = file.read()
        failed += ["not in the page: " + row for row in states + reached if row not in text]
    else:
        with open(os.path.join(ROOT, "models/complexity.md.in")) as file:
            text = file.read()
        for name, lines in (("STATES", states), ("REACHED", reached), ("NOTES", notes)):
            text = text.replace("@%s@" % name, "\n".join(lines))
        with open(page, "w") as file:
            file.write(text)
    print("\n".join(failed) if failed else "%d protocols: every part is reached" % len(runs))
    return 1 if failed else 0


if __name__ == "__main__":
    arguments(__doc__)
    sys.exit(main())
