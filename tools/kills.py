#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""kills.py PROGRAM [--page | --check | [--threads N] [--missed] [MACHINE]...] - whether generated tests find the faults that the library
of litmus tests finds, and how few of them are enough: write results/kills.md and results/kills.tsv.

The faults are those by hand, models/*/mutants/*.patch, of each machine those that change one of its files.  Each runs all tests
of the library, and all tests of a pool that is generated from cycles, without a look at the library.  Machines that are not named
stay as they are in the table.  --threads: so many faults at once.  --missed: of faults in the table that the library finds and the
pool, as it was then, does not, those alone run the tests of the pool as it is now.  --page: nothing is run, and the page is written anew from the
table; --check: nor is it written, and the exit code is 1 where it would be another.
"""
import json
import os
import shutil
import sys
import tempfile

from composed import ROOT, arguments, read, refuse, run
from mutation import MACHINES

# Tests whose outcome a model forbids, and allows as soon as any one part of them is a step weaker; and some that are stronger than
# they need to be, for an access of a wider scope, or a read-modify-write, takes another way through a machine; then tests whose
# outcome is allowed, which a machine that orders too much never shows.
POOL = [
    "--vocabulary agent --edges 4 --minimal hrf-indirect-relaxed",
    "--vocabulary agent --edges 4 --minimal rc-mca",
    "--vocabulary agent --edges 5 --minimal sc",
    "--vocabulary scoped --edges 4 --minimal hrf-indirect-relaxed",
    "--vocabulary scopes --edges 5 --minimal hrf-indirect-relaxed",
    "--vocabulary mixed --edges 5 --minimal rsp",
    "--vocabulary mixed --edges 3 --every 50",
    "--vocabulary mixed --edges 4 --minimal rsp --spare 2 --every 2",
    "--vocabulary owned --edges 4 --minimal hrf-indirect-relaxed",
    "--vocabulary owned --edges 4 --minimal sc",
    "--vocabulary wide --edges 2 --minimal hrf-indirect-relaxed",
    "--vocabulary wide --edges 2 --minimal rsp",
    "--vocabulary orders --edges 6 --minimal sc",
    "--vocabulary agent --edges 6 --processes 3 --minimal sc",
    "--vocabulary strong --edges 5 --minimal hrf-indirect-relaxed",
    "--vocabulary warm --edges 4 --minimal hrf-indirect-relaxed",
    "--vocabulary agent --edges 5 --processes 2 --minimal hrf-indirect-relaxed",
    "--vocabulary scoped --edges 4 --minimal hrf-indirect-relaxed --weaker",
    "--vocabulary orders --edges 4",
    "--vocabulary loads",
]
COLUMNS = ["machine", "fault", "library", "library_tests", "generated", "generated_tests", "suite", "pool"]
TABLE = "results/kills.tsv"
PAGE = "results/kills.md"


def folder_of(machine):
    return f"models/{MACHINES[machine]}/mutants"


def measured():
    """The machines that have faults by hand."""
    return [machine for machine in MACHINES if os.path.isdir(folder_of(machine))]


def kill_words(machine, faults, tests):
    return ["generate", "--kill", machine, "--mutants", faults, "--test", tests, "--cc", "tcc"]


def killed_by(program, options, machine, tests, scratch, faults=None):
    """By fault of the machine's folder, or of another: what the tests made of it, how many kill it, and which of a smallest choice do."""
    report = os.path.join(scratch, "report.json")
    run([program, *kill_words(machine, faults or folder_of(machine), tests), *options, "--json", report], (0, 1, 3))
    return {os.path.basename(mutant["replaced_by"]).removesuffix(".patch"):
            (mutant["verdict"], mutant["tests_that_kill"], mutant["killed_by"]) for mutant in json.load(open(report))["mutants"]}


def make_pool(program, folder):
    for tests in POOL:
        run([program, "generate", *tests.split(), "--folder", folder], (0,))


NOT_RUN = ("not run", 0, [])  # of a machine that keeps no test of the pool


def measure(program, options, machine, pool, scratch):
    library = killed_by(program, options, machine, "litmus", scratch)
    generated = killed_by(program, options, machine, pool, scratch)
    size = str(len(os.listdir(pool)))
    for fault in sorted(library):
        (by_library, library_tests, _), (by_pool, pool_tests, suite) = library[fault], generated.get(fault, NOT_RUN)
        yield dict(zip(COLUMNS, (machine, fault, by_library, str(library_tests), by_pool, str(pool_tests), " ".join(suite), size)))


def measure_missed(program, options, machine, pool, scratch):
    """The machine's rows as they are, but for what the library alone kills."""
    rows = [row for row in known() if row["machine"] == machine]
    faults = os.path.join(scratch, machine.replace(":", "-"))
    os.mkdir(faults)
    for row in missed(rows):
        shutil.copy(os.path.join(folder_of(machine), row["fault"] + ".patch"), faults)
    generated = killed_by(program, options, machine, pool, scratch, faults) if os.listdir(faults) else {}
    for row in rows:
        if row["fault"] in generated:
            verdict, tests, suite = generated[row["fault"]]
            row.update(generated=verdict, generated_tests=str(tests), suite=" ".join(suite), pool=str(len(os.listdir(pool))))
    return rows


def known():
    return read(TABLE, "|".join(COLUMNS)) if os.path.exists(TABLE) else []


def killed(rows, column):
    return [row for row in rows if row[column] == "killed"]


def suite_of(rows):
    return sorted({test for row in rows for test in row["suite"].split()})


def missed(rows):
    """What the library kills, and the generated tests do not."""
    return [row for row in killed(rows, "library") if row["generated"] != "killed"]


def found(rows):
    """What the generated tests kill, and the library does not."""
    return [row for row in killed(rows, "generated") if row["library"] != "killed"]


HEAD = """# Generated tests, and the faults that the library finds

`make kills` writes this page and `kills.tsv`, which has every fault. The faults are those by hand
(`models/*/mutants/*.patch`), of each machine those that change one of its files; each runs all tests of the library, and all of
a pool that `murrelet generate` makes of cycles, without a look at the library:

{pool}

Both run in the default environment, as `murrelet suite` would; faults that show elsewhere (finite queues, evictions, programs of any
length, another variant) survive both, and have checks of their own. *Pool* is of how many tests it was when the machine was measured: it
has grown, and what a smaller one kills the larger one kills too; where the library alone killed a fault, that fault has run the tests
of a later pool (`tools/kills.py PROGRAM --missed`). *Enough* is how many tests of the pool were chosen to kill what it
kills ([how they are chosen](../docs/generate.md#the-few-that-find-all-faults)).

| machine | faults | the library kills | pool | the pool kills | enough | the library alone | the pool alone |
|---|---|---|---|---|---|---|---|
"""


def listed(rows):
    return ", ".join(f"{row['fault']} ({row['machine']})" for row in rows) or "none"


def page_of(rows):
    page = HEAD.format(pool="\n".join(f"- `generate {tests}`" for tests in POOL))
    for machine in measured():
        of = [row for row in rows if row["machine"] == machine]
        cells = [machine, len(of), len(killed(of, "library")), min(int(row["pool"]) for row in of) if of else "", len(killed(of, "generated")), len(suite_of(of)), len(missed(of)), len(found(of))]
        page += "| " + " | ".join(map(str, cells)) + " |\n" if of else ""
    missing = [machine for machine in measured() if not any(row["machine"] == machine for row in rows)]
    page += f"\nNot measured: {', '.join(missing)}.\n" if missing else ""
    tests = suite_of(rows)
    page += f"\nThe suites of all machines have {len(tests)} tests between them. Killed by the library alone: {listed(missed(rows))}.\n"
    page += f"Killed by the pool alone: {listed(found(rows))}.\n"
    page += "\n## The tests\n\n" + "".join(f"- `{test}`\n" for test in tests)
    return page


def write(rows):
    rows = sorted(rows, key=lambda row: (measured().index(row["machine"]), row["fault"]))
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write("\t".join(COLUMNS) + "\n" + "".join("\t".join(row[c] for c in COLUMNS) + "\n" for row in rows))
    with open(PAGE, "w", encoding="utf-8") as out:
        out.write(page_of(rows))


def main():
    program, *words = arguments(__doc__)
    program, options = os.path.abspath(program), []
    if words and words[0] == "--threads":
        options, words = words[:2], words[2:]
    how = measure_missed if words[:1] == ["--missed"] else measure
    words = words[how == measure_missed:]
    os.chdir(ROOT)
    os.environ["MURRELET_FRESH"] = "1" # what is written down was run now
    machines = [] if words in (["--page"], ["--check"]) else words or measured()
    for machine in machines:
        if machine not in measured():
            refuse("kills.py", f"there is no machine '{machine}' here: {', '.join(measured())}")
    if words == ["--check"]:
        return page_of(known()) != open(PAGE, encoding="utf-8").read()
    if words == ["--page"]:
        write(known())
    with tempfile.TemporaryDirectory() as scratch:
        pool = os.path.join(scratch, "pool")
        if machines:
            make_pool(program, pool)
        for machine in machines: # each is written down as soon as it is known
            rows = list(how(program, options, machine, pool, scratch))
            write(rows + [row for row in known() if row["machine"] != machine])
    return 0


if __name__ == "__main__":
    sys.exit(main())
