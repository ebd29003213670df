#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""sweep.py - memory runs out at the n-th allocation, in every command.

    sweep.py MURRELET LIBRARY SCRATCH [--values N] [--limits] [--jobs J] [--verbose] [CASE...]

LIBRARY is tests/inject/memory.c, built.  Each case below is first run as it
is, then once for each n with the n-th allocation failing, alone and with all
that follow.  A run must end in one of these ways, within a minute:

  - as the run without a failure, to the byte (but for times and sizes, and
    for what is on standard error);
  - with exit code 3, and words or a JSON reason that say it is memory;
  - with exit code 1 where that is the case's own, and the violation, a "No" or
    a broken promise stands in what it wrote.

And every file that it was asked to write is absent, or whole: JSON that
parses (whose verdict agrees with the exit code), XML that parses, a page with its end.

With --values N about so many n are spread over the cases, by how many
allocations each makes, at least one in each; without it every n is taken.
The library is ours with four machines in place of all, so that an input is as small as it can be.
Each case is also run with its address space bounded, as `ulimit -v` does, at
two sizes near what the program alone takes; with --limits at nine, up to what
is plenty.  It prints "FAIL CASE n=.. MODE: why" for what
went wrong, a line with the counts of each case, and at the end "PASSED FAILED
SKIPPED" on a line.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

# NAME: (arguments, standard input, files that it writes).  {s} is a folder of
# the run's own, {t} the folder of the test models, {d} this folder.
LITMUS = "litmus/message-passing/MP+na.xwg.litmus"
CHECK = "--threads 1 "


def session(*messages):
    """What a client of `murrelet lsp` sends."""
    bodies = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    return "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)


EDITED = {"uri": "untitled:a.m", "languageId": "murphi", "version": 1,
          "text": "const N: 3;\nvar x: 0 .. N;\nstartstate x := 0; end;\nrule x < N ==> x := x + 1; end;\n"}
PLACE = {"textDocument": EDITED, "position": {"line": 1, "character": 12}, "newName": "M"}
EDITING = session({"id": 1, "method": "initialize", "params": {}},
                  {"method": "textDocument/didOpen", "params": {"textDocument": EDITED}},
                  *({"id": 2, "method": "textDocument/" + method, "params": PLACE}
                    for method in ("hover", "references", "documentSymbol", "rename", "formatting")),
                  {"id": 3, "method": "shutdown"}, {"method": "exit"})
CASES = {
    "check flat": ("check --threads 1 {d}/lock.m", "", ()),
    "check two threads": ("check --threads 2 --max-errors 3 {d}/gap.m", "", ()),
    "check no trace": ("check --threads 1 --trace none {d}/lock.m", "", ()),
    "check judy": ("check --store judy {d}/lock.m", "", ()),
    "check compact": ("check --threads 1 --store compact {d}/gap.m", "", ()),
    "check bitstate": ("check --threads 1 --store bitstate --bitstate-memory 1M {d}/gap.m", "", ()),
    "check tree": ("check --threads 1 {d}/wide.m", "", ()),
    "check dfs": ("check --threads 1 --search dfs {d}/gap.m", "", ()),
    "check random": ("check --threads 1 --search random --walks 3 --max-depth 9 {d}/gap.m", "", ()),
    "check symmetry off": ("check --threads 1 --symmetry off {d}/lock.m", "", ()),
    "check heuristic": ("check --threads 1 --symmetry heuristic {d}/gap.m", "", ()),
    "check spill": ("check --threads 1 --spill {s} {d}/wide.m", "", ()),
    "check liveness": ("check --threads 1 {d}/wedge.m", "", ()),
    "check liveness spill": ("check --threads 2 --spill {s} {d}/wedge.m", "", ()),
    "check witness": ("check --threads 1 --witness inside {d}/lock.m", "", ()),
    "check violated": ("check --threads 1 --json {s}/a.json --trace-out {s}/t.json --watch n {d}/gap.m", "",
                       ("a.json", "t.json")),
    "check json": ("check --threads 1 --stats --properties --json {s}/a.json {d}/lock.m", "", ("a.json",)),
    "check graph": ("check --graph {s}/g.json {d}/lock.m", "", ("g.json",)),
    "check checkpoint": ("check --threads 1 --checkpoint {s}/c --checkpoint-every 0.001 {d}/lock.m", "", ()),
    "check tcc": ("check --threads 1 --no-cache --cc tcc {d}/lock.m", "", ()),
    "check fair": ("check --threads 1 --json {s}/a.json {d}/fair.m", "", ("a.json",)),
    "show": ("show --html {s}/a.html --itf {s}/a.json {d}/gap.trace", "", ("a.html", "a.json")),
    "litmus progress": ("litmus --machine sc --progress obe --json {s}/a.json litmus/locks/Lock+wg.1wg.litmus", "",
                        ("a.json",)),
    "litmus": ("litmus --machine sc --trace short --json {s}/a.json " + LITMUS, "", ("a.json",)),
    "suite": ("suite --threads 1 --machine rc --json {s}/a.json --junit {s}/a.xml --markdown {s}/a.md " + LITMUS, "",
              ("a.json", "a.xml")),
    "suite kept": ("suite --threads 1 --machine rc --json {s}/a.json " + LITMUS, "", ("a.json",)),
    "suite page": ("suite --threads 1 --machine rc --html {s}/a.html " + LITMUS, "", ("a.html",)),
    "suite of another's test": ("suite --threads 1 --machine rc --json {s}/a.json {d}/renamed.litmus", "", ("a.json",)),
    "suite two threads": ("suite --threads 2 --machine rc " + LITMUS, "", ()),
    "infer": ("infer --threads 1 rc " + LITMUS, "", ()),
    "races": ("races --model drf --json {s}/a.json " + LITMUS, "", ("a.json",)),
    "generate": ("generate --vocabulary orders --edges 3 --folder {s}/made --minimal rc", "", ()),
    "distinguish": ("distinguish rc.cat rc-mca --vocabulary orders --edges 3 --json {s}/a.json", "", ("a.json",)),
    "outcomes": ("outcomes --cat tso --json {s}/a.json --dot {s}/a.dot " + LITMUS, "", ("a.json",)),
    "machines": ("machines", "", ()),
    "machines check": ("machines --check sc", "", ()),
    "table": ("table --max-states 2000 tc-strong", "", ()),  # the search itself is that of check
    "replay": ("replay {d}/gap.trace", "", ()),
    "step": ("step {d}/gap.m", "1\n1\nstate\nback\nquit\n", ()),
    "rules": ("rules {d}/lock.m", "", ()),
    "print": ("print --flatten {d}/lock.m", "", ()),
    "fmt": ("fmt {d}/lock.m", "", ()),
    "lsp": ("lsp", EDITING, ()),
    "mutate": ("mutate --list {d}/lock.m", "", ()),
}

# What differs from run to run: seconds, rates, sizes, hashes of nothing.
VOLATILE = re.compile(r"\d[\d.,]*[kMG]? ?(s\b|states/s|[KMGT]iB|B\b|bytes)|Time .*|\d+\.\d+ seconds"
                      r'|"(seconds|peak_rss_bytes)": [\d.e+-]+|time="[\d.]+"')
MEMORY = re.compile(r"memory ran out|memory limit was reached|needs more memory than there is|incomplete \S+ on \S+: memory|of them incomplete|ended after \d+ states \(memory\)|^Incomplete=memory|\"reason\": \"memory\"", re.M)


# A kept result that there is no memory to read is found again, and then fewer were kept.
KEPT = re.compile(r'\s*"kept": true,|"kept": \{\s*"pairs": \d+\s*\}|^\d+ of \d+ results were kept by', re.M)


def plain(text):
    return VOLATILE.sub("#", KEPT.sub("", text))


# Seconds after which a run hangs: beside the other suites a second's work takes a minute.
HANGS = 300

MACHINES = ("machine", "sc", "rc", "rc-mca", "tc-strong")  # the first is a list's head


def few_machines(path, target):
    """A list whose first column is a machine, without the lines of the others."""
    with open(path, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as few:
        few.writelines(line for line in lines if re.split(r"[\t:]", line)[0] in MACHINES)


def small_share(folder):
    """What MURRELET_SHARE names: the folders of the repository, and lists of few machines."""
    models = os.path.join(folder, "models")
    os.makedirs(models)
    for name in ("litmus", "invariants"):
        os.symlink(os.path.abspath(name), os.path.join(folder, name))
    for name in os.listdir("models"):
        if name in ("machines.tsv", "must-show.tsv", "tables.tsv", "lowerings.tsv"):
            few_machines(os.path.join("models", name), os.path.join(models, name))
        else:
            os.symlink(os.path.abspath(os.path.join("models", name)), os.path.join(models, name))
    return folder


class Runner:
    def __init__(self, murrelet, library, scratch):
        self.murrelet, self.library, self.scratch = murrelet, library, scratch
        self.here = os.path.dirname(os.path.abspath(__file__))
        self.share = small_share(os.path.join(scratch, "share"))

    def run(self, case, tag, environment=(), space=None):
        """One run in a folder of its own, its address space bounded where `space` says so (in KiB); gives
        code, output, errors, files."""
        arguments, given, files = CASES[case]
        folder = os.path.join(self.scratch, re.sub(r"\W", "-", case + tag))
        os.makedirs(folder)
        command = [self.murrelet] + arguments.format(s=folder, d=self.here).split()
        variables = dict(os.environ, MURRELET_SHARE=self.share, **dict(environment))
        if case == "suite kept":
            # What is kept is its own: from a cache that others fill it may be gone between two runs, which then say different things.
            variables.pop("MURRELET_FRESH", None)
            variables["XDG_CACHE_HOME"] = os.path.join(self.scratch, "cache")
        if environment:
            variables["LD_PRELOAD"] = self.library
        if space:
            command = ["/bin/sh", "-c", f'ulimit -v {space} && exec "$@"', "sh"] + command
        try:
            done = subprocess.run(command, input=given, capture_output=True, text=True, errors="replace",
                                  env=variables, timeout=HANGS)
            result = done.returncode, done.stdout.replace(folder, "@"), done.stderr.replace(folder, "@")
        except subprocess.TimeoutExpired:
            result = None, "", "it hangs"
        written = {}
        for name in files:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                with open(path, errors="replace") as file:
                    written[name] = file.read().replace(folder, "@")
        shutil.rmtree(folder)
        return result + (written,)

    def count(self, case):
        """How many allocations the case makes, and what it says without a failure."""
        path = os.path.join(self.scratch, "count")
        self.run(case, " warm", {"INJECT_COUNT": path}.items())
        usual = self.run(case, " usual", {"INJECT_COUNT": path}.items())
        with open(path) as file:
            count = int(file.read())
        os.remove(path)
        return count, usual


def file_fault(name, text, code):
    """What is wrong with a written file, or None."""
    try:
        if name.endswith(".xml"):
            xml.etree.ElementTree.fromstring(text)
            return None
        if name.endswith(".html"):
            return None if text.rstrip().endswith("</html>") else f"{name} is cut off"
        value = json.loads(text)
    except (ValueError, xml.etree.ElementTree.ParseError) as error:
        return f"{name} is not whole: {error}"
    verdict = value.get("verdict") if isinstance(value, dict) else None
    if verdict and verdict != {0: "holds", 1: "violated", 3: "incomplete"}.get(code):
        return f"{name} says {verdict} with exit code {code}"
    return None


def fault(usual, got):
    """Why a run with a failed allocation did not end as it should, or None."""
    code, out, err, files = got
    if code is None or code < 0:
        return f"ended by signal {-code}" if code else "it hangs"
    for name, text in files.items():
        wrong = file_fault(name, text, code)
        if wrong:
            return wrong
    if code == usual[0] and plain(out) == plain(usual[1]) and files.keys() == usual[3].keys() and \
            all(plain(files[name]) == plain(usual[3][name]) for name in files):
        return None
    said = out + err + "".join(files.values())
    if not MEMORY.search(said):
        return f"exit code {code}, and not a word of memory"
    if code == 1 and usual[0] == 1 and re.search(r"[Vv]iolated|broken|^No$|racy", out, re.M):
        return None
    if code != 3:
        return f"exit code {code} (without the failure {usual[0]})"
    if re.search(r"^holds:", out, re.M) and not re.search("report is not whole|cannot write", err):
        return "exit code 3, and it says holds"
    return None


def spread(counts, values):
    """The (case, n) to try."""
    total = sum(counts.values())
    tasks = []
    for case, count in counts.items():
        some = min(count, max(1, round(values * count / total))) if values else count
        tried = {1 + int((i + 0.5) * count / some) for i in range(some)}
        if values:  # as a model is opened, and as a report is made
            tried |= {min(9, count), max(1, count - 4)}
        tasks += [(case, n) for n in sorted(tried)]
    return tasks


def limits(runner, all_sizes):
    """Sizes in KiB: the least that the program starts in, and on from there."""
    least = 4000
    while subprocess.run(["/bin/sh", "-c", f"ulimit -v {least} && exec {runner.murrelet} --version"],
                         capture_output=True, check=False).returncode != 0:
        least += 500
    sizes = (0, 300, 1000, 3000, 10000, 30000, 100000, 1000000, 10000000) if all_sizes else (300, 3000)
    return [least + more for more in sizes]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("murrelet")
    parser.add_argument("library")
    parser.add_argument("scratch")
    parser.add_argument("--values", type=int)
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("case", nargs="*")
    options = parser.parse_args()
    runner = Runner(*(os.path.abspath(p) for p in (options.murrelet, options.library, options.scratch)))
    cases = [c for c in CASES if not options.case or c in options.case]
    skipped = 0
    if not shutil.which("tcc") and "check tcc" in cases:
        cases.remove("check tcc")
        skipped += 1
    counts, usual = {}, {}
    for case in cases:
        counts[case], usual[case] = runner.count(case)
    passed, failed, ended = dict.fromkeys(cases, 0), 0, {}

    for case in cases:  # one that is refused fails no allocation that matters
        if usual[case][0] not in (0, 1, 3):
            failed += 1
            print(f"FAIL {case}: it ends with {usual[case][0]} where nothing fails: {usual[case][2][:300]}")

    def one(task):
        case, n, mode = task
        if mode == "ulimit -v":
            got = runner.run(case, f" {n} limit", space=n)
            return task, got, fault(usual[case], got)
        variables = {"INJECT_FAIL": str(n), **({"INJECT_ALL": "1"} if mode == "on" else {})}
        got = runner.run(case, f" {n} {mode}", variables.items())
        return task, got, fault(usual[case], got)

    tasks = [(case, n, mode) for case, n in spread(counts, options.values) for mode in ("alone", "on")]
    sizes = limits(runner, options.limits)
    tasks += [(case, size, "ulimit -v") for case in cases for size in sizes]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (case, n, mode), got, wrong in pool.map(one, tasks):
            key = (case, got[0] == 3 and usual[case][0] != 3)
            ended[key] = ended.get(key, 0) + 1
            if wrong:
                failed += 1
                print(f"FAIL {case} n={n} {mode}: {wrong}")
                if options.verbose:
                    print("    " + (got[1][-300:] + got[2][-300:]).replace("\n", "\n    "))
            else:
                passed[case] += 1
    for case in cases:
        print(f"{case}: {counts[case]} allocations, {passed[case]} runs as they should be, "
              f"{ended.get((case, True), 0)} of them incomplete")
    print(sum(passed.values()), failed, skipped)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
