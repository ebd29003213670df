#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""again.py MURRELET REPORT - every mutant of a report once more, without `murrelet mutate`.

The edit is made from what the report says of it, in a copy of the file, and
`murrelet check` is run on that: a mutant that was killed must be violated, one
that survived must hold, one that is invalid must be refused, and one that is
the same must hold with the counts of the original, as one that survives with
those that the report has.  Prints what differs."""
import json
import os
import re
import subprocess
import sys
import tempfile

CODES = {"killed": 1, "survived": 0, "invalid": 2, "the same": 0}


def edited(source, mutant):
    """The text with the construct at the mutant's place replaced."""
    lines = source.splitlines(keepends=True)
    at = sum(map(len, lines[:mutant["line"] - 1])) + mutant["column"] - 1
    words = r"\s+".join(re.escape(word) for word in mutant["original"].split())
    found = re.compile(words).match(source, at)
    assert found, mutant
    return source[:at] + mutant["mutated"] + source[found.end():]


def check(murrelet, path):
    done = subprocess.run([murrelet, "check", "--threads", "1", "--warn", "none", path], capture_output=True, text=True, check=False)
    counts = re.search(r"[\d,]+ states, .* fired.*", done.stdout)
    return done.returncode, counts and counts[0]


def main():
    murrelet, report = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for mutant in report["mutants"]:
            source = open(mutant["file"], encoding="utf-8").read()
            path = os.path.join(folder, "mutant.m")
            with open(path, "w", encoding="utf-8") as out:
                out.write(edited(source, mutant))
            code, counts = check(murrelet, path)
            same = mutant["verdict"] != "the same" or counts == check(murrelet, mutant["file"])[1]
            same = same and (mutant["verdict"] != "survived" or counts == mutant["checks"][0]["counts"])
            if code != CODES[mutant["verdict"]] or not same:
                differ += 1
                print("%s:%d:%d %s: %s, but check gives %d" % (mutant["file"], mutant["line"], mutant["column"],
                                                               mutant["operator"], mutant["verdict"], code))
    print("%d mutants, %d differ" % (len(report["mutants"]), differ))
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
