#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""states.py MURRELET DOCUMENT... - what tables of states in documents say is what the program counts today.

A table whose first column is of machines, and whose others are of litmus tests, has in each cell the states of the test
on the machine, at default settings with work-groups apart.  Ends with how many cells there were; exit code 1 where one is wrong."""
import glob
import json
import os
import re
import subprocess
import sys


def cells_of(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def tables(path):
    """Its tables of states, as a list of tests and a dictionary of counts by machine."""
    tests, rows = [], {}
    for line in open(path, encoding="utf-8").read().splitlines() + [""]:
        names = cells_of(line)[1:] if line.startswith("| machine | `") else []
        if names and all(re.search(r"\.[a-z0-9]+$", name) for name in names):
            tests, rows = names, {}
        elif tests and line.startswith("| `"):
            rows[cells_of(line)[0]] = [int(cell.replace(",", "")) for cell in cells_of(line)[1:]]
        elif tests and not line.startswith("|"):
            yield tests, rows
            tests = []


def counted(program, tests, machines):
    """By machine and test.  A count that a bound cut off is None."""
    files = {name: glob.glob("litmus/**/%s.litmus" % name, recursive=True)[0] for name in tests}
    words = [word for machine in machines for word in ("-m", machine)]
    report = json.loads(subprocess.run([program, "suite", "-q", "--placement", "apart", "--no-liveness", "--json", "-", *words, *files.values()],
                                       check=True, capture_output=True, text=True).stdout)
    named = {open(file, encoding="utf-8").readline().split()[1]: name for name, file in files.items()}
    return {(cell["machine"] + (cell["variant"] and ":" + cell["variant"]), named[cell["test"]]): cell["states"] if cell["complete"] else None
            for cell in report["cells"]}


def main():
    seen = wrong = 0
    for path in sys.argv[2:]:
        for tests, rows in tables(path):
            found = counted(os.path.abspath(sys.argv[1]), tests, rows)
            for machine, counts in rows.items():
                for test, count in zip(tests, counts):
                    seen += 1
                    if found[machine, test] != count:
                        wrong += 1
                        print("FAIL %s: %s on %s has %s states, not %d" % (path, machine, test, found[machine, test], count))
    print("%d cells" % seen)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
