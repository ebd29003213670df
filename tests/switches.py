#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""switches.py TRACE.json [GRAPH.json VALUES | --than TRACE.json] - how often a run changes who acts, counted on its chart, against what it says
of itself; and how often any shortest run must, from the graph of all states, where who a rule's parameters name acts.  A run
ends in a state with these VALUES ("a[1]=3 a[2]=3").  Or: that another trace is as long, and changes no less often."""
import json
import sys


def changes(actors):
    return sum(a != b for a, b in zip(actors, actors[1:]))


def fewest(graph, depth, values):
    """Over all runs of the depth from a start state to such a state."""
    states = {s["id"]: s for s in graph["states"]}
    level = {(e["to"], None): 0 for e in graph["starts"]}
    for _ in range(depth):
        new = {}
        for (state, actor), count in level.items():
            for e in states[state]["edges"]:
                key, total = (e["to"], e["parameters"]), count + (actor not in (None, e["parameters"]))
                new[key] = min(new.get(key, total), total)
        level = new
    return min(n for (state, _), n in level.items() if all(states[state]["state"][k] == v for k, v in values))


def main():
    trace = json.load(open(sys.argv[1], encoding="utf-8"))
    target = trace.get("violation") or trace["witness"]
    said, shown = target["switches"], changes(trace["chart"]["actors"][1:])
    if said != shown:
        sys.exit(f"it says {said} changes, and its chart shows {shown}: {trace['chart']['actors']}")
    if len(sys.argv) > 2 and sys.argv[2] == "--than":
        other = json.load(open(sys.argv[3], encoding="utf-8"))["chart"]["actors"]
        if len(other) != len(trace["steps"]) or changes(other[1:]) < said:
            sys.exit(f"another run has {len(other) - 1} steps, and {changes(other[1:])} changes")
    elif len(sys.argv) > 2:
        values = [value.split("=") for value in sys.argv[3].split()]
        least = fewest(json.load(open(sys.argv[2], encoding="utf-8")), len(trace["steps"]) - 1, values)
        if least != said:
            sys.exit(f"it says {said} changes, and the graph has a run with {least}")


if __name__ == "__main__":
    main()
