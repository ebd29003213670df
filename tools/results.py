#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""results.py PROGRAM [--check|--light] - results/index.html: what was checked and found, for who never saw the tool.

The page is made of the ledger (results/claims.tsv, and results/claims.md, which
`make claims` writes), of results/findings.tsv, which says in words what each
kept trace shows, and of the traces in results/traces: the command in a trace's
first line is run again, and `murrelet show` draws what it finds.

--check makes it anew and says where the page that is there differs.  --light
does so without a search: it takes the charts from the page, each of which says
of which text of its trace it is.
"""
import difflib
import hashlib
import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from composed import ROOT, arguments, check_named, read, refuse

PAGE = os.path.join(ROOT, "results", "index.html")
VERDICTS = {"refuted": "✗", "qualified": "◐", "confirmed": "✓"}


def text_of(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def escape(text):
    return html.escape(text, quote=True)


def words(text):
    """A sentence of ours: `code` as such."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


# ---- the ledger ----

def worst(verdict):
    """Of a claim's verdicts the one that says most: the kind of mark it gets."""
    return next((kind for kind in VERDICTS if kind in verdict), "confirmed")


def ledger():
    """By claim: its verdict, and the table of what was run."""
    found = {}
    for part in text_of("results", "claims.md").split("\n## ")[1:]:
        name, lines = part.split(":", 1)[0], part.split("\n")
        verdict = re.search(r"^Verdict: \*\*(.*)\*\*", part, re.M)
        rows = [line[2:-2] for line in lines if line.startswith("| ")]
        if verdict and rows:
            heads = rows[0].split(" | ")
            # What bounds a search comes last, and may hold the sign that parts columns, there with a backslash.
            cells = [row.replace("\\|", "|").split(" | ", len(heads) - 1) for row in rows[1:]]
            found[name] = {"verdict": verdict[1], "heads": heads, "rows": cells}
    return found


# ---- charts ----

def command_of(name):
    first = text_of("results", "traces", name + ".txt").split("\n")[0]
    if not first.startswith("# murrelet "):
        refuse("results/traces/%s.txt" % name, "its first line is no command")
    return first[len("# murrelet "):]


def digest(name):
    return hashlib.sha256(text_of("results", "traces", name + ".txt").encode()).hexdigest()[:16]


def tree_with(patch, folder):
    for part in ("models", "invariants", "litmus"):
        shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part))
    subprocess.run(["git", "apply", "--unsafe-paths", os.path.join(ROOT, patch)], cwd=folder, check=True)
    return folder


def draw(program, name):
    """The chart of a trace, by its command; how many steps it has is the command's to say."""
    with tempfile.TemporaryDirectory() as folder:
        command, environment = shlex.split(command_of(name)), dict(os.environ, MURRELET_SHARE=ROOT)
        if command[0].startswith("@"):
            environment["MURRELET_SHARE"] = tree_with(command.pop(0)[1:], os.path.join(folder, "tree"))
        path = os.path.join(folder, "trace.json")
        subprocess.run([program, *command, "--trace-out", path], cwd=ROOT, env=environment, capture_output=True, check=False)
        if not os.path.exists(path):
            sys.exit("results/traces/%s.txt: its command has no trace" % name)
        with open(path, encoding="utf-8") as file:
            steps = len(json.load(file)["steps"]) - 1
        return plain(subprocess.run([program, "show", path, "--svg", "-"], capture_output=True, text=True, check=True).stdout), steps


def plain(svg):
    """The picture without what all share: its style and its arrow heads, which the page has once; no path of ours."""
    svg = re.sub(r"<style>.*?</style>\n?|<defs>.*?</defs>\n?", "", svg, flags=re.S)
    return re.sub(r"/[^ <>]*/(models|invariants|litmus)/", r"\1/", svg).rstrip("\n")


def shared(program):
    """The style and the arrow heads of any picture, for pictures in a page."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        with open(path, "w") as file:
            file.write('{"steps": [{"rule": "start"}]}')
        svg = subprocess.run([program, "show", path, "--svg", "-"], capture_output=True, text=True, check=True).stdout
    style, defs = re.search(r"<style>(.*?)</style>", svg, re.S)[1], re.search(r"<defs>.*?</defs>", svg, re.S)[0]
    style = re.sub(r"(^|[{}])((?:svg|text|\.)[a-z]*)\{", lambda m: m[1] + ("figure svg{" if m[2] == "svg" else "figure svg " + m[2] + "{"), style)
    return re.sub(r"(\})((?:text|\.)[a-z]*)\{", r"\1figure svg \2{", style), defs


def charts_anew(program, findings):
    return {row["trace"]: draw(program, row["trace"]) for row in findings}, shared(program)


def charts_kept(page, findings):
    """Those of the page that is there, of the traces that are as they were."""
    kept = {m[1]: ((m[4], int(m[3])) if m[2] == digest(m[1]) else None)
            for m in re.finditer(r'<figure class="scrolls" data-trace="([^"]*)" data-of="([^"]*)" data-steps="(\d+)"[^>]*>.*?(<svg.*?</svg>)', page, re.S)
            if os.path.exists(os.path.join(ROOT, "results", "traces", m[1] + ".txt"))}
    for row in findings:
        if not kept.get(row["trace"]):
            sys.exit("results/index.html has no chart of results/traces/%s.txt as it is now: make results" % row["trace"])
    parts = re.search(r"<style>/\* pictures \*/\n(.*?)</style>\n<svg class=\"defs\"[^>]*>(.*?)</svg>", page, re.S)
    return kept, (parts[1], parts[2])


# ---- the page ----

def mark(verdict):
    kind = worst(verdict)
    return '<span class="verdict %s">%s %s</span>' % (kind, VERDICTS[kind], escape(verdict))


def links_to(names, prefix=""):
    return ", ".join('<a href="#%s%s">%s</a>' % (prefix, name, name) for name in names)


def finding_part(row, chart, claims, found):
    name, (svg, steps) = row["trace"], chart
    about = row["claims"].split(",")
    size = dict(re.findall(r'(width|height)="(\d+)"', svg.split(">")[0]))
    figure = ('<figure class="scrolls" data-trace="%s" data-of="%s" data-steps="%d" tabindex="0" aria-label="Chart, %d wide: it scrolls sideways">'
              '<figcaption>Time runs downwards; the text below says the same in words.</figcaption>\n%s\n</figure>' % (name, digest(name), steps, int(size["width"]), svg))
    return "\n".join([
        '<article id="%s">' % name, "<h3>%s</h3>" % words(row["title"]), "<p>%s</p>" % words(row["finding"]),
        "<p>%s</p>" % "; ".join('%s %s: %s' % (links_to([claim]), escape(claims[claim]["system"]), mark(found[claim]["verdict"])) for claim in about),
        '<details%s><summary>Chart: %s</summary>' % (" open" if 0 < steps <= 12 else "", "a start state that nothing leads on from" if not steps else "%d steps" % steps), figure, "</details>",
        '<details><summary>In words, and how to see it again</summary>', '<pre class="scrolls" tabindex="0" aria-label="The trace as text">%s</pre>' % escape(text_of("results", "traces", name + ".txt").rstrip("\n")),
        "</details>", "</article>"])


def claim_part(claim, entry, traces):
    name = claim["id"]
    lines = ['<article id="%s">' % name, "<h3>%s: %s</h3>" % (name, escape(claim["system"])), "<p>%s.</p>" % words(claim["claim"][0].upper() + claim["claim"][1:]),
             '<p class="soft">%s. Checked by: %s. Expected: %s.</p>' % tuple(words(claim[key]) for key in ("source", "how it is checked", "expected"))]
    if not entry:
        return "\n".join(lines + ["<p>Not checked yet.</p>", "</article>"])
    lines.append("<p>%s, within the bounds below.%s</p>" % (mark(entry["verdict"]), " Seen in: " + "; ".join('<a href="#%s">%s</a>' % (t["trace"], words(t["title"])) for t in traces) + "." if traces else ""))
    lines += ["<details><summary>%d %s</summary>" % (len(entry["rows"]), "check" if len(entry["rows"]) == 1 else "checks"),
              '<div class="scrolls" tabindex="0" role="region" aria-label="Checks of %s"><table><thead><tr>%s</tr></thead><tbody>' % (name, "".join('<th scope="col">%s</th>' % escape(head) for head in entry["heads"]))]
    lines += ["<tr>%s</tr>" % "".join("<td>%s</td>" % words(cell) for cell in row) for row in entry["rows"]]
    return "\n".join(lines + ["</tbody></table></div></details>", "</article>"])


def papers(claims):
    """The claims by the paper that they are from, in the order of the ledger."""
    groups = {}
    for claim in claims:
        groups.setdefault(re.sub(r", (§|App|Fig|Table|Algorithm).*| text$", "", claim["source"]), []).append(claim)
    return groups


def make(charts, shared_parts):
    claims = read("results/claims.tsv", "id|source|system|claim|how it is checked|expected")
    findings = read("results/findings.tsv", "trace|claims|title|finding")
    found, by_name = ledger(), {claim["id"]: claim for claim in claims}
    kinds = [worst(found[c["id"]]["verdict"]) for c in claims if c["id"] in found]
    groups = papers(claims)
    order = sorted(findings, key=lambda row: (list(by_name).index(row["claims"].split(",")[0]), row["trace"]))
    values = {
        "STYLE": text_of("tools", "results.css"), "PICTURES": shared_parts[0], "DEFS": shared_parts[1],
        "CLAIMS": str(len(claims)), "PAPERS": str(len(groups)), "CHECKS": str(sum(len(e["rows"]) for e in found.values())),
        "REFUTED": str(kinds.count("refuted")), "QUALIFIED": str(kinds.count("qualified")), "CONFIRMED": str(kinds.count("confirmed")),
        "UNCHECKED": str(len(claims) - len(kinds)), "TRACES": str(len(findings)),
        "FINDINGS": "\n".join(finding_part(row, charts[row["trace"]], by_name, found) for row in order),
        "LIST": "\n".join('<li><a href="#%s">%s</a></li>' % (row["trace"], words(row["title"])) for row in order),
        "LEDGER": "\n".join("<h3>%s</h3>\n" % escape(paper) + "\n".join(claim_part(c, found.get(c["id"]), [f for f in findings if c["id"] in f["claims"].split(",")]) for c in group)
                            for paper, group in groups.items())}
    return re.sub(r"@([A-Z]+)@", lambda m: values[m[1]], text_of("tools", "results.html"))


def checked_findings():
    """The rows of results/findings.tsv, of which each trace has one, of claims that have been checked."""
    findings, found = read("results/findings.tsv", "trace|claims|title|finding"), ledger()
    traces = sorted(name[:-len(".txt")] for name in os.listdir(os.path.join(ROOT, "results", "traces")) if name.endswith(".txt"))
    check_named(findings, "trace", traces, "trace")
    for row in findings:
        for claim in row["claims"].split(","):
            if claim not in found:
                refuse(row.place, "there is no claim '%s' that was checked" % claim)
    missing = [name for name in traces if [row["trace"] for row in findings].count(name) != 1]
    if missing:
        refuse("results/findings.tsv", "no row, or more than one, of %s" % ", ".join(missing))
    return findings


def compare(page, made):
    """0 where they are the same; else what differs is printed."""
    if page == made:
        return 0
    lines = [line for line in difflib.unified_diff(page.split("\n"), made.split("\n"), "results/index.html", "made anew", n=0, lineterm="")]
    print("\n".join(line[:200] for line in lines[:40]))
    print("results/index.html is not what is made anew: make results")
    return 1


def main():
    program, option = os.path.abspath(sys.argv[1]), (sys.argv[2:] + [""])[0]
    findings = checked_findings()
    page = text_of("results", "index.html") if os.path.exists(PAGE) else ""
    made = make(*(charts_kept(page, findings) if option == "--light" else charts_anew(program, findings)))
    if option in ("--check", "--light"):
        return compare(page, made)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(made)
    return 0


if __name__ == "__main__":
    arguments(__doc__)
    sys.exit(main())
