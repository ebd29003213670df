#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""same-outcomes.py SUITE.json MACHINE:VARIANT...: each variant shows on each
test what its machine's default variant shows.  Prints one line a test that
differs, then how many were the same and how many a bound cut short."""
import collections
import json
import sys

cells = collections.defaultdict(dict)
for cell in json.load(open(sys.argv[1]))["cells"]:
    name = cell["machine"] + (":" + cell["variant"] if cell["variant"] else "")
    cells[name][cell["test"]] = cell


def outcomes(cell):
    return {outcome["state"] for outcome in cell["outcomes"]}


same = cut = 0
for variant in sys.argv[2:]:
    machine = variant.split(":")[0]
    for test, cell in cells[variant].items():
        base = cells[machine][test]
        if not (cell["complete"] and base["complete"]):
            cut += 1
        elif outcomes(cell) == outcomes(base):
            same += 1
        else:
            print("%s on %s: %s more, %s less" % (variant, test, sorted(outcomes(cell) - outcomes(base)),
                                                  sorted(outcomes(base) - outcomes(cell))))
print("same %d, cut short %d" % (same, cut))
