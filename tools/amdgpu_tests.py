#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""amdgpu_tests.py FOLDER - litmus tests that use each row of AMD's tables.

Every way to release, and every way to acquire, at work-group, cluster, agent and system scope, in the shapes in which a step
that is missing shows: message passing with plain data behind a branch (MP) and with relaxed data (MPu), load
buffering (LB), both through a third thread (ISA2, LB3), store buffering (SB), and two sc loads (RWC).  Those called
silent acquire by an RMW whose value nobody reads; increments (Inc) are RMWs of several threads on one location.  The rows of
narrower scopes have no steps: a thread of its own (Own) has an access of each, and its own order.
"""
import os
import sys

from composed import arguments

RELEASES = {"w.rel": ["w[rel,{s}] y 1"], "w.sc": ["w[sc,{s}] y 1"],
            **{f"rmw.{o}": [f"rmw[{o},{{s}}] r8 1 y"] for o in ("rel", "ar", "sc")},
            **{f"f.{o}": [f"f[{o},{{s}}]", "w[rlx,{s}] y 1"] for o in ("rel", "ar", "sc")}}
ACQUIRES = {"r.acq": ["r[acq,{s}] r1 y"], "r.sc": ["r[sc,{s}] r1 y"],
            **{f"rmw.{o}": [f"rmw[{o},{{s}}] r1 (add r1 0) y"] for o in ("acq", "ar", "sc")},
            **{f"f.{o}": ["r[rlx,{s}] r1 y", f"f[{o},{{s}}]"] for o in ("acq", "ar", "sc")}}
SILENT = {**{f"rmw.{o}": [f"rmw[{o},{{s}}] r8 (add r8 1) y"] for o in ("acq", "ar", "sc")},
          **{f"f.{o}": ["rmw[rlx,{s}] r8 (add r8 1) y", f"f[{o},{{s}}]"] for o in ("acq", "ar", "sc")}}
SC = {"access": (["w[sc,{s}] %s 1"], ["r[sc,{s}] r1 %s"]), "rmw": (["rmw[sc,{s}] r8 1 %s"], ["r[sc,{s}] r1 %s"]),
      "fence": (["w[rlx,{s}] %s 1", "f[sc,{s}]"], ["r[rlx,{s}] r1 %s"])}
TREES = {"wg": "(sys (agent (wg {t})))", "cluster": "(sys (agent (cluster {g})))", "agent": "(sys (agent {g}))", "sys": "(sys {a})"}
PLACES = {"wg": "1wg", "cluster": "1cl", "agent": "xwg", "sys": "xag"}


def guarded(register, label, lines):
    return [f"mov r9 (neq {register} 1)", f"b[] r9 {label}", *lines, f"{label}:"]


def tree(scope, count):
    threads = range(count)
    return TREES[scope].format(t=" ".join(map(str, threads)), g=" ".join(f"(wg {t})" for t in threads),
                               a=" ".join(f"(agent (wg {t}))" for t in threads))


def written(name, threads, scopes, condition):
    height = max(len(lines) for lines in threads)
    rows = [[f"P{t}" for t in range(len(threads))]] + [[lines[i] if i < len(lines) else "" for lines in threads]
                                                       for i in range(height)]
    body = "\n".join(" " + " | ".join(row) + " ;" for row in rows)
    return f"LISA {name}\n\"made by tools/amdgpu_tests.py\"\n{{ x=0; y=0; z=0; }}\n{body}\nscopes: {scopes}\nexists ({condition})\n"


def at(scope, lines):
    return [line.format(s=scope) for line in lines]


def pair(scope, release, acquire, name, tests):
    """Two threads that synchronise at the scope."""
    label = f"{name}.{scope}.{PLACES[scope]}"
    before, after = at(scope, RELEASES[release]), at(scope, ACQUIRES[acquire])
    add = lambda shape, one, two, condition: tests.update(
        {f"{shape}+{label}": written(f"{shape}+{label}", [one, two], tree(scope, 2), condition)})
    add("MP", ["w[na] x 1"] + before, after + guarded("r1", "E1", ["r[na] r2 x"]), r"1:r1=1 /\ 1:r2=0")
    add("MPu", [f"w[rlx,{scope}] x 1"] + before, after + [f"r[rlx,{scope}] r2 x"], r"1:r1=1 /\ 1:r2=0")
    add("LB", ["r[na] r2 x"] + before, after + guarded("r1", "E1", ["w[na] x 1"]), r"0:r2=1 /\ 1:r1=1")


def chain(release, acquire, name, tests):
    """A work-group synchronises, and its second wave with another work-group."""
    scopes, label = "(sys (agent (wg 0 1) (wg 2)))", f"{name}.wg-agent.split"
    middle = at("wg", ACQUIRES[acquire]) + guarded("r1", "E1", ["w[rel,agent] z 1"])
    before, last = at("wg", RELEASES[release]), "r[acq,agent] r2 z"
    for shape, first, then, condition in (
            ("ISA2", "w[na] x 1", "r[na] r3 x", r"1:r1=1 /\ 2:r2=1 /\ 2:r3=0"),
            ("LB3", "r[na] r3 x", "w[na] x 1", r"0:r3=1 /\ 1:r1=1 /\ 2:r2=1")):
        threads = [[first] + before, middle, [last] + guarded("r2", "E2", [then])]
        tests[f"{shape}+{label}"] = written(f"{shape}+{label}", threads, scopes, condition)


def silent(scope, acquire, tests):
    """Where y ends with 2, the RMW came behind the release."""
    label = f"silent-{acquire}.{scope}.{PLACES[scope]}"
    threads = [[f"w[rlx,{scope}] x 1"] + at(scope, RELEASES["w.rel"]), at(scope, SILENT[acquire]) + [f"r[rlx,{scope}] r2 x"]]
    tests[f"MP+{label}"] = written(f"MP+{label}", threads, tree(scope, 2), r"y=2 /\ 1:r2=0")


def silent_chain(acquire, tests):
    name = f"ISA2+silent-{acquire}.wg-agent.split"
    middle = at("wg", SILENT[acquire]) + ["w[rel,agent] z 1"]
    threads = [["w[rlx,agent] x 1"] + at("wg", RELEASES["w.rel"]), middle, ["r[acq,agent] r2 z", "r[rlx,agent] r3 x"]]
    tests[name] = written(name, threads, "(sys (agent (wg 0 1) (wg 2)))", r"y=2 /\ 2:r2=1 /\ 2:r3=0")


def increments(scope, order, tests):
    name = f"Inc+{order}.{scope}.{PLACES[scope]}"
    threads = [[f"rmw[{order},{scope}] r1 (add r1 1) x"] for _ in range(2)]
    tests[name] = written(name, threads, tree(scope, 2), "x=1")


def sc_shapes(scope, form, tests):
    store, load = at(scope, SC[form][0]), at(scope, SC[form][1])
    put = lambda lines, location: [line.replace("%s", location) for line in lines]
    label = f"sc-{form}.{scope}.{PLACES[scope]}"
    one, two = put(store, "x") + put(load, "y"), put(store, "y") + put(load, "x")
    tests[f"SB+{label}"] = written(f"SB+{label}", [one, two], tree(scope, 2), r"0:r1=0 /\ 1:r1=0")
    between = [] if form != "fence" else [f"f[sc,{scope}]"]
    reader = put(load, "x") + between + [line.replace("r1", "r2") for line in put(load, "y")]
    tests[f"RWC+{label}"] = written(f"RWC+{label}", [put(store, "x")[:1], reader, two], tree(scope, 3),
                                    r"1:r1=1 /\ 1:r2=0 /\ 2:r1=0")


def narrow_first(scope, tests):
    """An sc load of work-group scope, then one of a wider scope."""
    name = f"RWC+sc.wg-{scope}.split." + PLACES[scope]
    threads = [[f"w[sc,{scope}] x 1"], ["r[sc,wg] r1 x", f"r[sc,{scope}] r2 y"], [f"w[sc,{scope}] y 1", f"r[sc,{scope}] r3 x"]]
    scopes = "(sys (agent (wg 0 1) (wg 2)))" if scope == "agent" else "(sys (agent (wg 0 1)) (agent (wg 2)))"
    tests[name] = written(name, threads, scopes, r"1:r1=1 /\ 1:r2=0 /\ 2:r3=0")


def own(scope, tests):
    """A thread alone, with every order of a scope that no other thread is in."""
    at_each = lambda form, orders: [form.format(o=order, s=scope, n=n) for n, order in enumerate(orders.split(), 1)]
    one, last = ["w[na] x 1"], ["r[na] r9 x"]
    for kind, lines, condition in (
            ("r", one + at_each("r[{o},{s}] r{n} x", "rlx acq sc"), r"0:r1=0 \/ 0:r2=0 \/ 0:r3=0"),
            ("w", at_each("w[{o},{s}] x {n}", "rlx rel sc") + last, "~0:r9=3"),
            ("rmw", at_each("rmw[{o},{s}] r{n} (add r{n} 1) x", "rlx acq rel") + last, "~0:r9=3"),
            ("rmw-ar-sc", at_each("rmw[{o},{s}] r{n} (add r{n} 1) x", "ar sc") + last, "~0:r9=2"),
            ("f", one + at_each("f[{o},{s}]", "acq rel ar sc") + last, "0:r9=0")):
        name = f"Own+{kind}.{scope}"
        tests[name] = written(name, [lines], "(sys (agent (wg 0)))", condition)


def make():
    """By name, the text of each."""
    tests = {}
    for release in RELEASES:
        for scope in TREES:
            pair(scope, release, "r.acq", release, tests)
        chain(release, "r.acq", release, tests)
    for acquire in ACQUIRES:
        for scope in TREES:
            pair(scope, "w.rel", acquire, "to-" + acquire, tests)
        chain("w.rel", acquire, "to-" + acquire, tests)
    for scope in ("agent", "sys"):
        narrow_first(scope, tests)
    for scope in TREES:
        for form in SC:
            sc_shapes(scope, form, tests)
        for acquire in SILENT:
            silent(scope, acquire, tests)
        for order in ("rlx", "acq", "rel", "ar", "sc"):
            increments(scope, order, tests)
    for acquire in SILENT:
        silent_chain(acquire, tests)
    for scope in ("wi", "wv"):
        own(scope, tests)
    return tests


def write(folder):
    """By name, the path of each."""
    os.makedirs(folder, exist_ok=True)
    paths = {}
    for name, text in make().items():
        paths[name] = os.path.join(folder, name + ".litmus")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)
    return paths


if __name__ == "__main__":
    write(arguments(__doc__)[0])
