#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""c11.py MURRELET MODEL.cat FOLDER [EDIT]

The model's verdict on each row of c11.tsv, whose programs are written into FOLDER
as litmus tests: a thread between each two ||, an instruction between each two ;
as KIND.ORDER and its operands, KIND one of R, W, F and U, which adds.  A line for
each row whose outcome is reached where it is forbidden, or the other way round; the
last line says how many rows are as the table has them, and how many are not.

With EDIT, which a row names where the model without it is to get that row wrong: a
line for each of these rows that is right all the same, and the counts are of them.
"""
import csv
import json
import os
import subprocess
import sys

WRITTEN = {"R": "r[%s] %s %s", "W": "w[%s] %s %s", "U": "rmw[%s] %s (add %s %s) %s"}


def instruction(words):
    (kind, order), operands = words[0].split("."), words[1:]
    bears = order if order == "na" else order + ",agent"
    if kind == "F":
        return "f[%s]" % bears
    if kind == "U":
        return WRITTEN[kind] % (bears, operands[0], operands[0], operands[2], operands[1])
    return WRITTEN[kind] % (bears, operands[0], operands[1])


def lisa(row):
    threads = [[instruction(i.split()) for i in thread.split(";")] for thread in row["program"].split("||")]
    for thread in threads:
        thread += [""] * (max(map(len, threads)) - len(thread))
    heads = " | ".join("P%d" % t for t in range(len(threads)))
    body = "\n".join(" " + " | ".join(cells) + " ;" for cells in zip(*threads))
    groups = "".join("(wg %d)" % t for t in range(len(threads)))
    return "LISA %s\n{ }\n %s ;\n%s\nscopes: (sys (agent %s))\nexists (%s)\n" % (row["name"], heads, body, groups, row["outcome"])


def verdicts(murrelet, model, folder):
    done = subprocess.run([murrelet, "outcomes", "--cat", model, "--json", "-", folder], stdout=subprocess.PIPE, check=False)
    tests = json.loads(done.stdout)["tests"]
    assert all(test["complete"] for test in tests), "a test was left incomplete"
    return {test["test"]: "forbidden" if test["observation"] == "Never" else "allowed" for test in tests}


def main():
    murrelet, model, folder, edit = (sys.argv + [None])[1:5]
    with open(os.path.join(os.path.dirname(__file__), "c11.tsv"), encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t") if not edit or edit in row["edits"].split()]
    folder = os.path.join(folder, edit or "all")
    os.makedirs(folder, exist_ok=True)
    for row in rows:
        with open(os.path.join(folder, row["name"] + ".litmus"), "w", encoding="utf-8") as test:
            test.write(lisa(row))
    found = verdicts(murrelet, model, folder)
    right = 0
    for row in rows:
        same = found[row["name"]] == row["verdict"]
        right += same
        if same == bool(edit):
            print("%s is %s: %s" % (row["name"], found[row["name"]], row["source"]))
    print(right, len(rows) - right)


main()
