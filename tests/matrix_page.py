#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""matrix_page.py PAGE.html SUITE.json [CHROMIUM] - a suite's page against its JSON, and used as a reader does.

Prints the command of one broken cell, and in Chromium that of an outcome, for the suite to run."""
import html
import json
import os
import re
import subprocess
import sys
import tempfile

DRIVE = r"""
<script>
const seen = {}, $$ = q => [...document.querySelectorAll(q)], set = (id, v) => { $(id).value = v; $(id).dispatchEvent(new Event("input")); };
try {
  seen.rows = $$("#matrix tbody tr").length; seen.columns = $$("#matrix thead th").length - 1;
  seen.marks = $$("#matrix tbody tr").map(r => [...r.querySelectorAll("td button")].map(b => b.textContent));
  set("only", "broken"); seen.broken = $$("#matrix tbody tr").length; set("only", "differs"); seen.differs = $$("#matrix tbody tr").length; set("only", "all");
  set("tests", TEST); seen.filtered = $$("#matrix tbody tr").map(r => r.querySelector("th").textContent);
  set("machines", MACHINE); seen.machines = $$("#matrix thead th").slice(1).map(h => h.textContent);
  $$("#matrix td button")[0].click(); seen.cell = $("cell").innerText; seen.commands = $$("#cell .outcomes .command").map(p => p.textContent); seen.test = $$("#cell .test")[0].textContent;
  seen.selected = $$("td[aria-selected=true]").length;
  $$("#cell > button")[0].click(); seen.closed = $("cell").hidden; seen.focus = document.activeElement.tagName;
  set("tests", ""); set("machines", ""); $$("#matrix td button")[0].focus();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  seen.at = document.activeElement.parentElement.dataset.cell;
  seen.wide = document.documentElement.scrollWidth <= innerWidth + 1;
  seen.loads = performance.getEntriesByType("resource").length;
} catch (why) { seen.error = String(why) + why.stack; }
const out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.append(out);
</script>
"""


def fail(what):
    sys.exit(f"not as it is to be: {what}")


def compare(page, suite):
    """Every cell of the suite is in the page, and says the same."""
    names, tests = [c["name"] for c in page["columns"]], [t["name"] for t in page["tests"]]
    if len(page["cells"]) != len(suite["cells"]) or len(page["cells"]) != len(names) * len(tests):
        fail("the cells are not as many")
    for cell in suite["cells"]:
        machine = cell["machine"] + (":" + cell["variant"] if cell.get("variant") else "")
        own = page["cells"][tests.index(cell["test"]) * len(names) + names.index(machine)]
        for key in ("judgement", "why", "complete", "states", "shown_by"):
            if own.get(key) != cell.get(key):
                fail(f"{key} of {machine} on {cell['test']}")
        if own["outcomes"] != [[o["state"], o["condition"]] for o in cell["outcomes"]]:
            fail(f"outcomes of {machine} on {cell['test']}")
        if (own["mark"][1] == "!") != (cell["judgement"] == "broken"):
            fail(f"the mark of {machine} on {cell['test']}")
    for test in page["tests"]:
        if test["text"] != open(test["path"], encoding="utf-8").read():
            fail(f"the text of {test['name']}")


def look(chromium, text, test, machine, window):
    drive = DRIVE.replace("TEST", json.dumps(test)).replace("MACHINE", json.dumps(machine))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text.replace("</body>", drive + "</body>"))
        dom = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder + "/profile", "--window-size=" + window,
                              "--virtual-time-budget=4000", "--dump-dom", "file://" + path], capture_output=True, text=True, timeout=100).stdout
    found = re.search(r'<pre id="seen">(.*?)</pre>', dom, re.S)
    if not found:
        fail("the page did not run")
    return json.loads(html.unescape(found[1]))


def use(chromium, text, page, window):
    names, tests, cells = [c["name"] for c in page["columns"]], page["tests"], page["cells"]
    rows = [cells[t * len(names):(t + 1) * len(names)] for t in range(len(tests))]
    test, machine = tests[-1]["name"], names[-1]
    seen = look(chromium, text, test, machine, window)
    wanted = {"rows": len(tests), "columns": len(names), "marks": [[c["mark"] for c in row] for row in rows],
              "broken": sum(any(c["judgement"] == "broken" for c in row) for row in rows),
              "differs": sum(len({c["mark"][0] for c in row}) > 1 for row in rows),
              "filtered": [t["name"] for t in tests if test.lower() in t["name"].lower()], "machines": [n for n in names if machine.lower() in n.lower()],
              "selected": 1, "closed": True, "focus": "BUTTON", "at": "1,1", "wide": True, "loads": 0}
    for key, value in wanted.items():
        if seen.get(key) != value:
            fail(f"{window}: {key} is {seen.get(key)}, and not {value} ({seen.get('error')})")
    if test not in seen["cell"] or not seen["test"].strip() or not seen["commands"]:
        fail(f"{window}: what a cell opens")
    return seen["commands"][0]


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    page = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S)[1])
    compare(page, json.load(open(sys.argv[2], encoding="utf-8")))
    if set(re.findall(r'https?://[^"\'\s]*', re.sub(r'<script id="data".*?</script>', "", text, flags=re.S))):
        fail("an address")
    print(next(c["shown_by"]["command"] for c in page["cells"] if "shown_by" in c))
    if len(sys.argv) > 3:
        for window in ("1400,900", "500,900"):
            command = use(sys.argv[3], text, page, window)
        print(command)


if __name__ == "__main__":
    main()
