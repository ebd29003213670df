# SPDX-License-Identifier: BSD-2-Clause
"""What was measured, as JSON and as Markdown."""
import json
import os
import statistics

from checkers import RUMUR_SAYS
from plot import write_plot


def figure(value):
    for unit in ("", " k", " M", " G"):
        if value < 999.5:
            return f"{value:.3g}{unit}"
        value /= 1000
    return f"{value:.3g} T"


def mean(ratios):
    return statistics.geometric_mean(ratios) if ratios else None


def times_as_fast(one, peer):
    """Rules a second of processor time, as many times the peer's; of a silent one, which had
    reached fewer states than it says a figure at, states a second: the ratio is more than that."""
    if "below" in peer:
        return one["states"] / one["cpu_seconds"] / (peer["below"] / peer["cpu_seconds"])
    return one["rules"] / one["cpu_seconds"] / (peer["rules"] / peer["cpu_seconds"])


def silent(rows):
    """Of each model on which Rumur had said nothing when it was stopped: its name, Rumur's seconds, and the
    least ratio of states a second."""
    pairs = [(row, row["results"].get("Murrelet, 1"), row["results"].get("Rumur, 1")) for row in rows]
    return [(f"{row['model']}, symmetry {row['symmetry']}", peer["seconds"], times_as_fast(one, peer))
            for row, one, peer in pairs if one and peer and "below" in peer]


def summary(rows):
    """The figures that are promised, each a geometric mean beside its least."""
    plain, exact, threads = [], [], []
    for row in rows:
        results = row["results"]
        one, peer = results.get("Murrelet, 1"), results.get("Rumur, 1")
        many = next((r for n, r in results.items() if n.startswith("Murrelet") and n != "Murrelet, 1"), None)
        if one and peer and "below" not in peer:
            (plain if row["symmetry"] == "off" else exact).append(times_as_fast(one, peer))
        if one and many and one["states"] >= 1000000:
            threads.append(one["seconds"] / many["seconds"])
    return [(what, mean(ratios), min(ratios), len(ratios)) for what, ratios in
            (("rules a second of CPU time, one thread of Murrelet to one of Rumur, symmetry off", plain),
             ("the same with exact symmetry", exact),
             ("time, one thread to all processors, a million states and more", threads)) if ratios]


def write_rows(out, rows):
    out.write("\n| model | symmetry | states | guards/state | checker, threads | seconds | CPU seconds | rules/s "
              "| states/s | bytes/state | times Rumur, 1 |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
    for row in rows:
        base = row["results"].get("Rumur, 1")
        for name, result in row["results"].items():
            if not result:
                out.write(f"| {row['model']} | {row['symmetry']} | | | {name} | no result | | | | | |\n")
                continue
            if "below" in result:
                out.write(f"| {row['model']} | {row['symmetry']} | below {result['below']:,} | {row['guards_per_state']:.1f} | "
                          f"{name} | {result['seconds']:.2f} | {result['cpu_seconds']:.2f} | | below "
                          f"{figure(result['below'] / result['seconds'])} | | 1.0 |\n")
                continue
            ratio = base and not name.startswith("SPIN") and times_as_fast(result, base)
            over = "over " if base and "below" in base else ""
            out.write(f"| {row['model']} | {row['symmetry']} | {'part: ' if 'part' in result else ''}{result['states']:,} | "
                      f"{row['guards_per_state']:.1f} | {name} | {result['seconds']:.2f} | {result['cpu_seconds']:.2f} | "
                      f"{figure(result['rules_per_second'])} | {figure(result['states'] / result['seconds'])} | "
                      f"{'' if 'part' in result else format(result['peak_bytes'] / result['states'], '.1f')} | "
                      f"{f'{over}{ratio:.1f}' if ratio else ''} |\n")


def write_table(out, title, text, columns, rows):
    """A section with one table; nothing where there are no rows."""
    if not rows:
        return
    out.write(f"\n## {title}\n\n{text}\n\n| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|\n")
    out.writelines("| " + " | ".join(row) + " |\n" for row in rows)


def bytes_each(result):
    return f"{result['peak_bytes'] / result['stored']:.1f}"


def mebibytes(size):
    return f"{size / 2**20:.1f}"


def seconds_of(result):
    return f"{result['search_seconds']:.2f}"


def times(one, other):
    """The seconds of the search of `one`, as many times those of the other."""
    return one["search_seconds"] / other["search_seconds"]


def write_memory(out, large):
    write_table(out, "Memory", "Peak resident size over the states stored, one thread, symmetry off.",
                ["model", "states", "bytes/state", "with `--trace none`", "seconds", "with `--trace none`"],
                [(name, f"{plain['stored']:,}", bytes_each(plain), bytes_each(bare), f"{plain['seconds']:.1f}", f"{bare['seconds']:.1f}")
                 for name, plain, bare in large])


def write_violations(out, violated):
    write_table(out, "Violations", "What a violation costs, its trace included, beside a search of the same states that meets none "
                "(of the model as it is, to the depth of the violation).  One thread, symmetry off, seconds of the search, "
                "medians of 5, taken in turns.",
                ["model, and the property that was added", "depth", "states", "to that depth", "with violation and trace", "times"],
                [(f"{name}: `{added}`".replace("|", "\\|"), str(traced["depth"]), f"{plain['states']:,}", seconds_of(plain),
                  seconds_of(traced), f"{times(traced, plain):.2f}") for name, added, plain, traced in violated])


def write_formulas(out, formulas):
    write_table(out, "Formulas", "What a formula costs with all rules weakly fair (`--fair all --ltl FORMULA --trace none`), beside the plain search: "
                "CPU seconds of whole processes, medians of 5, taken in turns.  One thread, symmetry off.  First with what each state leads to written "
                "down in memory, then with `--memory` that leaves no room for it, so that it is found again.",
                ["model, and the formula", "", "states", "arcs", "plain", "with it", "times", "MiB more", "found again", "times", "MiB more"],
                [(f"{name}: `{formula}`".replace("|", "\\|"), with_it["verdict"], f"{plain['states']:,}", f"{plain['rules']:,}",
                  f"{plain['cpu_seconds']:.2f}", f"{with_it['cpu_seconds']:.2f}", f"{with_it['times']:.2f}",
                  mebibytes(with_it["peak_bytes"] - plain["peak_bytes"]),
                  *((f"{again['cpu_seconds']:.2f}", f"{again['times']:.2f}", mebibytes(again["peak_bytes"] - plain["peak_bytes"]))
                    if again["verdict"] == with_it["verdict"] and again["arcs"] == "nowhere" else (again["verdict"], "", "")))
                 for name, formula, plain, with_it, again in formulas])


def write_coverage(out, coverage):
    write_table(out, "Coverage", "What `--coverage` costs: CPU seconds of whole processes (`murrelet check --quiet --threads 1 --opt 2`, the models "
                "compiled before), medians of 9 taken in turns; what it costs more is the median of the turns.",
                ["what is checked", "plain", "with it", "more, per cent"],
                [(f"`{what}`", f"{plain:.2f}", f"{covered:.2f}", f"{more:+.1f}") for what, plain, covered, more in coverage])


def same_end(one, other):
    return all(one[field] == other[field] for field in ("verdict", "states", "rules"))


def write_spill(out, spill):
    write_table(out, "Spill", "A search in memory, and the same with `--spill` and half of the peak resident size of the first one as "
                "`--memory`; symmetry off, one run each, the times are those of the search.",
                ["model", "threads", "states", "MiB", "half of it", "held, MiB", "seconds", "with half", "times"],
                [(name, str(threads), f"{whole['states']:,}", mebibytes(whole["peak_bytes"]), mebibytes(whole["peak_bytes"] / 2),
                  mebibytes(half["peak_bytes"]), seconds_of(whole),
                  *((seconds_of(half), f"{times(half, whole):.1f}") if same_end(whole, half) else
                    (f"{half['verdict']} after {half['states']:,} states", ""))) for name, threads, whole, half in spill])


def write_growth(out, growth):
    write_table(out, "Growth", "One thread, symmetry off, the faster of two runs that are minutes apart (the longest: one run); the times are those of the search.  "
                "First two models whose search is stopped later and later, then models of more and more "
                "parts, which have more to do for each state.  Time is by state visited and by rule fired, "
                "memory by state stored: a search that is stopped has stored some that it has not visited.\n\n"
                "![nanoseconds and bytes a state against states](growth.svg)",
                ["model", "size", "visited", "stored", "seconds", "ns/state", "ns/rule", "bytes/state"],
                [(name, str(size), f"{one['states']:,}", f"{one['stored']:,}", seconds_of(one),
                  f"{one['search_seconds'] / one['states'] * 1e9:.0f}", f"{one['search_seconds'] / one['rules'] * 1e9:.1f}",
                  bytes_each(one)) for name, size, one in growth])


def write_ratios(out, rows):
    out.write("\n| ratio | geometric mean | least | models |\n|---|---|---|---|\n")
    for what, middle, least, count in summary(rows):
        out.write(f"| {what} | {middle:.2f} | {least:.2f} | {count} |\n")
    for name, seconds, ratio in silent(rows):
        out.write(f"\n{name}: after {seconds:.0f} s Rumur had not yet said that it has {RUMUR_SAYS:,} states; in states a "
                  f"second Murrelet is more than {ratio:,.0f} times as fast.\n")


def write_ceilings(out, rows):
    ceilings = [f"{row['model']} {row['ceiling']:.2f}" for row in rows if "ceiling" in row]
    if ceilings:
        out.write("\nWhat two independent runs of one thread reach side by side, as many times one run: " + ", ".join(ceilings) + ".\n")


def write_commands(out, rows):
    out.write("\n## Commands\n\n")
    for row in rows:
        for name, result in row["results"].items():
            if result:
                out.write(f"- {row['model']}, symmetry {row['symmetry']}, {name}: `{result['command']}`\n")


def write_markdown(path, found):
    machine, rows = found["machine"], found["models"]
    with open(path, "w", encoding="utf-8") as out:
        out.write("# Benchmarks\n\nWritten by `make bench`; each figure is a median of whole processes.\n\n")
        out.writelines(f"- {key}: {value}\n" for key, value in machine.items())
        out.writelines(f"- {part} measured: {date}\n" for part, date in found["dates"].items())
        write_ratios(out, rows)
        write_rows(out, rows)
        out.write("\nSPIN counts transitions otherwise, so only its states per second compare. "
                  f"A part: stopped after {machine['patience']} s, or later, when it had first said how far it was; its rate is that of the part.\n")
        write_ceilings(out, rows)
        write_memory(out, found["memory"])
        write_violations(out, found["violations"])
        write_formulas(out, found["formulas"])
        write_coverage(out, found["coverage"])
        write_spill(out, found["spill"])
        write_growth(out, found["growth"])
        write_commands(out, rows)


def write_results(folder, found):
    with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
    write_markdown(os.path.join(folder, "bench.md"), found)
    if found["growth"]:
        write_plot(os.path.join(folder, "growth.svg"), found["growth"])
