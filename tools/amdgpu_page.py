#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""amdgpu_page.py [check] - write results/amdgpu.md from what amdgpu_rows.py found, and from the reasons of
models/amdgpu/redundant.tsv: why no test needs a step that is there.  With `check` write nothing.  The exit code is 1,
and each is named, where a step of the tables is neither needed by a test nor has a reason; where a line is about no step of the
tables; where a reason is about no step; and where no test uses a row."""
import os
import sys

import amdgpu
import amdgpu_rows
import amdgpu_tests

from composed import arguments

STARS = {amdgpu_rows.TRIED["all"]: "", amdgpu_rows.TRIED["made"]: "\\*", amdgpu_rows.TRIED["few"]: "\\*\\*"}
MARKS = {
    "A1": "The document prints scope bits on these RMWs that contradict its own text: sc0 says there whether the old value "
          "comes back, and only sc1 is scope. With sc1 at agent scope they would be performed at the memory, which changes "
          "no verdict here.",
    "A2": "As they are since October 2025. As they were (`gfx11-before`, `gfx12-before`), three tests of the library break that "
          "synchronise, two that are sc, and three of `tests/amdgpu`.",
    "A3": "The document still has the row from before; then it is a row of A2 as it was, and breaks the promise in the same way.",
    "A4": "The document's row names agent scope alone. Read so, an acquire fence at system scope would have no row.",
}


def why(line, table):
    reason = amdgpu_rows.reason_of(line, table)
    return reason["why"] if reason else "not explained"


def summary(lines):
    yield "| mode | steps | some test needs it | none does | no test has it | not tried |"
    yield "|---|---|---|---|---|---|"
    for mode in amdgpu_rows.VARIANTS:
        own = [x["verdict"] for x in lines if x["mode"] == mode]
        steps = len(list(amdgpu_rows.steps_of(mode)))
        yield f"| {mode} | {steps} | {own.count('killed')} | {own.count('survives')} | {own.count('no test')} | {steps - len(own)} |"


def survivors(lines, table):
    found = {}
    for line in lines:
        if line["verdict"] == "survives":
            found.setdefault(why(line, table), []).append(line)
    for reason, own in found.items():
        yield f"**{reason}**\n"
        for mode in amdgpu_rows.VARIANTS:
            steps = [f"{x['what']} ({x['instruction']})" + STARS[x["by"]] for x in own if x["mode"] == mode]
            if steps:
                yield f"- {mode}: " + "; ".join(steps)
        yield ""


def uses():
    """For each row: how many tests of the library and of ours use it, and one of them."""
    found = {number: [] for number in range(len(list(amdgpu.keys())))}
    for name, path in sorted(amdgpu_rows.tests().items()):
        for row in amdgpu_rows.rows_used(path):
            found[row].append(name)
    return found


def of_made():
    """The rows of the tests that are made for them."""
    return {row for text in amdgpu_tests.make().values() for row in amdgpu_rows.rows_in(text)}


def without_test():
    library, made = uses(), of_made()
    for number, key in enumerate(amdgpu.keys()):
        if not library[number] and number not in made:
            yield f"{' '.join(key)}: no test uses the row"


def used():
    yield "| row | tests | such as |"
    yield "|---|---|---|"
    library, made = uses(), of_made()
    for number, key in enumerate(amdgpu.keys()):
        names = library[number]
        such = f"`{names[0]}`" if names else "those of `tools/amdgpu_tests.py`" if number in made else "none"
        yield f"| {' '.join(key)} | {len(names)} | {such} |"


def marked():
    for mark, words in MARKS.items():
        rows = [f"{target} {' '.join([row['mode'], *amdgpu.key(row)])}" for target in ("gfx942", "gfx11", "gfx12")
                for mode in sorted({m for t, m in amdgpu.LOWERINGS if t == target})
                for row in amdgpu.rows(target, mode) if mark in row["mark"].split()]
        yield f"- **{mark}**: {words} Rows: {'; '.join(rows)}."


def page(lines, table):
    return "\n".join([
        "# What the documented sequences of AMD GPUs need", "",
        "`make amdgpu` writes this page ([the machine](../docs/protocols/amdgpu.md)). Each wait, write-back and invalidate "
        "of each row, and the bits of each access, is left out, one at a time; `amdgpu.tsv` says which test breaks then. Each "
        "pair of a test and a placement has at most 20,000 states; one prefetch a CU, no evictions; nothing is asked of liveness. So what "
        "breaks is needed, and what does not is not shown to be superfluous: no test within these bounds needs it. What is not tried "
        "`tools/amdgpu_rows.py build/murrelet --open` tries. A step stands here as it was found: what no test needed then was not tried "
        "on tests and variants that came later, and `--unneeded` tries it again.", "",
        *summary(lines), "", "## Steps that no test needs", "",
        "In bold what we take to be the reason, which is not proved. One would not drop them for all that: it rests on the "
        "machine, and the document does not promise it. A step with one star was tried on the tests that `tools/amdgpu_tests.py` "
        "makes for its row, and on those that some step is needed for, and not on the others of the library; one with two "
        f"stars on {amdgpu_rows.FEW} of those made, on each variant, and on those that a step of its row is needed for.", "",
        *survivors(lines, table), "## Rows that contradict themselves", "", *marked(), "",
        "## Which rows the tests use", "", *used(), ""])


def main(arguments):
    if arguments not in ([], ["check"]):
        sys.exit(__doc__)
    if not arguments:
        with open(os.path.join(amdgpu.ROOT, "results", "amdgpu.md"), "w", encoding="utf-8") as file:
            file.write(page(amdgpu_rows.read_lines(), amdgpu_rows.reasons()))
    found = list(amdgpu_rows.complaints(amdgpu_rows.read_lines())) + list(without_test())
    for words in found:
        print(words, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main(sys.argv[1:])
