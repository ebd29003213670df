#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""quotient.py REDUCED.json FULL.json - edges of a graph under symmetry, against the graph of the same model without.

From each state of the reduced graph the full one has the same edges, by rule and parameters.  Where an edge says what
becomes of which element, its target is the full graph's with these names; where it says nothing, the same state.  Prints
how many edges said something.
"""
import json
import re
import sys


def key(state):
    return json.dumps(state, sort_keys=True)


def renamed(state, words):
    names = dict(part.split(" becomes ") for part in words.split(", "))
    pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))

    def new(text):
        return pattern.sub(lambda m: names[m[0]], text)
    return {new(path): new(value) for path, value in state.items()}


def main():
    reduced, full = (json.load(open(p, encoding="utf-8")) for p in sys.argv[1:])
    own, states = ({s["id"]: s["state"] for s in g["states"]} for g in (reduced, full))
    edges = {(key(s["state"]), e["rule"], e["parameters"]): states.get(e["to"]) for s in full["states"] for e in s["edges"]}
    marked = wrong = 0
    for s in reduced["states"]:
        for e in s["edges"]:
            real, target = edges.get((key(s["state"]), e["rule"], e["parameters"])), own.get(e["to"])
            if real is None or target is None:
                continue  # beyond where the search ended
            words = e.get("quotient")
            marked += words is not None
            good = key(renamed(real, words) if words else real) == key(target)
            wrong += not good
            if not good:
                print(f"{s['id']} -> {e['to']} by {e['rule']} {e['parameters']} ({words})", file=sys.stderr)
    print(marked)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
