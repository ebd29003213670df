#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""separations.py PROGRAM [--check] [ACCESSES] - what tells the machines apart that come along: write results/separations.md and
results/separations.tsv.

Every machine runs every generated test of the vocabulary `orders`, of up to so many accesses (6: half an hour and more).  The table has for each
machine and each other one a smallest test whose outcome it shows and the other does not; on the page, machines that show the
outcomes of the same tests are one class.  --check: nothing is written, and the exit code is 1 where the table says another test
of up to so many accesses, or none, or the page, where it is of as many, something else.
"""
import itertools
import json
import os
import re
import sys
import tempfile

from composed import ROOT, arguments, read, refuse, run

COLUMNS = ["machine", "other", "accesses", "test"]
TABLE = "results/separations.tsv"
PAGE = "results/separations.md"
GENERATE = ["generate", "--vocabulary", "orders", "--edges"]
SUITE = ["suite", "--no-liveness", "--quiet", "--allow-incomplete"]
ENDS = (0, 1, 3) # what is broken, or not decided, is what is asked for


class Measured:
    """What machines show of the tests of up to so many accesses."""

    def __init__(self, program, edges):
        self.edges, self.shown, self.undecided, self.accesses = edges, {}, {}, {}
        with tempfile.TemporaryDirectory() as scratch:
            tests, report = os.path.join(scratch, "tests"), os.path.join(scratch, "suite.json")
            run([program, *GENERATE, edges, "--folder", tests], ENDS)
            run([program, *SUITE, "--json", report, tests], ENDS)
            for name in os.listdir(tests):
                text = open(os.path.join(tests, name), encoding="utf-8").read()
                self.accesses[name.removesuffix(".litmus")] = len(re.findall(r"\b[rw]\[", text))
            for cell in json.load(open(report, encoding="utf-8"))["cells"]:
                self.add(cell)
        self.tests = sorted(self.accesses, key=lambda test: (self.accesses[test], test))

    def add(self, cell):
        machine = cell["machine"] + (":" + cell["variant"] if cell["variant"] else "")
        shown, undecided = self.shown.setdefault(machine, set()), self.undecided.setdefault(machine, set())
        if cell.get("observation", "Never") != "Never":
            shown.add(cell["test"])
        elif not cell["complete"]:
            undecided.add(cell["test"])

    def smallest(self, machine, other):
        """A smallest test that the one shows, and the other does not; or None."""
        apart = self.shown[machine] - self.shown[other] - self.undecided[other]
        return next((test for test in self.tests if test in apart), None)

    def classes(self):
        """The machines that show the same, the fewest outcomes first."""
        of = {}
        for machine, shown in self.shown.items():
            of.setdefault((frozenset(shown), frozenset(self.undecided[machine])), []).append(machine)
        return sorted(of.values(), key=lambda machines: (len(self.shown[machines[0]]), machines))

    def rows(self):
        for machine, other in itertools.permutations(self.shown, 2):
            test = self.smallest(machine, other)
            yield dict(zip(COLUMNS, (machine, other, str(self.accesses[test]) if test else "", test or "")))


HEAD = """# What tells the machines apart

`make separations` writes this page, and `separations.tsv`, which has every pair of machines. Every machine that comes along runs {count} tests, those of
`murrelet {words}`, in the default environment. Machines that show the outcomes of the same tests are
one class:

| class | machines | tests whose outcome they show |
|---|---|---|
"""
BETWEEN = """
The number in a row and a column is a smallest test, in accesses, whose outcome the row's class shows and the column's does
not; where there is none, the row shows nothing that the column does not:

"""


def line(*cells):
    return "| " + " | ".join(map(str, cells)) + " |\n"


def page_of(measured):
    classes = measured.classes()
    letters = [chr(ord("A") + i) for i in range(len(classes))]
    page = HEAD.format(count=len(measured.tests), words=" ".join([*GENERATE, measured.edges]))
    for letter, machines in zip(letters, classes):
        page += line(letter, ", ".join(machines), len(measured.shown[machines[0]]))
    page += BETWEEN + line("", *letters) + "|---|" + "---|" * len(classes) + "\n"
    wanted = []
    for letter, machines in zip(letters, classes):
        tests = [measured.smallest(machines[0], others[0]) for others in classes]
        wanted += [test for test in dict.fromkeys(tests) if test and test not in wanted]
        page += line(letter, *(wanted.index(test) + 1 if test else "" for test in tests))
    page += "\n| number | test |\n|---|---|\n" + "".join(line(i + 1, f"`{test}`") for i, test in enumerate(wanted))
    left = [f"{machine}: {len(tests)} tests" for machine, tests in sorted(measured.undecided.items()) if tests]
    return page + ("\nNot decided within bounds: " + "; ".join(left) + ".\n" if left else "")


def write(measured):
    with open(PAGE, "w", encoding="utf-8") as page:
        page.write(page_of(measured))
    with open(TABLE, "w", encoding="utf-8") as table:
        table.write("\t".join(COLUMNS) + "\n" + "".join("\t".join(row.values()) + "\n" for row in measured.rows()))


def check(measured):
    """Of tests of more accesses than are measured here the table may say what it wants."""
    known = {(row["machine"], row["other"]): row for row in read(TABLE, "|".join(COLUMNS))}
    rows = list(measured.rows())
    differ = len(known) != len(rows)
    for row in rows:
        said = known.get((row["machine"], row["other"]), {"test": "nothing", "accesses": "0"})
        expected = said["test"] if int(said["accesses"] or 0) <= int(measured.edges) else ""
        if row["test"] != expected:
            print(f"{row['machine']} and {row['other']}: {row['test'] or 'none'}, and the table says {expected or 'none'}")
            differ = True
    page = open(PAGE, encoding="utf-8").read()
    if "`murrelet " + " ".join([*GENERATE, measured.edges]) + "`" in page and page != page_of(measured):
        print(f"{PAGE} is not what is measured")
        differ = True
    return differ


def main():
    program, *words = arguments(__doc__)
    program = os.path.abspath(program)
    checks = words[:1] == ["--check"]
    edges = (words[checks:] or ["6"])[0]
    if not edges.isdigit() or len(words) > checks + 1:
        refuse("separations.py", f"'{' '.join(words)}' is no number of accesses")
    os.chdir(ROOT)
    os.environ["MURRELET_FRESH"] = "1" # what is written down was run now
    measured = Measured(program, edges)
    return check(measured) if checks else write(measured)


if __name__ == "__main__":
    sys.exit(main())
