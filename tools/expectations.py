#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""expectations.py PROGRAM CHECKOUT [--models FOLDER] - what Dartagnan's authors expect of GPU litmus tests, and what our models say.

CHECKOUT is laid out as Dartagnan is: tests in litmus/, what is expected of each in
dartagnan/src/test/resources/*-expected.csv.  Prints a line a row of those tables:
the table, the test, what is expected and what was found, and `differs` or why a
test was not read or not decided.  Exit code 1 where something differs.

A value: the condition holds as it is written.  A race: `1` is that no execution
raises a flag.  An end: `1` is that every execution ends, where the scheduler promises
so much; what is not known is asked again with loops unrolled further.  Where one
was unrolled, what was found holds as far as that.  A row behind a `;` has an end
that Dartagnan does not run and its authors state: `by word`.
"""
import json
import os
import re
import subprocess
import sys

from composed import arguments

# By table: the model, and whether its rows are of values or of races, or by what scheduler of ends.
TABLES = {"PTXv6_0": ("ptx-6.0", "value"), "PTXv7_5": ("ptx", "value"), "VULKAN": ("vulkan", "value"),
          "VULKAN-DR": ("vulkan", "race"), "OPENCL": ("opencl", "value"), "OPENCL-DR": ("opencl", "race"),
          "PTXv6_0-Liveness": ("ptx-6.0", "fair"), "PTXv7_5-Liveness": ("ptx", "fair"),
          "VULKAN-Liveness-Fair": ("vulkan", "fair"), "VULKAN-Liveness-HSA": ("vulkan", "hsa"),
          "VULKAN-Liveness-OBE": ("vulkan", "obe"), "VULKAN-Liveness-LOBE": ("vulkan", "lobe"),
          "VULKAN-Liveness-HSA_OBE": ("vulkan", "hsa-obe")}
COLUMNS = ["table", "test", "expected", "found", "why"]


def run(program, model, kind, paths, unroll="2", seconds="60"):
    """The tests as JSON, in order; or the first path that is refused, and why."""
    ends = [] if kind in ("value", "race") else ["--progress", kind, "--no-outcomes"]
    done = subprocess.run([program, "outcomes", "--cat", model, "--unroll", unroll, "--max-seconds", seconds, *ends, "--json", "-", *paths],
                          capture_output=True, text=True)
    if done.returncode in (0, 1, 3):
        tests = json.loads(done.stdout)["tests"]
        assert len(tests) == len(paths), (len(tests), len(paths))
        return tests, None
    error = re.search(r"^(.*?):\d+:\d+: error: (.*)", done.stderr, re.M)
    if done.returncode != 2 or not error:
        sys.exit(f"{model}: exit code {done.returncode}\n{done.stderr}")
    return None, (error[1], error[2])


def outcomes(program, model, kind, paths):
    """Of each test its JSON or None, and its error or None: all that are not refused at once."""
    refused = {}
    while True:
        left = [path for path in paths if path not in refused]
        error = run(program, model, kind, left, seconds="0.001")[1] if left else None
        if not error:
            break
        assert error[0] in left, error
        refused[error[0]] = error[1]
    tests = run(program, model, kind, left)[0] if left else []
    again = [path for path, test in zip(left, tests) if "left_out" in test.get("progress", {})]
    further = dict(zip(again, run(program, model, kind, again, "3")[0])) if again else {}
    found = iter(further.get(path, test) for path, test in zip(left, tests))
    return [(None, refused[path]) if path in refused else (next(found), None) for path in paths]


def found_in(test, kind, path):
    """1 or 0, `so far` where what was left out could make it the other."""
    if kind == "race":
        return "0" if test.get("flags") else "1" if test["complete"] else "1 so far"
    if kind != "value":
        finds = test["progress"].get("finds")
        return "1" if finds == "ends" else "0" if finds else "not known"
    if test["verdict"] != "incomplete":
        return "1" if test["verdict"] == "ok" else "0"
    with open(path, encoding="utf-8") as file:
        asks_for_one = re.search(r"^\s*exists\b", file.read(), re.M)
    return "0 so far" if asks_for_one else "1 so far"


def left_out(test):
    """What keeps a test from being decided."""
    return test.get("progress", test).get("left_out", "something was left out")


def rows(checkout, table):
    """Each test, what is expected, and whether that is by word."""
    path = os.path.join(checkout, "dartagnan/src/test/resources", table + "-expected.csv")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = line.lstrip("; ").strip()
                if row and not row.startswith("//"):
                    test, expected = row.split(",")
                    yield test, expected, line.startswith(";")


def main():
    arguments = sys.argv[1:]
    folder = None
    if "--models" in arguments:
        at = arguments.index("--models")
        folder = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) != 2:
        sys.exit(__doc__)
    program, checkout = arguments
    print(*COLUMNS, sep="\t")
    differ = 0
    for table, (model, kind) in TABLES.items():
        name = os.path.join(folder, model + ".cat") if folder else model
        wanted = list(rows(checkout, table))
        if not wanted or (folder and not os.path.exists(name)):
            continue
        paths = [os.path.join(checkout, test) for test, _, _ in wanted]
        for (test, expected, by_word), path, (result, error) in zip(wanted, paths, outcomes(program, name, kind, paths)):
            found = "refused" if error else found_in(result, kind, path)
            open_end = found == "not known" or (found.endswith("so far") and found[0] != expected)
            why = error or (left_out(result) if open_end else "")
            wrong = not why and found[0] != expected
            differ += wrong
            print(table, test, expected, found, why or ("differs" if wrong else "by word" if by_word else ""), sep="\t")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main()
