#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""elements.py FROM COUNT: random models that use elements of multisets when they may be gone.

Bodies of a few statements that name chosen elements, directly, through aliases,
`var` parameters and functions, and take elements out of their multisets in
between: of one, of two of a type, of an array by constant and by variable.
For each seed the interpreter's plain search and ours, reduced and not, must
have the same verdict; where it is `holds` unreduced the same counts; and where
it is not the same kind, place and depth.  (Whoever reports a violation has
replayed it by the interpreter.)  `--print SEED` prints a model.  Ends with
"PASSED FAILED SKIPPED"; how many verdicts were violations `multiset` goes to stderr.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PLACES = ["a", "b", "net[0]", "net[1]", "net[at]", "net[n]"]

HEAD = """type message: record v: 0..2; w: S; end; box: multiset [2] of message; W: 0..1;
var a, b: box; net: array [W] of box; at: W; x: 0..2; g: S;
procedure drop(var c: box; v: 0..2); begin multisetremovepred(e: c, c[e].v = v); end;
procedure put_in(var c: box; v: 0..2; w: S);
  var m: message;
begin
  m.v := v; m.w := w;
  if multisetcount(e: c, true) < 2 then multisetadd(m, c); end;
end;
procedure renew(var c: box; v: 0..2; w: S); begin clear c; put_in(c, v, w); put_in(c, 2 - v, w); end;
procedure set_value(var v: 0..2; n: 0..2); begin v := n; end;
procedure change(var m: message; var c: box; n: 0..2; w: S);
begin
  if n = 0 then renew(c, 1, w); elsif n = 1 then drop(c, m.v); end;
  m.v := n;
end;
function spoil(n: W; v: 0..2): 0..2;
begin
  drop(net[n], v);
  return v;
end;
function pure(v: 0..2): boolean; begin return v > 0; end;
"""


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.serial = 0

    def fresh(self, prefix):
        self.serial += 1
        return f"{prefix}{self.serial}"

    def place(self, names):
        place = self.r.choice(PLACES)
        return place if place != "net[n]" or "n" in names else "net[0]"

    def value(self, elements, names, depth=1):
        choice = self.r.randrange(9)
        if choice < 2 and elements:
            return self.r.choice(elements) + ".v"
        if choice == 2:
            return f"(isundefined({self.r.choice(elements)}.v) ? 1 : 0)" if elements else "1"
        if choice == 3 and depth:
            return f"spoil({self.r.choice(['0', '1', 'at'])}, {self.value(elements, names, 0)})"
        if choice == 4 and depth:
            return f"(multisetcount({self.question(elements, names)}) % 3)"
        return self.r.choice(["0", "1", "2", "x"])

    def question(self, elements, names):
        e, place = self.fresh("e"), self.place(names)
        own = f"{place}[{e}]"
        if self.r.random() < 0.06:
            own = f"{self.place(names)}[{e}]"
        asked = [f"{own}.v = {self.value(elements, names, 0)}", f"pure({own}.v)", f"{own}.w = g", "true"]
        chosen = [s for s in names if s.startswith("c")]
        if chosen:
            asked.append(f"{e} != {self.r.choice(chosen)}")
        if self.r.random() < 0.1:
            asked.append(f"spoil(at, {own}.v) > 0 & {own}.v < 2")
        return f"{e}: {place}, {self.r.choice(asked)}"

    def statement(self, elements, names, slots, depth):
        choice = self.r.randrange(16)
        v = self.value(elements, names)
        place = self.place(names)
        w = self.r.choice(elements) + ".w" if elements and self.r.random() < 0.3 else "g"
        if choice == 0 and slots:
            return f"multisetremove({', '.join(self.r.choice(slots))});"
        if choice == 1:
            return f"drop({place}, {v});"
        if choice == 2:
            return f"put_in({place}, {v}, {w});"
        if choice == 3:
            return f"renew({place}, {v}, {w});"
        if choice == 4 and elements:
            return f"set_value({self.r.choice(elements)}.v, {v});"
        if choice == 5 and elements:
            return f"change({self.r.choice(elements)}, {place}, {v}, {w});"
        if choice in (6, 7) and elements:
            return f"{self.r.choice(elements)}.v := {v};"
        if choice == 8:
            return f"multisetremovepred({self.question(elements, names)});"
        if choice == 9:
            return self.r.choice([f"clear {place};", f"undefine {place};", f"{place} := {self.place(names)};"])
        if choice == 10 and elements and depth:
            name = self.fresh("r")
            inner = self.r.choice(elements)
            field = self.r.random() < 0.3
            more = elements if field else elements + [name]
            last = f" {name} := {v};" if field else f" {name}.v := {v};"
            return f"alias {name}: {inner}{'.v' if field else ''} do {self.block(more, names, slots, depth - 1)}{last} end;"
        if choice == 11 and depth:
            return f"if {v} = 1 then {self.block(elements, names, slots, depth - 1)} else {self.block(elements, names, slots, depth - 1)} end;"
        if choice == 12 and depth:
            i = self.fresh("i")
            return f"for {i}: W do {self.block(elements, names, slots, depth - 1)} end;"
        if choice == 13:
            return f"at := {v} % 2;"
        if choice == 14 and len(slots) > 1:
            return f"if {slots[0][0]} = {slots[1][0]} then x := {v}; end;"
        return f"x := {v};"

    def block(self, elements, names, slots, depth):
        return " ".join(self.statement(elements, names, slots, depth) for _ in range(self.r.randint(1, 3)))

    def rule(self):
        names, slots, elements, opened, text = [], [], [], 0, ""
        if self.r.random() < 0.5:
            text += "ruleset n: W do "
            names.append("n")
            opened += 1
        for _ in range(self.r.choice([1, 1, 1, 2])):
            c, place = self.fresh("c"), self.place(names)
            text += f"choose {c}: {place} do "
            opened += 1
            names.append(c)
            other = self.place(names) if self.r.random() < 0.06 else place
            slots.append((c, place))
            elements.append(f"{other}[{c}]")
        if self.r.random() < 0.25:
            name = self.fresh("r")
            text += f"alias {name}: {self.r.choice(elements)} do "
            elements.append(name)
            opened += 1
        guard = f"{self.r.choice(elements)}.v = {self.r.choice('012')} ==> " if self.r.random() < 0.6 else ""
        text += f'rule "{self.fresh("rule")}" {guard}begin {self.block(elements, names, slots, 2)} end;'
        return text + " end;" * opened

    def model(self):
        fill = "".join(f" put_in({p}, {self.r.randrange(3)}, s);" for p in ["a", "a", "b", "net[0]", "net[0]", "net[1]"] if self.r.random() < 0.7)
        text = f"type S: scalarset({self.r.choice([1, 2])});\n" + HEAD
        text += f"ruleset s: S do startstate begin at := 0; x := 0; g := s;{fill} end; end;\n"
        text += "\n".join(self.rule() for _ in range(self.r.randint(1, 3))) + "\n"
        text += "ruleset s: S do rule \"come\" multisetcount(e: a, true) = 0 ==> begin put_in(a, x, s); end; end;\n"
        if self.r.random() < 0.4:
            text += "choose i: a do invariant \"few\" multisetcount(e: a, a[e].v = a[i].v & a[e].w = a[i].w) < 3; end;\n"
        if self.r.random() < 0.15:
            text += "choose i: net[0] do liveness \"small\" net[0][i].v < 2; end;\n"
        return text


def ours(murrelet, path, report, *options):
    if os.path.exists(report):
        os.remove(report)
    run = subprocess.run([murrelet, "check", "--warn", "none", "--quiet", "--json", report, "--max-states", "20000",
                          *options, path], capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        return "exit %d: %s" % (run.returncode, run.stderr.strip()[:300]), None
    result = json.load(open(report))
    violation = result["violations"][0] if result["violations"] else None
    found = (violation["kind"], violation.get("place", {}).get("line"), violation.get("place", {}).get("column"),
             violation["depth"]) if violation else None
    return (result["verdict"], found), (result["states"], result["rules_fired"])


def main():
    if sys.argv[1] == "--print":
        print(Generator(int(sys.argv[2])).model(), end="")
        return 0
    build = os.environ.get("BUILD", "build")
    murrelet = os.environ.get("MURRELET", build + "/murrelet")
    passed = failed = skipped = gone = 0
    with tempfile.TemporaryDirectory() as directory:
        path, report = directory + "/model.m", directory + "/report.json"
        for seed in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
            with open(path, "w") as file:
                file.write(Generator(seed).model())
            deadlock = ["--deadlock", ["off", "stuck", "stuttering"][seed % 3]]
            cc = ["--cc", "tcc", "--opt", "0"] if seed % 10 else ["--cc", "gcc" if seed % 20 else "clang", "--opt", "1"]
            plain, counts = ours(murrelet, path, report, "--symmetry", "off", "--multiset-reduction", "off", *deadlock, *cc)
            if counts is None or plain[0] == "incomplete":
                failed += counts is None
                skipped += counts is not None
                if counts is None:
                    print(f"FAIL elements {seed}: {plain}")
                continue
            wrong = []
            for how in (["--symmetry", "off"], ["--symmetry", "exact", "--threads", "2"],
                        ["--symmetry", "off", "--multiset-reduction", "off", "--search", "dfs", "--trace", "none"]):
                got, _ = ours(murrelet, path, report, *how, *deadlock, *cc)
                same = got == plain or ("dfs" in how and got[0] == plain[0])
                if not same:
                    wrong.append(f"{' '.join(how)}: {got}, and unreduced {plain}")
            line = subprocess.run([build + "/tests/oracle", deadlock[1], path], capture_output=True, text=True).stdout.strip()
            expected = f"{plain[0]}: {counts[0]} states, {counts[1]} rules fired" if plain[0] == "holds" else f"violated: {plain[1][0]} at {plain[1][1] or 0}:{plain[1][2] or 0}, depth {plain[1][3]}"
            if not line.startswith(expected):
                wrong.append(f"the interpreter's search says {line}, and ours {plain} {counts}")
            gone += plain[1] is not None and plain[1][0] == "multiset"
            failed += bool(wrong)
            passed += not wrong
            for text in wrong:
                print(f"FAIL elements {seed}: {text}")
    if not gone and passed > 20:
        failed += 1
        print("FAIL elements: no model uses an element that is gone, so this tested nothing")
    print(f"{gone} of {passed + failed} violate multiset", file=sys.stderr, flush=True)
    print(passed, failed, skipped)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
