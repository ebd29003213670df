#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""big.py PROGRAM [--checks FILE] [--to FOLDER] [--seconds N] [ROW]... - run the rows of models/checks.tsv that are
marked `big`, which no test runs, and write results/big.tsv and results/big.md.

Without names every such row is run, each as far as its levels fit into ENOUGH states, or for N seconds at most (300).
What was found of a row earlier stays, as long as the row asks for the same; with `--seconds 0` nothing is run, and the page is written anew.  Exit code 1 where
a row says something else than the table expects.
"""
import argparse
import csv
import datetime
import json
import os
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENOUGH = 130 * 10 ** 6 # states, of whole levels
COLUMNS = ["check", "verdict", "reason", "states", "rules", "depth", "seconds", "memory", "threads", "date", "command"]


def read(path, columns):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        if list(row) != columns and not set(columns) <= set(row):
            sys.exit(f"{path}: the columns are not {', '.join(columns)}")
    return rows


def command(row):
    """What is run, but for the program and the bound."""
    words = ["check", "--machine", row["machine"], "--driver", row["driver"], "--invariant", row["invariants"]]
    for constant in row["constants"].split():
        words += ["--const", constant]
    return words + shlex.split(row["options"])


def run(program, row, seconds):
    """A row of the results."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        words = command(row)
        subprocess.run([program] + words + ["--quiet", "--warn", "none", "--trace", "none", "--max-seconds", str(seconds), "--max-states", str(ENOUGH),
                                            "--json", path], stdout=subprocess.DEVNULL, check=False)
        if not os.path.exists(path):
            sys.exit(f"{row['check']}: there is no report")
        report = json.load(open(path, encoding="utf-8"))
    return {"check": row["check"], "verdict": report["verdict"], "reason": report.get("reason", ""),
            "states": str(report["states"]), "rules": str(report["rules_fired"]), "depth": str(report["depth"]),
            "seconds": f"{report['seconds']:.0f}", "memory": str(report["peak_rss_bytes"]), "threads": str(os.cpu_count()),
            "date": datetime.date.today().isoformat(), "command": shlex.join(words)}


def differs(row, result):
    """What the table expects and the run does not say; a run that was cut short says nothing."""
    if result["verdict"] == "incomplete":
        return []
    pairs = [pair.split("=", 1) for pair in row["expect"].split()]
    return [f"{key} is {result[key]}, not {value}" for key, value in pairs if key in result and result[key] != value]


def line(row, result):
    cells = [row["check"], row["machine"], row["constants"], row["invariants"].replace(",", ", "), row["why"]]
    if not result:
        return "| " + " | ".join(cells + ["not run", "", "", "", ""]) + " |"
    verdict = result["verdict"] + (f" ({result['reason']})" if result["reason"] else "")
    cells += [verdict, f"{int(result['states']):,}", result["depth"],
              f"{int(result['seconds']):,} s, {result['threads']} processors, {result['date']}",
              f"{int(result['memory']) / 2 ** 30:.2f} GiB"]
    return "| " + " | ".join(cells) + " |"


def page(rows, results):
    head = """# Large runs

Checks of machines over all programs that are too large for the tests: the rows of `models/checks.tsv` marked `big`.
`make big` runs them, each as far as its levels fit into 130,000,000 states, or for 300 seconds at most (`EACH=N`), and writes this page and `big.tsv`; `make big
ROWS="NAME ..."` runs some, and leaves what is known of the others. The last words of a row's *what* say what was left out.
A row that is *incomplete* has no violation within its states, which is no proof.

| check | machine | constants | invariants | what | verdict | states | depth | time | memory |
|---|---|---|---|---|---|---|---|---|---|
"""
    return head + "\n".join(line(row, results.get(row["check"])) for row in rows) + "\n"


def write(folder, rows, results):
    with open(os.path.join(folder, "big.tsv"), "w", encoding="utf-8") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for row in rows:
            if row["check"] in results:
                file.write("\t".join(results[row["check"]][column] for column in COLUMNS) + "\n")
    with open(os.path.join(folder, "big.md"), "w", encoding="utf-8") as file:
        file.write(page(rows, results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--checks", default=os.path.join(ROOT, "models/checks.tsv"))
    parser.add_argument("--to", default=os.path.join(ROOT, "results"))
    parser.add_argument("--seconds", type=int, default=300)
    arguments = parser.parse_intermixed_args()
    rows = [row for row in read(arguments.checks, ["check", "machine", "runs"]) if row["runs"] == "big"]
    unknown = set(arguments.rows) - {row["check"] for row in rows}
    if unknown:
        sys.exit(f"no row is marked big and named {', '.join(sorted(unknown))}")
    commands = {row["check"]: shlex.join(command(row)) for row in rows}
    results = {result["check"]: result for result in read(os.path.join(arguments.to, "big.tsv"), COLUMNS)
               if commands.get(result["check"]) == result["command"]}
    wrong = 0
    for row in rows:
        if arguments.seconds and (not arguments.rows or row["check"] in arguments.rows):
            results[row["check"]] = run(os.path.abspath(arguments.program), row, arguments.seconds)
            for difference in differs(row, results[row["check"]]):
                print(f"{row['check']}: {difference}")
                wrong = 1
            write(arguments.to, rows, results)
    write(arguments.to, rows, results)
    sys.exit(wrong)


main()
