#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""
hostile.py PROGRAM [all]: what is given to a command, as an option's argument, as an operand, as an option that there is not or as a
line of `step`, may hold what a terminal obeys: no such thing may come back, on either stream.  Commands and options are those that
--help lists; an option that several commands have is tried with the first of them, or with `all`.  Prints what does come back, and in
the end how many runs there were.  The working directory is a scratch one.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1])
HOSTILE = "a\x1b[31mb\x9bc\rd\x07\u202ee\u2066f"
FORBIDDEN = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
LOCK = os.path.join(ROOT, "docs/tutorial/lock2.m")
TEST = os.path.join(ROOT, "litmus/message-passing/MP+na.xwg.litmus")
CAT = os.path.join(ROOT, "litmus/models/sc.cat")
DRIVEN = ["--machine", "sc", "--driver", "free", "--max-states", "10"]
# What brings a command to where an option's argument is looked at; by command, and where it takes another by both.
BASE = {
    "check": [LOCK], "check machine": ["--driver", "free"], "check driver": ["--machine", "sc"], "check invariant": DRIVEN,
    "replay": ["trace.json"], "show": ["trace.json"], "step": [LOCK], "step machine": [TEST], "step driver": ["--machine", "sc"],
    "step at": ["--machine", "sc", TEST], "rules": [LOCK], "rules machine": ["--driver", "free"], "rules driver": ["--machine", "sc"],
    "print": ["--flatten", LOCK], "print machine": ["--c", "--driver", "free"], "print driver": ["--c", "--machine", "sc"], "fmt": [LOCK],
    "slicc": ["no.slicc"], "litmus": ["--machine", "sc", TEST], "suite": ["--machine", "sc", TEST], "races": ["--model", "drf", TEST],
    "outcomes": ["--cat", CAT, TEST], "infer": ["sc", TEST], "generate": ["--edges", "2", "--names"],
    "distinguish": [CAT, os.path.join(ROOT, "litmus/models/opencl.cat")], "mutate": ["--list", LOCK], "machines": [], "table": ["mesi"],
}
TAKES_LONG = {"table": ["--max-states", "10"]}


def run(arguments, lines=""):
    """What is wrong with what it says, or None."""
    try:
        done = subprocess.run([PROGRAM] + arguments, input=os.fsencode(lines), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                              check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode not in (0, 1, 2, 3):
        return "exit code %d" % done.returncode
    for stream in (done.stdout, done.stderr):
        bad = FORBIDDEN.search(stream)
        if bad:
            return repr(stream[max(0, bad.start() - 60):bad.end() + 8])
    return None


def helped(command):
    return subprocess.run([PROGRAM, command, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()


def options_of(command):
    """Each option's name and its argument's, empty where it takes none."""
    for name, argument in re.findall(r"^  (?:-\w, )?--([a-z-]+)(?:\[?[ =](\S+))?$", helped(command), re.M):
        yield name, argument


def forms(argument):
    """An argument of this kind that is hostile, whole or in a part of it."""
    yield HOSTILE
    if "=" in argument:
        yield "N=" + HOSTILE
        yield HOSTILE + "=1"
    if argument in ("NAME", "MACHINE"):
        yield "sc:" + HOSTILE
    if "FILE" in argument or argument in ("NAME", "MACHINE", "DRIVER"):
        yield "none/" + HOSTILE + ".m"
    if argument == "DIR" or "FILE" in argument:
        yield os.path.join("/dev/null", HOSTILE)


def attacks(every):
    tried = set()
    commands = re.findall(r"^  ([a-z]+) +\S", subprocess.run([PROGRAM, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode(), re.M)
    yield [HOSTILE]
    yield [HOSTILE + ".m"]
    for command in commands:
        if command == "lsp":
            yield [command, HOSTILE]
            continue
        for operand in (HOSTILE, HOSTILE + ".m", HOSTILE + ".litmus", os.path.join("/dev/null", HOSTILE)):
            yield [command, operand]
            yield [command] + BASE[command] + [operand]
        yield [command, "--" + HOSTILE]
        yield [command, "-" + HOSTILE[1:]]
        for name, argument in options_of(command):
            if (name, argument) in tried and not every and (command, name) != ("suite", "cc"):  # whose matrix says it too
                continue
            tried.add((name, argument))
            if not argument:
                yield [command, "--%s=%s" % (name, HOSTILE)]
                continue
            for form in forms(argument):
                yield [command, "--%s=%s" % (name, form)] + TAKES_LONG.get(command, []) + BASE.get(command + " " + name, BASE[command])


def step_lines():
    """Each command of `step`, with an argument."""
    told = subprocess.run([PROGRAM, "step", LOCK], input=b"help\n", stdout=subprocess.PIPE, check=True).stdout.decode()
    verbs = re.findall(r"^    ([a-z]+) ", told, re.M)
    assert len(verbs) > 10, told
    return "".join("%s %s\n" % (verb, HOSTILE.replace("\r", "")) for verb in [HOSTILE] + verbs if verb != "quit")


def main():
    trace = [PROGRAM, "check", "-q", "--warn", "none", os.path.join(ROOT, "docs/tutorial/lock1.m"), "--trace-out", "trace.json"]
    subprocess.run(trace, stdout=subprocess.DEVNULL, check=False)
    count = 0
    for arguments in attacks(sys.argv[2:] == ["all"]):
        count += 1
        what = run(arguments)
        if what:
            print("%s: %s" % (" ".join(map(ascii, arguments)), what))
    what = run(["step", LOCK], step_lines())
    if what:
        print("lines of step: %s" % what)
    print("%d runs" % (count + 1))


main()
