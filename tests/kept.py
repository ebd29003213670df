#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""kept.py MURRELET SCRATCH - results that murrelet suite and infer keep for later runs.

They are those of a fresh run; they are taken where all that they rest on is the same and nowhere else; and
whatever happens to their files costs time and nothing else.  Says FAIL for each check that fails, and in the
last line how many passed, failed and were left out.  With NIGHTLY every option is gone through."""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys

ROOT = os.getcwd()
NIGHT = bool(os.environ.get("NIGHTLY"))


class Checks:
    passed = failed = left_out = 0

    def equal(self, name, expected, got):
        if expected == got:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {name}: expected {str(expected)[:200]!r}, got {str(got)[:200]!r}")

    def says(self, name, pattern, text):
        self.equal(name, True, bool(re.search(pattern, text, re.M)) or f"{pattern} is not in {text[:300]}")


def bare(report):
    """The report without what says that results were kept."""
    value = {key: part for key, part in report.items() if key != "kept"}
    value["cells"] = [{key: part for key, part in cell.items() if key != "kept"} for cell in report.get("cells", [])]
    return value


class Run:
    """One run of a command, and what it wrote."""

    def __init__(self, world, words, cwd=None, environment=None, program=None, **more):
        self.report = os.path.join(world.scratch, "now.json")
        if os.path.exists(self.report):
            os.remove(self.report)
        variables = dict(os.environ, XDG_CACHE_HOME=world.cache, MURRELET_SHARE=world.tree, **(environment or {}))
        if not (environment or {}).get("MURRELET_FRESH"):
            variables.pop("MURRELET_FRESH", None)
        done = subprocess.run([program or world.murrelet, *words, "--json", self.report], cwd=cwd, env=variables, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False, **more)
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.json = {}
        if os.path.exists(self.report):
            with open(self.report, encoding="utf-8") as file:
                self.json = json.load(file)

    def kept(self):
        """How many results were kept, of how many, and the machines of the others."""
        cells = self.json.get("cells", [])
        others = sorted({c["machine"] for c in cells if not c.get("kept")})
        return " ".join([str(sum(c.get("kept", False) for c in cells)), "of", str(len(cells)), *others])

    def bare(self):
        return bare(self.json)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text, mode="w"):
    with open(path, mode, encoding="utf-8") as file:
        file.write(text)


class World:
    """A tree and a cache of our own, and two tests."""

    def __init__(self, murrelet, scratch):
        self.murrelet, self.scratch = murrelet, scratch
        self.cache, self.tree, self.tests = (os.path.join(scratch, name) for name in ("cache", "tree", "tests"))
        os.makedirs(self.tree)
        os.makedirs(self.tests)
        shutil.copytree("models", os.path.join(self.tree, "models"))
        shutil.copytree("invariants", os.path.join(self.tree, "invariants"))
        os.symlink(os.path.join(ROOT, "litmus"), os.path.join(self.tree, "litmus"))
        for name in ("message-passing/MP+relacq.agent-agent.xwg", "store-buffering/SB+na.xwg"):
            shutil.copy(f"litmus/{name}.litmus", self.tests)
        self.checks = Checks()
        self.both = [self.tests, "-m", "no-l1", "-m", "noncoherent"]

    def path(self, name):
        return os.path.join(self.scratch, name)

    def suite(self, *words, **more):
        return Run(self, ["suite", *words], **more)

    def entries(self):
        return sorted(glob.glob(os.path.join(self.cache, "murrelet", "*.kept")), key=os.path.getmtime)

    def edit(self, name):
        """A file of the tree, which then says the same in other bytes."""
        write(os.path.join(self.tree, name), "-- edited\n", "a")

    def own(self, name, source, *edits):
        """A machine of ours as a user's file."""
        text = re.sub(r'include "(?:\.\./lib|lib)/', f'include "{ROOT}/models/lib/', read(source))
        for pattern, by in edits:
            text, count = re.subn(pattern, by, text, flags=re.M)
            assert count, pattern
        write(self.path(name), text)
        return self.path(name)


NONE = "0 of 10 no-l1 noncoherent rc rc-mca sc"


def as_a_fresh_run(w):
    """In each form."""
    c = w.checks
    forms = {kind: w.path("now." + kind) for kind in ("junit", "markdown", "html", "trace-out")}
    words = [*w.both, "--model", "sc", *(word for kind, path in forms.items() for word in ("--" + kind, path))]
    first = w.suite(*words)
    c.equal("a first run keeps nothing of another", (1, NONE), (first.code, first.kept()))
    before = {kind: read(path) for kind, path in forms.items()}
    c.equal("and does not speak of it", None, re.search("by earlier runs", "".join([first.out, before["junit"], before["markdown"]])))
    second = w.suite(*words)
    after = {kind: read(path) for kind, path in forms.items()}
    said = r"^10 of 10 results were kept by earlier runs: .*\n+"
    c.equal("a second one takes all", (1, "10 of 10"), (second.code, second.kept()))
    c.equal("and reports the same", first.bare(), second.bare())
    c.equal("how many, in JSON", {"pairs": 10}, second.json.get("kept"))
    c.says("it says so", said, second.out)
    c.equal("and the rest of the text is the same", first.out, re.sub(said, "", second.out, flags=re.M))
    c.says("it says so in Markdown", said, after["markdown"])
    c.equal("and the rest of that is the same", before["markdown"], re.sub(said, "", after["markdown"], flags=re.M))
    c.says("it says so on the page", "10 of 10 results kept by earlier runs", after["html"])
    timeless = [re.sub(r' time="[^"]*"', "", text) for text in (before["junit"], after["junit"])]
    c.equal("JUnit is the same", timeless[0], timeless[1].replace('  <property name="kept" value="10"/>\n', ""))
    c.says("and says so", '<property name="kept" value="10"/>', after["junit"])
    c.says("the run that breaks something", '"steps"', before["trace-out"])
    c.equal("is shown from a kept result too", before["trace-out"], after["trace-out"])
    infer = Run(w, ["infer", "no-l1", w.tests])
    c.says("infer takes what suite kept", "^  8 of 8 results were kept by earlier runs", infer.out)
    c.equal("infer takes what suite kept, in JSON", {"pairs": 8}, infer.json.get("kept"))


def where_all_is_to_run(w):
    c = w.checks
    c.equal("--fresh", NONE, w.suite(*w.both, "--fresh").kept())
    before = w.entries()
    c.equal("MURRELET_FRESH", NONE, w.suite(w.tests, *w.both[1:], "--ends", environment={"MURRELET_FRESH": "1"}).kept())
    c.equal("nothing is kept then", before, w.entries())
    c.equal("--no-cache", "0 of 4 no-l1 rc rc-mca sc", w.suite(os.path.join(w.tests, "SB+na.xwg.litmus"), "-m", "no-l1", "--no-cache").kept())
    c.equal("--coverage", "0 of 4 no-l1 rc rc-mca sc", w.suite(os.path.join(w.tests, "SB+na.xwg.litmus"), "-m", "no-l1", "--coverage", w.path("c.json")).kept())
    c.equal("infer --fresh", None, Run(w, ["infer", "no-l1", w.tests, "--fresh"]).json.get("kept", None))
    c.equal("otherwise what is there", "10 of 10", w.suite(*w.both).kept())


def other(w, name, expected, *words, **more):
    """A suite that has something else to do: what is as it was is taken, and no more."""
    run = w.suite(*words, **more)
    w.checks.equal("another " + name, expected, run.kept())
    w.checks.equal(f"another {name}: as a fresh run", w.suite(*words, "--fresh", **more).bare(), run.bare())


def what_options_say(w):
    one = [os.path.join(w.tests, "SB+na.xwg.litmus"), "-m", "no-l1"]
    # The first need other models, which are to be compiled.
    options = [["--placement", "apart"], ["--pair-states", "90000"], ["--max-states", "90000"], ["--no-liveness"], ["--stats"],
               ["--ends"], ["--layout", "all"]]
    dear = [["--prefetch", "0"], ["--warm"], ["--evictions"], ["--placement", "all"], ["--thorough"], ["-O", "0"]]
    for option in options + (dear if NIGHT else dear[:1]):
        other(w, "option " + " ".join(option), "0 of 4 no-l1 rc rc-mca sc", *one, *option)
    w.checks.left_out += 0 if NIGHT else 2 * len(dear[1:])
    other(w, "place of work-groups", "0 of 8 no-l1 rc rc-mca sc", *one, "--placement", "regroup")
    w.checks.equal("groups that are kept", "8 of 8", w.suite(*one, "--placement", "regroup").kept())
    w.checks.equal("bounds that cut nothing short", "4 of 4", w.suite(*one, "--max-seconds", "100", "--memory", "1G").kept())
    other(w, "constant", "3 of 4 no-l1", *one, "--const", "CHANNEL=2")
    other(w, "variant", "3 of 4 no-l1", one[0], "-m", "no-l1:steps")


def what_is_read(w):
    w.edit("models/no-l1/no-l1.m")
    other(w, "machine", "8 of 10 no-l1", *w.both)
    w.edit("models/lib/steps.m")
    other(w, "file that machines include", "6 of 10 no-l1 noncoherent", *w.both)
    w.edit("models/lib/litmus.m")
    other(w, "driver", "6 of 10 no-l1 noncoherent", *w.both)
    path = os.path.join(w.tests, "SB+na.xwg.litmus")
    write(path, read(path).replace("x=0", "x=0 "))
    other(w, "test", "5 of 10 no-l1 noncoherent rc rc-mca sc", *w.both)
    shutil.copytree(w.tests, w.path("moved"))
    w.checks.equal("the same tests elsewhere", "10 of 10", w.suite(w.path("moved"), *w.both[1:]).kept())
    one = [path, "-m", "tc-weak"]
    w.suite(*one)
    other(w, "folder to work in, where files have other names", "0 of 4 rc rc-mca sc tc-weak", *one, cwd=w.tree)
    w.checks.says("and those are shown", r'"fill" \(models/tc/tc.m:', w.suite(*one, cwd=w.tree).out)


def what_runs(w):
    program = w.path("program")
    shutil.copy(w.murrelet, program)
    with open(program, "ab") as file:
        file.write(b"\n")
    other(w, "program", NONE, *w.both, program=program)
    compiler = w.path("cc")
    write(compiler, f'#!/bin/sh\nexec {os.environ.get("CC", "cc")} "$@"\n')
    os.chmod(compiler, 0o755)
    one = [os.path.join(w.tests, "SB+na.xwg.litmus"), "-m", "no-l1", "--cc", compiler]
    other(w, "compiler", "0 of 4 no-l1 rc rc-mca sc", *one)
    write(compiler, "# newer\n", "a")
    w.checks.equal("another state of its file", "0 of 4 no-l1 rc rc-mca sc", w.suite(*one).kept())


def what_judges(w):
    """Races and what models in cat allow are kept too, each by what it rests on."""
    c, count = w.checks, len(w.entries())
    w.suite(*w.both)
    c.equal("nothing new is kept", count, len(w.entries()))
    w.edit("invariants/races.m")
    c.equal("other invariants that say what a race is", ("10 of 10", count + 1), (w.suite(*w.both).kept(), len(w.entries())))
    own = w.own("own.m", "models/noncoherent/noncoherent.m", (r"-- machine: promises: .*", "-- machine: promises: own.cat"))
    for name in glob.glob("litmus/models/*.cat"):
        shutil.copy(name, w.scratch)
    shutil.copy("litmus/models/sc.cat", w.path("own.cat"))
    for which in ("new", "kept"):
        run = w.suite(w.tests, "-m", own)
        c.equal(f"a promise in cat, {which}", 1, run.code)
        c.says(f"a promise in cat, {which}", "own.cat does not allow", run.out)
    shutil.copy("litmus/models/rc.cat", w.path("own.cat"))
    again = w.suite(w.tests, "-m", own)
    c.equal("another text of it judges what is kept", ("8 of 8", again.bare()), (again.kept(), w.suite(w.tests, "-m", own, "--fresh").bare()))
    c.equal("and otherwise", False, again.bare()["cells"] == run.bare()["cells"])


def an_edit_meanwhile(w):
    """Between the reading of a machine and its compiling: what was searched is not what was read first."""
    machine = os.path.join(w.tree, "models/no-l1/no-l1.m")
    text, meddler = read(machine), w.path("meddler")
    write(meddler, f'''#!/bin/sh
case " $* " in *" -### "*) ;; *) echo '-- meddled' >>"{machine}" ;; esac
exec {os.environ.get("CC", "cc")} "$@"
''')
    os.chmod(meddler, 0o755)
    words = ["--threads", "1", os.path.join(w.tests, "SB+na.xwg.litmus"), "-m", "no-l1", "--cc", meddler]
    w.suite(*words)
    w.checks.equal("the machine was edited", True, "meddled" in read(machine))
    write(machine, text)
    w.checks.equal("so what ran is not kept for what was there", "3 of 4 no-l1", w.suite(*words).kept())
    write(machine, text)


def what_is_not_kept(w):
    c, test = w.checks, os.path.join(w.tests, "MP+relacq.agent-agent.xwg.litmus")
    for which in ("first", "second"):
        run = w.suite(test, "-m", "wt", "--max-states", "12")
        c.equal(f"a bound on states, {which} run", (3, []), (run.code, [x for x in run.json["cells"] if x.get("kept") and not x["complete"]]))
    c.equal("but what stayed below it", True, "sc" not in run.kept())
    w.suite(test, "-m", "wt", "--total-seconds", "0.001")
    c.equal("what was cut short", "0 of 4 rc rc-mca sc wt", w.suite(test, "-m", "wt", "--max-states", "99999").kept())
    machine, trace = os.path.join(w.tree, "models/no-l1/no-l1.m"), w.path("wrong.trace")
    text = read(machine)
    write(machine, text.replace("    old := memory", '    assert "nothing is stored" Kind(o) != STORE;\n    old := memory'))
    words = [test, "-m", "no-l1", "--trace-out", trace]
    first, before = w.suite(*words), read(trace)
    second = w.suite(*words)
    c.equal("a violation", (1, 1), (first.code, second.code))
    c.equal("a violation is kept, with where it was seen", "4 of 4", second.kept())
    c.equal("a violation is the same", first.bare(), second.bare())
    c.equal("and its run", before, read(trace))
    write(machine, text)


def damage(path, number):
    """A bit of it, or its end."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if number % 2:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    else:
        del data[random.randrange(len(data)):]
    with open(path, "wb") as file:
        file.write(data)


def damaged_files(w):
    c = w.checks
    whole, believed = w.suite(*w.both).bare(), 0
    mine = w.entries()[-7:] # five machines, and what is said of races
    count = 40 if NIGHT else 14
    c.left_out += 40 - count
    for number in range(count):
        random.seed(number)
        path = mine[number % len(mine)]
        damage(path, number)
        run = w.suite(*w.both)
        c.equal(f"damage {number}: the result", (0, whole), (run.code, run.bare()))
        believed += run.kept() == "10 of 10"
    c.equal("what is damaged is made again", True, believed <= count * 2 / 7 + 1)
    c.equal("so that all is whole", "10 of 10", w.suite(*w.both).kept())
    for path in mine:
        os.remove(path)
        os.mkdir(path)
    run = w.suite(*w.both)
    c.equal("folders in their place", (0, whole), (run.code, run.bare()))
    c.says("folders in their place", "^murrelet: warning: results could not be kept for later runs: ", run.err)
    for path in mine:
        os.rmdir(path)


def four_at_once(w):
    whole = w.suite(*w.both).bare()
    running = []
    for number in range(4):
        report = w.path(f"{number}.json")
        words = [w.murrelet, "suite", *w.both, "--json", report] + ["--fresh"] * (number % 2)
        variables = dict(os.environ, XDG_CACHE_HOME=w.cache, MURRELET_SHARE=w.tree)
        variables.pop("MURRELET_FRESH", None)
        running.append((report, subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
    for report, process in running:
        error = process.communicate()[1]
        w.checks.equal("four at once", (0, b"", whole), (process.returncode, error, bare(json.loads(read(report)))))
    w.checks.equal("and then", "10 of 10", w.suite(*w.both).kept())


def full_disk(w):
    """A file system of our own, where one may be mounted."""
    folder, c = w.path("full"), w.checks
    os.mkdir(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], stderr=subprocess.DEVNULL, check=False).returncode:
        c.left_out += 3
        return
    try:
        with open(os.path.join(folder, "filling"), "wb", buffering=0) as file:
            file.write(b"x" * (1 << 20))
    except OSError:
        pass
    whole, cache = w.suite(*w.both).bare(), w.cache
    w.cache = folder
    os.makedirs(os.path.join(folder, "murrelet"), exist_ok=True)
    run = w.suite(*w.both)
    w.cache = cache
    subprocess.run(["umount", folder], check=True)
    c.equal("a full disk", (0, whole), (run.code, run.bare()))
    c.says("a full disk, said", "^murrelet: warning: results could not be kept for later runs: No space left", run.err)
    c.equal("a full disk, once", 1, run.err.count("warning"))


def too_large(w):
    large = os.path.join(w.cache, "murrelet", "0" * 32 + ".so")
    write(large, "")
    os.truncate(large, 300 << 20)
    os.utime(large, (1, 1))
    w.suite(*w.both, "--fresh")
    w.checks.equal("the cache as a whole is bounded", False, os.path.exists(large))


def main():
    world = World(sys.argv[1], sys.argv[2])
    for part in (as_a_fresh_run, where_all_is_to_run, what_options_say, what_is_read, what_runs, what_judges, an_edit_meanwhile,
                 what_is_not_kept, damaged_files, four_at_once, full_disk, too_large):
        part(world)
    print(world.checks.passed, world.checks.failed, world.checks.left_out)


main()
