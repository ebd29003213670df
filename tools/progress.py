#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""progress.py PROGRAM [--rows NAME,...] [--write] [--list] - what fairness each protocol needs: write results/progress.md.

models/progress.tsv has a row a machine: driver, invariants, constants, and which properties fail
 - none         where no rule is fair;
 - weak         where the rules that the machine's file calls fair are weakly fair (fair rule);
 - with strong  where those of the column `strong` are strongly fair besides.

Each is decided on the complete set of states.  The exit code is 1 when an answer is not the one that the row
expects.  With --rows only these rows are decided, and nothing is written: what the page has of them has to be what is
found, and it has to have all rows, in the order of the table.  With --write too the page gets these rows and keeps the
others.  --list says what the answers are.
"""
import json
import os
import subprocess
import sys
import tempfile

from composed import ROOT, read

COLUMNS = "row|machine|driver|invariants|constants|strong|none|weak|with strong|note"
MODES = ("none", "weak", "with strong")
HEAD = """# Progress: what each protocol needs

`make progress` (`tools/progress.py`) regenerates this page; `models/progress.tsv` has the machines, their sizes, and what was
expected. Each machine is searched under a driver that lets every thread issue anything at any time, for ever; each
answer is exact for these sizes. Fair, where anything is, are the rules that a machine's file calls fair (`murrelet machines`
lists them): deliveries, responses, timers, epochs; never evictions, or what a thread issues. What is asked:

- *load*: every load and read-modify-write that was accepted is answered; *store*: every store takes its place in its location's
  order (`invariants/progress.m`);
- *rest*: once the threads issue no more, what is under way comes to an end (`invariants/comes-to-rest.m`);
- DAR2, DAR3: every epoch of STC ends; every epoch comes again (`invariants/stc-progress.m`);
- others: every request is taken, whatever a cache or a directory waits for comes (`consumed.m` beside MSI, MESI, RFO),
  remote operations end (`models/rsp/remote-progress.m`).

A cell names what fails. "Strong" is the fairness of the rules in the column beside it, which are the fewest that
will do where the cell says `holds`: of the instances that are enabled again and again each fires again and again. `tests/suites/57-progress` decides
some rows, and all of them by night.

| machine | constants | states | not fair | weakly fair | strongly besides | strong | |
|---|---|---|---|---|---|---|---|
"""
PAGE = os.path.join(ROOT, "results/progress.md")
SHORT = {"every load is answered": "load", "every store is performed": "store", "what is under way comes to rest": "rest",
         "DAR2: every epoch ends": "DAR2", "DAR3: every epoch comes again": "DAR3"}


def fairness(row, mode):
    if mode == "none":
        return ["--fair", "none"]
    return [] if mode == "weak" else [word for rule in row["strong"].split("; ") for word in ("--strong-fair", rule)]


def decide(program, row, mode):
    """What fails, in the order of the text, or `holds`; and the number of states."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [program, "check", "--quiet", "--warn", "none", "--trace", "none", "--covers", "report", "--machine",
                   row["machine"], "--driver", row["driver"], "--invariant", row["invariants"], "--json", report]
        for constant in row["constants"].split():
            command += ["--const", constant]
        done = subprocess.run(command + fairness(row, mode), cwd=ROOT, capture_output=True, text=True)
        if not os.path.exists(report):
            sys.exit("%s: %s" % (row["row"], done.stderr))
        with open(report) as file:
            found = json.load(file)
    if found["verdict"] == "incomplete":
        return "incomplete", found["states"]
    return ", ".join(p["name"] for p in found["properties"] if p["verdict"] == "violated") or "holds", found["states"]


def short(cell):
    return ", ".join(SHORT.get(name, name) for name in cell.split(", "))


def line(row, found, states):
    cells = [short(found[mode]) for mode in MODES[:2]]
    cells += [row["strong"] if row["strong"] != "-" else "", short(found["with strong"]) if row["strong"] != "-" else ""]
    return "| %s | %s | %s | %s | %s |\n" % (row["machine"], row["constants"], format(states, ","), " | ".join(cells), row["note"])


def page_lines():
    """By machine and constants, as the page has them, in its order."""
    with open(PAGE) as file:
        lines = [text for text in file.read()[len(HEAD):].splitlines(keepends=True) if text.startswith("| ")]
    return {tuple(text.split(" | ")[:2]): text for text in lines}


def key(row):
    return "| " + row["machine"], row["constants"]


def compare_page(rows, lines):
    """How many rows are not on the page as they are found, or, where `lines` has none, not there at all."""
    old = page_lines()
    wrong = [row["row"] for row in rows if lines.get(row["row"], old.get(key(row))) != old.get(key(row), "")]
    if [key(row) for row in rows] != list(old):
        wrong.append("its rows are not those of models/progress.tsv")
    for name in wrong:
        print("FAIL results/progress.md: %s" % name)
    return len(wrong)


def write_page(rows, lines):
    old = page_lines() if len(lines) < len(rows) else {}
    with open(PAGE, "w") as file:
        file.write(HEAD + "".join(lines.get(row["row"]) or old.get(key(row), "") for row in rows))


def main():
    program, options = os.path.abspath(sys.argv[1]), sys.argv[2:]
    rows = read("models/progress.tsv", COLUMNS)
    wanted = options[options.index("--rows") + 1].split(",") if "--rows" in options else [row["row"] for row in rows]
    if not set(wanted) <= {row["row"] for row in rows}:
        sys.exit("models/progress.tsv has no row %s" % ", ".join(set(wanted) - {row["row"] for row in rows}))
    lines, failed = {}, 0
    for row in rows:
        if row["row"] not in wanted:
            continue
        found, states = {}, 0
        for mode in MODES:
            if mode == "with strong" and row["strong"] == "-":
                continue
            found[mode], states = decide(program, row, mode)
            if found[mode] != row[mode]:
                failed += 1
                print("FAIL %s: %s: %s, expected %s" % (row["row"], mode, found[mode], row[mode]))
            if "--list" in options:
                print("%s\t%s\t%s" % (row["row"], mode, found[mode]), flush=True)
        lines[row["row"]] = line(row, found, states)
    if "--rows" not in options or "--write" in options:
        write_page(rows, lines)
    else:
        failed += compare_page(rows, lines)
    print("%d rows, %d answers are not the expected ones" % (len(wanted), failed))
    sys.exit(1 if failed else 0)


main()
