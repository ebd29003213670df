#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""amdgpu_rows.py PROGRAM [--steps N | --open] [MODE]... - drop each step of each row of AMD's tables, one at a
time, and see whether a litmus test notices: of the library, of tests/amdgpu, or of those that amdgpu_tests.py makes.

A mode is as `gfx11 wgp`; without one, all.  The tests of a step are those that use its row and that the whole
machine passes, the smallest first, until one breaks.  What is found goes to results/amdgpu.tsv, a line a step; the
lines of other modes stay.  With --open, the steps alone that no test needed so far, or that have no line.  With --steps N, N steps spread over the mode's are tried, and compared with the lines that
are there: one that was killed and is not makes the exit code 1.
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

    def candidates(self, variant, row, pattern, made):
        """Of those that were made for the rows, or of the others."""
        return self.keeps(variant, [name for name in self.tests if row in self.used[name] and re.search(pattern, name)
                                    and self.tests[name].startswith(self.made) == made])

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

    def judge(self, mode, row, step):
        """How many tests there are, the verdict, and by which test on which variant."""
        count = 0
        for made in (True, False):
            for variant, pattern in VARIANTS[mode].items():
                names = self.candidates(variant, row, pattern, made)
                count += len(names)
                by = self.killer(variant, row, step, names) if names else None
                if by:
                    return count, "killed", f"{by} on {variant}"
        return count, "survives" if count else "no test", ""


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


def left_open(mode, before):
    """The steps that have no line, or one that says that no test needs them."""
    decided = {(x["row"], x["step"]) for x in before if x["mode"] == mode and x["verdict"] == "killed"}
    return [x for x in steps_of(mode) if (str(x[0]), x[1]) not in decided]


def run(bench, mode, steps):
    lines = []
    for row, step, word, what in steps:
        number, verdict, by = bench.judge(mode, row, step)
        lines.append(dict(zip(COLUMNS, [mode, str(row), step, word, what, str(number), verdict, by])))
        print(mode, what, word, verdict, by, sep="\t", flush=True)
    return lines


def compare(lines, before):
    """Steps that were killed, and are not."""
    was = {(x["mode"], x["row"], x["step"]): x["verdict"] for x in before}
    lost = [x for x in lines if was.get((x["mode"], x["row"], x["step"])) == "killed" != x["verdict"]]
    for x in lost:
        print(f"{x['mode']}: {x['what']} without {x['instruction']} was killed, and is not", file=sys.stderr)
    return 1 if lost else 0


def main(arguments):
    program, modes, count, only_open = None, [], 0, False
    while arguments:
        word = arguments.pop(0)
        if word == "--steps":
            count = int(arguments.pop(0))
        elif word == "--open":
            only_open = True
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
            steps = left_open(mode, before) if only_open else spread(steps_of(mode), count)
            lines = run(bench, mode, steps)
            if count:
                if compare(lines, before):
                    sys.exit(1)
            else:
                done = {(str(x[0]), x[1]) for x in steps}
                kept = [x for x in read_lines() if x["mode"] != mode or only_open and (x["row"], x["step"]) not in done]
                write_lines(kept + lines)


if __name__ == "__main__":
    main(sys.argv[1:])
