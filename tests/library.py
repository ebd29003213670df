#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""library.py MURRELET LIST [--update]

Which tests of litmus/ `murrelet generate` makes again, by a canonical form that knows nothing of the generator: each
test that it calls one of the library's is read from its text and compared.  A test is cyclic where its condition is a
conjunction and its accesses, each once, lie on a cycle of program order and of what the condition says of reads-from,
from-read and coherence, in which no two steps of program order follow each other (one access less would do).  LIST has those cyclic ones that are not made, with the reason; it must be these, and at most 5 per cent.
"""
import itertools
import os
import re
import subprocess
import sys
import tempfile

MURRELET, LIST = sys.argv[1:3]


class Unread(Exception):
    """Code or a condition that is no straight line, or no conjunction."""


# ---- the text of a test ----

def columns(text):
    rows = [line.rstrip().rstrip(";").split("|") for line in text.splitlines() if line.rstrip().endswith(";")]
    start = next(i for i, row in enumerate(rows) if row[0].strip() == "P0")
    return [[row[t].strip() for row in rows[start + 1:] if t < len(row) and row[t].strip()] for t in range(len(rows[start]))]


def tree(text, threads):
    """By thread the names of its agent, work-group and wavefront."""
    words = re.findall(r"\(|\)|\w+", re.search(r"scopes: (.*)", text).group(1))
    path, at, count = [], {}, 0
    for word, before in zip(words, [""] + words):
        if word == "(":
            count += 1
        elif before == "(":
            path.append((word, count))
        elif word == ")":
            path.pop()
        else:
            at[int(word)] = dict(path)
    return [(at[t].get("agent", ("alone", t)), at[t].get("wg", ("alone", t)), at[t].get("wv", ("alone", t))) for t in range(threads)]


def atoms(text):
    condition = re.search(r"^exists \((.*)\)\s*$", text, re.M)
    if not condition or re.search(r"not|\\/|!=|~", condition.group(1)):
        raise Unread("no conjunction")
    found = {}
    for atom in condition.group(1).replace("(", "").replace(")", "").split("/\\"):
        left, right = (side.strip() for side in atom.split("="))
        found[re.sub(r"\[0\]|[\[\]]", "", left)] = right
    return found


# ---- its accesses ----

class Access:
    def __init__(self, thread, kind, annotation, place, stored, target):
        self.thread, self.kind, self.place, self.stored, self.target = thread, kind, place, stored, target
        order, _, scope = annotation.partition(",")
        self.annotation = (order or "na", scope if order not in ("", "na") else "")
        self.before = [] # fences, guards and dependencies on earlier accesses of the thread, in their order

    def writes(self):
        return self.kind != "r"


def accesses(code, thread, initial):
    """A thread's, in order; registers are followed by what they depend on."""
    made, waiting, held = [], [], {}
    for index, line in enumerate(code):
        line = re.sub(r"^\w+:\s*", "", line)
        if not line:
            continue
        word = re.match(r"(\w+)(?:\[([^\]]*)\])?\s*(.*)", line)
        name, annotation, rest = word.group(1), word.group(2) or "", word.group(3)
        if name == "f":
            waiting.append(("fence", annotation))
        elif name == "mov":
            target, value = rest.split(None, 1)
            sources = [held[r] for r in re.findall(r"r\d+", value) if r in held]
            held[target] = (min((s[0] for s in sources), default=None), re.sub(r"r\d+", lambda r: str(held.get(r[0], ("", "?"))[1]), value))
        elif name == "b":
            register, _, label = rest.rpartition(" ")
            behind = [l for l in code[index + 1:] if re.match(label + r":", l)]
            if not register or not behind:
                raise Unread("a loop")
            waiting.append(("guard",) + held[register])
        else:
            made.append(one(name, annotation, rest, thread, held, initial, waiting, len(made)))
            waiting = []
    if waiting:
        raise Unread("something behind all accesses")
    return made


def one(name, annotation, rest, thread, held, initial, waiting, number):
    def value(text):
        if text in held:
            waiting.append(("data", held[text][0]))
            stored = re.sub(r"\(xor (\w+) \1\)", "0", str(held[text][1]))
            return re.sub(r"\(add 0 (\d+)\)", r"\1", stored)
        return initial.get((thread, text), text)
    parts = re.match({"r": r"(?P<target>r\d+) (?P<place>\S+)", "w": r"(?P<place>\S+) (?P<value>\S+)",
                      "rmw": r"(?P<target>r\d+) (?P<value>\(.*\)|\S+) (?P<place>\S+)"}[name] + "$", rest).groupdict()
    place, _, element = parts["place"].partition("[")
    place = initial.get((thread, place), place)
    for register in filter(None, (element.rstrip("]"), place if place in held else "")):
        waiting.append(("addr", held[register][0]))
    stored, target = parts.get("value"), parts.get("target")
    if name == "rmw":
        words = stored.strip("()").split()
        stored = (words[0] if len(words) > 1 else "swap",) + tuple(value(w) if w != target else "old" for w in (words[1:] if len(words) > 1 else words))
    elif name == "w":
        stored = ("const", value(stored))
    access = Access(thread, name, annotation, place, stored, target)
    access.before = list(waiting)
    if target:
        held[target] = (number, f"read{number}")
    return access


class Test:
    def __init__(self, path):
        text = re.sub(r"\(\*.*?\*\)", "", open(path).read(), flags=re.S)
        code = columns(text)
        initial = {(int(t), r): v for t, r, v in re.findall(r"(\d+):(r\d+)=(\w+)", text[text.index("{"):text.index("}")])}
        self.layout = [(kind, groups.split()) for kind, groups in re.findall(r"^(Line|Bank|Band)=(.*)", text, re.M)]
        self.threads = [accesses(lines, t, initial) for t, lines in enumerate(code)]
        self.tree = tree(text, len(code))
        self.all = [a for thread in self.threads for a in thread]
        self.read, self.final = {}, {}
        for left, right in atoms(text).items():
            thread, colon, register = left.partition(":")
            if not colon:
                self.final[left] = right
                continue
            source = [a for a in self.threads[int(thread)] if a.target == register]
            if not source:
                raise Unread("asks for what is computed")
            self.read[source[-1]] = right
        self.imply()

    # ---- what the condition says ----

    def stores(self, access, number):
        """Whether this access can store the number."""
        if access.kind == "r":
            return False
        if access.stored[0] == "add":
            return number.isdigit() and access.stored[2] == "1" and int(number) > 0 and \
                self.read.get(access, str(int(number) - 1)) == str(int(number) - 1)
        if access.stored[0] == "cas":
            return access.stored[2] == number and self.read.get(access, access.stored[1]) == access.stored[1]
        return access.stored[1] == number

    def writers(self, place, number):
        return [a for a in self.all if a.place == place and self.stores(a, number)]

    def imply(self):
        """A number that one access alone can store, behind a branch, tells what was read before the branch."""
        changed = True
        while changed:
            changed = False
            for access, number in list(self.read.items()):
                writers = self.writers(access.place, number)
                if number == "0" or len(writers) != 1:
                    continue
                thread = self.threads[writers[0].thread]
                for before in thread[:thread.index(writers[0]) + 1]:
                    for word in before.before:
                        known = re.match(r"\(ne[q]? read\d+ (\w+)\)", str(word[2])) if word[0] == "guard" else None
                        if known and word[1] is not None and thread[word[1]] not in self.read:
                            self.read[thread[word[1]]] = known.group(1)
                            changed = True
                if writers[0].stored[0] in ("add", "cas") and writers[0] not in self.read:
                    self.read[writers[0]] = str(int(number) - 1) if writers[0].stored[0] == "add" else writers[0].stored[1]
                    changed = True
                if writers[0].stored[0] in ("add", "cas") and access.place not in self.final and \
                        len([a for a in self.all if a.place == access.place and a.writes()]) == 2:
                    self.final[access.place] = number
                    changed = True

    def communication(self):
        """Pairs of accesses, of which the condition says that the first comes before the second."""
        pairs = set()
        for place in {a.place for a in self.all}:
            here = [a for a in self.all if a.place == place]
            writes = [a for a in here if a.writes()]
            last = self.writers(place, self.final[place]) if place in self.final else []
            coherence = {(w, last[0]) for w in writes if len(last) == 1 and w is not last[0]}
            for a in here:
                source = self.writers(place, self.read[a]) if self.read.get(a, "0") != "0" else []
                if len(source) == 1 and source[0] is not a:
                    pairs.add((source[0], a))
                    pairs |= {(a, w) for before, w in coherence if before is source[0] and w is not a}
                    coherence |= {(source[0], a)} if a.writes() else set()
                if self.read.get(a) == "0" and a.kind != "w":
                    pairs |= {(a, w) for w in writes if w is not a}
            pairs |= coherence
        return pairs

    def is_cyclic(self):
        after = {a: {b: "com" for x, b in self.communication() if x is a} for a in self.all}
        for thread in self.threads:
            for a, b in zip(thread, thread[1:]):
                after[a].setdefault(b, "po")

        def go(path, kinds):
            if len(path) == len(self.all):
                kinds = kinds + [after[path[-1]].get(path[0])]
                return kinds[-1] and all(set(two) != {"po"} for two in zip(kinds, kinds[1:] + kinds[:1]))
            return any(go(path + [b], kinds + [kind]) for b, kind in after[path[-1]].items() if b not in path)
        return len(self.threads) > 1 and go([self.all[0]], [])

    # ---- canonical form ----

    def form(self, order, swapped):
        places, numbers = {}, [{}, {}, {}]
        position = {thread: at for at, thread in enumerate(order)}

        def place(name):
            return places.setdefault(name, len(places))

        def number(name, text):
            return {"1": "2", "2": "1"}.get(text, text) if name in swapped else text
        lines = []
        for thread in order:
            lines.append(tuple(numbers[i].setdefault(self.tree[thread][i], len(numbers[i])) for i in range(3)))
            for a in self.threads[thread]:
                before = tuple(word if word[0] != "guard" else
                               (word[0], word[1], number(self.threads[thread][word[1]].place, re.sub(r".* |\)", "", str(word[2]))))
                               for word in a.before)
                stored = tuple(number(a.place, word) for word in a.stored) if a.stored else ()
                lines.append((a.kind, a.annotation, place(a.place), stored, before))
        said = sorted((position[a.thread], self.threads[a.thread].index(a), number(a.place, v)) for a, v in self.read.items())
        layout = sorted((kind, sorted(sorted(place(l) for l in group.split(",")) for group in groups)) for kind, groups in self.layout)
        return tuple(lines), tuple(said), repr(layout), tuple(sorted((place(l), number(l, v)) for l, v in self.final.items()))

    def canonical(self):
        """The least of all ways to name its threads, locations, scope instances and, where they are stored alone, numbers."""
        plain = [name for name in {a.place for a in self.all}
                 if all(a.kind != "rmw" or a.stored[0] == "swap" for a in self.all if a.place == name)]
        forms = (self.ranked().form(order, set(swapped)) for order in itertools.permutations(range(len(self.threads)))
                 for count in range(len(plain) + 1) for swapped in itertools.combinations(plain, count))
        return min(repr(form) for form in forms)

    def ranked(self):
        """Numbers that are stored as they are become 1, 2, ... by their size."""
        for name in {a.place for a in self.all}:
            here = [a for a in self.all if a.place == name]
            if any(a.stored and a.stored[0] not in ("const", "swap") for a in here):
                continue
            ranks = {text: str(i + 1) for i, text in enumerate(sorted({a.stored[1] for a in here if a.stored} - {"0"}))}
            for a in here:
                if a.stored:
                    a.stored = (a.stored[0], ranks.get(a.stored[1], a.stored[1]))
                if a in self.read:
                    self.read[a] = ranks.get(self.read[a], self.read[a])
                for other in self.threads[a.thread]:
                    other.before = [word if word[0] != "guard" or word[1] is None or self.threads[a.thread][word[1]] is not a else
                                    (word[0], word[1], re.sub(r"(\w+)\)$", lambda n: ranks.get(n[1], n[1]) + ")", word[2]))
                                    for word in other.before]
            if name in self.final:
                self.final[name] = ranks.get(self.final[name], self.final[name])
        self.ranked = lambda: self
        return self


# ---- the library ----

def read(path):
    try:
        return Test(path)
    except Unread:
        return None


def main():
    with tempfile.TemporaryDirectory() as scratch:
        out = subprocess.run([MURRELET, "generate", "--like", "litmus", "--folder", scratch], stdout=subprocess.PIPE, check=False, text=True).stdout
        lines = [line.split("\t") for line in out.splitlines()]
        again, cyclic, missed = [], [], []
        for path, name, *why in lines:
            test = read(path)
            is_cyclic = test is not None and test.is_cyclic()
            if name != "-":
                made = read(os.path.join(scratch, name + ".litmus"))
                assert test and made and test.canonical() == made.canonical(), (path, name, test and test.canonical(), made and made.canonical())
                assert is_cyclic, (path, name, "is made, and called no cycle here")
                again.append(path)
            elif is_cyclic:
                missed.append((path, why[0]))
            cyclic += [path] if is_cyclic else []
    text = "".join(f"{path}\t{why}\n" for path, why in missed)
    if "--update" in sys.argv:
        open(LIST, "w").write(text)
    listed = open(LIST).read()
    print(f"{len(lines)} tests, {len(cyclic)} cyclic, {len(again)} made again, {len(missed)} not")
    assert text == listed, "\n" + text
    assert len(lines) > 300 and len(again) >= 0.95 * len(cyclic), "fewer than 95 of 100"


main()
