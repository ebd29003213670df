# SPDX-License-Identifier: BSD-2-Clause
"""What the tools share that count on models: their tables, and a check of a model put together from files."""
import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Row(dict):
    """A row of a table, which knows its place: FILE:LINE."""
    place = ""


def arguments(document, least=1):
    """The words of the command line.  Where help is asked for, or there are fewer, what the tool says of itself, and the end."""
    words = sys.argv[1:]
    if "-h" in words or "--help" in words:
        print(document.strip())
        sys.exit(0)
    if len(words) < least:
        print(document.strip(), file=sys.stderr)
        sys.exit(2)
    return words


def refuse(place, words):
    sys.exit("%s: %s" % (place, words))


def run(words, codes):
    """What the command prints.  With another exit code than one of these it is the end."""
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        sys.exit("%s: exit code %d" % (" ".join(words), done.returncode))
    return done.stdout


def read(name, columns):
    """The rows of a table of the repository, whose columns are named, and a cell in each: else nothing is read."""
    rows = []
    with open(os.path.join(ROOT, name), newline="") as file:
        for number, cells in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            place = "%s:%d" % (name, number)
            if number == 1 and cells != columns.split("|"):
                refuse(place, "the columns are not %s" % columns.replace("|", ", "))
            if len(cells) != len(columns.split("|")):
                refuse(place, "%d cells, and the table has %d columns" % (len(cells), len(columns.split("|"))))
            if number > 1:
                row = Row(zip(columns.split("|"), cells))
                row.place = place
                rows.append(row)
    return rows


def check_named(rows, column, names, what):
    """Each row names something that there is: one that does not would never be looked at."""
    for row in rows:
        if row[column] not in names:
            refuse(row.place, "there is no %s '%s'" % (what, row[column]))


def check(program, name, includes, text, constants, *options):
    """The JSON report on a model of these files and this text; covers are only reported.  Ends where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = os.path.join(folder, "model.m"), os.path.join(folder, "report.json")
        with open(path, "w") as file:
            for include in includes:
                file.write('include "%s"\n' % os.path.join(ROOT, include))
            file.write(text)
        command = [program, "check", "--quiet", "--warn", "none", "--trace", "none", "--covers", "report", *options,
                   "--json", report, path]
        for constant in constants.split():
            command += ["--const", constant]
        done = subprocess.run(command, capture_output=True, text=True)
        if not os.path.exists(report):
            sys.exit("%s: %s" % (name, done.stderr))
        with open(report) as file:
            return json.load(file)


MACHINES = "machine|variant|file|driver|constants|promises|source"


def pairs(text):
    """NAME=VALUE ..., by name."""
    return dict(word.split("=") for word in text.split())


def variants(name):
    """Of a machine that comes along the constants of each variant, by its name; the machine itself is the variant without one."""
    return {row["variant"]: pairs(row["constants"]) for row in read("models/machines.tsv", MACHINES) if row["machine"] == name}
