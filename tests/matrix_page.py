#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""matrix_page.py PAGE.html SUITE.json [browser] - a suite's page against its JSON, and used in Chromium as a reader does.

Prints the command of one broken cell, and in Chromium that of an outcome, for the suite to run."""
import json
import re
import sys

import browser
import looks


def fail(what):
    sys.exit(f"not as it is to be: {what}")


def compare_run(own, cell):
    """The run of a broken cell is of that test, at the place where it is broken, to the outcome that breaks it."""
    shown, test = cell["shown_by"], own.get("run", {}).get("test", {})
    same = [test.get(key) for key in ("name", "placement", "layout")] == [cell["test"], shown.get("placement"), shown.get("layout")]
    if not same or "outcome" in shown and re.sub(r"[ ;]", "", shown["outcome"].replace(";", "/\\").rstrip("/\\")) != re.sub(r" ", "", test.get("outcome", "")):
        fail(f"the run of {cell['machine']} on {cell['test']}: {test} of {shown}")


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
        if cell["judgement"] == "broken":
            compare_run(own, cell)
        if (own["mark"][1] == "!") != (cell["judgement"] == "broken"):
            fail(f"the mark of {machine} on {cell['test']}")
    for test in page["tests"]:
        if test["text"] != open(test["path"], encoding="utf-8").read():
            fail(f"the text of {test['name']}")


class Reader:
    """A page in one view; what it shows is held against the data in it."""

    def __init__(self, page, data, view):
        self.page, self.data, self.view = page, data, looks.named(view)
        self.names, self.tests = [c["name"] for c in data["columns"]], data["tests"]
        self.rows = [data["cells"][t * len(self.names):(t + 1) * len(self.names)] for t in range(len(self.tests))]

    def is_(self, what, got, wanted):
        if got != wanted:
            fail(f"{self.view}: {what} is {got}, and not {wanted}")

    def all(self, selector, of="e.textContent"):
        return self.page.run(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => {of})")

    def set(self, name, value):
        self.page.run(f"(e => {{ e.value = {json.dumps(value)}; e.dispatchEvent(new Event('input')); }})(document.getElementById({json.dumps(name)}))")

    def table(self):
        self.is_("the marks", self.all("#matrix tbody tr", "[...e.querySelectorAll('td button')].map(b => b.textContent)"), [[c["mark"] for c in row] for row in self.rows])
        self.is_("the machines", self.all("#matrix thead th")[1:], self.names)
        narrow = self.all("#matrix tbody th", "e.getBoundingClientRect().width")
        self.is_("tests whose names have no room", [w for w in narrow if w < 80 or w > self.page.run("document.documentElement.clientWidth") * 0.55], [])
        self.is_("columns that are not alike", len({round(w / 12) for w in self.all("#matrix thead th:not(:first-child)", "e.getBoundingClientRect().width")}) > 2, False)

    def filters(self):
        test, machine = self.tests[-1]["name"], self.names[-1]
        for only, fits in (("broken", lambda row: any(c["judgement"] == "broken" for c in row)), ("differs", lambda row: len({c["mark"][0] for c in row}) > 1)):
            self.set("only", only)
            self.is_("rows that are " + only, len(self.all("#matrix tbody tr")), sum(map(fits, self.rows)))
        self.set("only", "all")
        self.set("tests", test)
        self.is_("the tests of that name", self.all("#matrix tbody th"), [t["name"] for t in self.tests if test.lower() in t["name"].lower()])
        self.set("machines", machine)
        self.is_("the machines of that name", self.all("#matrix thead th")[1:], [n for n in self.names if machine.lower() in n.lower()])
        self.set("tests", "")
        self.set("machines", "")

    def keys(self):
        """Tab comes to one cell of the table, arrows go on, Enter opens, and Close leads back."""
        self.is_("cells that Tab comes to", len(self.all('#matrix td button[tabindex="0"]')), 1)
        self.page.run("document.querySelector('#matrix td button[tabindex=\"0\"]').focus()")
        self.page.press("ArrowDown", "ArrowRight")
        self.is_("where the arrows lead", self.page.run("document.activeElement.parentElement.dataset.cell"), "1,1")
        self.page.press("Enter")
        self.is_("cells that are marked as open", self.all("td[aria-selected=true]", "e.dataset.cell"), ["1,1"])
        self.is_("the table beside an open cell", self.page.run("document.getElementById('matrix').clientHeight > 150"), True)
        self.is_("what is wrong with an open cell", looks.faults(self.page), [])
        self.page.click("#cell > button")
        self.is_("closed", self.page.run("document.getElementById('cell').hidden + document.activeElement.parentElement.dataset.cell"), "true1,1")

    def broken(self):
        """The commands for a cell's outcomes."""
        at, cell = next((c, d) for c, d in enumerate(self.data["cells"]) if d["judgement"] == "broken")
        test, machine = divmod(at, len(self.names))
        self.page.click(f'td[data-cell="{test},{machine}"] button')
        shown = self.page.run("document.getElementById('cell').innerText")
        for words in (self.tests[test]["name"], self.names[machine], cell["why"], self.tests[test]["text"].split("\n")[0]):
            if words not in shown:
                fail(f"{self.view}: {words} is not in what a cell opens")
        self.run_of(cell["run"])
        return self.all("#cell .outcomes .command")[0]

    def run_of(self, run):
        """It opens, steps by keys at once, and closes to where it was."""
        self.page.click(".open-run")
        inside = "document.getElementById('run-page').contentDocument"
        for _ in range(100):
            if self.page.run(f"(d => d && d.getElementById('at') && d.getElementById('at').textContent)({inside})"):
                break
        self.page.press("j", "j")
        self.is_("the step of its run", self.page.run(f"{inside}.querySelector('#step h2').textContent"), "2. " + run["steps"][2]["rule"])
        self.is_("its run is too wide", self.page.run(f"(d => d.documentElement.scrollWidth > d.documentElement.clientWidth)({inside})"), False)
        self.page.click("#run-close")
        self.is_("what has the focus after its run", self.page.run("document.getElementById('run').open + document.activeElement.className"), "falseopen-run")


def use(chromium, path, data, view):
    page = chromium.open(path, *view)
    reader = Reader(page, data, view)
    reader.table()
    reader.is_("what is wrong with it", looks.faults(page), [])
    reader.filters()
    reader.keys()
    command = reader.broken()
    reader.is_("what the console says", page.wrong, [])
    reader.is_("what is asked of the network", page.requests, [])
    page.close()
    return command


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    page = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S)[1])
    compare(page, json.load(open(sys.argv[2], encoding="utf-8")))
    if set(re.findall(r'https?://[^"\'\s]*', re.sub(r'<script id="data".*?</script>', "", text, flags=re.S))):
        fail("an address")
    print(next(c["shown_by"]["command"] for c in page["cells"] if "shown_by" in c))
    if len(sys.argv) > 3:
        with browser.Browser() as chromium:
            commands = [use(chromium, sys.argv[1], page, view) for view in looks.some(1)]
        print(commands[0])


if __name__ == "__main__":
    main()
