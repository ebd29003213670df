#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""cat.py MURRELET machine:NAME|within:NAME|races:NAME[,OPTION...] MODEL.cat TEST|FOLDER...

The outcomes of the model in cat and those of a machine, or of the race model
written in C, on each test: equal, or a line says what one has and the other
lacks.  Tests of which either left something out are counted apart.  With
races: the verdict too, and outcomes only where the test is free of races; OPTIONs are those of `murrelet races`.  With
within: the model may have more than the machine.  The last line: how many were the same, how many differ, how many were left out.
"""
import json
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit("%s: exit code %d" % (" ".join(command[:4]), done.returncode))
    return {entry["test"]: entry for entry in json.loads(done.stdout)["tests"]}


def lines(entry):
    return {"".join("%s=%s; " % value for value in outcome["values"].items()).strip() for outcome in entry["outcomes"]}


def main():
    murrelet, (kind, name), model, paths = sys.argv[1], sys.argv[2].split(":", 1), sys.argv[3], sys.argv[4:]
    ours = run(murrelet, "outcomes", "--unroll", "1", "--max-seconds", "0.5", "--cat", model, "--json", "-", *paths)
    if kind != "races":
        theirs = run(murrelet, "litmus", "--no-liveness", "--max-states", "200000", "--machine", name, "--json", "-", *paths)
    else:
        name, *options = name.split(",")
        theirs = run(murrelet, "races", "--outcomes", "--max-executions", "100000", "--model", name, *options, "--json", "-", *paths)
    same = differ = left_out = 0
    for test, entry in ours.items():
        other, what = theirs[test], None
        racy = kind == "races" and other["verdict"] == "racy"
        if kind == "races" and racy != ("race" in entry.get("flags", [])):
            what = "%s, and the model's flags are %s" % (other["verdict"], entry.get("flags", []))
        elif not racy:
            a, b = lines(entry), lines(other) if kind != "races" else set(other["outcomes"])
            what = None if a == b or (kind == "within" and a >= b) else "the model alone %s, not the model %s" % (sorted(a - b), sorted(b - a))
        if not entry["complete"] or not other.get("complete", other.get("exact")):
            left_out += 1
        elif what:
            differ += 1
            print("%s: %s" % (test, what))
        else:
            same += 1
    print(same, differ, left_out)


main()
