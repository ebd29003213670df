#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""progress.py PROGRAM [--rows NAME,...] [--write] [--list] - what fairness each protocol needs: write results/progress.md.
progress.py PROGRAM --without [--rows NAME,...] - a message that need not be taken is noticed.

models/progress.tsv has a row a machine: driver, invariants, constants, and which properties fail
 - none         where no rule is fair;
 - weak         where the rules that the machine's file calls fair are weakly fair (fair rule);
 - with strong  where those of the column `strong` are strongly fair besides.

Each is decided on the complete set of states.  The exit code is 1 when an answer is not the one that the row
expects.  With --rows only these rows are decided, and nothing is written: what the page has of them has to be what is
found, and it has to have all rows, in the order of the table.  With --write too the page gets these rows and keeps the
others.  --list says what the answers are.

Of each formula of a consumed.m the column `none` of some row of the machine has to say that it fails where nothing is
fair: else it says of no message that it is taken.  --without asks more: for each rule that it names, in the first such
row, everything but that rule is fair, and it has to fail.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from composed import ROOT, arguments, read

COLUMNS = "row|machine|driver|invariants|constants|strong|none|weak|with strong|note"
MODES = ("none", "weak", "with strong")
HEAD = """# Progress: what each protocol needs

`make progress` (`tools/progress.py`) regenerates this page; `models/progress.tsv` has the machines, their sizes, and what was
expected. Each machine is searched under a driver that lets every thread issue anything at any time, for ever; each
answer is exact for these sizes. Fair, where anything is, are the rules that a machine's file calls fair (`murrelet machines`
lists them): deliveries, responses, timers, epochs; never evictions, or what a thread issues. What is asked:

- *load*: every load and read-modify-write that was accepted is answered; *store*: every store takes its place in its location's
  order (`invariants/progress.m`);
- *messages*: every message is consumed (`consumed.m` beside each machine). There is a formula for each channel, of each cache,
  line, bank, thread that has one. A channel in order, a place for one message, and a count of messages that are all alike, is
  looked at in the same way, `[] <> ({empty} | fires("who takes from it"))`: while there is something, the first is taken again and again, and
  so each in its turn. Where a rule takes any of several, the formula asks for the oldest. In MSI, MESI and RFO, whatever a cache or a
  directory waits for comes besides;
- *rest*: once the threads issue no more, what is under way comes to an end (`invariants/comes-to-rest.m`);
- DAR2, DAR3: every epoch of STC ends; every epoch comes again (`invariants/stc-progress.m`);
- remote operations end (`models/rsp/remote-progress.m`).

A cell names what fails, but where nothing is fair, which leaves no message but one that nothing else can go before, kinds of messages are
counted. None is counted as taken that never was there: each formula fails in a row of its machine where nothing is fair, and, by night, also where
everything is fair but a rule that it names (`tools/progress.py --without`; of INVACKs with two lines, since with one nothing else goes on before them; and one rule of STC can be left out, as another takes what it takes). "Strong" is the fairness of the rules in the column beside it, which are the fewest that
will do where the cell says `holds`: of the instances that are enabled again and again each fires again and again. `tests/suites/57-progress` decides
some rows, and all of them by night. The machines `sc`, `rc-mca` and `rc` have none: they perform what the window
driver chooses, in one step, and issue nothing that could wait (`murrelet check --machine rc --driver endless` says so).

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


def decide(program, row, mode, options=()):
    """What fails, in the order of the text, or `holds`; the number of states; and the names of the rules that were fair."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [program, "check", "--quiet", "--warn", "none", "--trace", "none", "--covers", "report", "--machine",
                   row["machine"], "--driver", row["driver"], "--invariant", row["invariants"], "--json", report]
        for constant in row["constants"].split():
            command += ["--const", constant]
        done = subprocess.run(command + (list(options) or fairness(row, mode)), cwd=ROOT, capture_output=True, text=True)
        if not os.path.exists(report):
            sys.exit("%s: %s" % (row["row"], done.stderr))
        with open(report) as file:
            found = json.load(file)
    if found["verdict"] == "incomplete":
        return "incomplete", found["states"], []
    fails = ", ".join(p["name"] for p in found["properties"] if p["verdict"] == "violated") or "holds"
    return fails, found["states"], sorted({rule["rule"] for rule in found["fairness"]["rules"]})


def short(cell):
    return ", ".join(SHORT.get(name, name) for name in cell.split(", "))


def folder_of(row):
    """That of the machine's file, as models/machines.tsv has it."""
    with open(os.path.join(ROOT, "models/machines.tsv")) as file:
        return next(cells[2].split("/")[0] for cells in (text.split("\t") for text in file) if cells[0] == row["machine"].split(":")[0])


def formulas(path):
    """Of a consumed.m and what it includes: the name of each formula, and the rules that it names."""
    with open(os.path.join(ROOT, path)) as file:
        text = re.sub("--.*", "", file.read())
    found = {}
    for included in re.findall('include "(.*)"', text):
        found.update(formulas(os.path.join(os.path.dirname(path), included)))
    for name, body in re.findall(r'(?:ltl|leadsto) "([^"]*)"([^;]*)', text):
        found[name] = re.findall(r'fires\("([^"]*)"', body)
    return found


def messages(row):
    return formulas("models/%s/consumed.m" % folder_of(row)) if "consumed" in row["invariants"].split(",") else {}


def count_messages(row, cell):
    names = cell.split(", ")
    kinds = [name for name in names if name in messages(row)]
    rest = [name for name in names if name not in kinds]
    return short(", ".join(rest + ["%d kinds of message" % len(kinds)] * (len(kinds) > 0)))


def line(row, found, states):
    cells = [count_messages(row, found[MODES[0]]), short(found[MODES[1]])]
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


def noticed_in(rows):
    """By folder and formula of its consumed.m: the row that says that it fails where nothing is fair, or None."""
    first = {}
    for row in rows:
        for name in messages(row):
            key_of = folder_of(row), name
            if not first.get(key_of):
                first[key_of] = row if name in row["none"].split(", ") else None
    return first


def compare_messages(rows):
    """How many formulas say of no message that it is taken, as far as the table shows."""
    wrong = [key_of for key_of, row in noticed_in(rows).items() if not row]
    for folder, name in wrong:
        print("FAIL models/%s/consumed.m: no row says that \"%s\" fails where nothing is fair" % (folder, name))
    return len(wrong)


# By formula and rule: constants by which it is missed, where those of the row are too few.  With one line nothing else goes on for ever before an INVACK,
# which is then taken, fair or not; with two the other line's accesses do.
LARGER = {("mesi", "an INVACK is taken", "L1 receives an INVACK"): "THREADS=2 VALUES=1 LINES=2 EVICTIONS=0",
          ("mesi", "a recall's INVACK is taken", "L2 receives an INVACK"): "THREADS=2 CUS=1 VALUES=1 LINES=2",
          ("gpu-vi", "an INVACK is taken", "L2 receives an INVACK"): "THREADS=2 VALUES=1 LINES=2 PENDING=2 EVICTIONS=0 ATOMICS=0",
          ("gpu-vini", "an INVACK is taken", "L2 receives an INVACK"): "THREADS=2 VALUES=1 LINES=2 PENDING=2 EVICTIONS=0 ATOMICS=0"}
# Never missed: where this is enabled the other rule that the formula names is, of the same instance, which is fair.
IMPLIED = {("stc", "a store is performed", "L2 performs an atomic that returns nothing")}


def leave_out(program, rows, wanted):
    """Every fair rule but one that a formula names is fair: whether it fails then."""
    tried = failed = 0
    fair = {}
    for (folder, name), row in noticed_in(rows).items():
        for rule in messages(row)[name] if row and row["row"] in wanted else ():
            if row["row"] not in fair:
                fair[row["row"]] = decide(program, row, "weak")[2]
            others = [word for other in fair[row["row"]] if other != rule for word in ("--fair", other)]
            at = dict(row, constants=LARGER.get((folder, name, rule), row["constants"]))
            found, _, _ = decide(program, at, "without", ["--only", name, "--fair", "none"] + others)
            tried += 1
            implied = (folder, name, rule) in IMPLIED
            if (name in found.split(", ")) == implied:
                failed += 1
                print("FAIL %s: \"%s\" %s where \"%s\" is not fair" % (row["row"], name, "fails" if implied else "holds", rule))
    print("%d rules left out, %d not noticed" % (tried, failed))
    return failed


def write_page(rows, lines):
    old = page_lines() if len(lines) < len(rows) else {}
    with open(PAGE, "w") as file:
        file.write(HEAD + "".join(lines.get(row["row"]) or old.get(key(row), "") for row in rows))


def main():
    program, *options = arguments(__doc__)
    program = os.path.abspath(program)
    rows = read("models/progress.tsv", COLUMNS)
    wanted = options[options.index("--rows") + 1].split(",") if "--rows" in options else [row["row"] for row in rows]
    if not set(wanted) <= {row["row"] for row in rows}:
        sys.exit("models/progress.tsv has no row %s" % ", ".join(set(wanted) - {row["row"] for row in rows}))
    if "--without" in options:
        sys.exit(1 if leave_out(program, rows, wanted) else 0)
    lines, failed = {}, compare_messages(rows)
    for row in rows:
        if row["row"] not in wanted:
            continue
        found, states = {}, 0
        for mode in MODES:
            if mode == "with strong" and row["strong"] == "-":
                continue
            found[mode], states, _ = decide(program, row, mode)
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
