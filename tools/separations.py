#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""separations.py MURRELET [EDGES [PAGE]]

Writes PAGE (results/separations.md): what tells the machines apart that come along.  Every machine
runs every generated test of the vocabulary `orders`, of up to EDGES accesses (5); machines that
show the same outcomes are one class, and of two classes the smallest test is given that one
allows and the other does not.
"""
import json
import os
import re
import sys
import tempfile

from composed import arguments, run

os.environ["MURRELET_FRESH"] = "1" # what is written down was run now

MURRELET, EDGES, PAGE = (arguments(__doc__) + ["5", "results/separations.md"][len(sys.argv) - 2:])[:3]
GENERATE = [MURRELET, "generate", "--vocabulary", "orders", "--edges", EDGES]
SUITE = [MURRELET, "suite", "--no-liveness", "--quiet", "--allow-incomplete"]
ENDS = (0, 1, 3) # what is broken, or not decided, is what is asked for


def measure():
    """By machine: the tests whose outcome it shows, and those that were not decided; the tests, smallest first."""
    with tempfile.TemporaryDirectory() as scratch:
        tests, report = os.path.join(scratch, "tests"), os.path.join(scratch, "suite.json")
        run([*GENERATE, "--folder", tests], ENDS)
        run([*SUITE, "--json", report, tests], ENDS)
        sizes = {}
        for name in os.listdir(tests):
            text = open(os.path.join(tests, name)).read()
            sizes[name.removesuffix(".litmus")] = len(re.findall(r"\b[rw]\[", text))
        shown, open_ = {}, {}
        for cell in json.load(open(report))["cells"]:
            name = cell["machine"] + (":" + cell["variant"] if cell["variant"] else "")
            shown.setdefault(name, set())
            if cell.get("observation", "Never") != "Never":
                shown[name].add(cell["test"])
            elif not cell["complete"]:
                open_.setdefault(name, set()).add(cell["test"])
    return shown, open_, sorted(sizes, key=lambda test: (sizes[test], test))


def classes_of(shown, open_):
    classes = {}
    for name, tests in shown.items():
        classes.setdefault((frozenset(tests), frozenset(open_.get(name, ()))), []).append(name)
    return sorted(classes.items(), key=lambda item: (len(item[0][0]), item[1]))


def main():
    shown, open_, tests = measure()
    classes = classes_of(shown, open_)
    wanted, rows = [], []
    for (a, _), _ in classes:
        row = []
        for (b, undecided), _ in classes:
            test = next((test for test in tests if test in a and test not in b and test not in undecided), None)
            if test and test not in wanted:
                wanted.append(test)
            row.append(str(wanted.index(test) + 1) if test else "")
        rows.append(row)
    out = [f"""# What tells the machines apart

`make separations` writes this page. Every machine that comes along runs {len(tests)} tests, those of
`murrelet {' '.join(GENERATE)}`, in the default environment. Machines that show the outcomes of the same tests are
one class:

| class | machines | tests whose outcome they show |
|---|---|---|"""]
    for i, ((a, _), names) in enumerate(classes):
        out.append(f"| {chr(65 + i)} | {', '.join(names)} | {len(a)} |")
    out.append("""
The number in a row and a column is a smallest test, in accesses, whose outcome the row's class shows and the column's does
not; where there is none, the row shows nothing that the column does not:

| | """ + " | ".join(chr(65 + i) for i in range(len(classes))) + " |")
    out.append("|---|" + "---|" * len(classes))
    out += [f"| {chr(65 + i)} | " + " | ".join(row) + " |" for i, row in enumerate(rows)]
    out.append("\n| number | test |\n|---|---|")
    out += [f"| {i + 1} | `{test}` |" for i, test in enumerate(wanted)]
    if open_:
        out.append("\nNot decided within bounds: " + "; ".join(f"{name}: {len(t)} tests" for name, t in sorted(open_.items())) + ".")
    with open(PAGE, "w") as page:
        page.write("\n".join(out) + "\n")


main()
