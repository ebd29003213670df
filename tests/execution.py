#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Check the executions that `murrelet litmus --trace short --json` prints.

    execution.py LOG.json TEST.litmus...

Reads the tests (LISA alone) by itself, runs each thread's program with the
values that its reads have in the execution, and demands: the events are those
of the program, in its order; each read has the value of the write that it
reads from, or the initial one; the writes of a location have one order, the
final values are the last; the final state meets the condition, or for forall
does not.  Then, with relations of its own: there is a cycle exactly where the
execution is said not to be sequentially consistent, the one printed is a
shortest, and each of its edges is what it is called.  A line for each failure,
and last a line `N executions, M with a cycle`; a cycle's names on a line
`cycle TEST MACHINE NAME...` for each.
"""
import json
import re
import sys

failures = 0


def fail(entry, why):
    global failures
    failures += 1
    print("FAIL %s on %s: %s" % (entry["test"], entry["machine"], why))


class Test:
    def __init__(self, text):
        text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
        self.name = re.match(r"LISA\s+(\S+)", text).group(1)
        init = text[text.index("{") + 1:text.index("}")]
        self.initial = {}
        for item in filter(None, (i.strip() for i in init.split(";"))):
            place, _, value = item.partition("=")
            place = place.strip().split()[-1].strip("[]")
            self.initial[place] = self.constant(value.strip() or "0")
        rest = text[text.index("}") + 1:]
        end = re.search(r"\b(scopes:|locations|filter|exists|forall)|~\s*exists", rest)
        rows = [r.strip() for r in rest[:end.start()].split(";") if r.strip()]
        heads = [h.strip() for h in rows[0].split("|")]
        self.threads = [[] for _ in heads]
        self.labels = {}
        for row in rows[1:]:
            for thread, cell in enumerate(c.strip() for c in row.split("|")):
                while True:
                    label = re.match(r"([A-Za-z]\w*):\s*", cell)
                    if not label:
                        break
                    self.labels[label.group(1)] = len(self.threads[thread])
                    cell = cell[label.end():]
                if cell:
                    self.threads[thread].append(cell)
        condition = re.search(r"(~\s*exists|exists|forall)(.*)", rest, flags=re.S)
        self.forall = condition.group(1) == "forall"
        self.condition = condition.group(2)

    @staticmethod
    def constant(word):
        return int(word, 0) if re.fullmatch(r"-?(0x)?[0-9a-fA-F]+", word) and not word[0].isalpha() else word.lstrip("&")

    def start(self, place):
        return self.initial.get(place, 0)

    def holds(self, final):
        """The condition as Python; herd's => binds tighter than /\\."""
        text = self.condition.replace("/\\", " and ").replace("\\/", " or ").replace("~", " not ")
        if "=>" in text:
            return None

        def atom(found):
            def watched(name):
                return final[name.replace("P", "") if ":" in name else "[%s]" % name.strip("[]")]
            value, right = watched(found.group(1)), found.group(3)
            other = watched(right) if ":" in right else self.constant(right)
            return str(value == other if found.group(2) in ("=", "==") else value != other)
        text = re.sub(r"(P?\d+:r\d+|\[?[A-Za-z_]\w*\]?)\s*(==|!=|<>|=)\s*(P?\d+:r\d+|-?\w+)", atom, text)
        return eval(text.strip().rstrip(";").replace("true", "True").replace("false", "False"))


def operate(operator, left, right):
    return {"add": lambda: left + right, "and": lambda: left & right, "xor": lambda: left ^ right,
            "eq": lambda: int(left == right), "neq": lambda: int(left != right), "ne": lambda: int(left != right)}[operator]()


def run(test, number, reads):
    """The thread's accesses and fences: (kind, location, read, written), and its registers."""
    code, registers, done, at = test.threads[number], {}, [], 0

    def value(word):
        if re.fullmatch(r"r\d+", word):
            return registers.get(word, test.start("%d:%s" % (number, word)))
        return test.constant(word)

    while at < len(code):
        op, notes, rest = re.match(r"(\w+)\s*(\[[^]]*\])?\s*(.*)", code[at]).groups()
        if op in ("w", "r") and notes is not None and re.fullmatch(r"\[[a-z]\w*\]", notes) and len(rest.split()) < 2:
            rest = notes.strip("[]") + " " + rest  # an address in brackets, no annotation
        at += 1
        words = re.findall(r"\([^)]*\)|\S+", rest)
        if op == "r":
            location = value(words[1])
            registers[words[0]] = reads.pop(0)
            done.append(("R", location, registers[words[0]], None))
        elif op == "w":
            done.append(("W", value(words[0]), None, value(words[1])))
        elif op == "rmw":
            target, operand, location = words[0], words[1], value(words[2])
            old = reads.pop(0)
            inner = operand.strip("()").split()
            where = lambda w: old if w == target else value(w)
            if inner[0] == "cas":
                new = where(inner[2]) if old == where(inner[1]) else None
            elif operand.startswith("("):
                new = operate(inner[0], where(inner[1]), where(inner[2]))
            else:
                new = where(inner[0])
            registers[target] = old
            done.append(("RMW", location, old, new))
        elif op == "f":
            done.append(("F", None, None, None))
        elif op == "mov":
            inner = words[1].strip("()").split()
            registers[words[0]] = operate(inner[0], value(inner[1]), value(inner[2])) if len(inner) > 1 else value(inner[0])
        elif op == "b":
            if len(words) == 1 or value(words[0]):
                at = test.labels[words[-1]]
        else:
            raise ValueError(code[at - 1])
    return done, registers


def relations(events):
    """Every pair (a, b) that is in po, rf, co or fr, each on its own."""
    place = lambda e: e["place"] if "written" in e else None
    po, rf, co, fr = set(), set(), set(), set()
    for i, a in enumerate(events):
        for j, b in enumerate(events):
            if i == j or a["kind"] == "F" or b["kind"] == "F":
                continue
            if a["thread"] == b["thread"] and i < j:
                po.add((i, j))
            if b.get("reads_from") == i:
                rf.add((i, j))
            if a["location"] == b["location"] and place(b) is not None:
                if place(a) is not None and place(a) < place(b):
                    co.add((i, j))
                if "read" in a and (a["reads_from"] == "initial" or place(events[a["reads_from"]]) < place(b)):
                    fr.add((i, j))
    return {"po": po, "rf": rf, "co": co, "fr": fr}


def shortest_cycle(count, edges):
    """Its length, by the powers of the relation; 0 for none."""
    reach = set(edges)
    for length in range(1, count + 1):
        if any((i, i) in reach for i in range(count)):
            return length
        reach = {(a, d) for (a, b) in reach for (c, d) in edges if b == c}
    return 0


def check_events(entry, test, x):
    events = x["events"]
    for t in range(len(test.threads)):
        mine = [e for e in events if e["thread"] == t]
        done, registers = run(test, t, [e["read"] for e in mine if "read" in e])
        while done and done[-1][0] == "F" and len(done) > len(mine):
            done.pop()  # a fence that nothing of the thread follows is not shown
        if [(e["kind"], e.get("location"), e.get("read"), e.get("written")) for e in mine] != done:
            fail(entry, "P%d does %s" % (t, done))
        for name, value in x["final"].items():
            if name.startswith("%d:" % t) and registers.get(name.split(":")[1], test.start(name)) != value:
                fail(entry, "%s is not %s" % (name, value))
    if [e["thread"] for e in events] != sorted(e["thread"] for e in events):
        fail(entry, "the events are not by thread")


def check_values(entry, test, x):
    events = x["events"]
    last = {}
    for e in events:
        if "read" in e:
            source = None if e["reads_from"] == "initial" else events[e["reads_from"]]
            if source and (source["location"] != e["location"] or source.get("written") != e["read"]):
                fail(entry, "%s does not have its source's value" % e)
            if not source and e["read"] != test.start(e["location"]):
                fail(entry, "%s does not have the initial value" % e)
    for location in {e["location"] for e in events if "written" in e}:
        writes = [e for e in events if e.get("location") == location and "written" in e]
        writes.sort(key=lambda e: e["place"])
        if [e["place"] for e in writes] != list(range(len(writes))):
            fail(entry, "%s has no single order of writes" % location)
        last[location] = writes[-1]["written"]
    for name, value in x["final"].items():
        if name.startswith("[") and last.get(name[1:-1], test.start(name[1:-1])) != value:
            fail(entry, "%s does not end as its last write" % name)
    if "outcome_asked" not in entry and test.holds(x["final"]) == test.forall:
        fail(entry, "the final state is no witness")


def check_cycle(entry, x):
    events, cycle = x["events"], x["cycle"]
    related = relations(events)
    length = shortest_cycle(len(events), set().union(*related.values()))
    if x["sequentially_consistent"] != (length == 0):
        fail(entry, "sequentially consistent it is not as said: the shortest cycle has %d" % length)
    if len(cycle) != length:
        fail(entry, "the cycle has %d edges, the shortest %d" % (len(cycle), length))
    for i, edge in enumerate(cycle):
        a, b = events[edge["from"]], events[edge["to"]]
        if (edge["from"], edge["to"]) not in related[edge["relation"]]:
            fail(entry, "%s is no such relation" % edge)
        if edge["to"] != cycle[(i + 1) % len(cycle)]["from"]:
            fail(entry, "the cycle is not closed")
        if edge["relation"] == "po":
            far = "d" if a["location"] != b["location"] else "s"
            letters = {"R": "R", "W": "W", "RMW": "[RW]"}
            want = "Po%s%s%s" % (far, letters[a["kind"]], letters[b["kind"]])
            fences = [i for i, e in enumerate(events) if e["kind"] == "F" and e["thread"] == a["thread"]
                      and edge["from"] < i < edge["to"]]
            if fences != edge["fences"]:
                fail(entry, "%s has the fences %s" % (edge, fences))
        else:
            want = edge["relation"].capitalize() + ("i" if a["thread"] == b["thread"] else "e")
        if not re.fullmatch(want, edge["name"]):
            fail(entry, "%s should be named %s" % (edge, want))
    for i, edge in enumerate(cycle):
        if events[edge["from"]]["name"] != chr(ord("a") + i):
            fail(entry, "the cycle's events are not a, b, ...")


# A machine that compares values (docs/machines.md) on a test in which several stores of a location write the same one.
UNTOLD = {("noncoherent", "Lock+transitive.split")}


def main():
    tests = {}
    for path in sys.argv[2:]:
        with open(path) as stream:
            test = Test(stream.read())
        tests[test.name] = test
    count = cycles = 0
    with open(sys.argv[1]) as stream:
        entries = json.load(stream)["tests"]
    for entry in entries:
        if "trace" not in entry:
            continue
        if "execution" not in entry:
            if (entry["machine"], entry["test"]) not in UNTOLD:
                fail(entry, "the run has no execution")
            continue
        x, test = entry["execution"], tests[entry["test"]]
        count += 1
        check_events(entry, test, x)
        check_values(entry, test, x)
        check_cycle(entry, x)
        if x["cycle"]:
            cycles += 1
            print("cycle", entry["test"], entry["machine"], x.get("allowed_by_sc"), *(e["name"] for e in x["cycle"]))
    print("%d executions, %d with a cycle" % (count, cycles))
    sys.exit(failures != 0)


main()
