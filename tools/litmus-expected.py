#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""litmus-expected.py PROGRAM [--write] - litmus/expected.tsv against what PROGRAM says.

Races and what the models allow are computed anew by `murrelet races`; the
outcomes of tests that are not recorded by `murrelet litmus` on the reference
machines (the enumerator judges the others, in suite litmus).
Without --write, cells that differ are printed, and the exit code is 1 where
one does; a race's witness, and a note in parentheses, may differ.  With
--write, the file is brought up to date: tests that are not recorded are added
(a test's own text becomes the last column), cells that differ are replaced.
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

from composed import arguments

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATH = os.path.join(ROOT, "litmus", "expected.tsv")
COLUMNS = ["file", "name", "sc", "rc-mca", "rc", "racy_DRF", "racy_HRFd", "racy_HRFi", "racy_HRFdr", "racy_HRFir",
           "racy_HRFir_literal", "racy_RSP", "HRFir_allows", "required_HRFd", "required_HRFi", "required_HRFir",
           "required_RSP", "uses", "why"]
MODELS = {"racy_DRF": "drf", "racy_HRFd": "hrf-direct", "racy_HRFi": "hrf-indirect",
          "racy_HRFdr": "hrf-direct-relaxed", "racy_HRFir": "hrf-indirect-relaxed", "racy_RSP": "rsp"}


def run(program, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "found.json")
        done = subprocess.run([program, *arguments, "--json", file], stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"{program} {' '.join(arguments)}: exit code {done.returncode}")
        with open(file, encoding="utf-8") as found:
            return json.load(found)["tests"]


def uses(text):
    """What the program has, by its text."""
    body = text[text.index("}"):]
    orders = set(re.findall(r"\b(?:r|w|rmw|f)\[(\w*)", body))
    found = []
    for name, present in [
            ("na", bool(orders & {"na", ""}) or bool(re.search(r"[ |;]\s*[rw]\s+\w", body))),
            ("sc", "sc" in orders),
            ("ra", bool(orders & {"acq", "rel", "ar"})),
            ("rlx", "rlx" in orders),
            ("fence", bool(re.search(r"\bf\[", body))),
            ("rmw", bool(re.search(r"\brmw\[", body))),
            ("rm", bool(orders & {"rm_acq", "rm_rel", "rm_ar"})),
            ("loop", has_loop(body))]:
        if present:
            found.append(name)
    return ",".join(found)


def has_loop(body):
    """A branch to a label that stands above it in its column."""
    seen = {}
    for row, line in enumerate(body.split("\n")):
        for cell in line.rstrip("; ").split("|"):
            label = re.match(r"\s*(\w+):\s*(.*)$", cell)
            rest = cell
            if label and label[1] not in ("scopes", "exists"):
                seen[label[1]] = row
                rest = label[2]
            goal = re.match(r"\s*b\[[^]]*\]\s+(?:r\d+\s+)?(\w+)\s*$", rest)
            if goal and goal[1] in seen:
                return True
    return False


def racy(verdict):
    if verdict["verdict"] != "racy":
        return "free"
    a, b = sorted(verdict["race"]["threads"])
    return f"racy:{verdict['race']['location']}(P{b},P{a})"


def outside(row, relaxed):
    """Why a test lies outside a model's language, or None."""
    have = row["uses"].split(",")
    if "rm" in have:
        return "n/a(rm)"
    if not relaxed:
        for name in ("rlx", "fence"):
            if name in have:
                return f"n/a({name})"
    return None


def required(row, race, allows):
    return "undefined" if race != "free" else "allowed" if allows == "yes" else "forbidden"


def compute(program, folder, recorded):
    races = {}
    for test in run(program, "races", "--outcomes", folder):
        races[test["model"], test["test"]] = test
    for test in run(program, "races", "--literal", "-m", "hrf-indirect-relaxed", folder):
        races["literal", test["test"]] = test
    rows = []
    for path in sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                       if name.endswith(".litmus")):
        with open(path) as file:
            text = file.read()
        name = re.match(r"\S+\s+(\S+)", text)[1]
        doc = re.search(r'^"([^"]*)"', text, re.M)
        row = {"file": os.path.relpath(path, folder), "name": name, "uses": uses(text),
               "why": doc[1].replace("\n", " ") if doc else ""}
        for machine in ("sc", "rc-mca", "rc"):
            if name in recorded:
                row[machine] = recorded[name][machine]
            else:
                row[machine] = "yes" if run(program, "litmus", "-m", machine, path)[0]["condition_holds"] else "no"
        for column, model in MODELS.items():
            row[column] = racy(races[model, name])
        row["racy_HRFir_literal"] = racy(races["literal", name])
        candidate = races["hrf-indirect-relaxed", name]
        if outside(row, True):
            row["HRFir_allows"] = outside(row, True)
        else:
            row["HRFir_allows"] = "undef" if candidate["verdict"] == "racy" else "yes" if candidate["condition"] else "no"
            if candidate["verdict"] == "no race found":
                row["HRFir_allows"] += "(SC part only)" if candidate["reason"].startswith("cand") else "(1 loop-back)"
        allows = row["HRFir_allows"].split("(")[0]
        for column in ("HRFd", "HRFi"):
            row["required_" + column] = outside(row, False) or required(row, row["racy_" + column], row["sc"])
        row["required_HRFir"] = outside(row, True) or required(row, row["racy_HRFir"], allows)
        row["required_RSP"] = required(row, row["racy_RSP"], row["sc"] if outside(row, True) else allows)
        rows.append(row)
    return rows


def plain(cell):
    return cell if cell.startswith("n/a") else re.sub(r"[:(].*", "", cell)


def main():
    program, write = sys.argv[1], "--write" in sys.argv[2:]
    with open(PATH, newline="") as file:
        recorded = {row["name"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    rows, differs = compute(program, os.path.join(ROOT, "litmus"), recorded), 0
    for row in rows:
        old = recorded.pop(row["name"], None)
        for column in COLUMNS[:-1]:
            if old and plain(old[column]) == plain(row[column]):
                if old[column] != "racy":
                    row[column] = old[column]
            else:
                differs += 1
                print(f"{row['name']} {column}: recorded {old[column] if old else 'nothing'}, computed {row[column]}")
        if old:
            row["why"] = old["why"]
    for name in recorded:
        differs += 1
        print(f"{name}: recorded, and not there")
    if write:
        with open(PATH + ".new", "w") as file:
            for cells in [COLUMNS] + [[row[column] for column in COLUMNS] for row in rows]:
                file.write("\t".join(cells) + "\n")
        os.replace(PATH + ".new", PATH)
    print(f"{len(rows)} tests, {differs} cells differ")
    return 0 if write or not differs else 1


if __name__ == "__main__":
    arguments(__doc__)
    sys.exit(main())
