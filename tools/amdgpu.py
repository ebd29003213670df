#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""amdgpu.py - the lowering tables of models/amdgpu/*.csv, as the machine reads them.

    amdgpu.py write             write models/amdgpu/lowering.m from the tables
    amdgpu.py check             whether it is what the tables say (exit code 1 where not)
    amdgpu.py steps VARIANT     each wait, write-back and invalidate of the rows of a
                                lowering: its row, its step, and what the document calls it
"""
import csv
import functools
import os
import sys

from composed import arguments

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "models", "amdgpu")
LOWERINGS = [("gfx942", "normal"), ("gfx942", "tgsplit"), ("gfx11", "cu"), ("gfx11", "wgp"), ("gfx12", "cu"), ("gfx12", "wgp"),
             ("proposed", "normal"), ("volatile", "cu"), ("back", "cu"), ("gfx125x", "wgp")]
OVER = {"proposed": "gfx942", "volatile": "gfx12", "back": "gfx12"} # a few rows of its own, and else those of another
COLUMNS = ["mode", "operation", "order", "scope", "before", "instruction", "after", "mark"]
ACCESSES = {"load": "load", "store": "store", "atomicrmw": "atomic", "fence": "-"}
SCOPES = ["singlethread", "wavefront", "workgroup", "cluster", "agent", "system"]
ORDERS = {"load": ["monotonic", "acquire", "seq_cst"], "store": ["monotonic", "release", "seq_cst"],
          "atomicrmw": ["monotonic", "acquire", "release", "acq_rel", "seq_cst"],
          "fence": ["acquire", "release", "acq_rel", "seq_cst"]}
# The steps of the machine, each a bit; the same instruction before an access and after it is two.
STEPS = ["BEFORE_AGENT_BACK", "BEFORE_SYSTEM_BACK", "BEFORE_ALL", "BEFORE_LOADS", "BEFORE_STORES",
         "AFTER_ALL", "AFTER_LOADS", "AFTER_STORES", "AFTER_L1", "AFTER_L0", "AFTER_AGENT", "AFTER_SYSTEM", "AFTER_DROPPED"]
# What the document calls them; "" does nothing in a program without LDS and without replay.  `a|b` is two steps:
# a is of an RMW that returns its value, b of one that does not.
WORDS = {
    "gfx942": {"vmcnt(0)": "ALL", "lgkmcnt(0)*": "", "buffer_wbl2 sc1=1": "AGENT_BACK",
               "buffer_wbl2 sc0=1 sc1=1": "SYSTEM_BACK",
               "buffer_inv sc0=1": "L0", "buffer_inv sc1=1": "AGENT", "buffer_inv sc0=1 sc1=1": "SYSTEM"},
    "gfx11": {"vmcnt(0)": "LOADS", "vscnt(0)": "STORES", "lgkmcnt(0)*": "", "vmcnt(0)|": "LOADS", "|vscnt(0)": "STORES",
              "buffer_gl1_inv": "L1", "buffer_gl0_inv": "L0"},
    "gfx12": {"loadcnt(0)": "LOADS", "storecnt(0)": "STORES", "dscnt(0)*": "", "loadcnt(0)|": "LOADS", "|storecnt(0)": "STORES",
              "global_wb scope:SCOPE_SYS": "SYSTEM_BACK", "global_inv scope:SCOPE_SE": "L0",
              "global_inv scope:SCOPE_DEV": "AGENT", "global_inv scope:SCOPE_SYS": "SYSTEM"},
}
WORDS["gfx125x"] = {**WORDS["gfx12"], "xcnt(0)": "", "global_wb scope:SCOPE_DEV": "AGENT_BACK"}
WORDS["gfx12"]["global_wb scope:SCOPE_DEV"] = "AGENT_BACK"
# How far an access has to go: 0 its CU, 1 its work-group or cluster, 2 its agent, 3 the system.
BITS = {"gfx942": {"": 0, "sc0=1": 1, "sc1=1": 2, "sc0=1 sc1=1": 3}, "gfx11": {"": 0, "glc=1": 2},
        "gfx12": {"": 0, "scope:SCOPE_SE": 1, "scope:SCOPE_DEV": 2, "scope:SCOPE_SYS": 3}}
BITS["gfx125x"] = BITS["gfx12"]


def keys():
    """Every row that a table has to have, in its order."""
    for operation, orders in ORDERS.items():
        if operation in ("load", "store"):
            yield operation, "none", "-"
        for order in orders:
            for scope in SCOPES:
                yield operation, order, scope


def refuse(words):
    sys.exit(f"amdgpu.py: {words}")


def base(target):
    """Whose words it is written in."""
    return OVER.get(target, target)


def modes_of(target):
    """Those that it has for itself, and for the targets that are laid over it."""
    return {mode for name, mode in LOWERINGS if target in (name, OVER.get(name))}


def fault_of(target, row, seen):
    """What is wrong with a row by itself, so that none is passed over in silence; None: nothing."""
    if set(row) != set(COLUMNS) or None in row.values():
        return "the columns are " + ",".join(COLUMNS)
    if any(byte in cell for cell in row.values() for byte in '"\0'):
        return "a table has neither quotes nor NUL bytes"
    if row["mode"] not in modes_of(target):
        return f"mode {row['mode']} is known to none"
    if key(row) not in keys():
        return f"there is no {' '.join(key(row))}"
    if row["instruction"].partition(" ")[0] != ACCESSES[row["operation"]]:
        return f"`{row['instruction']}` is no {row['operation']}"
    return "a row is there twice" if (row["mode"], key(row)) in seen else None


@functools.cache
def lines_of(target):
    """Every row of it, of all modes."""
    try:
        with open(os.path.join(FOLDER, target + ".csv"), encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file, quoting=csv.QUOTE_NONE))
    except (UnicodeDecodeError, csv.Error) as error:
        refuse(f"{target}: {error}")
    seen = set()
    for number, row in enumerate(found):
        fault = fault_of(target, row, seen)
        if fault:
            refuse(f"{target}, row {number + 1}: {fault}")
        seen.add((row["mode"], key(row)))
    return found


def read(target, mode):
    return [row for row in lines_of(target) if row["mode"] == mode]


def key(row):
    return row["operation"], row["order"], row["scope"]


def with_clusters(found):
    """A target that knows no clusters takes one for its agent."""
    for row in found:
        if row["scope"] == "agent" and not any(x["scope"] == "cluster" for x in found):
            yield {**row, "scope": "cluster", "taken": "1"}
        yield row


@functools.cache
def rows(target, mode):
    """Those of a target that is laid over another are the other's, but where it has its own."""
    found = read(target, mode)
    if not found:
        refuse(f"{target} has no row of mode {mode}")
    if target in OVER:
        own = {key(row): row for row in found}
        found = [own.pop(key(row), row) for row in read(OVER[target], mode)]
        if own:
            refuse(f"{target}: {' '.join(list(own)[0])} is no row of {OVER[target]}")
    found = list(with_clusters(found))
    if [key(row) for row in found] != list(keys()):
        refuse(f"{target} {mode}: its rows are not those of every operation, order and scope, in order")
    return found


def words_of(said_there):
    """`a|b` as its two alternatives."""
    for word in filter(None, said_there.split("; ")):
        returns, bar, silent = word.partition("|")
        yield from (returns + "|", "|" + silent) if bar else (word,)


def has_dropped(found):
    """Whether something was invalidated: a wait behind that is for it."""
    return any(step in ("AFTER_L0", "AFTER_L1", "AFTER_AGENT", "AFTER_SYSTEM") for step, _ in found)


def steps(target, row):
    """(step of the machine, what the document calls it) of a row; a step comes once."""
    found, words = [], WORDS[base(target)]
    for where in ("before", "after"):
        for word in words_of(row[where]):
            step = where.upper() + "_" + words.get(word, "?")
            if word not in words:
                refuse(f"{target}: `{word}` is not known")
            if words[word]:
                found.append(("AFTER_DROPPED" if (step, where) == ("AFTER_LOADS", "after") and has_dropped(found) else step, word))
    if len({step for step, _ in found}) != len(found) or any(step not in STEPS for step, _ in found):
        refuse(f"{target}: {row['before']} / {row['after']} is not a row of the machine")
    return found


def bits(target, row):
    """An RMW of gfx942 has its scope in sc1 alone, and reaches its agent at least."""
    written = row["instruction"].partition(" ")[2]
    rmw = base(target) == "gfx942" and row["operation"] == "atomicrmw"
    known = {"": 2, "sc1=1": 3} if rmw else BITS[base(target)]
    if written not in known:
        refuse(f"{target}: {' '.join(key(row))}: the bits `{written}` are not known")
    return known[written]


def said(row):
    parts = [row["before"], row["instruction"], row["after"]]
    return f"{row['operation']} {row['order']} {row['scope']}: " + " | ".join(part or "." for part in parts)


def cases(value, lowering):
    """Row numbers with a value other than 0, and the value."""
    values = [(number, value(lowering[0], row)) for number, row in enumerate(rows(*lowering))]
    return tuple(pair for pair in values if pair[1])


def shown(alike, number):
    """The row as each of the lowerings has it, or what names it where they differ."""
    texts = {said(rows(*LOWERINGS[lowering])[number]) for lowering in alike}
    return texts.pop() if len(texts) == 1 else texts.pop().partition(":")[0]


def table(name, kind, value):
    """A function of the row; lowerings with the same values share a case, and those of value 0 alone have none."""
    groups = {}
    for number, lowering in enumerate(LOWERINGS):
        groups.setdefault(cases(value, lowering), []).append(number)
    lines = [f"function {name}(r: row): {kind};", "begin", "  switch LOWERING"]
    for values, alike in groups.items():
        if values:
            numbers = ", ".join(map(str, alike))
            lines += [f"  case {numbers}:  -- {', '.join(' '.join(LOWERINGS[n]) for n in alike)}", "    switch r"]
            lines += [f"    case {number}: return {written};  -- {shown(alike, number)}" for number, written in values]
            lines += ["    end;"]
    return lines + ["  end;", "  return 0;", "end;"]


def sum_of(target, row):
    return " + ".join(step for step, _ in steps(target, row))


def mended(_, row):
    return int(row["mark"] in ("A2", "A3"))


def text():
    lines = ["-- SPDX-License-Identifier: BSD-2-Clause",
             "-- The lowering of every operation, order and scope: tools/amdgpu.py write makes this file from the",
             "-- tables beside it.  A row is shown as what stands before the access, the access, and what stands after.",
             "", "const"]
    lines += [f"  {step}: {1 << number};" for number, step in enumerate(STEPS)]
    lines += ["", "type", f"  row: 0 .. {len(list(keys())) - 1};", f"  steps: 0 .. {(1 << len(STEPS)) - 1};",
              "  level: 0 .. 3;", ""]
    lines += table("StepsOf", "steps", sum_of) + [""] + table("LevelOf", "level", bits)
    lines += ["", "-- Rows that had no step of these before October 2025."] + table("IsMended", "0 .. 1", mended)
    return "\n".join(lines) + "\n"


def list_steps(name):
    target, _, mode = name.partition(" ")
    if (target, mode) not in LOWERINGS:
        refuse(f"there is no lowering `{name}`: " + ", ".join(" ".join(x) for x in LOWERINGS))
    for number, row in enumerate(rows(target, mode)):
        for step, word in steps(target, row):
            print(number, step, word, said(row), sep="\t")


def main(arguments):
    path = os.path.join(FOLDER, "lowering.m")
    if arguments == ["write"]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text())
    elif arguments == ["check"]:
        with open(path, encoding="utf-8") as file:
            if file.read() != text():
                refuse("models/amdgpu/lowering.m is not what the tables say; `tools/amdgpu.py write` makes it")
    elif len(arguments) == 2 and arguments[0] == "steps":
        list_steps(arguments[1])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    arguments(__doc__, 0)
    main(sys.argv[1:])
