# SPDX-License-Identifier: BSD-2-Clause
"""Time and memory a state against the number of states, as a picture (SVG).
Both axes are logarithmic: the same factor is the same distance everywhere."""
import math

WIDE, HIGH, LEFT, TOP, GAP = 330, 220, 50, 40, 60  # of a panel, and about it
COLOURS = ("#1b6ca8", "#c0392b", "#7fb2d9", "#e39c94")
PANELS = (("ns a state", lambda one: one["search_seconds"] / one["states"] * 1e9, "states visited", lambda one: one["states"]),
          ("bytes a state", lambda one: one["peak_bytes"] / one["stored"], "states stored", lambda one: one["stored"]))


def round_marks(least, most):
    """1, 2 or 5 times a power of ten, from the last at or below `least` to the first at or above `most`."""
    powers = range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)
    marks = [digit * 10 ** power for power in powers for digit in (1, 2, 5)]
    low, high = max(mark for mark in marks if mark <= least), min(mark for mark in marks if mark >= most)
    return [mark for mark in marks if low <= mark <= high]


def text(x, y, words, anchor="start", colour="black"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


class Panel:
    """One value against the states; `decades`: the first and the last power of ten of them."""

    def __init__(self, x, growth, decades, panel):
        self.x, self.decades, self.growth = x, decades, growth
        self.title, self.value, self.axis, self.states = panel
        values = [self.value(one) for _, _, one in growth]
        self.marks = round_marks(min(values), max(values))

    def across(self, states):
        first, last = self.decades
        return self.x + (math.log10(states) - first) / (last - first) * WIDE

    def up(self, value):
        low, high = self.marks[0], self.marks[-1]
        return TOP + HIGH - math.log(value / low) / math.log(high / low) * HIGH

    def frame(self):
        yield text(self.x, TOP - 14, self.title)
        yield text(self.x + WIDE, TOP + HIGH + 34, self.axis, "end")
        yield f'<path d="M{self.x} {TOP}V{TOP + HIGH}H{self.x + WIDE}" fill="none" stroke="black"/>'
        for power in range(self.decades[0], self.decades[1] + 1):
            x = self.across(10 ** power)
            yield text(x, TOP + HIGH + 18, f'10<tspan dy="-5" font-size="9">{power}</tspan>', "middle")
            yield f'<path d="M{x:.0f} {TOP + HIGH}v4" stroke="black"/>'
        for mark in self.marks:
            y = self.up(mark)
            yield text(self.x - 6, y + 4, f"{mark:,}", "end")
            if mark > self.marks[0]:
                yield f'<path d="M{self.x + 1} {y:.0f}h{WIDE}" stroke="#dddddd"/>'

    def curve(self, name, colour):
        points = [(self.across(self.states(one)), self.up(self.value(one))) for n, _, one in self.growth if n == name]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        for x, y in points:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'


def legend(names):
    for i, (colour, name) in enumerate(zip(COLOURS, names)):
        x, y = LEFT + 170 * i, TOP + HIGH + 62
        yield f'<path d="M{x} {y - 4}h20" stroke="{colour}" stroke-width="1.5"/><circle cx="{x + 10}" cy="{y - 4}" r="3" fill="{colour}"/>'
        yield text(x + 26, y, name)


def write_plot(path, growth):
    """`growth`: (name, size, result) of each search; those of one name are a curve."""
    names = list(dict.fromkeys(name for name, _, _ in growth))
    counts = [count for _, _, one in growth for count in (one["states"], one["stored"])]
    decades = math.floor(math.log10(min(counts))), math.ceil(math.log10(max(counts)))
    width, height = len(PANELS) * (LEFT + WIDE) + GAP, TOP + HIGH + 80
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for i, panel in enumerate(PANELS):
        drawn = Panel(LEFT + i * (LEFT + WIDE + 20), growth, decades, panel)
        out += drawn.frame()
        for colour, name in zip(COLOURS, names):
            out += drawn.curve(name, colour)
    out += [*legend(names), "</svg>"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
