#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""page.py TRACE PAGE... - use a page of `murrelet show --html` as a reader does.

Each page is opened in Chromium, wide and as on a phone, light and dark: keys and
clicks as hands send them step, search, filter and watch, and what the page shows
is held against TRACE, the JSON that it was made from.  What is not as it is to
be is printed, one line each; the last line counts the checks that passed and
failed.
"""
import json
import re
import sys

import browser
import looks


def said(value):
    """A value of a trace, as a page has it."""
    return "Undefined" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class Counts:
    passed = failed = 0

    def note(self, good, what):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print("FAIL page: " + what)


class Reader:
    """One page in one view, and what should be on it."""

    def __init__(self, counts, page, name, trace):
        self.counts, self.page, self.name, self.trace = counts, page, name, trace
        self.last = len(trace["steps"]) - 1

    def is_(self, what, got, wanted):
        self.counts.note(got == wanted, "%s: %s: %r, and not %r" % (self.name, what, got, wanted))

    def text(self, name):
        return self.page.run("(document.getElementById(%s) || {textContent: ''}).textContent" % json.dumps(name))

    def focus(self):
        return self.page.run("document.activeElement.id")

    def at(self, what, step):
        self.is_(what, self.text("at"), "start of %d" % self.last if step == 0 else "step %d of %d" % (step, self.last))

    def keys(self, what, step, *keys):
        self.page.press(*keys)
        self.at(what, step)

    def steps(self):
        self.is_("what has the focus at first", self.focus(), "chart")
        self.at("at first", 0)
        self.is_("what the start is called is in sight", self.page.run("(r => r.left >= 0 && r.right <= innerWidth)(document.querySelector('.row[data-step=\"0\"] .rule').getBoundingClientRect())"), True)
        self.keys("j and down", 2, "j", "ArrowDown")
        step = self.trace["steps"][2]
        self.counts.note(step["rule"] in self.text("step") and str(step["place"]["line"]) in self.text("step"), "%s: the step is %r" % (self.name, self.text("step")[:100]))
        shown = [p for p in step["changes"] if re.split(r"[\[.{)]", p.replace("taken(", ""))[0] not in self.trace["chart"]["hidden"]]
        marks = self.page.run("[...document.querySelectorAll('#state tr.changed td.mark')].map(e => e.textContent).join('')")
        self.is_("what changes is marked, not by colour alone", marks, "\u25cf" * len(shown))
        was = step.get("was", {})
        told = self.page.run("[...document.querySelectorAll('#state tr.changed')].map(r => [r.children[1].textContent, (r.querySelector('.was') || {textContent: ''}).textContent])")
        self.is_("what it was", dict(told), {p: " (was %s)" % said(was[p]) if p in was else "" for p in shown})
        self.is_("the row where we are", self.page.run("[...new Set([...document.querySelectorAll('.row.here')].map(r => r.dataset.step))].join() + getComputedStyle(document.querySelector('.row.here .number')).fontWeight"), "2700")
        self.keys("k", 1, "k")
        self.keys("End", self.last, "End")
        for line in self.trace["because"]:
            self.counts.note(line in self.text("why"), "%s: %r is not said" % (self.name, line))
        self.keys("Home", 0, "Home")
        self.page.press("f")
        # Rows are drawn once the chart has scrolled to them, which takes a while on a busy machine.
        mark = self.page.run("""new Promise(done => { const until = Date.now() + 20000, look = () => {
          const mark = document.querySelector('.row.here .bad')?.textContent; if (mark || Date.now() > until) done(mark); else setTimeout(look, 20); }; look(); })""")
        self.is_("where it fails is marked", mark, "\u2717")
        self.page.click("#first")
        self.at("a click on the first", 0)
        self.page.click("#forth")
        self.at("a click on the next", 1)

    def searches(self):
        rules = [s["rule"] for s in self.trace["steps"]]
        query, hits = rules[-1], [i for i, rule in enumerate(rules) if rules[-1] in rule]
        self.page.press("Escape", "Home", "/")
        self.is_("/ goes to the search", self.focus(), "search")
        self.page.type(query)
        self.counts.note(re.match(r"\d+ step", self.text("found")), "%s: found is %r" % (self.name, self.text("found")))
        self.keys("Enter goes to the next match", hits[0] or hits[1], "Enter")
        self.page.run("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
        self.page.press("Escape")
        self.is_("Escape goes to the chart", self.focus(), "chart")

    def watches(self):
        expression = [p for p in self.trace["steps"][0]["changes"] if "(" not in p][0] + " = 0"
        self.page.press("w")
        self.is_("w goes to the watches", self.focus(), "expression")
        self.page.type(expression)
        self.page.press("Enter")
        self.counts.note(expression in self.text("watches"), "%s: what is watched is %r" % (self.name, self.text("watches")[:100]))
        self.page.type("nothing[0] =")
        self.page.press("Enter")
        self.is_("a wrong one is told", self.page.run("!!document.querySelector('#watches [role=alert]')"), True)
        self.page.run("document.querySelector('#watches .strip .link').focus()")
        self.page.press("Enter")
        self.counts.note(self.page.run("document.activeElement !== document.body"), self.name + ": a link that goes away takes the focus along")
        self.page.press("Escape")

    def filters(self):
        rows = "document.querySelectorAll('.row').length"
        before = self.page.run(rows)
        self.page.press("l", " ")
        self.counts.note(self.page.run(rows) < before, self.name + ": a lane is still there")
        self.is_("the menu is in the window", self.page.run("(r => r.left >= 0 && r.right <= document.documentElement.clientWidth)(document.getElementById('lanes').getBoundingClientRect())"), True)
        self.page.press(" ", "Escape")
        self.is_("a lane is there again", self.page.run(rows), before)
        self.page.run("document.getElementById('filter').focus()")
        self.page.type("no such variable")
        self.is_("variables that fit", self.page.run("document.querySelectorAll('#state tr').length"), 0)
        self.page.run("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))")
        self.page.press("Escape")

    def turns(self, dark):
        paper = "getComputedStyle(document.body).backgroundColor"
        before = self.page.run(paper)
        self.counts.note((sum(map(int, re.findall(r"\d+", before)[:3])) < 384) == dark, "%s: the paper is %s" % (self.name, before))
        self.page.press("t")
        self.counts.note(self.page.run(paper) != before, self.name + ": t does not turn light and dark")
        self.page.press("t", "?")
        self.is_("? lists keys", self.page.run("document.getElementById('keys').open"), True)
        self.page.press("Escape")

    def room(self):
        """Lanes that have room in the window need no scrolling."""
        lanes, wide, scrolls = self.page.run("(e => [document.querySelectorAll('.head').length, e.clientWidth, e.scrollWidth > e.clientWidth])(document.getElementById('chart'))")
        self.counts.note(not scrolls or wide < 84 + 118 * lanes, "%s: a chart of %d lanes scrolls sideways in %d" % (self.name, lanes, wide))

    def stays(self, width, height):
        """A window that gets another width shows what it showed."""
        self.page.press("End")
        top = "document.getElementById('chart').scrollTop"
        self.page.run("document.getElementById('chart').scrollTo({top: 1e6, behavior: 'instant'})")
        before = self.page.run(top)
        self.page.command("Emulation.setDeviceMetricsOverride", width=width - 20, height=height, deviceScaleFactor=1, mobile=width < 800)
        self.page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.is_("where the chart stands when the window is turned", self.page.run(top), before)
        self.page.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 800)

    def in_view(self):
        """A step that is gone to comes to be seen: its row, and of that who acts; from the corner both ways at once."""
        for key, step in ("End", self.last), ("Home", 0), ("f", self.last):
            if step:
                self.page.press("Home")
                self.page.run("document.getElementById('chart').scrollTo({top: 0, left: 0, behavior: 'instant'})")
            self.page.press(key)
            seen = self.page.run("""new Promise(done => { const chart = document.getElementById('chart'), until = Date.now() + 20000;
                const look = () => { const c = chart.getBoundingClientRect(), r = document.querySelector('.row.here rect.box').getBoundingClientRect();
                  const is = r.top >= c.top && r.bottom <= c.bottom + 1 && r.right > c.left + 20 && r.left < c.right - 20;
                  if (is || Date.now() > until) done(is); else requestAnimationFrame(look); }; look(); })""")
            self.is_("step %d is in view after %s" % (step, key), seen, True)

    def accesses(self):
        if "execution" not in self.trace:
            return
        reads = any("read" in e for e in self.trace["execution"]["events"])
        self.counts.note(("from " in self.text("accesses")) == reads, "%s: the accesses are %r" % (self.name, self.text("accesses")[:100]))
        self.page.press("Home")
        self.page.click("#accesses .link")
        self.counts.note(self.text("at").startswith("step"), "%s: an access leads to %r" % (self.name, self.text("at")))

    def rests(self):
        self.is_("what is asked of the network", self.page.requests, [])
        self.is_("what the console says", self.page.wrong, [])
        self.is_("a name that is a script is none", self.page.run("'hacked' in window || document.querySelectorAll('main script, main img, main iframe, header script, header img').length > 0"), False)


def read(counts, page, name, trace, view):
    reader = Reader(counts, page, name, trace)
    reader.steps()
    reader.searches()
    reader.watches()
    reader.filters()
    reader.turns(view[2])
    reader.room()
    reader.stays(*view[:2])
    reader.in_view()
    reader.accesses()
    reader.is_("looks", looks.faults(page), [])
    reader.rests()


def main():
    counts, pages = Counts(), sys.argv[1:]
    with browser.Browser() as chromium:
        for n, (trace_path, path) in enumerate(zip(pages[::2], pages[1::2])):
            trace = json.load(open(trace_path, encoding="utf-8"))
            for view in looks.some(n):
                page = chromium.open(path, *view)
                read(counts, page, "%s, %s" % (path.split("/")[-1], looks.named(view)), trace, view)
                page.close()
    print(counts.passed, counts.failed)


if __name__ == "__main__":
    main()
