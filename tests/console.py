#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""console.py [--update | --times] DOCUMENT... - run what the documents show.

A block fenced by ```console holds commands, each after "$ ", and what they
print.  Every command is run at the root of the repository with the program in
PATH, in the order of the document, and must print just that, but for times, rates
and memory.  What a document keeps in /tmp is kept in a folder of its own, which is
empty at its beginning: nothing is there that no command of the document has made.
A line "..." stands for any lines.  With --update the outputs that are wrong are written anew, with --times all are: for a
quiet machine, since what a document shows of times, a reader takes for the program's (a block with a "..." keeps its text)."""
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

MASKS = [
    (re.compile(r"\d[\d.,]* (s|min|h)\b"), "# s"),
    (re.compile(r"[\d.]+[kMG]? states/s"), "# states/s"),
    (re.compile(r"^(Time \S+) [\d.]+$"), r"\1 #"),
    (re.compile(r"[\d.]+ ([KMGT]i)?B\b"), "# B"),
]


def masked(line):
    for pattern, text in MASKS:
        line = pattern.sub(text, line)
    return line.rstrip()


def matches(expected, actual):
    """Whether lines match, where "..." in `expected` stands for any lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and masked(expected[0]) == masked(actual[0]) and matches(expected[1:], actual[1:])


def spent():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def note_cost(line, command, seconds):
    """A line for tests/run, as tests/lib.sh writes them."""
    counts = os.environ.get("TEST_COUNTS")
    if counts and os.environ.get("COSTS"):
        with open(counts + ".costs", "a", encoding="utf-8") as file:
            file.write(f"{1000 * seconds:.0f}\t{line}\t{command}\n")


def run(line, command, folder):
    before = spent()
    # How many results were kept hangs on what ran before.
    result = subprocess.run(["bash", "-c", command.replace("/tmp/", folder + "/")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            stdin=subprocess.DEVNULL, env={**os.environ, "MURRELET_FRESH": "1"}, timeout=300, check=False)
    note_cost(line, command, spent() - before)
    return result.stdout.decode().replace(folder + "/", "/tmp/").splitlines()


def sessions(lines):
    """Pairs of (command line number, output's line numbers) in console blocks."""
    inside, command, start = False, None, 0
    for number, line in enumerate(lines):
        if not inside:
            inside = line.strip() == "```console"
            continue
        if line.startswith("$ ") or line.strip() == "```":
            if command is not None:
                yield command, range(start, number)
            command, start = (number, number + 1) if line.startswith("$ ") else (None, 0)
            inside = line.strip() != "```"


def check(path, update, times):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    shown = list(sessions(lines))
    with tempfile.TemporaryDirectory(prefix="murrelet-console.") as folder:
        printed = [run(command + 1, lines[command][2:], folder) for command, _ in shown]
    wrong = 0
    replaced = list(lines)
    for (command, span), actual in reversed(list(zip(shown, printed))):
        expected = [lines[i] for i in span]
        right = matches(expected, actual)
        if (times or update and not right) and "..." not in expected:
            replaced[span.start:span.stop] = actual
            continue
        if right:
            continue
        wrong += 1
        print(f"FAIL {path}:{command + 1}: {lines[command]}\n  expected:")
        print("\n".join("    " + line for line in expected))
        print("  actual:\n" + "\n".join("    " + line for line in actual[:60]))
    if replaced != lines:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(replaced) + "\n")
    return len(shown), wrong


def main():
    update, times = "--update" in sys.argv, "--times" in sys.argv
    program = os.environ.get("MURRELET")
    if program:
        os.environ["PATH"] = os.path.dirname(program) + ":" + os.environ["PATH"]
    if not shutil.which("murrelet"):
        sys.exit("console.py: murrelet is not in PATH, and MURRELET does not name it")
    total = failed = 0
    for path in sys.argv[1:]:
        if path not in ("--update", "--times"):
            count, wrong = check(path, update, times)
            total += count
            failed += wrong
    counts = os.environ.get("TEST_COUNTS")
    if counts:
        with open(counts, "a", encoding="utf-8") as file:
            file.write(f"{total - failed} {failed} 0\n")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
