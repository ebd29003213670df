#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""page.py CHROMIUM TRACE PAGE... - use a page of `murrelet show --html` as a reader does.

Each page is opened in headless Chromium, in each of several widths and both
colour schemes, with a script behind its own that presses keys, searches,
filters, watches, and notes what it sees; TRACE is the JSON that the first page
was made from.  What is not as it is to be is printed, one line each; the last
line counts the checks that passed and failed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

DRIVE = r"""
<script>
(() => {
const seen = {};
const $ = id => document.getElementById(id), text = id => ($(id) || { textContent: "" }).textContent;
const press = (key, on) => (on || document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const type = (id, words) => { $(id).value = words; $(id).dispatchEvent(new Event("input", { bubbles: true })); };
addEventListener("error", e => { seen.error = String(e.message); });
try {
  seen.title = document.title;
  seen.start = text("at");
  seen.focus = document.activeElement.id;
  press("j"); press("ArrowDown");
  seen.two = text("at"); seen.rule = text("step");
  seen.marked = document.querySelectorAll("#state tr.changed").length;
  seen.marks = [...document.querySelectorAll("#state tr.changed td.mark")].every(td => td.textContent === "\u25cf");
  seen.here = [...document.querySelectorAll(".row.here")].every(r => r.dataset.step === "2");
  press("k"); seen.back = text("at");
  press("End"); seen.end = text("at"); seen.why = text("why"); seen.accesses = text("accesses");
  press("Home"); seen.home = text("at");
  press("f"); seen.fails = text("at");
  press("/"); seen.searches = document.activeElement.id;
  type("search", QUERY); seen.found = text("found");
  press("Home", $("chart")); $("search").focus(); press("Enter"); seen.hit = text("at");
  type("search", "");
  press("Escape"); seen.escaped = document.activeElement.id;
  press("w"); seen.watches = document.activeElement.id;
  $("expression").value = EXPRESSION; $("watch").requestSubmit(); seen.value = text("watches");
  $("expression").value = "nothing[0] ="; $("watch").requestSubmit(); seen.wrong = !!document.querySelector("#watches [role=alert]");
  press("Escape");
  const boxes = document.querySelectorAll(".row").length;
  press("l"); const lane = $("lanes").querySelector("input"); lane.click();
  seen.fewer = document.querySelectorAll(".row").length < boxes; lane.click(); seen.again = document.querySelectorAll(".row").length === boxes;
  press("Escape");
  type("filter", "no such variable"); seen.filtered = document.querySelectorAll("#state tr").length; type("filter", "");
  const paper = () => getComputedStyle(document.body).backgroundColor, before = paper();
  press("t", $("chart")); seen.turned = paper() !== before; press("t", $("chart"));
  seen.paper = paper();
  press("?", $("chart")); seen.help = $("keys").open; $("keys").close();
  const link = document.querySelector("#accesses .link"); if (link) { link.click(); seen.linked = text("at"); }
  seen.wide = document.documentElement.scrollWidth <= innerWidth + 1;
  seen.chart = $("chart").clientWidth > 200 && $("chart").clientHeight > 200;
  seen.named = [...document.querySelectorAll("button, input")].every(e => (e.textContent + (e.title || "") + (e.getAttribute("aria-label") || "") + (e.labels && e.labels[0] ? e.labels[0].textContent : "")).trim());
  seen.loads = performance.getEntriesByType("resource").filter(r => !r.name.startsWith("data:")).length;
  seen.hacked = "hacked" in window;
  seen.foreign = document.querySelectorAll("main script, main img, main iframe, header script, header img").length;
  seen.all = document.body.innerText;
} catch (why) { seen.error = String(why) + " " + why.stack; }
const out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.append(out);
})();
</script>
"""

VIEWS = [("1500,900", False), ("1500,900", True), ("500,900", False), ("500,900", True)]


def look(chromium, page, query, expression, window, dark):
    text = open(page, encoding="utf-8").read()
    drive = DRIVE.replace("QUERY", json.dumps(query)).replace("EXPRESSION", json.dumps(expression))
    with tempfile.TemporaryDirectory() as folder:
        driven = os.path.join(folder, "page.html")
        with open(driven, "w", encoding="utf-8") as out:
            out.write(text.replace("</body>", drive.replace("\\", "\\") + "</body>"))
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder, "--window-size=" + window,
                   "--virtual-time-budget=4000", "--dump-dom", "file://" + driven]
        if dark:
            command.insert(1, "--blink-settings=preferredColorScheme=0")
        run = subprocess.run(command, capture_output=True, text=True, timeout=90)
    found = re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.S)
    if not found:
        return {"error": "the page did not come to its end: " + run.stderr[-300:]}
    import html
    return json.loads(html.unescape(found.group(1)))


class Counts:
    passed = failed = 0

    def note(self, good, what):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print("FAIL page: " + what)


def check(counts, name, seen, trace, query, expression):
    last = len(trace["steps"]) - 1
    rules = [s["rule"] for s in trace["steps"]]
    counts.note("error" not in seen, "%s: %s" % (name, seen.get("error")))
    if "error" in seen:
        return
    expected = {
        "start": "start of %d" % last, "two": "step 2 of %d" % last, "back": "step 1 of %d" % last, "end": "step %d of %d" % (last, last),
        "home": "start of %d" % last, "searches": "search", "escaped": "chart", "focus": "chart", "watches": "expression", "filtered": 0, "loads": 0,
        "foreign": 0, "hacked": False}
    for key, value in expected.items():
        counts.note(seen[key] == value, "%s: %s is %r, and not %r" % (name, key, seen[key], value))
    for key in ("marks", "here", "turned", "help", "wide", "chart", "named", "wrong", "fewer", "again"):
        counts.note(seen[key] is True, "%s: %s is %r" % (name, key, seen[key]))
    counts.note(rules[2] in seen["rule"] and str(trace["steps"][2]["place"]["line"]) in seen["rule"], "%s: the step is %r" % (name, seen["rule"][:100]))
    hidden = trace["chart"]["hidden"]
    shown = [p for p in trace["steps"][2]["changes"] if re.split(r"[\[.{)]", p.replace("taken(", ""))[0] not in hidden]
    counts.note(seen["marked"] == len(shown), "%s: %d changes are marked, of %d" % (name, seen["marked"], len(shown)))
    counts.note(seen["fails"].startswith("step"), "%s: where it fails is %r" % (name, seen["fails"]))
    hits = [i for i, r in enumerate(rules) if query in r]
    counts.note(seen["hit"] == "step %d of %d" % (hits[0] or hits[1], last), "%s: the search for %s goes to %r" % (name, query, seen["hit"]))
    counts.note(expression in seen["value"], "%s: what is watched is %r" % (name, seen["value"][:100]))
    for line in trace["because"]:
        counts.note(line in seen["why"], "%s: %r is not said" % (name, line))
    if "execution" in trace:
        reads = [e for e in trace["execution"]["events"] if isinstance(e.get("reads_from"), int)]
        counts.note(("from " in seen["accesses"]) == bool(reads or any("read" in e for e in trace["execution"]["events"])), "%s: the accesses are %r" % (name, seen["accesses"][:100]))
        counts.note(str(seen.get("linked", "")).startswith("step"), "%s: an access leads to %r" % (name, seen.get("linked")))


def main():
    chromium, pages = sys.argv[1], sys.argv[2:]
    counts = Counts()
    for trace_path, page in zip(pages[::2], pages[1::2]):
        trace = json.load(open(trace_path, encoding="utf-8"))
        query = trace["steps"][-1]["rule"]
        expression = [p for p in trace["steps"][0]["changes"] if "(" not in p][0] + " = 0"
        papers = {}
        for window, dark in VIEWS:
            name = "%s, %s%s" % (os.path.basename(page), window, ", dark" if dark else "")
            seen = look(chromium, page, query, expression, window, dark)
            check(counts, name, seen, trace, query, expression)
            papers[dark] = seen.get("paper")
        counts.note(papers[True] != papers[False], "%s: dark and light are alike" % page)
    print(counts.passed, counts.failed)


main()
