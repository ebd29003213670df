#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""lowered.py PROGRAM FOLDER... - whether `murrelet table` gives each access the row that tools/amdgpu_rows.py reads from a
test's text, and the rows are those that tools/amdgpu.py reads from the tables, for each lowering that the machine has.
FOLDER: of tests.  A line for each thing that differs, then how many lowerings and rows of tests were compared."""
import csv
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
import amdgpu
import amdgpu_rows


def variants():
    """By the number of a lowering, a variant that has it and all that the lowering says."""
    found = {}
    with open(os.path.join(amdgpu.ROOT, "models/machines.tsv"), encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            constants = dict(x.split("=") for x in row["constants"].split())
            if row["machine"] == "amdgpu" and "ONE_WAVE" not in constants:
                found.setdefault(int(constants["LOWERING"]), f"amdgpu:{row['variant']}" if row["variant"] else "amdgpu")
    return found


def table(program, machine, folders):
    ran = subprocess.run([program, "table", machine, "--json", "-", *folders], stdout=subprocess.PIPE, check=True)
    return json.loads(ran.stdout)


def said(row):
    return [row[x] for x in ("operation", "order", "scope", "before", "instruction", "after", "mark")]


def differing_rows(number, shown):
    for own, row in zip(amdgpu.rows(*amdgpu.LOWERINGS[number]), shown["rows"], strict=True):
        if said(own) != said(row):
            yield f"{shown['machine']}: row {row['row']}: {said(row)}, and the table has {said(own)}"


def differing_tests(shown):
    by_row = {}
    for row in shown["rows"]:
        for name in row["tests"]:
            by_row.setdefault(name, set()).add(row["row"])
    for test in shown["tests"]:
        read = amdgpu_rows.rows_used(test["path"])
        for words, rows in (("accesses", {access["row"] for access in test["accesses"]}), ("rows", by_row.get(test["test"], set()))):
            if rows != read:
                yield f"{test['test']}: by its {words} {sorted(rows)}, by its text {sorted(read)}"


def main(program, *folders):
    found, tests = variants(), 0
    if sorted(found) != list(range(len(amdgpu.LOWERINGS))):
        print("lowerings without a variant, or the other way round:", sorted(found))
    for number, machine in sorted(found.items()):
        shown = table(program, machine, folders)
        tests += len(shown["tests"])
        for words in (*differing_rows(number, shown), *differing_tests(shown)):
            print(words)
    print(len(found), "lowerings,", tests, "tests")


if __name__ == "__main__":
    main(*sys.argv[1:])
