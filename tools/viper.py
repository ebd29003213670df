#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""viper.py - the faults of models/viper/faults.tsv, each with its shortest run, and without the fault.

    viper.py faults MURRELET [ID...]           whether each is found (exit code 1 where one is not)
    viper.py mended MURRELET [ID...]           whether each is gone without its switch
    viper.py list                              the table as Markdown
"""
import csv
import os
import re
import subprocess
import sys

from composed import arguments

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "models", "viper")
STATES = 400000  # of a search without the fault, at most; more are called incomplete
DEFAULTS = {"THREADS": "2", "VALUES": "1"}


def faults():
    with open(os.path.join(FOLDER, "faults.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def is_test(row):
    return row["how"].endswith(".litmus")


def mended(row):
    """The constants without the fault: of a row whose fault is how the machine is, its mend."""
    return row["constants"] if row["fault"] else f"{row['constants']} PROBE_DATA=1"


def command(row, constants):
    words = constants.split()
    if is_test(row):
        shown = ["litmus", "-m", row["machine"], "--no-liveness"]
    else:
        given = {word.split("=")[0] for word in words}
        words = [f"{name}={value}" for name, value in DEFAULTS.items() if name not in given] + words
        shown = ["check", "--machine", row["machine"], "--driver", row["how"]]
    for word in words:
        shown += ["--const", word]
    return shown + ([row["how"]] if is_test(row) else [])


def run(program, words):
    done = subprocess.run([program] + words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"viper.py: murrelet {' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    return done.returncode, done.stdout


def finding(row, out):
    """What shows the fault in an output, or None."""
    if is_test(row):
        found = re.search(r"^Observation \S+ (\w+) .*$", out, re.M)
    else:
        found = re.search(r"^Violated: .*$", out, re.M)
    return found.group(0) if found and re.search(row["finds"].strip('"'), found.group(0)) else None


def steps(out):
    found = re.search(r"A shortest run, (\d+) rules?", out)
    return found.group(1) if found else ""


def find(program, rows):
    missed = 0
    for row in rows:
        words = command(row, f"{row['constants']} {row['fault']}")
        found = None
        code, out = run(program, words)
        if code != 3:
            found = finding(row, out)
        print(f"{row['id']}\t{row['machine']}\t{steps(out)}\t{found or 'NOT FOUND'}\tmurrelet {' '.join(words)}", flush=True)
        if not found:
            missed += 1
            print(out[-2000:], file=sys.stderr)
    return missed


def without(program, rows):
    wrong = 0
    seen = {}
    for row in rows:
        words = command(row, mended(row)) + ([] if is_test(row) else ["--max-states", str(STATES)])
        if tuple(words) not in seen:
            seen[tuple(words)] = run(program, words)
        code, out = seen[tuple(words)]
        bound = re.search(r'^Violated: assertion "[A-Z_]+ suffices"', out, re.M)
        there = finding(row, out) or (code == 1 and not is_test(row))
        verdict = "incomplete" if code == 3 or bound else "still there" if there else "gone"
        wrong += verdict == "still there"
        print(f"{row['id']}\t{row['machine']}\t{verdict}\tmurrelet {' '.join(words)}", flush=True)
    return wrong


def table(rows):
    for row in rows:
        switch = f"{row['machine']} {row['constants']} {row['fault']}".replace("  ", " ").strip()
        yield f"| {row['id']} | {row['where'] or 'new'} | {row['what']} | {row['change']} | `{switch}` |"


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ("faults", "mended", "list") or (sys.argv[1] != "list" and len(sys.argv) < 3):
        sys.exit(__doc__)
    if sys.argv[1] == "list":
        print("\n".join(table(faults())))
        return
    rows = [row for row in faults() if not sys.argv[3:] or row["id"] in sys.argv[3:]]
    sys.exit(1 if (find if sys.argv[1] == "faults" else without)(sys.argv[2], rows) else 0)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main()
