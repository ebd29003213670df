#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""slice.py TRACE.json [WHOLE] - a slice of the model `counters` of suite slice, judged without Murrelet.

The model is written here once more.  The slice must be a run to the violation, no run without any single one of its
steps; and the same of its needed changes, where all others are undone.  WHOLE is how many steps the run had.
"""
import json
import sys

START = {"x": 0, "y": 0, "noise": 0, "seen[1]": False, "seen[2]": False}


def fire(state, rule, parameters):
    """The state after a rule of the model, or None where its guard is false."""
    new = dict(state)
    if rule == "up":
        new.update(y=state["y"] + 1, noise=1 - state["noise"])
        return new if state["y"] < 5 else None
    if rule == "down":
        new.update(y=state["y"] - 1)
        return new if state["y"] > 0 else None
    if rule == "see":
        name = "seen[%d]" % parameters["i"]
        new[name] = True
        new.update(y=0)
        return new if not state[name] else None
    new.update(x=state["x"] + 1, y=0)
    return new if state["y"] > 2 else None


def violates(state):
    return state["x"] >= 3


def is_run(steps):
    """Whether the steps are a run to the violation, and not beyond it."""
    state = dict(START)
    for i, step in enumerate(steps):
        state = fire(state, step["rule"], step["parameters"])
        if state is None or violates(state) != (i + 1 == len(steps)):
            return False
    return True


def suffice(steps, needed):
    """Whether the violation is there where only these (step, path) change, to what they are in the run."""
    state = dict(START)
    for i, step in enumerate(steps):
        fired = fire(state, step["rule"], step["parameters"])
        if fired is None:
            return False
        for number, path in needed:
            if number == i:
                if fired[path] != step["changes"][path]:
                    return False
                state[path] = fired[path]
    return violates(state)


def main():
    trace = json.load(open(sys.argv[1], encoding="utf-8"))
    steps, wrong = trace["steps"][1:], []
    made = trace["violation"]["slice"]
    if len(sys.argv) > 2 and made != {"of": int(sys.argv[2]), "minimal": True}:
        wrong.append(f"it says {made}")
    if not is_run(steps):
        wrong.append("it is no run to the violation")
    wrong += [f"step {i + 1} can be left out" for i in range(len(steps)) if is_run(steps[:i] + steps[i + 1:])]
    needed = [(i, p) for i, s in enumerate(steps) for p in s["changes"] if p not in s.get("unneeded", [])]
    if not suffice(steps, needed):
        wrong.append("the needed changes do not suffice")
    wrong += [f"change {n} is not needed" for n in needed if suffice(steps, [m for m in needed if m != n])]
    for what in wrong:
        print(what, file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
