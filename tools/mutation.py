#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""mutation.py PROGRAM [--reports FOLDER] [MACHINE]... - how many of 60 mutants of
each machine its checks find: write results/mutation.md and results/mutation.tsv.

Machines that are not named stay as they are in the table.  The checks are the machine under the free driver, with
what its header promises, and a part of the litmus tests.  A report that is in FOLDER already is
taken, and one that is made is left there; without FOLDER all are made.  A judgement that stands in the table
for a mutant stays, as long as the mutant is there and survives.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MACHINES = {"gpu-vi": "gpu-vi", "mesi": "mesi", "stc": "stc", "tc-weak": "tc", "rcc": "rcc", "quickrelease": "quickrelease"}
DRIVER = {"rcc": "free --const EVICT_BEFORE=2"} # where free alone is too large
TESTS = "litmus/basics litmus/message-passing litmus/store-buffering"
SHARED = ["models/lib/parts", "models/lib/logical-time.m", "models/lib/waits.m", "models/lib/waits-for-answers.m"]
COUNT, SEED, SECONDS = 60, 1, 60
COLUMNS = ["machine", "file", "line", "column", "operator", "original", "mutated", "verdict", "free", "litmus", "words",
           "revision", "judgement"]
TABLE = "results/mutation.tsv"


def command(machine):
    """What is run, but for the program."""
    words = ["mutate", "--machine", machine]
    for path in ["models/" + MACHINES[machine]] + SHARED:
        words += ["--in", path]
    return words + ["--count", str(COUNT), "--seed", str(SEED), "--max-seconds", str(SECONDS), "--all-checks", "--cc", "tcc",
                    "--driver", DRIVER.get(machine, "free"), "--test", TESTS]


def quoted(words):
    return " ".join(f"'{word}'" if " " in word else word for word in words)


def report_of(program, machine, folder):
    path = os.path.join(folder, machine + ".json")
    if not os.path.exists(path):
        subprocess.run([program] + command(machine) + ["--quiet", "--json", path], stdout=subprocess.DEVNULL, check=False)
    return json.load(open(path, encoding="utf-8"))


def end_of(mutant, word):
    """What a check made of a mutant: by the command that it is."""
    ends = [check["end"] for check in mutant["checks"] if check["check"].startswith(word)]
    return ends[0] if ends else "not run"


def rows_of(machine, report):
    for mutant in report["mutants"]:
        yield {"machine": machine, **{key: str(mutant[key]) for key in COLUMNS[1:8]}, "free": end_of(mutant, "check "),
               "litmus": end_of(mutant, "suite "), "words": mutant.get("words", ""), "revision": revision(),
               "judgement": ""}


def key(row):
    return tuple(row[c] for c in ("machine", "file", "operator", "original", "mutated", "verdict"))


def known():
    """The rows of the table as it is."""
    if not os.path.exists(TABLE):
        return []
    with open(TABLE, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def keep_judgements(rows):
    """Several mutants may look the same; they are told apart by their order."""
    old = {}
    for row in known():
        old.setdefault(key(row), []).append(row["judgement"])
    for row in rows:
        if row["verdict"] == "survived":
            left = old.get(key(row))
            row["judgement"] = left.pop(0) if left else "not judged"


def write_table(rows):
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write("\t".join(COLUMNS) + "\n")
        for row in rows:
            out.write("\t".join(row[c].replace("\t", " ") for c in COLUMNS) + "\n")


def killed(rows, column):
    return sum(row[column] in ("kills", "refuses") for row in rows)


def counts_line(machine, rows):
    run = [row for row in rows if row["verdict"] not in ("invalid", "the same")]
    count = {v: sum(row["verdict"] == v for row in rows) for v in ("killed", "survived", "ran out", "broke", "invalid", "the same")}
    rate = 100 * count["killed"] // len(run) if run else 0
    return (f"| {machine} | {len(run)} | {count['killed']} ({rate} %) | {count['survived']} | {count['ran out']} | {count['broke']} | "
            f"{killed(run, 'free')} | {killed(run, 'litmus')} | {sum(r['free'] == 'ran out' for r in run)} | "
            f"{sum(r['litmus'] == 'ran out' for r in run)} | {count['invalid']} | {count['the same']} |")


def code(text):
    text = text if len(text) <= 90 else text[:87] + "..."
    return "`" + text.replace("|", "\\|") + "`" if text else "nothing"


HEAD = """# Mutants of the protocols

How many single faults do checks of a protocol find? `make mutation` writes this page and `mutation.tsv`, which has
every mutant; [the page on mutation](../docs/mutation.md) says what the words mean. Of each machine {count} mutants were
chosen at random, of its own files and the parts that it shares, and run through two checks, each for {seconds} seconds at most:

- *free*: `check --machine MACHINE --driver free`, with the invariants that follow from the machine's header (rcc: with
  EVICT_BEFORE=2, for else it is too large);
- *litmus*: a part of the tests, `{tests}`.

Both were run on every mutant (`--all-checks`), so each column counts what that check finds alone; *killed* is by either.

| machine | run | killed | survived | ran out | broke | free kills | litmus kills | free ran out | litmus ran out | invalid | the same |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""

SURVIVORS = """
`broke` is a crash or an internal error of the checker on the mutant: a bug of ours, and no kill.

The two see different faults: the free driver goes through all programs of its small bounds, with few properties; litmus
tests know of each outcome whether the promise allows it, and that every operation completes, but they are few programs, and run
without evictions here. A rate says what *these* checks see in *these* bounds: the whole suite, `models/checks.tsv` with the
invariants of each family and its other bounds, and the variants that take every message for a step, see more. A fault in
what none of the two reaches survives.

## What survived

Places are those of the revision of the models that was measured. A survivor is judged only where the reason can be given: `equivalent`, where it does what the original does in all that the
machine shows. All others are not judged: each may be equivalent, or a fault that these checks do not see.

"""


def survivors(machine, rows):
    lines = [f"### {machine}, at {rows[0]['revision']}\n\n", "| place | fault | was | is | judgement |\n|---|---|---|---|---|\n"]
    for row in rows:
        if row["verdict"] in ("survived", "ran out", "broke"):
            judgement = row["judgement"] if row["verdict"] == "survived" else f"{row['verdict']}: {row['words']}"
            lines.append(f"| {row['file']}:{row['line']}:{row['column']} | {row['operator']} | {code(row['original'])} | "
                         f"{code(row['mutated'])} | {judgement} |\n")
    return "".join(lines) + "\n"


def revision():
    """Of the models, as they were last changed."""
    return subprocess.run(["git", "log", "-1", "--format=%h", "--", "models"], capture_output=True, text=True,
                          check=False).stdout.strip()


def write_page(machines, rows):
    page = HEAD.format(count=COUNT, seconds=SECONDS, tests=TESTS.replace("litmus/", ""))
    by_machine = {machine: [row for row in rows if row["machine"] == machine] for machine in machines}
    page += "".join(counts_line(machine, by_machine[machine]) + "\n" for machine in machines)
    missing = [machine for machine in MACHINES if machine not in machines]
    page += f"\nNot measured: {', '.join(missing)}.\n" if missing else ""
    page += SURVIVORS + "".join(survivors(machine, by_machine[machine]) for machine in machines)
    page += "## The commands\n\n" + "".join(f"    murrelet {quoted(command(machine))}\n" for machine in machines)
    with open("results/mutation.md", "w", encoding="utf-8") as out:
        out.write(page)


def main():
    program, *words = sys.argv[1:]
    program, folder = os.path.abspath(program), None
    if words and words[0] == "--reports":
        folder, words = os.path.abspath(words[1]), words[2:]
    os.chdir(ROOT)
    measured = words or list(MACHINES)
    with tempfile.TemporaryDirectory() as fresh:
        rows = [row for machine in measured for row in rows_of(machine, report_of(program, machine, folder or fresh))]
    keep_judgements(rows)
    rows += [row for row in known() if row["machine"] not in measured]
    rows.sort(key=lambda row: list(MACHINES).index(row["machine"]))
    write_table(rows)
    write_page([machine for machine in MACHINES if any(row["machine"] == machine for row in rows)], rows)


if __name__ == "__main__":
    main()
