#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""amdgpu_rows.py PROGRAM [--steps N | --open | --unneeded] [--likely | --few | --made] [--rows PATTERN]
[MODE]... - drop each step of each row of AMD's tables, one at a time, and see whether a litmus test notices: of the library, of
tests/amdgpu, or of those that amdgpu_tests.py makes.

A mode is as `gfx11 wgp`; without one, all.  The tests of a step are those that use its row and that the whole
machine passes: first those that broke without some step, in any mode, then the smallest first, until one breaks.
What is found goes to results/amdgpu.tsv at once, a line a step; all other lines stay.  With --unneeded, the steps alone that
no test needed so far, or that have no line; with --open, of these the ones without a reason in models/amdgpu/redundant.tsv.
With --likely those first tests alone are tried, and only what one of them needs is written down; with --few, on each variant a few
more of those that were made for the rows; with --made all of these: what none of them needs is written down with that.
With --rows, the rows alone that the pattern is, such as `store .* agent`.
With --steps N, N steps spread over the mode's are tried, and compared with the lines that are there: one that was killed and
is not makes the exit code 1.  What is then neither needed by a test nor explained, amdgpu_page.py says.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import amdgpu
import amdgpu_tests

from composed import arguments

os.environ["MURRELET_FRESH"] = "1" # what is written down was run now

ROOT = amdgpu.ROOT
# The variants that a mode's steps are tried on, and the tests: all, those of two agents, of two work-groups, with RMWs.
AGENTS, GROUPS, RMWS = r"\.xag", r"\.(xwg|xcl|1cl|split)", r"silent|rmw|Inc"
VARIANTS = {"gfx942 normal": {"gfx942": "", "gfx942-nc": AGENTS, "gfx942-l2s": GROUPS},
            "gfx942 tgsplit": {"gfx942-tgsplit": "", "gfx942-tgsplit-nc": AGENTS, "gfx942-tgsplit-l2s": GROUPS},
            "gfx11 cu": {"gfx11": "", "gfx11-silent": RMWS}, "gfx11 wgp": {"gfx11-wgp": "", "gfx11-wgp-silent": RMWS},
            "gfx12 cu": {"gfx12": "", "gfx12-nc": AGENTS, "gfx12-silent": RMWS, "gfx12-near": RMWS},
            "gfx12 wgp": {"gfx12-wgp": "", "gfx12-wgp-nc": AGENTS, "gfx12-wgp-silent": RMWS},
            "gfx125x wgp": {"gfx125x": "", "gfx125x-nc": AGENTS, "gfx125x-l2s": GROUPS, "gfx125x-silent": RMWS}}
TABLE, COLUMNS = "results/amdgpu.tsv", ["mode", "row", "step", "instruction", "what", "tests", "verdict", "by"]
BITS = "BITS"  # the bits of the access: without them, it may be done in its CU
BATCHES = [6, 24, 1000]
KINDS_OF_TESTS = ["likely", "few", "made", "all"]
# `by` of what survives where not all were tried.
TRIED = {"few": "a few of those made for the rows", "made": "those made for the rows alone", "all": ""}
FEW = 4
QUICK = ["--cc", "tcc"] if shutil.which("tcc") else []  # most of the time is compiling
BOUNDS = QUICK + ["--max-states", "20000", "--allow-incomplete", "--no-liveness", "-j", "1"]
KINDS = {"r": "load", "w": "store", "rmw": "atomicrmw", "f": "fence"}
ORDERS = {"na": "none", "": "none", "rlx": "monotonic", "acq": "acquire", "rel": "release", "ar": "acq_rel", "sc": "seq_cst",
          "rm_acq": "acquire", "rm_rel": "release", "rm_ar": "acq_rel"}
SCOPES = {"wi": "singlethread", "wv": "wavefront", "wg": "workgroup", "cluster": "cluster", "agent": "agent", "sys": "system", "": "system"}


def rows_used(path):
    with open(path, encoding="utf-8") as file:
        return rows_in(file.read())


def rows_in(test):
    """The numbers of the rows that a test's accesses are lowered by."""
    text = re.sub(r"\(\*.*?\*\)", "", test, flags=re.S)
    numbers = {key: number for number, key in enumerate(amdgpu.keys())}
    used = set()
    for kind, order, scope in re.findall(r"\b(r|w|rmw|f)\[(\w*)(?:,\s*(\w+))?\]", text):
        wide = "-" if ORDERS[order] == "none" else SCOPES[scope]
        used.add(numbers[KINDS[kind], ORDERS[order], wide])
    return used


def tests():
    found = {}
    for folder in ("litmus", "tests/amdgpu", "tests/clusters"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                if name.endswith(".litmus"):
                    found[name[:-len(".litmus")]] = os.path.join(where, name)
    return found


def constants_of(variant):
    with open(os.path.join(ROOT, "models/machines.tsv"), encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["machine"] == "amdgpu" and row["variant"] == variant:
                return row["constants"]
    raise SystemExit(f"amdgpu_rows.py: there is no variant {variant}")


class Bench:
    """A tree with one more variant, `dropped`; and what each variant keeps as it is."""

    def __init__(self, program, scratch):
        self.program, self.scratch, self.judged = os.path.abspath(program), scratch, {}
        self.made = os.path.join(scratch, "made")
        self.tests = {**tests(), **amdgpu_tests.write(self.made)}
        self.used = {name: rows_used(path) for name, path in self.tests.items()}
        for folder in ("litmus", "invariants"):
            os.symlink(os.path.join(ROOT, folder), os.path.join(scratch, folder))
        os.mkdir(os.path.join(scratch, "models"))
        for name in os.listdir(os.path.join(ROOT, "models")):
            if name != "machines.tsv":
                os.symlink(os.path.join(ROOT, "models", name), os.path.join(scratch, "models", name))
        with open(os.path.join(ROOT, "models/machines.tsv"), encoding="utf-8") as file:
            self.list = file.read()

    def suite(self, variant, paths):
        report = os.path.join(self.scratch, "report.json")
        done = subprocess.run([self.program, "suite", "-q", "-m", "amdgpu:" + variant, "--json", report, *BOUNDS, *paths],
                              env={**os.environ, "MURRELET_SHARE": self.scratch}, text=True, capture_output=True, check=False)
        if done.returncode not in (0, 1, 3) or not os.path.exists(report):
            raise SystemExit(f"amdgpu_rows.py: {variant}: {done.stderr}")
        with open(report, encoding="utf-8") as file:
            cells = [c for c in json.load(file)["cells"] if c["variant"] == variant and c["machine"] == "amdgpu"]
        os.remove(report)
        return cells

    def put(self, constants):
        with open(os.path.join(self.scratch, "models/machines.tsv"), "w", encoding="utf-8") as file:
            file.write(self.list)
            if constants:
                file.write(f"amdgpu\tdropped\tamdgpu/amdgpu.m\tlitmus\t{constants}\thrf-indirect-relaxed\tmade here\n")

    def keeps(self, variant, names):
        """Those of the tests that it is obliged to and keeps, the smallest first."""
        known = self.judged.setdefault(variant, {})
        unknown = [self.tests[name] for name in names if name not in known]
        if unknown:
            self.put("")
            known.update({c["test"]: (c["judgement"], c["states"]) for c in self.suite(variant, unknown)})
        return sorted((name for name in names if known[name][0] == "kept"), key=lambda name: known[name][1])

    def candidates(self, variant, row, pattern, among, most):
        names = [name for name in self.tests if row in self.used[name] and re.search(pattern, name) and among(name)]
        return self.keeps(variant, spread(names, most))

    def is_made(self, name):
        """Whether it was made for the rows."""
        return self.tests[name].startswith(self.made)

    def killer(self, variant, row, step, names):
        """The test that breaks without the step; None where none does."""
        self.put(f"{constants_of(variant)} DROP_ROW={row} DROP_STEP={0 if step == BITS else 1 << amdgpu.STEPS.index(step)}")
        for size in BATCHES:
            batch, names = names[:size], names[size:]
            if batch:
                cells = self.suite("dropped", [self.tests[name] for name in batch])
                broken = {c["test"] for c in cells if c["judgement"] == "broken"}
                if broken:
                    return next(name for name in batch if name in broken)
        return None

    def judge(self, mode, row, step, likely, kinds):
        """How many tests there are, the verdict, and by which test on which variant; or of which kinds the tests were."""
        among = {"likely": likely.__contains__, "few": self.is_made, "made": self.is_made, "all": lambda name: True}
        tried = set()
        for kind in kinds:
            for variant, pattern in VARIANTS[mode].items():
                names = self.candidates(variant, row, pattern, among[kind], FEW if kind == "few" else 0)
                names = [name for name in names if (variant, name) not in tried]
                tried.update((variant, name) for name in names)
                by = self.killer(variant, row, step, names) if names else None
                if by:
                    return len(tried), "killed", f"{by} on {variant}"
        return len(tried), "survives" if tried else "no test", TRIED.get(kinds[-1], "")


def steps_of(mode):
    target, _, kind = mode.partition(" ")
    for number, row in enumerate(amdgpu.rows(target, kind)):
        if "taken" in row:
            continue
        found = amdgpu.steps(target, row)
        if " " in row["instruction"]:
            found.append((BITS, row["instruction"].partition(" ")[2]))
        for step, word in found:
            yield number, step, word, " ".join(amdgpu.key(row))


def read_lines():
    path = os.path.join(ROOT, TABLE)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write_lines(lines):
    modes = list(VARIANTS)
    lines.sort(key=lambda x: (modes.index(x["mode"]), int(x["row"]), [*amdgpu.STEPS, BITS].index(x["step"])))
    with open(os.path.join(ROOT, TABLE), "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def spread(items, count):
    items = list(items)
    return items if not count or count >= len(items) else [items[i * len(items) // count] for i in range(count)]


def reasons():
    with open(os.path.join(amdgpu.FOLDER, "redundant.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def reason_of(line, table):
    """The first that is about the line; None where there is none."""
    return next((reason for reason in table if all(re.fullmatch(reason[x], line[x]) for x in ("mode", "what", "step"))), None)


def name_of(mode, row, step, word, what):
    """What a line is about: it has to say so in the words of the tables as they are."""
    return mode, str(row), step, word, what


def left_open(mode, lines, table):
    """The steps that neither a test needs nor a reason explains."""
    done = {name_of(*(x[column] for column in COLUMNS[:5])) for x in lines if x["verdict"] == "killed" or reason_of(x, table)}
    return [x for x in steps_of(mode) if name_of(mode, *x) not in done]


def complaints(lines):
    """What is left to decide, or to take out."""
    steps = {name_of(mode, *x) for mode in VARIANTS for x in steps_of(mode)}
    table = reasons()
    for mode in VARIANTS:
        for _, step, word, what in left_open(mode, lines, table):
            yield f"{mode}: {what}: no test is known to need {word} ({step}), nor a reason why none does"
    for x in lines:
        if name_of(*(x[column] for column in COLUMNS[:5])) not in steps:
            yield f"{x['mode']}: {x['what']}: the tables have no {x['instruction']} ({x['step']})"
    used = [reason_of(x, table) for x in lines if x["verdict"] != "killed"]
    for reason in table:
        if reason not in used:
            yield f"redundant.tsv: no step is {reason['mode']}: {reason['what']}: {reason['step']}"


def likely():
    """The tests that broke when some step was left out."""
    return {x["by"].partition(" on ")[0] for x in read_lines() if x["verdict"] == "killed"}


def kept_at(line):
    """Puts a line in the place of the one that is about the same step."""
    about = lambda x: (x["mode"], x["row"], x["step"])
    write_lines([x for x in read_lines() if about(x) != about(line)] + [line])


def run(bench, mode, steps, keep, kinds):
    lines = []
    # The bits last: most that no test needs are among them, and they take the longest.
    for row, step, word, what in sorted(steps, key=lambda x: x[1] == BITS):
        number, verdict, by = bench.judge(mode, row, step, likely(), kinds)
        lines.append(dict(zip(COLUMNS, [mode, str(row), step, word, what, str(number), verdict, by])))
        print(mode, what, word, verdict, by, sep="\t", flush=True)
        if keep and ("few" in kinds or verdict == "killed"):
            kept_at(lines[-1])
    return lines


def compare(lines, before):
    """Steps that were killed, and are not."""
    was = {(x["mode"], x["row"], x["step"]): x["verdict"] for x in before}
    lost = [x for x in lines if was.get((x["mode"], x["row"], x["step"])) == "killed" != x["verdict"]]
    for x in lost:
        print(f"{x['mode']}: {x['what']} without {x['instruction']} was killed, and is not", file=sys.stderr)
    return 1 if lost else 0


def main(arguments):
    program, modes, count, only, kinds, pattern = None, [], 0, None, KINDS_OF_TESTS, ".*"
    while arguments:
        word = arguments.pop(0)
        if word == "--steps":
            count = int(arguments.pop(0))
        elif word in ("--open", "--unneeded"):
            only = reasons() if word == "--open" else []
        elif word in ("--likely", "--few", "--made"):
            kinds = KINDS_OF_TESTS[:KINDS_OF_TESTS.index(word[2:]) + 1]
        elif word == "--rows":
            pattern = arguments.pop(0)
        elif not program:
            program = word
        else:
            modes.append(word)
    if not program or any(mode not in VARIANTS for mode in modes):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(program, scratch)
        for mode in modes or VARIANTS:
            before = read_lines()
            steps = spread(steps_of(mode), count) if only is None else left_open(mode, before, only)
            lines = run(bench, mode, [x for x in steps if re.fullmatch(pattern, x[3])], not count, kinds)
            if count and compare(lines, before):
                sys.exit(1)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main(sys.argv[1:])
