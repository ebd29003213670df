#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""claims.py PROGRAM [CLAIM...] - run the checks of results/checks.tsv, and write results/claims.md.

A check is a murrelet command line (after @PATCH: on the tree with that patch
applied) and what it must say.  A check that says something else is marked,
and the exit code is 1.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from composed import ROOT, check_named, read, refuse


def patched(patch, scratch):
    tree = os.path.join(scratch, "tree")
    for folder in ("models", "invariants", "litmus"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(tree, folder))
    subprocess.run(["git", "apply", "--unsafe-paths", os.path.join(ROOT, patch)], cwd=tree, check=True)
    return tree


def run(program, command):
    """What a check printed, and the states that it visited."""
    words = shlex.split(command)
    with tempfile.TemporaryDirectory() as scratch:
        environment = dict(os.environ)
        if words[0].startswith("@"):
            environment["MURRELET_SHARE"] = patched(words.pop(0)[1:], scratch)
        done = subprocess.run([program] + words, cwd=ROOT, env=environment, text=True, capture_output=True)
        return words, done.stdout + done.stderr


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
    if any(word.startswith("programs/") for word in words): # there `Always` says that the condition holds
        return ", ".join(sorted(seen)) or "no result"
    # Of an incomplete run only Sometimes is known.
    return ("Sometimes" if seen & {"Sometimes", "Always"} else "incomplete" if "Incomplete" in seen
            else "Never" if seen else "no result")


def states(words, text):
    if words[0] == "suite":
        machine = words[words.index("-m") + 1]
        line = re.search(r"^%s +kept.*\(([\d,]+) states" % re.escape(machine), text, re.M)
        return line[1] if line else "-"
    counts = re.findall(r"([\d,]+) states", text) if words[0] == "check" else re.findall(r"^Explored=(\d+)", text, re.M)
    return "{:,}".format(sum(int(n.replace(",", "")) for n in counts)) if counts else "-"


def environment(text):
    return "; ".join(sorted(set(re.findall(r"^Environment[=:] *(.*)$", text, re.M)))[:2]) or "all of the model"


HEAD = """# Claims

What the papers claim, and what the checker finds. `make claims` runs every command below again and
writes this page; a row whose command says something else than recorded is marked **differs**.
`make claims CLAIMS="QR-1 TC-3"` does so for those alone, and leaves the rest of the page as it is.
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


def section(program, claim, rows):
    """A claim's part of the page, and how many of its checks say something else than recorded."""
    wrong = 0
    out = ["## %s: %s" % (claim["id"], claim["system"]), "", claim["claim"][0].upper() + claim["claim"][1:] + ".", "",
           "Verdict: **%s**, within the bounds below." % " / ".join(sorted({row["verdict"] for row in rows})), "",
           "| command | finds | states | environment |", "|---|---|---|---|"]
    for row in rows:
        words, text = run(program, row["command"])
        found = finding(words, text)
        if found != row["expect"]:
            wrong += 1
            found = "**differs**: %s, not %s" % (found, row["expect"])
            print("%s: %s: %s" % (row["claim"], row["command"], found), file=sys.stderr)
        shown = row["command"].replace("@", "tree with ", 1) if row["command"].startswith("@") else row["command"]
        out.append("| `murrelet %s` | %s | %s | %s |" % (shown, found, states(words, text), environment(text)))
    return "\n".join(out) + "\n", wrong


def main():
    program = os.path.abspath(sys.argv[1])
    wanted = set(sys.argv[2:])
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
        sections[claim["id"]], differ = section(program, claim, rows)
        wrong += differ
        count += len(rows)
        write(claims, sections)  # what is done is kept, should the rest be interrupted
    print("%d checks, %d differ" % (count, wrong))
    return 1 if wrong else 0


sys.exit(main())
