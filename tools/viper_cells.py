#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""viper_cells.py - every cell of models/viper/tcp.csv, tcc.csv and sqc.csv: what of the model it is, and which search comes to it.

    viper_cells.py check                  each cell is in the model, or is left out for a reason, and what notes say of the
                                          searches is so (exit code 1)
    viper_cells.py run MURRELET [NAME..]  search the configurations of models/viper/configurations.tsv, and write
                                          results/viper.tsv
    viper_cells.py page                   write results/viper.md from it
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

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "models", "viper")
FOUND = os.path.join(ROOT, "results", "viper.tsv")
PAGE = os.path.join(ROOT, "results", "viper.md")
STATES = 150000
SOURCES = {"TCP": "tcp.m", "TCC": "tcc.m", "SQC": "sqc.m"}
LEFT_OUT = {"Store": "the event is never raised"}
ONLY_IN_A = ("AtomicDone", "AtomicNotDone")


def rows_of(path, **how):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, **how))


def cells():
    """(machine, state, event, what) of every cell, event by event."""
    for machine in SOURCES:
        rows = rows_of(os.path.join(FOLDER, machine.lower() + ".csv"))
        for event in list(rows[0])[1:]:
            for row in rows:
                yield machine, row["state"], event, row[event]


def source(machine):
    with open(os.path.join(FOLDER, SOURCES[machine]), encoding="utf-8") as file:
        return file.read()


def kind(machine, state, event, what, text):
    """How the model has the cell: cover, error, or the reason for which it has not; None where it is missing."""
    if event in LEFT_OUT:
        return LEFT_OUT[event]
    name = f"{machine} {state} {event}"
    if what == "x":
        if event in ONLY_IN_A:
            return "an assertion: it comes in A alone"
        return "error" if f'"{name}: undefined"' in text else None
    if f'cover "{name}"' in text:
        return "cover"
    return "the coalescer has one request of a line at the TCP" if f'error "{name}: the coalescer' in text else None


def kinds():
    texts = {machine: source(machine) for machine in SOURCES}
    return [cell + (kind(*cell, texts[cell[0]]),) for cell in cells()]


def false_notes():
    """Notes on the tables that name a configuration, or a machine's own search, which does not come to the cell."""
    met = {(line["configuration"], line["name"]) for line in rows_of(FOUND, delimiter="\t") if line["what"] == "met"}
    own = {"viper:wb-steps": "back, bypassing"}
    for path in sorted(glob.glob(os.path.join(FOLDER, "table-notes-*.tsv"))):
        for line in rows_of(path, delimiter="\t", quoting=csv.QUOTE_NONE):
            named = re.search(r'the configuration "([^"]*)"|that of (\S+) comes', line["note"])
            name = " ".join(line[column] for column in ("table", "state", "event"))
            if named and (named.group(1) or own.get(named.group(2)), name) not in met:
                yield f"{os.path.basename(path)}: {name}: results/viper.tsv does not say so: {line['note']}"


def check():
    missing = [cell for cell in kinds() if cell[4] is None]
    for cell in missing:
        print("models/viper has nothing for " + " ".join(cell[:3]), file=sys.stderr)
    names = {f"{c[0]} {c[1]} {c[2]}" for c in cells()}
    strangers = [n for m in SOURCES for n in re.findall(r'cover "([^"]*)"', source(m)) if n not in names]
    for name in strangers:
        print(f"{name} is a cell of no table", file=sys.stderr)
    notes = list(false_notes())
    for words in notes:
        print(words, file=sys.stderr)
    return 1 if missing or strangers or notes else 0


def command(row):
    constants = {"THREADS": "2", "VALUES": "1"}
    constants.update(word.split("=") for word in row["constants"].split())
    words = ["check", "--machine", row["machine"], "--driver", "endless"]
    for name, value in constants.items():
        words += ["--const", f"{name}={value}"]
    return words + ["--max-states", str(row["states"] or STATES), "--max-errors", "1000"]


def search(program, row):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run([program] + command(row) + ["--json", report], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"viper_cells.py: {row['name']}: exit code {done.returncode}\n{done.stderr}")
        with open(report, encoding="utf-8") as file:
            return json.load(file)


def run(program, names):
    known = rows_of(FOUND, delimiter="\t") if names and os.path.exists(FOUND) else []
    found = [line for line in known if line["configuration"] not in names]
    for row in rows_of(os.path.join(FOLDER, "configurations.tsv"), delimiter="\t"):
        if names and row["name"] not in names:
            continue
        report = search(program, row)
        whole = "level_not_begun" not in report and report["verdict"] != "incomplete"
        own = [("searched" if whole else "incomplete", "", f"{report['states']:,}")]
        own += [("met", cover["name"], "") for cover in report["covers"] if cover["met"]]
        own += [("violated", fault["name"] or fault["kind"], fault["depth"]) for fault in report.get("violations", [])]
        found += [{"configuration": row["name"], "what": what, "name": name, "steps": steps} for what, name, steps in own]
        print(f"{row['name']}: {own[0][2]} states, {own[0][0]}, "
              f"{sum(x[0] == 'met' for x in own)} cells, {sum(x[0] == 'violated' for x in own)} violations", flush=True)
    order = [row["name"] for row in rows_of(os.path.join(FOLDER, "configurations.tsv"), delimiter="\t")]
    found = sorted((line for line in found if line["configuration"] in order), key=lambda line: order.index(line["configuration"]))
    with open(FOUND, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["configuration", "what", "name", "steps"], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)


def searches(found):
    yield "| configuration | what | machine and constants | states | cells met |"
    yield "|---|---|---|---|---|"
    for row in rows_of(os.path.join(FOLDER, "configurations.tsv"), delimiter="\t"):
        own = [line for line in found if line["configuration"] == row["name"]]
        total = [line for line in own if line["what"] in ("searched", "incomplete")]
        if total:
            bound = f", to {int(row['states']):,}" if row["states"] else ""
            more = f" (incomplete{bound})" if total[0]["what"] == "incomplete" else ""
            met = sum(line["what"] == "met" for line in own)
            setting = f"{row['machine']} {row['constants']}".strip()
            yield f"| {row['name']} | {row['what']} | `{setting}` | {total[0]['steps']}{more} | {met} |"


def why(name):
    for row in rows_of(os.path.join(FOLDER, "unreached.tsv"), delimiter="\t"):
        if re.fullmatch(row["cell"], name):
            return row["why"]
    return "no search came to it"


def unmet(found):
    met = {line["name"] for line in found if line["what"] == "met"}
    reasons = {}
    for machine, state, event, what, has in kinds():
        name = f"{machine} {state} {event}"
        if what != "x" and name not in met:
            reasons.setdefault(why(name) if has == "cover" else has, []).append(name)
    for reason, names in sorted(reasons.items()):
        yield f"- {reason}: {', '.join(names)}"


def violations(found):
    best = {}
    for line in found:
        if line["what"] == "violated":
            best.setdefault(line["name"], []).append(line)
    yield "| what | configurations, and the steps of a shortest run |"
    yield "|---|---|"
    for name, own in sorted(best.items()):
        yield f"| {name} | " + "; ".join(f"{x['configuration']}{' ' + x['steps'] if x['steps'] else ''}" for x in own) + " |"


def not_reached(found):
    reached = {line["name"] for line in found if line["what"] == "violated"}
    names = [f"{c[0]} {c[1]} {c[2]}" for c in kinds() if c[4] == "error" and f"{c[0]} {c[1]} {c[2]}: undefined" not in reached]
    return ", ".join(names)


def page():
    found = rows_of(FOUND, delimiter="\t")
    has = kinds()
    defined = [c for c in has if c[3] != "x"]
    lines = ["# The cells of GPU_VIPER", "",
             "`make viper` writes this page ([the machine](../docs/protocols/viper.md)). Each configuration is searched by the "
             f"endless driver, to {STATES:,} states at most, or as many as are named; one that has more is incomplete, and what it "
             "does not come to may be there. "
             "Two threads and one value unless said otherwise. A search goes on behind a violation, but no state that has one is followed. "
             "A bound that is hit (`... suffices`) ends what would follow, and is no verdict.", ""]
    lines += list(searches(found))
    lines += ["", "## Cells", "", f"The tables have {len(defined)} cells with a transition and {len(has) - len(defined)} without. "
              f"Of the first {sum(c[4] == 'cover' for c in has)} are in the model. Not met:", ""]
    lines += list(unmet(found))
    lines += ["", "## What was violated", ""] + list(violations(found))
    lines += ["", "## Pairs without a transition that no search came to", "", not_reached(found) + ".", ""]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    if sys.argv[1:] == ["check"]:
        sys.exit(check())
    if sys.argv[1:2] == ["run"] and len(sys.argv) > 2:
        run(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:] == ["page"]:
        page()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main()
