# SPDX-License-Identifier: BSD-2-Clause
"""looks.py - is a page of ours, open in a browser, readable and reachable: for page.py and its like."""
import os
import re
import time

HERE = os.path.dirname(os.path.abspath(__file__))
VIEWS = [(1500, 900, False), (1500, 900, True), (360, 740, False), (360, 740, True)]
# What has the focus, whether that can be seen (an outline, or a stroke that is thick), and whether it is in the window with nothing over it.
FOCUS = """(e => { const s = getComputedStyle(e), c = e.querySelector && e.querySelector("circle");
  const seen = (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1) || (c && parseFloat(getComputedStyle(c).strokeWidth) >= 3);
  const r = e.getBoundingClientRect(), x = (Math.max(0, r.left) + Math.min(innerWidth, r.right)) / 2, y = (Math.max(0, r.top) + Math.min(innerHeight, r.bottom)) / 2, at = document.elementFromPoint(x, y);
  return [e === document.body ? null : e.dataset.stop ?? "?", e.tagName + "#" + e.id + " " + e.textContent.trim().slice(0, 30), !!seen, !!at && (e.contains(at) || at.contains(e))]; })(document.activeElement)"""


def some(n):
    """The views that a page is looked at in, the n-th of some: by night all; by day by turns one of the two that differ most."""
    return VIEWS if os.environ.get("NIGHTLY") else [VIEWS[0 if n % 2 == 0 else 3]]


def named(view):
    width, height, dark = view
    return "%d by %d, %s" % (width, height, "dark" if dark else "light")


def faults(page):
    """What is wrong with how a page looks, and with what Tab comes to, as a list of lines."""
    seen = page.run(open(os.path.join(HERE, "looks.js"), encoding="utf-8").read())
    wrong = ["too faint: " + what for what in seen["faint"]]
    wrong += ["leaves its box: " + what for what in seen["spilt"]]
    wrong += ["covers what is beside it: " + what for what in seen["covered"]]
    wrong += ["outside of the page: " + what for what in seen["outside"]]
    wrong += ["the page scrolls sideways"] * seen["scrolls"] + ["the page scrolls as a whole, beside its parts"] * seen["sinks"]
    return wrong + walk(page, seen["stops"]) + nameless(page)


def walk(page, stops):
    """Tab comes to all of them, or by day to the first hundred, each seen to have the focus, in the window."""
    if not os.environ.get("NIGHTLY"):
        stops = stops[:100]
    wrong, visited = go_round(page, stops)
    for seconds in (1, 2, 4, 8):
        if visited or not stops:
            break
        time.sleep(seconds)  # Tab came to none at all: the window has not the keyboard yet, on a busy machine
        page.take_keyboard()
        page.click_at(1, 1)  # in the margin: a window takes the keyboard with the mouse
        wrong, visited = go_round(page, stops)
    return wrong + ["Tab does not come to: " + what for i, what in enumerate(stops) if str(i) not in visited]


def go_round(page, stops):
    wrong, visited = [], set()
    page.run("(document.activeElement || document.body).blur()")
    for _ in range(len(stops) + 8):
        page.press("Tab")
        stop, what, seen, inside = page.run(FOCUS)
        if stop is None:
            continue
        if stop in visited:
            break
        visited.add(stop)
        if not seen:
            wrong.append("has the focus and does not show it: " + what)
        if not inside:
            wrong.append("has the focus out of sight: " + what)
    return wrong, visited


def nameless(page):
    """Each control has a name in words, as a screen reader has it."""
    nodes = page.command("Accessibility.getFullAXTree")["nodes"]
    controls = [n for n in nodes if not n.get("ignored") and n["role"]["value"] in ("button", "checkbox", "textbox", "searchbox", "combobox", "link")]
    return ["a %s without a name: %r" % (n["role"]["value"], n.get("name", {}).get("value")) for n in controls
            if not re.search(r"[A-Za-z0-9]", n.get("name", {}).get("value", ""))]
