#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""damage.py MURRELET FOLDER ROUNDS KIND... - damage what is kept on disk, and run.

KIND: checkpoint, cache, trace.  Each is damaged ROUNDS times in each of several
ways: a bit at random and at places that mean something, cut, longer, partly
exchanged for another file of its kind, or exchanged whole.  A damaged checkpoint
is refused (exit 2) with a message that names it; a damaged entry of the cache is
made again, and the run is as ever; a damaged trace is refused, or says nothing
else than it did, or is not reproduced since it is not of this model's text: no run ends by a signal, with exit code 4, with another verdict,
or late.  The last line is PASSED FAILED SKIPPED; the seed is in SEED."""
import os
import random
import re
import shutil
import subprocess
import sys

MURRELET, FOLDER, ROUNDS, KINDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
SEED = int(os.environ.get("SEED", "1"))
GERMAN = ["models/german/german.m", "--const", "NODES=3"]
HOLDS, BROKEN = "tests/cli/holds.m", "tests/cli/violated.m"
counts = {"passed": 0, "failed": 0}


def note(good, text):
    counts["passed" if good else "failed"] += 1
    if not good:
        print("FAIL damage:", text, flush=True)


def run(*arguments, cache=None):
    """Exit code (negative: a signal; None: no end in a minute), output, errors."""
    environment = dict(os.environ)
    if cache:
        environment["XDG_CACHE_HOME"] = cache
    try:
        done = subprocess.run([MURRELET, *arguments], capture_output=True, env=environment, timeout=60, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "", ""
    # Times and rates differ from run to run.
    output = re.sub(r"^  [\d.,]+ s, .*$", "", done.stdout.decode(errors="replace"), flags=re.M)
    return done.returncode, output, done.stderr.decode(errors="replace")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def flipped(content, other, i):
    """A bit: of the first bytes, of the last ones, or anywhere."""
    bits = len(content) * 8
    bit = (i * 11 % bits, bits - 1 - i * 7 % bits, random.randrange(bits))[i % 3]
    result = bytearray(content)
    result[bit // 8] ^= 1 << bit % 8
    return bytes(result)


def zeroed(content, other, i):
    """A sector, or a page, that reads as zeros: what a crash of the machine leaves."""
    size = (64, 512, 4096)[i % 3]
    at = random.randrange(len(content)) // size * size
    return content[:at] + bytes(min(size, len(content) - at)) + content[at + size:]


def cut(content, other, i):
    return content[:(i, len(content) - 1 - i, random.randrange(len(content)))[i % 3] % len(content)]


def longer(content, other, i):
    size = random.randrange(1, 5000)
    return content + (content[-size:], other[:size], bytes(size))[i % 3]


def exchanged(content, other, i):
    """A part of another file at the same place, or two parts of this one."""
    size = random.randrange(16, 4000)
    most = min(len(content), len(other)) - size
    if most < 1:
        return other
    a, b = random.randrange(most), random.randrange(most)
    if i % 2:
        return content[:a] + other[a:a + size] + content[a + size:]
    result = bytearray(content)
    result[a:a + size], result[b:b + size] = content[b:b + size], content[a:a + size]
    return bytes(result)


def replaced(content, other, i):
    return other


WAYS = [flipped, zeroed, cut, longer, exchanged]


def damages(content, other, ways, rounds=ROUNDS):
    for way in ways:
        for i in range(rounds):
            result = way(content, other, i)
            if result != content:
                yield "%s, %d" % (way.__name__, i), result


def checkpoints():
    """A model with short states, and one whose states are trees."""
    for name, model, states in (("short", ["tests/bench/peterson.m", "--const", "N=3"], 300), ("long", GERMAN, 1500)):
        path, mine, other = (os.path.join(FOLDER, name + end) for end in (".used", ".mine", ".other"))
        every = ["--checkpoint-every", "0", "--checkpoint"]
        run("check", *model, "--max-states", str(states), *every, mine)
        run("check", *model, "--max-states", str(states // 2), *every, other)
        straight = run("check", *model)
        note(run("check", *model, "--resume", mine) == straight, name + ": the undamaged checkpoint goes on")
        for what, content in damages(read(mine), read(other), WAYS, ROUNDS if name == "long" else ROUNDS // 4):
            write(path, content)
            code, output, errors = run("check", *model, "--resume", path)
            if exchange_is_whole(content, other):
                note((code, output, errors) == straight, "%s checkpoint, %s: code %s" % (name, what, code))
            else:
                note(code == 2 and not output and path in errors,
                     "%s checkpoint, %s: code %s, %s" % (name, what, code, errors[:200] or output[:200]))
    # Whole files: of the other model, of another question.
    for model, given in ((GERMAN, "short"), (["tests/bench/peterson.m", "--const", "N=3"], "long"),
                         (["models/german/german.m", "--const", "NODES=4"], "long"), (GERMAN + ["--symmetry", "off"], "long"),
                         (GERMAN + ["--deadlock", "off"], "long"), (GERMAN + ["--multiset-reduction", "off"], "long"),
                         (GERMAN + ["--dialect", "cmurphi"], "long"), (GERMAN + ["--stats"], "long"),
                         (GERMAN + ["--loop-limit", "5"], "long"), (GERMAN + ["--max-depth", "2"], "long")):
        path = os.path.join(FOLDER, given + ".mine")
        code, output, errors = run("check", *model, "--resume", path)
        note(code == 2 and not output and path in errors, "%s resumes %s: code %s, %s" % (model, given, code, errors[:200]))
    for path in (HOLDS, FOLDER, "/dev/null", os.path.join(FOLDER, "none"), MURRELET):
        code, output, errors = run("check", *GERMAN, "--resume", path)
        note(code == 2 and not output and path in errors, "resume %s: code %s, %s" % (path, code, errors[:200]))


def exchange_is_whole(content, other):
    """The damage made the other file of it, which is a good one."""
    return content == read(other)


def cache():
    """By the fastest compiler there is."""
    compiler = next((cc for cc in ("tcc", "gcc", "cc") if shutil.which(cc)), "cc")
    folder = os.path.join(FOLDER, "cache")
    inner = os.path.join(folder, "murrelet")
    expected = {}
    entry = {}
    os.makedirs(folder)
    for model in (HOLDS, BROKEN):
        before = set(os.listdir(inner)) if os.path.isdir(inner) else set()
        expected[model] = run("check", "--cc", compiler, model, cache=folder)
        (entry[model],) = [name for name in set(os.listdir(inner)) - before if name.endswith(".so")]
    note([expected[HOLDS][0], expected[BROKEN][0]] == [0, 1], "the undamaged models: %s" % expected)
    content = {model: read(os.path.join(inner, entry[model])) for model in entry}
    asked = [name for name in os.listdir(inner) if name.endswith(".cc")]
    for model, other in ((HOLDS, BROKEN), (BROKEN, HOLDS)):
        path = os.path.join(inner, entry[model])
        for what, damaged in damages(content[model], content[other], WAYS + [replaced]):
            write(path, damaged)
            result = run("check", "--cc", compiler, model, cache=folder)
            note(result == expected[model], "cache of %s, %s: code %s, %s" % (model, what, result[0], result[2][:200]))
            note(len(read(path)) == len(content[model]), "cache of %s, %s: it is made again" % (model, what))
            if way_is_whole(what):
                break
    path = os.path.join(inner, asked[0])
    for what, damaged in damages(read(path), content[HOLDS], WAYS):
        write(path, damaged)
        result = run("check", "--cc", compiler, BROKEN, cache=folder)
        note(result == expected[BROKEN], "what the compiler said, %s: code %s, %s" % (what, result[0], result[2][:200]))
    os.chmod(inner, 0o500)
    note(run("check", "--cc", compiler, BROKEN, cache=folder) == expected[BROKEN], "a cache that may not be written")
    os.chmod(inner, 0o700)


def way_is_whole(what):
    """The same damage each time: once is enough."""
    return what.startswith("replaced")


def traces():
    """Text, which users write too: what is still a trace may be run."""
    mine, other, path = (os.path.join(FOLDER, name) for name in ("mine.json", "other.json", "used.json"))
    run("check", BROKEN, "--trace-out", mine)
    run("check", "docs/tutorial/lock1.m", "--trace-out", other)
    expected = run("replay", mine)
    note(expected[0] == 1 or expected[0] == 0, "the undamaged trace: code %s" % expected[0])
    for what, content in damages(read(mine), read(other), WAYS):
        write(path, content)
        code, output, errors = run("replay", path)
        # Where the hash of the model is what was damaged, the model may as well have changed since: then it is said so.
        mended = code == 0 and output.startswith("not reproduced") and "is not as it was" in errors
        note((code == 2 and errors) or code == expected[0] or mended,
             "trace, %s: code %s (expected %s or 2), %s" % (what, code, expected[0], (errors or output)[:200]))
    for model, trace in ((HOLDS, mine), (BROKEN, other)):
        code, output, errors = run("replay", "--model", model, trace)
        note(code == 0 and output.startswith("not reproduced") and "is not as it was" in errors,
             "replay of %s on %s: code %s, %s" % (trace, model, code, errors[:200]))
    for model, trace in ((BROKEN, "/dev/null"), (BROKEN, FOLDER), (BROKEN, MURRELET)):
        code, output, errors = run("replay", "--model", model, trace)
        note(code == 2 and errors, "replay of %s on %s: code %s, %s" % (trace, model, code, errors[:200]))


random.seed(SEED)
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
for kind in KINDS:
    {"checkpoint": checkpoints, "cache": cache, "trace": traces}[kind]()
print(counts["passed"], counts["failed"], 0)
sys.exit(1 if counts["failed"] else 0)
