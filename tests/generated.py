#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""generated.py MURRELET cycles | decorations | wide | agent | mixed | owned | preludes | minimal MODEL FOLDER SPARE | kills JSON JSON

What `murrelet generate` makes, by other roads.

cycles: between two steps of program order a cycle visits the accesses of one
location, in one of five ways; so the cycles are the necklaces over these ways.
decorations: tests of a cycle, counted by listing all and turning each.
wide, agent, mixed, owned: the tests of one location of the vocabulary, each layer's written down from docs/generate.md and put in one set.
preludes: the tests of cycles without a symmetry have a word or a copy of each access's own that may have one.
kills GENERATED.json MUTATED.json: the same verdicts, each kill by a chosen test.
minimal: which tests of FOLDER (vocabulary `apart`) are minimal under MODEL but for SPARE steps, from the verdicts of all of them.
"""
import itertools
import json
import subprocess
import sys

MURRELET = sys.argv[1]
WAYS = {"WR": ["Rfe"], "RW": ["Fre"], "WW": ["Coe"], "RWR": ["Fre", "Rfe"], "WWR": ["Coe", "Rfe"]}


def out(*command):
    return subprocess.run([MURRELET, *command], stdout=subprocess.PIPE, check=False, text=True).stdout


def turns(word):
    return [word[i:] + word[:i] for i in range(len(word))]


def spelled(word):
    edges = []
    for way, following in zip(word, word[1:] + word[:1]):
        edges += WAYS[way] + ["Pod" + way[-1] + following[0]]
    return tuple(edges)


def cycles():
    wanted = set()
    for count in (2, 3):
        for word in itertools.product(WAYS, repeat=count):
            if sum(len(way) for way in word) <= 6:
                wanted.add(min(turns(spelled(word))))
    made = [tuple(line.split(None, 1)[1].split()) for line in out("generate", "--vocabulary", "scoped").splitlines()[:-1]]
    made = [edges if edges[0][:3] in ("Rfe", "Fre", "Coe", "Pod", "Pos") else edges[1:] for edges in made]
    assert len({min(turns(edges)) for edges in made}) == len(made), "a cycle is there twice"
    single = [edges for edges in made if any(edge.startswith("Pos") for edge in edges)]
    assert len(single) == 3, single
    made = {min(turns(edges)) for edges in made if edges not in single}
    assert made == wanted, (made ^ wanted)
    print(len(wanted), "cycles")


# ---- decorations ----

ORDERS = {"scoped": ["na", "rlx", "sync", "sc"], "apart": ["na", "rlx", "sync", "sc"], "orders": ["rlx", "sync", "sc"],
          "scopes": ["rlx", "sync", "sc"], "strong": [order + scope for order in ("rlx", "sc") for scope in ("wg", "agent", "sys")]}
TREES = ("scoped", "scopes", "strong")


def links(vocabulary, edge, orders):
    if vocabulary in ("orders", "scopes", "strong"):
        return [""]
    if set(orders) - {"na", "rlx"}:
        return ["", "ctrl"] if edge[0] == "R" and orders[1] == "na" else [""]
    return ["", "far", "fsc"] + (["ctrl"] if edge[0] == "R" else []) + (["data"] if edge == "RW" else [])


def trees(threads):
    """Partitions into work-groups, and of these into agents, numbered as they come."""
    def grow(count):
        lists = [[]]
        for _ in range(count):
            lists = [l + [n] for l in lists for n in range(max(l, default=-1) + 2)]
        return lists
    for groups in grow(threads):
        for agents in grow(max(groups) + 1):
            yield tuple(groups), tuple(agents[g] for g in groups)


def renumbered(values):
    seen = {}
    return tuple(seen.setdefault(v, len(seen)) for v in values)


def decorations(vocabulary, threads):
    """threads: for each the kinds of its accesses; all turns that keep these are counted once."""
    def of(kinds):
        for orders in itertools.product(ORDERS[vocabulary], repeat=len(kinds)):
            for link in links(vocabulary, kinds, orders) if len(kinds) == 2 else [""]:
                yield orders, link
    seen = set()
    for code in itertools.product(*(list(of(kinds)) for kinds in threads)):
        scoped = any(link[:1] == "f" or set(orders) - {"na"} for orders, link in code)
        for scope in ["wg", "agent", "sys"] if vocabulary in ("scoped", "scopes") and scoped else ["-"]:
            for groups, agents in trees(len(threads)) if vocabulary in TREES else [(0, 0)]:
                alike = []
                for i in range(len(threads)):
                    if threads[i:] + threads[:i] == threads:
                        turned = code[i:] + code[:i]
                        if groups:
                            alike.append((turned, scope, renumbered(groups[i:] + groups[:i]), renumbered(agents[i:] + agents[:i])))
                        else:
                            alike.append((turned, scope))
                seen.add(min(alike))
    return len(seen)


SHAPES = {"MP": ["WW", "RR"], "SB": ["WR", "WR"], "LB": ["RW", "RW"], "S": ["WW", "RW"], "R": ["WR", "WW"], "2+2W": ["WW", "WW"],
          "WRC": ["W", "RW", "RR"], "3.SB": ["WR", "WR", "WR"], "IRIW": ["W", "RR", "W", "RR"], "ISA2": ["WW", "RW", "RR"]}


def all_decorations():
    for vocabulary in ("orders", "scopes", "strong", "apart", "scoped"):
        made = {line.split()[1]: int(line.split()[0]) for line in out("generate", "--vocabulary", vocabulary).splitlines()[:-1]}
        for name, threads in SHAPES.items():
            if vocabulary in TREES and len(threads) > 2 and name != "WRC" or vocabulary == "scoped" and name == "WRC":
                continue
            assert made[name] == decorations(vocabulary, threads), (vocabulary, name, made[name])
            print(vocabulary, name, made[name])


# ---- the vocabulary `wide`, of one location ----

BORNE = {"R": ["rlx", "acq", "sc", "rm_acq"], "W": ["rlx", "rel", "sc", "rm_rel"]}
UPDATE = ["rlx", "acq", "rel", "ar", "sc", "rm_acq", "rm_rel", "rm_ar"]
SCOPES = ["wg", "agent", "sys"]


def accesses(kind, forms):
    """Form and order, with what bears a scope."""
    yield "", "na", [""]
    for order in BORNE[kind]:
        yield "", order, SCOPES
    for form in forms:
        if kind == "W" or form != "swp":
            for order in UPDATE:
                yield form, order, SCOPES


def between(kinds, first, second, layer):
    """Dependency and fence, with the scopes that the fence may have."""
    yield "", "", [""]
    weak = all(form == "" and order in ("na", "rlx") for form, order in (first, second))
    guard = second[1] == "na"
    for dependency in ("", "ctrl", "data", "addr"):
        for fence in ("", "acq", "rel", "ar", "sc"):
            if not dependency and not fence or dependency and kinds[0] != "R" or dependency == "data" and kinds[1] != "W":
                continue
            if dependency and fence and not (dependency == "ctrl" and guard):
                continue
            if layer == "event" and dependency == "ctrl" and not fence:
                yield dependency, fence, [""]
            if layer == "links" and (weak or dependency == "ctrl" and guard and not fence):
                yield dependency, fence, SCOPES if fence else [""]
            if layer in ("add", "plain") and dependency == "ctrl" and not fence and (weak or guard):
                yield dependency, fence, [""]


def layer_of(name, kinds):
    """Every choice for a thread of two accesses and one of one, on two threads."""
    forms = {"updates": ["add", "swp", "cas"], "add": ["add"]}.get(name, [])
    most = {"updates": 4, "add": 1}.get(name, 0)
    for a, b, c in itertools.product(*(list(accesses(kind, forms)) for kind in kinds)):
        if sum(x[0] != "" for x in (a, b, c)) > most or name == "add" and any("rm" in x[1] and x[0] == "" for x in (a, b, c)):
            continue
        for dependency, fence, fence_scopes in between(kinds, a[:2], b[:2], name):
            for scopes in itertools.product(a[2], b[2], c[2], fence_scopes):
                if name != "add" or len(set(scopes) - {""}) < 2:
                    yield a[:2], b[:2], c[:2], dependency, fence, scopes


COHERENCE = (("CoRR", "RRW"), ("CoRW", "RWW"), ("CoWR", "WRW"))


def made_of(vocabulary):
    lines = out("generate", "--vocabulary", vocabulary, "--edges", "3").splitlines()[:-1]
    return {line.split()[1]: int(line.split()[0]) for line in lines if "Co" in line.split()[1]}


def wide():
    made = made_of("wide")
    for name, kinds in COHERENCE:
        tests = set()
        for layer in ("event", "links", "updates", "add"):
            tests |= set(layer_of(layer, kinds))
        assert made[name] == 3 * len(tests), (name, made[name], 3 * len(tests)) # three scope trees of two threads
        print(name, made[name])


def is_of_agent(test):
    *accesses_of, dependency, _, scopes = test
    return (not any("rm" in order for _, order in accesses_of) and sum(form != "" for form, _ in accesses_of) < 2 and
            dependency != "addr" and set(scopes) <= {"", "agent"})


def agent():
    made = made_of("agent")
    for name, kinds in COHERENCE:
        tests = {test for layer in ("links", "updates") for test in layer_of(layer, kinds) if is_of_agent(test)}
        assert made[name] == len(tests), (name, made[name], len(tests)) # in one scope tree
        print(name, made[name])


def is_of_mixed(layer, test):
    accesses_of = test[:3]
    forms = [form for form, _ in accesses_of if form]
    plain = all(form or order in ("na", "rlx") for form, order in accesses_of) and len(forms) < 2 and "cas" not in forms
    return not any(order == "sc" for _, order in accesses_of) and (layer == "plain" or plain)


def mixed():
    made = made_of("mixed")
    for name, kinds in COHERENCE:
        tests = {test for layer in ("plain", "updates") for test in layer_of(layer, kinds) if is_of_mixed(layer, test)}
        assert made[name] == 3 * len(tests), (name, made[name], 3 * len(tests))
        print(name, made[name])


def is_of_owned(test):
    *accesses_of, dependency, fence, _ = test
    weak = not any(form for form, _ in accesses_of) and dependency in ("", "ctrl") and fence in ("", "ar", "sc") and not (dependency and fence)
    return is_of_agent(test) and not any(form == "cas" for form, _ in accesses_of) and (weak or not dependency + fence)


def owned():
    made = made_of("owned")
    for name, kinds in COHERENCE:
        tests = {test for layer in ("links", "updates") for test in layer_of(layer, kinds) if is_of_owned(test)}
        assert made[name] == 2 * len(tests), (name, made[name], 2 * len(tests)) # each of two threads may have the line
        print(name, made[name])


def preludes():
    """Of cycles whose threads cannot be exchanged, each access of a location of its own: owned has a word before all else for each
    access, and one in between for each second one, warm a copy for each; and of two threads two such, of the words in between and copies."""
    shapes = {"MP": 2, "S": 2, "R": 2, "WRC": 3, "ISA2": 3}
    made = {vocabulary: {line.split()[1]: int(line.split()[0]) for line in out("generate", "--vocabulary", vocabulary).splitlines()[:-1]}
            for vocabulary in ("owned", "warm")}
    for name, threads in shapes.items():
        accesses_of = sum(map(len, SHAPES[name]))
        seconds = accesses_of - threads
        once, rest = divmod(made["owned"][name], accesses_of + seconds)
        # one prelude on each of two accesses: four orders each, two of the four may be a word in between
        twice = 4 ** 4 * sum((1 + i % 2) * (1 + j % 2) for i in range(4) for j in range(i)) if threads == 2 else 0
        assert not rest and made["warm"][name] == once * accesses_of + twice, (name, once, rest, twice, made["warm"][name])
        print(name, made["owned"][name], made["warm"][name])


# ---- minimal tests ----

WEAKER = {"rlx": "na", "acq": "rlx", "rel": "rlx", "fsc": "far", "far": "", "ctrl": "", "data": ""}


def threads_of(name):
    """For each thread its first order, what is between, its second order."""
    base, *threads = name.rsplit(".agent", 1)[0].removesuffix(".xwg").split("+")
    if base == "2":
        base, threads = "2+2W", threads[1:]
    expand = [thread.split("-") for thread in threads]
    return base, tuple((o[0], o[1], o[2]) if len(o) == 3 else (o[0], "", o[-1]) for o in expand)


def one_of_turns(base, code):
    return base, min(turns(code)) if SHAPES[base] == turns(SHAPES[base])[1] else code


def steps_below(base, code):
    return [(base, code[:t] + (code[t][:i] + (lower,) + code[t][i + 1:],) + code[t + 1:])
            for t, thread in enumerate(code) for i, order in enumerate(thread) if order not in ("na", "")
            for lower in [WEAKER.get(order, "rel" if SHAPES[base][t][i // 2] == "W" else "acq")]]


def made_minimal(model, spare, *options):
    names = [name for name in out("generate", "--vocabulary", "apart", "--edges", "4", "--minimal", model, "--spare", spare, *options, "--names").splitlines()
             if not name.startswith("Co")]
    tests = {one_of_turns(*threads_of(name)) for name in names}
    assert len(tests) == len(names), options
    return tests


def minimal(model, folder, spare):
    """The minimal tests, and those that are a step weaker than one of them and are allowed, by the verdicts of all."""
    tests = json.loads(out("outcomes", "--cat", model, "--json", "-", folder))["tests"]
    allowed = {}
    for test in tests:
        base, code = threads_of(test["test"])
        for turned in turns(code) if SHAPES[base] == turns(SHAPES[base])[1] else [code]:
            allowed[base, turned] = test["observation"] != "Never" or bool(test.get("flags"))
    wanted = {test for test, is_allowed in allowed.items()
              if not is_allowed and sum(not allowed[weaker] for weaker in steps_below(*test)) <= int(spare)}
    below = {one_of_turns(*weaker) for test in wanted for weaker in steps_below(*test) if allowed[weaker]}
    wanted = {one_of_turns(*test) for test in wanted}
    for made, by_verdict in (made_minimal(model, spare), wanted), (made_minimal(model, spare, "--weaker"), below):
        assert made == by_verdict and made, (made - by_verdict, by_verdict - made)
    print(len(wanted), "minimal tests,", len(below), "a step weaker")


# ---- which mutants the tests kill ----

def kills(of_generate, of_mutate):
    """generate --kill and mutate judge every mutant alike, and each that is killed has a chosen test.  Of a user's own machine
    mutate asks first whether it keeps to the interface: what it refuses for that has no verdict by the tests."""
    place = ("file", "line", "column", "operator", "original", "mutated")
    report, other = json.load(open(of_generate)), json.load(open(of_mutate))
    refused = {tuple(m[key] for key in place) for m in other["mutants"] if any(c["end"] == "refuses" for c in m["checks"])}
    made, wanted = ({tuple(m[key] for key in place): m["verdict"] for m in of["mutants"]} for of in (report, other))
    assert made.keys() == wanted.keys() and all(made[m] == wanted[m] for m in made.keys() - refused), (made, wanted)
    assert any(made[m] == "killed" for m in made.keys() - refused)
    chosen = [test["test"] for test in report["suite"]["tests"]]
    for mutant in report["mutants"]:
        assert bool(mutant["killed_by"]) == (mutant["verdict"] == "killed") and set(mutant["killed_by"]) <= set(chosen), mutant
    for test in report["suite"]["tests"]:
        by = [m["killed_by"] for m in report["mutants"] if test["test"] in m["killed_by"]]
        assert test["kills"] == len(by) and test["alone"] == by.count([test["test"]]) > 0, test
    print(len(made), "mutants,", len(chosen), "tests")


if sys.argv[2] == "kills":
    kills(*sys.argv[3:])
elif sys.argv[2] == "cycles":
    cycles()
elif sys.argv[2] == "wide":
    wide()
elif sys.argv[2] == "agent":
    agent()
elif sys.argv[2] == "mixed":
    mixed()
elif sys.argv[2] == "owned":
    owned()
elif sys.argv[2] == "preludes":
    preludes()
elif sys.argv[2] == "decorations":
    all_decorations()
else:
    minimal(*sys.argv[3:])
