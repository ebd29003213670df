#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""claims.py PROGRAM [--most STATES] [--every N] [--compare] [CLAIM...] - run the checks of results/checks.tsv, and write results/claims.md.

A check is a murrelet command line (after @PATCH: on the tree with that patch
applied) and what it must say.  A check that says something else is marked,
and the exit code is 1.

--most STATES runs those that have a row on the page with at most so many states; the other rows stay as they are.
--every N runs one of N of these.  --compare writes nothing: it names each row that is not what the page says, and
then the exit code is 1 too.
"""
import argparse
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from composed import ROOT, check_named, pairs, read, refuse, variants

os.environ["MURRELET_FRESH"] = "1" # what is written down was run now


def patched(patch, scratch):
    tree = os.path.join(scratch, "tree")
    for folder in ("models", "invariants", "litmus"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(tree, folder))
    subprocess.run(["git", "apply", "--unsafe-paths", os.path.join(ROOT, patch)], cwd=tree, check=True)
    return tree


def run(program, command):
    """What a check printed, and its JSON report, where the command writes one."""
    words = shlex.split(command)
    with tempfile.TemporaryDirectory() as scratch:
        environment, path = dict(os.environ), os.path.join(scratch, "report.json")
        if words[0].startswith("@"):
            environment["MURRELET_SHARE"] = patched(words.pop(0)[1:], scratch)
        fresh = ["--fresh"] if words[0] == "suite" else []  # what is written here was run
        reported = fresh + ["--json", path] if words[0] in ("check", "litmus", "suite") and "--json" not in words else []
        done = subprocess.run([program] + words + reported, cwd=ROOT, env=environment, text=True, capture_output=True)
        report = None
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                report = json.load(file)
        return words, done.stdout + done.stderr, report


def finding(words, text):
    """The part of the output that a check speaks of."""
    if words[0] == "suite":
        machine = words[words.index("-m") + 1]
        line = re.search(r"^%s +kept +\d+, broken +(\d+), incomplete +(\d+), not judged" % re.escape(machine),
                         text, re.M)
        return "broken %s, incomplete %s" % (line[1], line[2]) if line else "no result"
    if words[0] == "check":
        line = re.search(r"^(holds|violated|incomplete): ", text, re.M)
        kind = re.search(r"^Violated: deadlock", text, re.M)
        fair = [word for word in ("weak", "strong") if re.search(r"^ *%sly fair: " % word, text, re.M)]
        return ((line[1] if line else "no result") + (" deadlock" if line and line[1] == "violated" and kind else "") +
                (" under %s fairness" % " and ".join(fair) if fair else ""))
    if words[0] == "races":
        return ", ".join(sorted(set(re.findall(r": (race-free|racy|no race found)", text)))) or "no result"
    if words[0] == "table":
        counts = re.findall(r"^[A-Z].*: (\d+)$", text, re.M)
        return "not reached %s, crossed out and reached %s, different %s" % tuple(counts[:3]) if counts else "no result"
    if "--progress" in words:
        return "; ".join(sorted(set(re.findall(r"^Progress \S+ \S+ \S+: (.*)$", text, re.M)))) or "no result"
    violation = re.search(r'^Violation \S+ \S+ "(.*)"', text, re.M)
    if "--ends" in words:
        return "violation " + violation[1] if violation else "no violation"
    if violation:
        return "violation " + violation[1]
    seen = set(re.findall(r"^Observation \S+ (\w+)", text, re.M))
    if any(word.startswith("models/sync/programs/") for word in words): # there `Always` says that the condition holds
        return ", ".join(sorted(seen)) or "no result"
    # Of an incomplete run only Sometimes is known.
    return ("Sometimes" if seen & {"Sometimes", "Always"} else "incomplete" if "Incomplete" in seen
            else "Never" if seen else "no result")


SIZES = ["CUS", "COMPONENTS", "LINES", "WORDS", "VALUES", "TAGS", "THREADS", "EVICTIONS", "ATOMICS", "ORDERS", "ORDERED",
         "SCOPES", "PREFETCHES"]


def given(words):
    """The constants that the command sets: those of the variant that it names, and its own."""
    after = dict(zip(words, words[1:]))
    name, _, variant = (after.get("--machine") or after.get("-m") or "").partition(":")
    return {**variants(name).get(variant, {}),
            **pairs(" ".join(words[i + 1] for i in range(len(words) - 1) if words[i] == "--const"))}


def counted(states, depth):
    return "{:,}".format(states) + (", depth %d" % depth if depth else "")


def effort(words, text, report):
    """States, and how deep."""
    if words[0] == "table":
        line = re.search(r"^  (\d+) states, \d+ rules fired, depth (\d+)$", text, re.M)
        return counted(int(line[1]), int(line[2])) if line else "-"
    if report and words[0] == "check":
        return counted(report["states"], report["depth"])
    if report and words[0] == "litmus":
        tests = [test for test in report["tests"] if "states" in test]
        return counted(sum(t["states"] for t in tests), max((t["depth"] for t in tests), default=0)) if tests else "-"
    if report and words[0] == "suite":
        machine = words[words.index("-m") + 1].split(":")
        cells = [c for c in report["cells"] if [c["machine"], c.get("variant") or ""] == (machine + [""])[:2]]
        return counted(sum(c["states"] for c in cells), max((c["depth"] for c in cells), default=0)) + \
            ", %d tests" % len(cells)
    return "-"


def bounds(words, text, report):
    """Sizes and surroundings: what the search was bounded by."""
    if words[0] == "table":
        line = re.search(r"^%s: (.*)$" % re.escape(words[1]), text, re.M)
        return line[1] if line else "-"
    surroundings = "; ".join(sorted(set(re.findall(r"^Environment[=:] *(.*)$", text, re.M)))[:2])
    if not report or words[0] != "check":
        return ", ".join([surroundings or "the text alone"] + ["%s=%s" % pair for pair in given(words).items()])
    constants = report.get("composition", {}).get("constants", {})
    sizes = ["%s=%s" % (name, constants[name]) for name in SIZES if name in constants]
    own = ["%s=%s" % pair for pair in given(words).items() if pair[0] not in SIZES]
    return " ".join(sizes + own) or "the model's own constants"


KINDS = {"invariant": "invariants", "assert": "assertions", "error": "errors", "deadlock": "deadlock",
         "liveness": "AG EF", "ltl": "LTL", "leadsto": "LTL"}


def kinds(words, report):
    """What kind of properties was asked."""
    if words[0] == "check":
        found = [KINDS[p["kind"]] for p in (report or {}).get("properties", [])
                 if p["kind"] in KINDS and p["verdict"] != "skipped"]
        if "--deadlock" in words and words[words.index("--deadlock") + 1] == "off":
            found = [kind for kind in found if kind != "deadlock"]
        covers = "--covers" in words and words[words.index("--covers") + 1] == "violation"
        return ", ".join(list(dict.fromkeys(sorted(found, key=list(KINDS.values()).index))) + ["covers"] * covers)
    if "--progress" in words:
        return "whether each run ends, scheduler " + words[words.index("--progress") + 1]
    if words[0] in ("litmus", "suite"):
        live = "" if "--no-liveness" in words else ", AG EF each operation completes"
        return "outcomes" + live + (", AG EF each thread ends" if "--ends" in words else "")
    return {"races": "races", "table": "cells that are reached, and what they do"}.get(words[0], "-")


HEAD = """# Claims

What the papers claim, and what the checker finds. `make claims` runs every command below again and
writes this page; a row whose command says something else than recorded is marked **differs**.
`make claims CLAIMS="QR-1 TC-3"` does so for those alone, and leaves the rest of the page as it is.

A row says what kind of property was asked: outcomes of tests, invariants, assertions, deadlock, AG EF (from every
reachable state a good one *can* be reached), LTL (in every run that is as fair as the finding says a good one *is* reached),
whether each run ends (of a program with loops: every run that is fair to what the machine calls fair, and to the threads as the
scheduler promises), covers; how many states there are, and how deep; and what bounds the search.
Nothing is said beyond those bounds; constants that are not listed are the model's own.
"""


def written():
    """The sections of the page as it is, by claim."""
    try:
        with open(os.path.join(ROOT, "results", "claims.md")) as file:
            text = file.read()
    except OSError:
        return {}
    return {part[:part.index(":")]: "## " + part.rstrip() + "\n"
            for part in text.split("\n## ")[1:] if not part.startswith("Not checked yet")}


def write(claims, sections):
    missing = [claim["id"] for claim in claims if claim["id"] not in sections]
    parts = [HEAD] + [sections[claim["id"]] for claim in claims if claim["id"] in sections]
    if missing:
        parts.append("## Not checked yet\n\n%s.\n" % ", ".join(missing))
    with open(os.path.join(ROOT, "results", "claims.md"), "w") as file:
        file.write("\n".join(parts))


def shown_command(row):
    command = row["command"]
    return "`murrelet %s`" % (command.replace("@", "tree with ", 1) if command.startswith("@") else command)


def line_of(cells):
    return "| %s |" % " | ".join(cell.replace("|", "\\|") for cell in cells)


def states_of(line):
    """How many states a row of the page says; 0 where it counts none."""
    counted_states = re.search(r" \| ([0-9,]+)(, [^|]*)? \| [^|]*(\\\|[^|]*)* \|$", line)
    return int(counted_states[1].replace(",", "")) if counted_states else 0


class Chosen:
    """Which checks are run: of the rows of the page those with few states, and of these one of so many."""
    def __init__(self, options):
        self.most, self.every, self.met = options.most, options.every, 0

    def runs(self, old):
        if self.most is not None and (old is None or states_of(old) > self.most):
            return False
        self.met += 1
        return (self.met - 1) % self.every == 0


def line(program, row):
    """The row of the page, and whether the check says what is recorded."""
    words, text, report = run(program, row["command"])
    found = finding(words, text)
    right = found == row["expect"]
    if not right:
        found = "**differs**: %s, not %s" % (found, row["expect"])
        print("%s: %s: %s" % (row["claim"], row["command"], found), file=sys.stderr)
    return line_of((shown_command(row), found, kinds(words, report), effort(words, text, report),
                    bounds(words, text, report))), right


def section(program, claim, rows, page, chosen):
    """A claim's part of the page, how many of its checks ran, and how many say something else than recorded."""
    count = wrong = 0
    out = ["## %s: %s" % (claim["id"], claim["system"]), "", claim["claim"][0].upper() + claim["claim"][1:] + ".", "",
           "Verdict: **%s**, within the bounds below." % " / ".join(sorted({row["verdict"] for row in rows})), "",
           "| command | finds | kind of property | states | bounds |", "|---|---|---|---|---|"]
    old = {text.split("` | ")[0] + "`": text for text in page.split("\n") if text.startswith("| `")}
    for row in rows:
        before = old.get(line_of((shown_command(row),))[:-2])
        if chosen.runs(before):
            text, right = line(program, row)
            out.append(text)
            count, wrong = count + 1, wrong + (not right)
        else: # the page has it, and says what is recorded
            if before is None or not before.startswith(line_of((shown_command(row), row["expect"]))[:-1]):
                wrong += 1
                print("%s: %s: %s" % (row["claim"], row["command"], "the page does not have it" if before is None else
                                      "the page says something else than recorded"), file=sys.stderr)
            out += [before] if before is not None else []
    return "\n".join(out) + "\n", count, wrong


def compare(name, page, now):
    """Names each line of a claim's part that is not what the page says; how many."""
    differing = [(a, b) for a, b in itertools.zip_longest(page.split("\n"), now.split("\n"), fillvalue="") if a != b]
    for before, after in differing:
        print("%s: results/claims.md has\n  %s\nand now it is\n  %s" % (name, before, after))
    return len(differing)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=os.path.abspath)
    options.add_argument("--most", type=int)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--compare", action="store_true")
    options.add_argument("claims", nargs="*")
    options = options.parse_intermixed_args()
    wanted, chosen = set(options.claims), Chosen(options)
    claims = read("results/claims.tsv", "id|source|system|claim|how it is checked|expected")
    checks, sections = read("results/checks.tsv", "claim|verdict|expect|command"), written()
    known = [claim["id"] for claim in claims]
    check_named(checks, "claim", known, "claim")
    for row in checks:
        if not re.match(r"(confirmed|qualified|refuted)\b", row["verdict"]) or not row["expect"]:
            refuse(row.place, "a verdict and what is expected are wanted")
        words = shlex.split(row["command"])
        patch = words[0][1:] if words and words[0].startswith("@") else None
        if not words or (patch is not None and not os.path.exists(os.path.join(ROOT, patch))):
            refuse(row.place, "there is no patch '%s'" % patch if words else "a command is wanted")
    for name in wanted:
        if name not in known or not any(row["claim"] == name for row in checks):
            sys.exit("there is no claim '%s' with checks" % name)
    wrong = count = 0
    for claim in claims:
        rows = [row for row in checks if row["claim"] == claim["id"]]
        if not rows or (wanted and claim["id"] not in wanted):
            continue
        page = sections.get(claim["id"], "")
        now, ran, differ = section(options.program, claim, rows, page, chosen)
        count += ran
        if options.compare:
            wrong += compare(claim["id"], page, now) or differ
            continue
        wrong += differ
        sections[claim["id"]] = now
        write(claims, sections)  # what is done is kept, should the rest be interrupted
    print("%d checks, %d differ" % (count, wrong))
    return 1 if wrong else 0


sys.exit(main())
