#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""mutation.py PROGRAM [--page | --check | [--reports FOLDER] [--processes N] [MACHINE]...] - how many of 60 mutants of
each machine its checks find: write results/mutation.md and results/mutation.tsv.

Machines that are not named stay as they are in the table.  The checks are the machine under the free driver, with
what its header promises, and a part of the litmus tests; what survives both is run through rows of models/checks.tsv,
until one kills it.  A report that is in FOLDER already is taken, and one that is made is left there; without FOLDER
all are made.  --processes: so many checks at once, as `mutate` takes it.  --page: nothing is run, and the page is written anew from the table and results/mutation-judged.tsv,
which says of what survives everything why it is no fault, or what nobody sees; --check: nor is it written, and the exit
code is 1 where it would be another.  A judgement of a mutant that is not there, or does not survive, is refused; so are
two of one mutant.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

from composed import ROOT, arguments, check_named, pairs, read, refuse, variants

# Each with the folder of its files.
MACHINES = {
    "gpu-vi": "gpu-vi", "mesi": "mesi", "stc": "stc", "tc-weak": "tc", "rcc": "rcc", "quickrelease": "quickrelease",
    "no-l1": "no-l1", "noncoherent": "noncoherent", "wt": "wt", "rfo": "rfo", "src": "src", "lcc": "tc", "g-tsc": "g-tsc",
    "denovo": "denovo", "gpu-vini": "gpu-vini", "rsp": "rsp", "tc-strong": "tc", "msi:net": "msi", "hmg": "hmg",
    "viper": "viper", "amdgpu": "amdgpu",
}
# Where free alone is too large.
DRIVER = {
    "rcc": "free --const EVICT_BEFORE=2",
    "quickrelease": "free --const VALUES=2",
    "g-tsc": "free --const EVICT_BEFORE=2 --const ORDERS=2",
    "gpu-vini": "free --const ORDERS=2",
    "tc-strong": "free --const ORDERS=2",
    "hmg": "free --const ORDERS=2",
}
# Seconds of a check, of machines that take longer than others.
LESS = dict.fromkeys(["tc-weak", "rcc", "quickrelease", "src", "g-tsc", "denovo", "gpu-vini", "rsp", "tc-strong", "msi:net", "hmg", "viper", "amdgpu"], 60)
TESTS = "litmus/basics litmus/message-passing litmus/store-buffering"
SHARED = ["models/lib/parts", "models/lib/logical-time.m", "models/lib/waits.m", "models/lib/waits-for-answers.m"]
COUNT, SEED, SECONDS = 60, 1, 300
COLUMNS = ["machine", "file", "line", "column", "operator", "original", "mutated", "verdict", "free", "litmus", "row", "words",
           "counts", "revision"]
TABLE = "results/mutation.tsv"
PAGE = "results/mutation.md"
JUDGED = "results/mutation-judged.tsv"
JUDGEMENTS = ["equivalent",    # it does what the original does, in all that the machine shows
              "allowed",       # it does other things, which the machine's promises allow
              "unseen"]        # a fault, and no check sees it
CHECKS = "models/checks.tsv"
CHECK_COLUMNS = "check|machine|driver|invariants|constants|options|runs|expect|expect-exact|why"
# Rows that what survives is run through, small ones, or a folder of tests: every message a step, finite queues, programs of any length, more CUs,
# two lines, happens-before.
ROWS = {
    "gpu-vi": ["gpu-vi-tight", "gpu-vi-queues", "gpu-vi-free"],
    "mesi": ["mesi-tight", "mesi-tight-2-places", "mesi-queues", "mesi-victims", "mesi-endless-2", "mesi-free-3-cus", "marked-store-mesi"],
    "stc": ["stc-endless", "stc-bsq", "stc-es", "stc-free-at-once-3", "stc-free-lines", "progress-stc-nv-scan"],
    "tc-weak": ["tc-weak-order", "tc-weak-words", "tc-weak-time", "tc-weak-free-2x2", "tc-weak-free"],
    "rcc": ["rcc-sc-free-2x2", "rcc-wo-free-2x2", "rcc-free-2-lines"],
    "quickrelease": ["quickrelease-order", "quickrelease-free-cpu", "quickrelease-free-1-level", "quickrelease-free-cpu-3-levels", "progress-quickrelease-1"],
    "no-l1": ["no-l1-order", "no-l1-free-3x1", "progress-no-l1"],
    "noncoherent": ["noncoherent-order", "noncoherent-order-steps", "progress-noncoherent"],
    "wt": ["wt-order", "wt-order-steps", "wt-order-scopes", "wt-order-cpu", "wt-scopes", "wt-free-2x2", "progress-wt", "progress-wt-steps",
           "litmus/coherence"],
    "rfo": ["rfo-order", "rfo-cpu", "rfo-endless", "marked-store-rfo", "marked-store-rfo-tags", "litmus/coherence"],
    "src": ["src-order", "src-order-steps", "src-free-orders", "progress-src"],
    "lcc": ["lcc-steps", "lcc-words", "lcc-letter", "marked-store-lcc", "progress-lcc-yields"],
    "g-tsc": ["g-tsc-rc-order", "g-tsc-sc-free-2x2", "g-tsc-rc-free-2x2", "g-tsc-rc-free"],
    "denovo": ["denovo-order", "denovo-endless", "progress-denovo"],
    "gpu-vini": ["gpu-vini-order", "gpu-vini-tight", "gpu-vini-free-atomics"],
    "rsp": ["rsp-order", "rsp-free-3x1", "rsp-rmw-1-line", "progress-rsp", "progress-rsp-remote"],
    "tc-strong": ["tc-strong-order", "tc-strong-words", "progress-tc-strong-yields"],
    "msi:net": ["msi-net-order", "msi-net-endless", "msi-net-free-lines", "progress-msi"],
    "hmg": ["hmg-order", "hmg-endless", "progress-hmg"],
    "viper": ["viper-own-order", "viper-free", "viper-free-alone", "viper-free-cpu", "viper-free-one-cu", "viper-free-bypassing",
              "viper-checkpoint", "viper-flushes", "viper-wb-checkpoint", "viper-wb-free", "viper-wb-free-steps",
              "viper-wb-free-words", "progress-viper", "progress-viper-wb"],
    "amdgpu": ["amdgpu-order", "progress-amdgpu"],
}
ROW_SECONDS = 1800


def sources(machine):
    return ["models/" + MACHINES[machine]] + SHARED


def command(machine):
    """What is run, but for the program."""
    words = ["mutate", "--machine", machine]
    for path in sources(machine):
        words += ["--in", path]
    return words + ["--count", str(COUNT), "--seed", str(SEED), "--max-seconds", str(LESS.get(machine, SECONDS)), "--all-checks", "--cc", "tcc",
                    "--driver", DRIVER.get(machine, "free"), "--test", TESTS]


def quoted(words):
    return " ".join(f"'{word}'" if " " in word else word for word in words)


def report_on(program, words, path):
    """What the command says of the mutants: it is run, with the program's options, where the report is not there yet."""
    if not os.path.exists(path):
        done = subprocess.run(program[:1] + words + program[1:] + ["--quiet", "--json", path], text=True, capture_output=True, check=False)
        if not os.path.exists(path):
            refuse(path, done.stderr)
    return json.load(open(path, encoding="utf-8"))


def end_of(mutant, word):
    """What a check made of a mutant: by the command that it is."""
    ends = [check["end"] for check in mutant["checks"] if check["check"].startswith(word)]
    return ends[0] if ends else "not run"


def rows_of(machine, report):
    for mutant in report["mutants"]:
        yield {"machine": machine, **{key: str(mutant[key]) for key in COLUMNS[1:8]}, "free": end_of(mutant, "check "),
               "litmus": end_of(mutant, "suite "), "row": "", "words": mutant.get("words", ""), "counts": counts_of(mutant), "revision": revision()}


def counts_of(mutant):
    """Of a survivor: whether every check counted what it counts of the original."""
    return {True: "same", False: "other"}.get(mutant.get("same_counts"), "")


def name_of(mutant):
    return "%s:%s:%s: %s: %s" % tuple(str(mutant[key]) for key in ("file", "line", "column", "operator", "mutated"))


# ---- what survives, through rows of models/checks.tsv ----

def variant(machine, wanted):
    """The constants that make the machine the variant that is wanted: every message is a step where that does not
    say that it is reduced, as the machine itself does."""
    name, _, own = machine.partition(":")
    if not wanted:
        return {}
    constants = variants(name)
    steps = {"STEPS": "1"} if "STEPS" in constants[own] else {}
    return {**steps, **constants[wanted]}


def driver_text(machine, row):
    """The row as `mutate --driver` takes it."""
    constants = {**variant(machine, row["machine"].partition(":")[2]), **pairs(row["constants"])}
    words = [row["driver"], "--invariant", row["invariants"], row["options"]]
    return " ".join(word for word in words + ["--const %s=%s" % c for c in constants.items()] if word)


def rows_command(machine, survivors, texts):
    """What is run of the rows, but for the program: of each its options, of tests their folder."""
    words = ["mutate", "--machine", machine]
    for path in sources(machine):
        words += ["--in", path]
    for row in survivors:
        words += ["--at", "%(file)s:%(line)s:%(column)s: %(operator)s" % row]
    for text, name in texts.items():
        words += ["--test" if text == name else "--driver", text]
    return words + ["--max-seconds", str(ROW_SECONDS), "--cc", "tcc"]


def through_rows(program, machine, rows, folder):
    """Says of each mutant that survives which row kills it, the first that does."""
    table = {row["check"]: row for row in read(CHECKS, CHECK_COLUMNS)}
    texts = {name if name.startswith("litmus/") else driver_text(machine, table[name]): name for name in ROWS[machine]}
    path = os.path.join(folder, machine + "-rows.json")
    survivors = [row for row in rows if row["verdict"] == "survived"]
    found = {name_of(mutant): mutant for mutant in report_on(program, rows_command(machine, survivors, texts), path)["mutants"]}
    for row in survivors:
        mutant = found.get(name_of(row), {"checks": [], "verdict": "not run"})  # where the user stopped it
        for check in mutant["checks"]:
            if check["end"] in ("kills", "refuses"):
                row["row"] = next(name for text, name in texts.items() if check["check"].endswith(" " + text))
        row["words"] = "" if row["row"] else mutant["verdict"]
        row["counts"] = "" if row["row"] else "other" if "other" in (row["counts"], counts_of(mutant)) else row["counts"] and counts_of(mutant)
    return rows


def known():
    """The rows of the table as it is."""
    return read(TABLE, "|".join(COLUMNS)) if os.path.exists(TABLE) else []


# ---- judgements ----

def place(row):
    return "%(machine)s %(file)s:%(line)s:%(column)s %(operator)s" % row


def judge(rows):
    """Each judgement goes to the mutants that it names, by their place and kind."""
    survivors = {}
    for row in rows:
        row["judgement"] = "not judged"
        if row["verdict"] == "survived" and not row["row"]:
            survivors.setdefault(place(row), []).append(row)
    judged = read(JUDGED, "machine|place|operator|judgement|reason")
    check_named(judged, "judgement", JUDGEMENTS, "judgement")
    for verdict in judged:
        name = "%(machine)s %(place)s %(operator)s" % verdict
        if name not in survivors:
            refuse(verdict.place, "no mutant %s survives" % name)
        for row in survivors.pop(name):
            row["judgement"] = "%(judgement)s: %(reason)s" % verdict


def write_table(rows):
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write("\t".join(COLUMNS) + "\n")
        for row in rows:
            out.write("\t".join(row[c].replace("\t", " ") for c in COLUMNS) + "\n")


def count_of(rows, column, words):
    return sum(row[column].startswith(words) for row in rows)


def killed(rows, column):
    return sum(row[column] in ("kills", "refuses") for row in rows)


def counts_line(machine, rows):
    run = [row for row in rows if row["verdict"] not in ("invalid", "the same")]
    count = {v: sum(row["verdict"] == v for row in rows) for v in ("killed", "survived", "ran out", "broke", "invalid", "the same")}
    by_rows = sum(row["row"] != "" for row in run)
    left = [row for row in run if row["verdict"] == "survived" and not row["row"]]
    cells = [machine, len(run), killed(run, "free"), killed(run, "litmus"), count["killed"], by_rows,
             count["killed"] + by_rows]
    cells += [count_of(left, "judgement", word) for word in JUDGEMENTS + ["not judged"]]
    cells += [count["ran out"], count["broke"], count["invalid"], count["the same"]]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def code(text):
    text = text if len(text) <= 90 else text[:87] + "..."
    return "`" + text.replace("|", "\\|") + "`" if text else "nothing"


HEAD = """# Mutants of the protocols

How many single faults do checks of a protocol find? `make mutation` writes this page and `mutation.tsv`, which has
every mutant; [the page on mutation](../docs/mutation.md) says what the words mean. Of each machine {count} mutants were
chosen at random, of its own files and the parts that it shares, and run through two checks, each for {seconds} seconds at
most{less}:

- *free*: `check --machine MACHINE --driver free`, with the invariants that follow from the machine's header{smaller};
- *litmus*: a part of the tests, `{tests}`.

Both were run on every mutant (`--all-checks`), so each column counts what that check finds alone, and *either* what one of
the two does. What survives both is run through rows of `models/checks.tsv` ([below](#the-rows)) until one kills it: *rows*.

| machine | run | free | litmus | either | rows | killed in all | equivalent | allowed | unseen | not judged | ran out | broke | invalid | the same |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""

SURVIVORS = """
`broke` is a crash or an internal error of the checker on the mutant: a bug of ours, and no kill.

The two see different faults: the free driver goes through all programs of its small bounds, with few properties; litmus
tests know of each outcome whether the promise allows it, and that every operation completes, but they are few programs, and run
without evictions here. Both run machines reduced, so that a fault in what only a message of its own reaches, or only a finite
queue, survives them; the rows take every message for a step.

## What survived

Places are those of the revision of the models that was measured; where the rows are of a later one, each survivor was made again where its line
is there. *Killed* by a row: by the first one that does, of those
below. What nothing kills is judged by hand, in `mutation-judged.tsv`: *equivalent*, it does what the original
does in all that the machine shows; *allowed*, it does less or more, and nothing that the machine promises not to; *unseen*, it is a
fault that none of these checks sees: why, and which one outside of them does. What is *not judged* may be any of the three.
*Counts* are the *same* where every check of them all counted as many states and fired rules as of the original, which is no
proof that the two are equivalent, and *other* where one did not, so that they are not, in what the model goes through; in
older rows nothing was noted.

"""

ROWS_HEAD = """## The rows

Of `models/checks.tsv`, or a folder of tests, by machine; `murrelet mutate --machine MACHINE --at PLACE --operator KIND --driver ROW`,
with the row's driver, invariants and constants, runs one again.

"""


UNFINISHED = {"ran out": "a row has no end in its time", "not run": "not run through the rows"}


def said_of(row):
    if row["verdict"] != "survived":
        return f"{row['verdict']}: {row['words']}"
    if row["judgement"] == "not judged" and row["words"] in UNFINISHED:
        return f"not judged: {UNFINISHED[row['words']]}"
    return f"killed by `{row['row']}`" if row["row"] else row["judgement"]


def survivors(machine, rows):
    lines = [f"### {machine}, at {rows[0]['revision']}\n\n", "| place | fault | was | is | counts | judgement |\n|---|---|---|---|---|---|\n"]
    for row in rows:
        if row["verdict"] in ("survived", "ran out", "broke"):
            judgement = said_of(row)
            lines.append(f"| {row['file']}:{row['line']}:{row['column']} | {row['operator']} | {code(row['original'])} | "
                         f"{code(row['mutated'])} | {row['counts']} | {judgement} |\n")
    return "".join(lines) + "\n"


def revision():
    """Of the models, as they were last changed."""
    return subprocess.run(["git", "log", "-1", "--format=%h", "--", "models"], capture_output=True, text=True,
                          check=False).stdout.strip()


def aside(words, why):
    """In brackets, what there is of it."""
    return f" ({', '.join(words + [why] if why else words)})" if words else ""


def page_of(rows):
    machines = [machine for machine in MACHINES if any(row["machine"] == machine for row in rows)]
    less = [f"{machine}: {LESS[machine]}" for machine in machines if machine in LESS]
    smaller = [f"{machine}: with {DRIVER[machine].replace('free --const ', '').replace(' --const', ',')}" for machine in machines if machine in DRIVER]
    page = HEAD.format(count=COUNT, seconds=SECONDS, tests=TESTS.replace("litmus/", ""), less=aside(less, ""),
                       smaller=aside(smaller, "for else it is too large"))
    by_machine = {machine: [row for row in rows if row["machine"] == machine] for machine in machines}
    page += "".join(counts_line(machine, by_machine[machine]) + "\n" for machine in machines)
    missing = [machine for machine in MACHINES if machine not in machines]
    page += f"\nNot measured: {', '.join(missing)}.\n" if missing else ""
    page += SURVIVORS + "".join(survivors(machine, by_machine[machine]) for machine in machines)
    page += ROWS_HEAD + "".join(f"- {machine}: {', '.join('`%s`' % name for name in ROWS[machine])}\n" for machine in machines)
    page += "\n## The commands\n\n" + "".join(f"    murrelet {quoted(command(machine))}\n" for machine in machines)
    return page


def measure(program, machines, folder):
    with tempfile.TemporaryDirectory() as fresh:
        for machine in machines:
            report = report_on(program, command(machine), os.path.join(folder or fresh, machine + ".json"))
            yield from through_rows(program, machine, list(rows_of(machine, report)), folder or fresh)


def main():
    program, *words = arguments(__doc__)
    program, folder = [os.path.abspath(program)], None
    if words and words[0] == "--reports":
        folder, words = os.path.abspath(words[1]), words[2:]
    if words and words[0] == "--processes":
        program, words = program + words[:2], words[2:]
    os.chdir(ROOT)
    measured = [] if words in (["--page"], ["--check"]) else words or list(MACHINES)
    for machine in measured:
        if machine not in MACHINES:
            refuse("mutation.py", "there is no machine '%s' here: %s" % (machine, ", ".join(MACHINES)))
    rows = list(measure(program, measured, folder))
    rows += [row for row in known() if row["machine"] not in measured]
    rows.sort(key=lambda row: list(MACHINES).index(row["machine"]))
    judge(rows)
    if words == ["--check"]:
        return page_of(rows) != open(PAGE, encoding="utf-8").read()
    write_table(rows)
    with open(PAGE, "w", encoding="utf-8") as out:
        out.write(page_of(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
