# SPDX-License-Identifier: BSD-2-Clause
"""differences.py - go through the lists of differences and limits, line by line.

Each row of the tables in docs/language.md from "## Dialects" to "## Warnings"
names one model in tests/differences/, and each model is named by one row.  The
head of a model says what becomes of it: `default` and `cmurphi` in our two
dialects, `rumur` in that tool, each

    refused             by the front end
    accepted            (rumur) by its front end; no more is asked
    holds [STATES RULES]
    violated [KIND]
    unasked: WHY        (rumur)

and `deadlock`, where it is there, is the mode that we are asked with; else off.

A violation of the default dialect that --dialect cmurphi does not make must say
so.  Each line of docs/limits.md says with what command it is tested, or that it
is not.  Prints a line for each failure, and last "PASSED FAILED SKIPPED".
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

MURRELET = sys.argv[1]
RUMUR = shutil.which("rumur")
SCRATCH = tempfile.mkdtemp()
KEYS = ("why", "default", "cmurphi", "rumur")


def rows():
    """The names in the tables' rows, in order; None where a row has none."""
    text = open("docs/language.md").read()
    text = text[text.index("## Dialects"):text.index("## Warnings")]
    cells = [line for line in text.splitlines() if line.startswith("| ") and line.strip("| ") and "---" not in line]
    for line in cells:
        if line.startswith("| | "):
            continue  # a table's head
        match = re.match(r"\| \[([\w-]+)\]\(\.\./tests/differences/\1\.m\) \| \S", line)
        yield (match.group(1) if match else None), line


def head(path):
    lines = open(path).read().splitlines()
    pairs = [re.match(r"-- (\w+): (.+)", line) for line in lines[:len(KEYS) + 1]]
    return {match.group(1): match.group(2) for match in pairs if match}


def ours(path, dialect, deadlock):
    report = os.path.join(SCRATCH, os.path.basename(path) + dialect)
    done = subprocess.run([MURRELET, "check", "--cc", "tcc", "--warn", "none", "--dialect", dialect, "--deadlock", deadlock,
                           "--json", report, path], capture_output=True, text=True)
    if done.returncode == 2:
        return "refused" if ": error: " in done.stderr else "broken: " + done.stderr, None
    if done.returncode > 2:
        return f"exit code {done.returncode}: {done.stderr}", None
    result = json.load(open(report))
    if result["verdict"] == "holds":
        return f"holds {result['states']} {result['rules_fired']}", None
    return f"violated {result['violation']['kind']}", result["violation"].get("hint")


def rumur(path, expected):
    name = os.path.join(SCRATCH, os.path.basename(path))
    done = subprocess.run([RUMUR, "--quiet", "--threads", "1", "--deadlock-detection", "off", "--output-format",
                           "machine-readable", "-o", name + ".c", path], capture_output=True, text=True)
    if done.returncode:
        return "refused"
    if expected in ("refused", "accepted"):
        return "accepted"
    subprocess.run(["cc", "-w", "-O0", "-std=c11", "-o", name + ".exe", name + ".c", "-lpthread"], check=True)
    done = subprocess.run([name + ".exe"], capture_output=True, text=True, timeout=60)
    counts = re.search(r'<summary states="(\d+)" rules_fired="(\d+)"', done.stdout)
    return "violated" if done.returncode else f"holds {counts.group(1)} {counts.group(2)}"


def agrees(expected, found):
    return found == expected or (expected in ("holds", "violated") and found.startswith(expected + " "))


def go_through(path):
    """What is wrong with a model, and how many questions were left out."""
    says, wrong, skipped = head(path), [], 0
    if set(says) - {"deadlock"} != set(KEYS):
        return [f"its head has not the keys {', '.join(KEYS)}"], 0
    found, hint = ours(path, "rumur", says.get("deadlock", "off"))
    other, _ = ours(path, "cmurphi", says.get("deadlock", "off"))
    for key, answer in (("default", found), ("cmurphi", other)):
        if not agrees(says[key], answer):
            wrong.append(f"{key}: {answer}, not {says[key]}")
    only = found.startswith("violated") and other.startswith("holds")
    if only != bool(hint and "--dialect cmurphi" in hint):
        wrong.append(f"a violation of one dialect only {'is not' if only else 'is wrongly'} called so: {hint}")
    if says["rumur"].startswith("unasked: ") or not RUMUR:
        return wrong, 1
    answer = rumur(path, says["rumur"])
    if not agrees(says["rumur"], answer):
        wrong.append(f"rumur: {answer}, not {says['rumur']}")
    return wrong, skipped


def limits():
    """The lines of docs/limits.md that do not say how they are tested."""
    text = open("docs/limits.md").read()
    for item in re.split(r"\n- ", text)[1:]:
        first = item.splitlines()[0]
        tests = re.findall(r"\[tested\]\(\.\./([^)]+)\)", item)
        if not tests and not re.search(r"\(not tested: .+\)", item, re.S):
            yield f"'{first}' does not say how it is tested"
        for test in tests:
            if not os.path.exists(test):
                yield f"'{first}' names {test}, which is not there"


def main():
    failures, skipped = [], 0
    named = list(rows())
    failures += [f"a row names no model of its own: {line[:80]}" for name, line in named if not name]
    names = [name for name, _ in named if name]
    files = {os.path.basename(path)[:-2] for path in glob.glob("tests/differences/*.m")}
    failures += [f"{name} has a row and no model" for name in set(names) - files]
    failures += [f"{name} has a model and no row" for name in files - set(names)]
    failures += [f"{name} has two rows" for name in files if names.count(name) > 1]
    failures += list(limits())
    paths = sorted(f"tests/differences/{name}.m" for name in files)
    passed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (wrong, left_out) in zip(paths, pool.map(go_through, paths)):
            failures += [f"{path}: {what}" for what in wrong]
            passed += not wrong
            skipped += left_out
    shutil.rmtree(SCRATCH)
    for failure in failures:
        print("FAIL differences:", failure)
    print(passed, len(failures), skipped)
    return bool(failures)


sys.exit(main())
