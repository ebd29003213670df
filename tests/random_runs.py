#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""random_runs.py MURRELET FOLDER FIRST END - slices and fewest switches of small random models, one a seed, judged by a
search and an evaluator of their own.

A model has three scalars and an array over two threads, and what a rule with a parameter writes of the array is that
thread's, so that who acts is the parameter, and without one nobody.  What is said of a run of --fewest-switches must be
the least of all shortest runs.  A slice must be a run to the violation, no run without any one of its steps; and the
changes that it needs must suffice, and no longer without any one, nor without those of a variable.
"""
import json
import operator
import os
import random
import subprocess
import sys

START = {"s0": 0, "s1": 0, "s2": 0, "a[1]": 0, "a[2]": 0}
SCALARS = ["s0", "s1", "s2"]
COMPARE = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}
KINDS = {"inc": "({target} + 1) % 3", "set": "{value}", "copy": "{source}"}


class Rule:
    def __init__(self, rng, number):
        self.name, self.actors = f"r{number}", rng.choice([(1, 2), (1, 2), (0,)])
        own = self.actors != (0,)
        read = SCALARS + (["a[i]", "a[3 - i]"] if own else ["a[1]", "a[2]"])
        write = SCALARS + ["a[i]"] * 3 * own
        self.guard = [(rng.choice(read), rng.choice(list(COMPARE)), rng.randrange(3)) for _ in range(rng.randrange(3))]
        self.writes = [(rng.choice(write), rng.choice(list(KINDS)), rng.randrange(3), rng.choice(read))
                       for _ in range(rng.randrange(1, 3))]

    def text(self):
        guard = " & ".join("%s %s %d" % part for part in self.guard) or "true"
        body = " ".join(f"{t} := {KINDS[kind].format(target=t, value=v, source=s)};" for t, kind, v, s in self.writes)
        rule = f'rule "{self.name}" {guard} ==> begin {body} end;'
        return rule if self.actors == (0,) else f"ruleset i: who do {rule} end;"

    def fire(self, state, actor):
        """The state after it, or None where the guard is false."""
        def here(path):
            return path.replace("3 - i", str(3 - actor)).replace("[i]", f"[{actor}]")
        if not all(COMPARE[word](state[here(path)], value) for path, word, value in self.guard):
            return None
        new = dict(state)
        for target, kind, value, source in self.writes:
            new[here(target)] = {"inc": (new[here(target)] + 1) % 3, "set": value, "copy": new[here(source)]}[kind]
        return new


class Model:
    def __init__(self, seed):
        rng = random.Random(seed)
        self.rules = {rule.name: rule for rule in (Rule(rng, i) for i in range(rng.randrange(3, 6)))}
        deepest = self.reach()
        target = rng.choice(deepest[-max(1, len(deepest) // 4):])
        paths = [path for path in target if target[path]] or ["s0"]
        self.bad = {path: target[path] for path in rng.sample(paths, min(len(paths), rng.choice([2, 3, 4])))}

    def text(self):
        return "\n".join(["type who: 1 .. 2; val: 0 .. 2;", "var s0: val; s1: val; s2: val; a: array [who] of val;",
                          "startstate begin s0 := 0; s1 := 0; s2 := 0; for i: who do a[i] := 0; end; end;"] +
                         [rule.text() for rule in self.rules.values()] +
                         ['invariant "never" !(%s);' % " & ".join(f"{p} = {v}" for p, v in self.bad.items()), ""])

    def violates(self, state):
        return all(state[path] == value for path, value in self.bad.items())

    def successors(self, state):
        for rule in self.rules.values():
            for actor in rule.actors:
                new = rule.fire(state, actor)
                if new is not None:
                    yield actor, new

    def reach(self):
        """All states, breadth first."""
        seen, todo = {tuple(START.values())}, [START]
        for state in todo:
            for _, new in self.successors(state):
                if tuple(new.values()) not in seen:
                    seen.add(tuple(new.values()))
                    todo.append(new)
        return todo

    def fewest(self):
        """How many steps a shortest run to the violation has, and how often the best of them changes who acts."""
        seen, level, depth = set(), {(tuple(START.values()), None): 0}, 0
        while True:
            ends = [count for (values, _), count in level.items() if self.violates(dict(zip(START, values)))]
            if ends:
                return depth, min(ends)
            seen |= {values for values, _ in level}
            new = {}
            for (values, last), count in level.items():
                for actor, state in self.successors(dict(zip(START, values))):
                    key, total = (tuple(state.values()), actor), count + (last not in (None, actor))
                    if key[0] not in seen:
                        new[key] = min(new.get(key, total), total)
            level, depth = new, depth + 1

    def run(self, steps):
        """The states after the steps, or None where they are no run to the violation, or one beyond it."""
        states = [START]
        for name, actor in steps:
            states.append(None if self.violates(states[-1]) else self.rules[name].fire(states[-1], actor))
            if states[-1] is None:
                return None
        return states if self.violates(states[-1]) else None

    def suffice(self, steps, states, needed):
        """Whether the violation is there where only these (step, path) change, to what they are in the run."""
        state = dict(START)
        for i, (name, actor) in enumerate(steps):
            fired = self.rules[name].fire(state, actor)
            if fired is None or any(fired[path] != states[i + 1][path] for at, path in needed if at == i):
                return False
            state.update({path: fired[path] for at, path in needed if at == i})
        return self.violates(state)


def checked(murrelet, folder, *options):
    """The trace of a check, and its steps; None where it found no violation."""
    model, trace = os.path.join(folder, "random.m"), os.path.join(folder, "random.json")
    if os.path.exists(trace):
        os.unlink(trace)
    done = subprocess.run([murrelet, "check", "-q", "--warn", "none", "--deadlock", "off", *options, "--trace-out", trace, model],
                          capture_output=True, text=True, check=False)
    if done.returncode != 1:
        return None, done.stderr
    with open(trace, encoding="utf-8") as file:
        whole = json.load(file)
    return whole, [(step["rule"], step["parameters"].get("i", 0)) for step in whole["steps"][1:]]


def judge_switches(model, trace, steps):
    depth, least = model.fewest()
    actors = [actor for _, actor in steps]
    own = sum(a != b for a, b in zip(actors, actors[1:]))
    if model.run(steps) is None or len(steps) != depth:
        yield f"{len(steps)} steps, and a shortest run has {depth}"
    if not own == least == trace["violation"]["switches"]:
        yield f"it says {trace['violation']['switches']} changes, has {own}, and {least} are the least"


def judge_slice(model, trace, steps):
    states = model.run(steps)
    if states is None or not trace["violation"]["slice"]["minimal"]:
        yield "the slice is no run to the violation, or not a minimal one"
        return
    for i in range(len(steps)):
        if model.run(steps[:i] + steps[i + 1:]):
            yield f"step {i + 1} can be left out"
    needed = [(i, p) for i, s in enumerate(trace["steps"][1:]) for p in s["changes"] if p not in s.get("unneeded", [])]
    if not model.suffice(steps, states, needed):
        yield "the needed changes do not suffice"
    less = [[n for n in needed if n != one] for one in needed]
    less += [[n for n in needed if n[1].split("[")[0] != name] for name in ("s0", "s1", "s2", "a")]
    if any(len(some) < len(needed) and model.suffice(steps, states, some) for some in less):
        yield "fewer changes suffice"


def main():
    murrelet, folder, first, end = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    violated = switching = cut = 0
    for seed in range(first, end):
        model, wrong = Model(seed), []
        with open(os.path.join(folder, "random.m"), "w", encoding="utf-8") as file:
            file.write(model.text())
        if model.violates(START):
            continue
        violated += 1
        trace, steps = checked(murrelet, folder, "--fewest-switches")
        wrong += judge_switches(model, trace, steps) if trace else [steps]
        switching += bool(trace) and trace["violation"]["switches"] > 0
        for search in (["dfs"], ["random", "--walks", "30", "--max-depth", "200", "--seed", str(seed)]):
            trace, steps = checked(murrelet, folder, "--slice", "--search", *search)
            if trace:
                wrong += judge_slice(model, trace, steps)
                cut += trace["violation"]["slice"]["of"] > len(steps)
            elif search[0] == "dfs":
                wrong.append(steps)
        for what in wrong:
            print(f"model {seed}: {what}")
    print(f"{violated} models, {switching} switch, {cut} slices are cut")


if __name__ == "__main__":
    main()
