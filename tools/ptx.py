#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""ptx.py PROGRAM CHECKOUT [--tests FILE] [-m MACHINE]... - Dartagnan's PTX tests as input, and what machines say.

CHECKOUT is a local copy of Dartagnan: its tests lie in litmus/PTX, what their
authors expect in dartagnan/src/test/resources/PTX*-expected.csv.  Prints
results/ptx.tsv: a line a test, read or refused and why.  --tests names a table
whose first column names the tests to take, in order: by default all of them.

A race-free test obliges a machine whose promise is no weaker than PTX: one
that promises sc or rc-mca, where the test is race-free under
hrf-indirect-relaxed; else one that promises a race model under which it is.
Exit code 1 where such a machine shows what an author marks forbidden.
"""
import csv
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from composed import arguments

os.environ["MURRELET_FRESH"] = "1" # what is written down was run now

COLUMNS = ["test", "condition", "PTX", "read", "race-free", "obliged", "shown", "why"]
MODELS = ["drf", "hrf-direct", "hrf-indirect", "hrf-direct-relaxed", "hrf-indirect-relaxed", "rsp"]


def run(program, *arguments):
    """The JSON that a command writes, or the first error it reports."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "found.json")
        done = subprocess.run([program, *arguments, "--json", file], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode in (0, 1, 3):
            with open(file, encoding="utf-8") as found:
                return json.load(found), None
        error = re.search(r"error: (.*)", done.stderr)
        if done.returncode != 2 or not error:
            sys.exit(f"{program} {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
        return None, error[1]


def expected(checkout):
    """What the authors expect of each test: whether its assertion passes.  Versions of PTX that differ are an error."""
    found = {}
    for path in sorted(glob.glob(os.path.join(checkout, "dartagnan/src/test/resources/PTX*-expected.csv"))):
        if "Liveness" in path:
            continue
        with open(path) as file:
            for row in csv.reader(file):
                if len(row) >= 2 and row[1].strip() in ("0", "1"):
                    name = os.path.relpath(row[0].strip(), "litmus/PTX")
                    if found.setdefault(name, row[1].strip()) != row[1].strip():
                        found[name] = "versions differ"
    return found


def condition(text):
    """exists, ~exists or forall."""
    body = re.sub(r'"[^"]*"', "", text)
    found = re.findall(r"^\s*(~exists|exists|forall)\b", body, re.M)
    return found[-1] if found else "-"


def judge(program, path, row, machines):
    races, refused = run(program, "races", path)
    if refused:
        row.update({"read": "refused", "why": refused})
        return []
    row["read"] = "read"
    free = {t["model"]: t["verdict"] for t in races["tests"]}
    # "no race found" is as much as can be said of a loop and of weak orders.
    row["race-free"] = " ".join(m for m in MODELS if free[m] != "racy") or "-"
    options = [word for machine in machines for word in ("-m", machine)]
    cells = run(program, "suite", "-q", "--no-liveness", "-j", "1", *options, path)[0]["cells"]
    obliged, shown = [], []
    for cell in cells:
        machine = cell["machine"] + (":" + cell["variant"] if cell["variant"] else "")
        promises = cell["promises"].split()
        if {"sc", "rc-mca"} & set(promises) and free["hrf-indirect-relaxed"] != "racy" or \
                any(verdict in ("race-free", "no race found") for verdict in cell["races"].values()):
            obliged.append(machine)
        if any(outcome["condition"] != (row["condition"] == "forall") for outcome in cell["outcomes"]):
            shown.append(machine)
        if not cell["complete"]:
            row["why"] = f"{row['why']} {machine} incomplete".strip()
    row["obliged"] = " ".join(obliged) or "-"
    row["shown"] = " ".join(shown) or "-"
    return sorted(set(obliged) & set(shown)) if row["PTX"] == "forbidden" else []


def main():
    arguments = sys.argv[1:]
    options = {"--tests": [], "-m": []}
    operands = []
    while arguments:
        word = arguments.pop(0)
        if word in options and arguments:
            options[word].append(arguments.pop(0))
        else:
            operands.append(word)
    if len(operands) != 2:
        sys.exit(__doc__)
    program, checkout = operands
    folder = os.path.join(checkout, "litmus/PTX")
    if not os.path.isdir(folder):
        sys.exit(f"{folder}: no such folder")
    names = sorted(os.path.relpath(p, folder) for p in glob.glob(folder + "/**/*.litmus", recursive=True))
    for path in options["--tests"]:
        with open(path) as file:
            names = [row["test"] for row in csv.DictReader(file, delimiter="\t")]
    wanted = expected(checkout)
    out = csv.DictWriter(sys.stdout, COLUMNS, delimiter="\t", lineterminator="\n")
    out.writeheader()
    findings = 0
    for name in names:
        path = os.path.join(folder, name)
        with open(path) as file:
            kind = condition(file.read())
        row = dict.fromkeys(COLUMNS, "-")
        passes = wanted.get(name, "-")
        row.update({"test": name, "condition": kind, "why": "",
                    "PTX": passes if passes not in "01" else
                    "allowed" if (passes == "1") == (kind == "exists") else "forbidden"})
        for machine in judge(program, path, row, options["-m"]):
            print(f"{name}: {machine} shows what is forbidden", file=sys.stderr)
            findings += 1
        out.writerow(row)
        sys.stdout.flush()
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main()
