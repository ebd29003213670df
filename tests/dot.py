#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""dot.py GRAPH.dot [TRACE.json] - a graph of an execution: that it is dot, that po, rf and co go round nowhere together
with a location's order, and that it has the arrows which the trace's execution implies, and no others."""
import collections
import json
import re
import sys

NODE = re.compile(r'^    e(\d+) \[label="((?:[^"\\\\]|\\\\.)*)"(, penwidth=3)?\];$')
EDGE = re.compile(r'^  e(\d+) -> e(\d+) \[label="(po|rf|co|fr|race)"[^\]"]*\];$')
OTHER = re.compile(r'^(digraph "([^"\\\\]|\\\\.)*" \{|  label="([^"\\\\]|\\\\.)*";|  subgraph cluster_\d+ \{|    label="(initial|P\d+)";|  \}|\})$')


def read(path):
    nodes, edges, wide = {}, collections.defaultdict(set), set()
    for line in open(path, encoding="utf-8").read().splitlines():
        node, edge = NODE.match(line), EDGE.match(line)
        if node:
            nodes[int(node[1])] = node[2]
        elif edge:
            pair = (int(edge[1]), int(edge[2]))
            edges[edge[3]].add(pair)
            if "penwidth" in line:
                wide.add((edge[3],) + pair)
        elif not OTHER.match(line):
            sys.exit(f"this is no line of such a graph: {line}")
    return nodes, edges, wide


def closure(pairs):
    pairs = set(pairs)
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not more:
            return pairs
        pairs |= more


def implied(events, nodes):
    """po, rf, co and fr by their definitions; an initial write is the node of its location, behind the events."""
    count = len(events)
    initial = {label.split()[-1]: n for n, label in nodes.items() if n >= count}
    writes = {i: (e["location"], e["place"]) for i, e in enumerate(events) if "place" in e}
    writes.update({n: (location, -1) for location, n in initial.items()})
    source = {i: initial[e["location"]] if e["reads_from"] == "initial" else e["reads_from"]
              for i, e in enumerate(events) if "reads_from" in e}
    po = {(a, b) for a in range(count) for b in range(a + 1, count) if events[a]["thread"] == events[b]["thread"]}
    co = {(a, b) for a, (x, p) in writes.items() for b, (y, q) in writes.items() if x == y and p < q}
    fr = {(r, w) for r, s in source.items() for w in writes if (s, w) in co and w != r}
    return {"po": po, "rf": {(s, r) for r, s in source.items()}, "co": co, "fr": fr}


def main():
    nodes, edges, wide = read(sys.argv[1])
    if any(n not in nodes for pairs in edges.values() for pair in pairs for n in pair):
        sys.exit("an arrow has no such end")
    if any(a == b for a, b in closure(edges["po"])) or any(a == b for a, b in closure(edges["co"])):
        sys.exit("po or co goes round")
    if len(sys.argv) < 3:
        return
    execution = json.load(open(sys.argv[2], encoding="utf-8"))["execution"]
    all_ = implied(execution["events"], nodes)
    for name in ("po", "rf", "co"):
        if closure(edges[name]) != closure(all_[name]):
            sys.exit(f"{name}: {sorted(edges[name])} in the graph, {sorted(all_[name])} in the run")
    drawn = edges["fr"] | {(r, w) for r, m in edges["fr"] for w in range(len(nodes)) if (m, w) in all_["co"]}
    own = all_["fr"] & all_["co"]  # of a read-modify-write: by its write, too
    if not edges["fr"] <= all_["fr"] or all_["fr"] - drawn - own:
        sys.exit(f"fr: {sorted(edges['fr'])} in the graph, {sorted(all_['fr'])} in the run")
    cycle = {(e["relation"], e["from"], e["to"]) for e in execution["cycle"]}
    if cycle != wide:
        sys.exit(f"the cycle: {sorted(wide)} in the graph, {sorted(cycle)} in the run")


if __name__ == "__main__":
    main()
