#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""ci.py FOLDER - what check wrote of one run for services, r.xml, r.tap, r.sarif and r.md, against its report r.json."""
import json
import re
import sys
import xml.etree.ElementTree as tree

# What somebody wrote; all else stands together in one case, unless it is violated.
WRITTEN = {"invariant", "assert", "error", "cover", "liveness", "ltl", "deadlock"}
ELEMENT = {"passed": None, "failed": "failure", "incomplete": "error", "skipped": "skipped"}
# Of a text of the command line there is no file.
NO_FILE = re.compile("--")
wrong = []


def note(good, what):
    if not good:
        wrong.append(what)


def ends_of(report):
    """How each case must end."""
    violated = report["verdict"] == "violated"
    alone = [p for p in report["properties"] if p["kind"] in WRITTEN or p["verdict"] == "violated"]
    others = {p["verdict"] for p in report["properties"] if p not in alone}
    word = {"holds": "passed", "violated": "failed", "skipped": "skipped"}
    ends = [word.get(p["verdict"], "skipped" if violated else "incomplete") for p in alone]
    if others:
        left = others - {"skipped"}
        ends.append("passed" if left == {"holds"} else "skipped" if not left or violated else "incomplete")
    return ends


def junit(folder, report, ends):
    suite = tree.parse(folder + "/r.xml").getroot()
    cases = suite.findall("testcase")
    note([c[0].tag if len(c) else None for c in cases] == [ELEMENT[e] for e in ends], "JUnit's cases")
    counted = [int(suite.get(k)) for k in ("tests", "failures", "errors", "skipped")]
    note(counted == [len(ends)] + [ends.count(k) for k in ("failed", "incomplete", "skipped")], "JUnit's counts")
    failures = [f.text or "" for c in cases for f in c.findall("failure")]
    order = [p for p in report["properties"] if p["verdict"] == "violated"]
    for text, p in zip(failures, order):
        violation = next((v for v in report["violations"] if (v["kind"], v["name"]) == (p["kind"], p["name"])), {})
        note(bool(violation) or not text, f"JUnit's run of what has none: {text[:200]}")
        trace = violation.get("trace", {"steps": [], "because": []})
        note(all(s["rule"] in text for s in trace["steps"]), f"JUnit's run: {text[:200]}")
        note(all(b in text for b in trace["because"]), f"JUnit's reasons: {trace['because']}")
        note(("again and again" in text) == any(s.get("cycle") for s in trace["steps"]), "JUnit's cycle")


def tap(folder, ends):
    lines = open(folder + "/r.tap", encoding="utf-8").read().split("\n")
    note(lines[:2] == ["TAP version 14", "1..%d" % len(ends)], "TAP's plan")
    bare = [re.sub(r"\\.", "", line) for line in lines if re.match(r"(not )?ok \d", line)]
    read = ["skipped" if " # SKIP " in b else "passed" if b.startswith("ok") else "failed" for b in bare]
    note(read == [e if e != "incomplete" else "failed" for e in ends], "TAP's points: %s" % read)
    note(not any(" # TODO" in b for b in bare), "TAP's directives")
    note(all(re.match(r"TAP |1\.\.|ok |not ok |  |$", line) for line in lines), "TAP's lines")
    own = list(blocks(lines))
    note(len(own) == read.count("failed") and all("message" in block for block in own), "TAP's blocks")
    note(not re.search("[\x85\u2028\u2029]", "".join(lines)), "TAP's ends of lines")
    yaml_read(lines, own)


def blocks(lines):
    """What stands between --- and ..., each as YAML reads it: literal texts, every line of which is indented as the number says."""
    block = None
    for line in lines:
        if line == "  ---":
            block, key = {}, None
        elif line == "  ...":
            yield block
            block = None
        elif block is not None and re.fullmatch(r"  \w+: \|2", line):
            key = line.split(":")[0].strip()
            block[key] = []
        elif block is not None:
            note(key and (line.startswith("    ") or not line), "TAP's YAML: %r" % line)
            block[key].append(line[4:])


def yaml_read(lines, own):
    """The same by a reader of YAML, where one is installed."""
    try:
        import yaml
    except ImportError:
        return
    for text, block in zip(re.findall(r"^  ---\n(.*?)^  \.\.\.$", "\n".join(lines), re.S | re.M), own):
        note(yaml.safe_load(text) == {key: "\n".join(value) + "\n" for key, value in block.items()}, "TAP's YAML, read: %s" % text[:300])


def place(location):
    p = location["physicalLocation"]
    return p["region"]["startLine"], p["region"]["startColumn"]


def words(message):
    """A SARIF message as it is shown: of its braces two stand for one, and a single one would be a place for an argument."""
    note(not re.search("[{}]", re.sub("{{|}}", "", message["text"])), "SARIF's braces: %s" % message["text"])
    return message["text"].replace("{{", "{").replace("}}", "}")


def sarif(folder, report):
    run = json.load(open(folder + "/r.sarif", encoding="utf-8"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    violated = [p for p in report["properties"] if p["verdict"] == "violated"]
    note(len(run["results"]) == len(violated), "SARIF's results")
    for result, p in zip(run["results"], violated):
        violation = next((v for v in report["violations"] if (v["kind"], v["name"]) == (p["kind"], p["name"])), {"place": p.get("place")})
        note(rules[result["ruleIndex"]]["id"] == result["ruleId"], "SARIF's rule")
        steps, at = violation.get("trace", {"steps": []})["steps"], violation.get("place")
        at = at if at and not NO_FILE.match(at["file"]) else steps[-1]["place"]
        note(place(result["locations"][0]) == (at["line"], at["column"]), "SARIF's place")
        flow = [f["location"] for f in result["codeFlows"][0]["threadFlows"][0]["locations"]] if steps else []
        note(bool(steps) == ("codeFlows" in result), "SARIF's runs")
        note([place(f) for f in flow] == [(s["place"]["line"], s["place"]["column"]) for s in steps], "SARIF's flow")
        note(all(s["rule"] in words(f["message"]) for s, f in zip(steps, flow)), "SARIF's steps")
        flows, loop = result.get("codeFlows", [{}])[0], violation.get("loop")
        first = None if loop is None else min(loop + 2, len(steps))
        note(flows.get("properties", {}).get("loop") == first, "SARIF's cycle")
        note(first in (None, len(steps)) or "at location %d again" % first in words(flows["message"]), "SARIF's words of the cycle")
        note(p["name"] in words(result["message"]) + words(rules[result["ruleIndex"]]["shortDescription"]), "SARIF's message")
    notes = run["invocations"][0].get("toolExecutionNotifications", [])
    note(bool(notes) == (report["verdict"] == "incomplete"), "SARIF says whether the search was complete")


def markdown(folder, report, ends):
    lines = open(folder + "/r.md", encoding="utf-8").read().split("\n")
    rows = [line for line in lines if line.startswith("| ")][1:]
    note(len(rows) == len(ends) and all(row.count("|") == 4 for row in rows), "Markdown's table")
    note(lines[0].endswith(": " + report["verdict"]), "Markdown's head")
    note(not re.search(r"<(?!/?(details|summary|pre)>)", "\n".join(lines)), "Markdown's markup")


def main():
    folder = sys.argv[1]
    report = json.load(open(folder + "/r.json", encoding="utf-8"))
    ends = ends_of(report)
    junit(folder, report, ends)
    tap(folder, ends)
    sarif(folder, report)
    markdown(folder, report, ends)
    for what in wrong:
        print("not as the report says:", what, file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
