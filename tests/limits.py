#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""limits.py MURRELET FOLDER SEED ROUNDS - searches under limits drawn at random, each against the same without.

A round is one model, with memory that is too little, time that runs out anywhere, a signal, bounds on
states and depth, every store, order and number of threads, a disk to go to, and a checkpoint, from which another goes on under limits of its own.
Whatever they are: "holds" is said of the whole alone, "violated" of what is violated, exit code, verdict and
reason agree, and what is said to be wrong with the input is wrong with it.  Prints a line for each
failure, how often each end was met, and last "PASSED FAILED SKIPPED"."""
import collections
import json
import os
import random
import signal
import subprocess
import sys
import time

STARTS = """-- Twenty thousand states of which half are start states.
var n: 0..19999; b: boolean;
ruleset v: 0..9999 do startstate "any" begin n := v; b := false; end; end;
rule "move" !b ==> begin b := true; n := n + 10000; end;
invariant "it is more" b -> n >= 10000;
"""
MODELS = [["docs/tutorial/lock1.m"], ["docs/tutorial/lock2.m"], ["models/msi/msi.m"], ["models/fairness/peterson.m"],
          ["models/fairness/philosophers.m"], ["models/tc/rollover.m"], ["models/german/german.m", "--const", "NODES=2"],
          ["tests/bench/philosophers.m", "--const", "N=7"], ["{}/starts.m"]]
CODES = {0: "holds", 1: "violated", 3: "incomplete"}
DECIDED_EARLY = ("cover", "liveness", "ltl")  # a cover that is met is met; the other two are decided one by one
ENDS = {"memory", "time", "states", "depth", "lossy", "interrupted", "sampled", None}


def maybe(chance, *words):
    return list(words) if random.random() < chance else []


def draw_limits():
    return (maybe(.6, "--memory", random.choice(["1M", "3M", "4M", "5M", "6M", "8M", "12M", "20M"])) +
            maybe(.3, "--max-seconds", random.choice(["0.0001", "0.001", "0.002", "0.003", "0.01", "0.03"])))


def draw_options(folder, path):
    """What is searched, and how; the checkpoint's name last, or nothing."""
    words = draw_limits()
    words += maybe(.2, "--max-states", str(random.choice([1, 10, 100, 1000, 10000])))
    words += maybe(.2, "--max-depth", str(random.choice([1, 2, 5, 10, 20])))
    words += maybe(.2, "--trace", "none") + maybe(.1, "--stats") + maybe(.1, "--slice") + maybe(.1, "--fewest-switches")
    kind = random.random()
    if kind < .3:
        return words + maybe(.5, "--spill", folder) + ["--checkpoint-every", "0", "--checkpoint", path]
    if kind < .6:
        return words + ["--spill", folder]
    if kind < .7:
        return words + ["--search", "dfs", "--store", random.choice(["judy", "flat", "compact"])]
    return words + ["--store", random.choice(["judy", "flat", "compact", "bitstate"])]


class Rounds:
    def __init__(self, murrelet, folder):
        self.murrelet, self.folder = murrelet, folder
        self.whole, self.failed, self.passed = {}, 0, 0
        self.ends = collections.Counter()

    def run(self, words, interrupted=None):
        """The exit code, the report, and what was said on the standard error."""
        path = os.path.join(self.folder, "report.json")
        if os.path.exists(path):
            os.unlink(path)
        process = subprocess.Popen([self.murrelet, "check", "-q", "--warn", "none", "--json", path] + words, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if interrupted is not None:
            time.sleep(interrupted)
            process.send_signal(signal.SIGINT)
        try:
            said = process.communicate(timeout=120)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            return None, {}, "it hangs"
        report = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                report = json.load(file)
        return process.returncode, report, said

    def of_whole(self, model, symmetry):
        key = (*model, symmetry)
        if key not in self.whole:
            self.whole[key] = self.run(model + ["--symmetry", symmetry, "--threads", "1"])[1]
        return self.whole[key]

    def faults(self, code, report, said, whole):
        """What is wrong with a run, in words."""
        if code == 2:
            return [f"exit code 2: {said.strip()}"]
        if code not in CODES or report.get("verdict") != CODES[code] or report.get("reason") not in ENDS:
            return [f"exit code {code}, {report.get('verdict')}, {report.get('reason')}: {said.strip()}"]
        found = []
        if code in (0, 1) and whole["verdict"] != CODES[code]:
            found.append(f"{CODES[code]}, and the whole is {whole['verdict']}")
        same = all(report[name] == whole[name] for name in ("states", "rules_fired"))
        if code == 0 and not same:
            found.append(f"holds after {report['states']} states of {whole['states']}")
        for one, other in zip(report["properties"], whole["properties"]):
            if one["verdict"] == "violated" != other["verdict"] or \
                    (one["verdict"] == "holds" and not same and one["kind"] not in DECIDED_EARLY):
                found.append(f"{one['kind']} {one['name']}: {one['verdict']}, and of the whole: {other['verdict']}")
        return found

    def judge(self, words, whole, interrupted=None):
        code, report, said = self.run(words, interrupted)
        self.ends[report.get("reason") or CODES.get(code, code)] += 1
        if code == -signal.SIGINT and not report:  # it came before the program had said that it would see to it
            return code
        found = self.faults(code, report, said, whole)
        for fault in found:
            print("FAIL limits:", " ".join(words), "" if interrupted is None else f"(SIGINT after {interrupted} s)", fault)
        self.failed += bool(found)
        self.passed += not found
        return code

    def round(self):
        model = [word.format(self.folder) for word in random.choice(MODELS)]
        path = os.path.join(self.folder, "checkpoint")
        options = draw_options(self.folder, path)
        # How many states the heuristic visits hangs on their order.
        symmetry = random.choice(["off", "exact"] if "dfs" in options else ["off", "exact", "heuristic"])
        question = model + ["--symmetry", symmetry]
        threads = ["--threads", "1" if "judy" in options else random.choice("123")]
        whole = self.of_whole(model, symmetry)
        if os.path.exists(path):
            os.unlink(path)
        code = self.judge(question + threads + options, whole, random.uniform(0, .03) if random.random() < .2 else None)
        if code == 3 and os.path.exists(path):
            again = ["--stats"] if "--stats" in options else []
            again += ["--trace", "none"] if "--trace" in options else []
            again += ["--spill", self.folder] if "--spill" in options else []
            self.judge(question + ["--resume", path, "--threads", random.choice("12")] + again + draw_limits(), whole)


def main():
    murrelet, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    random.seed(seed)
    with open(os.path.join(folder, "starts.m"), "w", encoding="utf-8") as file:
        file.write(STARTS)
    rounds = Rounds(murrelet, folder)
    for _ in range(count):
        rounds.round()
    print("limits:", ", ".join(f"{count} {end}" for end, count in rounds.ends.most_common()))
    print(rounds.passed, rounds.failed, 0)


if __name__ == "__main__":
    main()
