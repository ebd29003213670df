#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Searches with --store runs, by a program whose runs are tiny, against the ordinary
search: the report is the same byte for byte, traces included, but for what hangs on
time and memory.

usage: runs.py MURRELET TINY FOLDER EACH FIRST MODEL...

Of the models every EACH-th is taken, from FIRST on.  A model is searched with the
options of its head, if it has one (tests/cases); what is refused by either search is
refused by both, or it is a liveness property or a formula, and then these are left out."""
import json
import os
import re
import shlex
import subprocess
import sys

OWN = {"seconds", "states_per_second", "peak_rss_bytes", "store", "threads", "time", "spill", "disk_bytes"}
WAYS = [["--threads", "1"], ["--threads", "2"], ["--threads", "3", "--symmetry", "heuristic"], ["--threads", "2", "--symmetry", "off"],
        ["--threads", "2", "--max-depth", "5"], ["--threads", "1", "--max-errors", "3"]]


def options_of(path):
    options = []
    for line in open(path, encoding="utf-8", errors="replace"):
        if not line.startswith("--"):
            break
        match = re.match(r"-- options: *(.*)", line)
        if match:
            options = shlex.split(match.group(1))
    return options


def without(report):
    """The report without what is each search's own."""
    if isinstance(report, dict):
        return {key: without(value) for key, value in report.items() if key not in OWN}
    return [without(value) for value in report] if isinstance(report, list) else report


def search(program, arguments, path, out):
    """The exit code, the report without what is its own, and what was said of an error."""
    if os.path.exists(out):
        os.remove(out)
    done = subprocess.run([program, "check", "--quiet", "--json", out, *arguments, path], capture_output=True, timeout=300, check=False)
    report = without(json.load(open(out))) if os.path.exists(out) else None
    return done.returncode, report, re.sub(rb"\d+(\.\d+)? ?[kMG]?i?B?", b"", done.stdout), done.stderr


def liveness_of(program, arguments, path):
    """Options that leave out what --store runs does not decide."""
    done = subprocess.run([program, "check", "--properties", "--max-states", "1", *arguments, path], capture_output=True, check=False, timeout=300)
    names = re.findall(r'(?:liveness|ltl|formula) "([^"]*)"', done.stdout.decode(errors="replace"))
    return [word for name in names for word in ("--skip", name)]


class Comparison:
    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.good = self.bad = self.left = 0

    def compare(self, path, way, options):
        ordinary, tiny = self.programs
        arguments = [*way, *options]
        right = search(ordinary, arguments, path, f"{self.folder}/right.json")
        if right[0] == 2:
            self.left += 1
            return
        runs = search(tiny, [*arguments, "--store", "runs", "--spill", self.folder], path, f"{self.folder}/runs.json")
        if runs[0] == 2 and b"--store runs does not" in runs[3]:
            more = liveness_of(ordinary, arguments, path)
            if not more or "--skip" in options:
                self.left += 1
            else:
                self.compare(path, way, [*options, *more])
            return
        if right[:3] == runs[:3]:
            self.good += 1
            return
        self.bad += 1
        print(f"FAIL {path} {shlex.join(arguments)}: {self.difference(right, runs)}")

    @staticmethod
    def difference(right, runs):
        if right[0] != runs[0]:
            return f"exit code {right[0]} and {runs[0]}: {runs[3].decode(errors='replace')[:200]}"
        for key in right[1] or {}:
            if right[1].get(key) != (runs[1] or {}).get(key):
                return f"{key}: {str(right[1].get(key))[:200]} and {str((runs[1] or {}).get(key))[:200]}"
        return "what is printed"


def main():
    ordinary, tiny, folder, each, first, *models = sys.argv[1:]
    comparison = Comparison((ordinary, tiny), folder)
    for i, path in enumerate(models):
        options = options_of(path)
        if int(each) > 1 and i % int(each) != int(first) % int(each):
            comparison.left += 1
            continue
        if "--search" in options or "--store" in options or "--graph" in options:
            comparison.left += 1
            continue
        comparison.compare(path, WAYS[i % len(WAYS)], options)
    print(comparison.good, comparison.bad, comparison.left)
    return comparison.bad > 0


sys.exit(main())
