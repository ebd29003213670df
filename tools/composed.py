# SPDX-License-Identifier: BSD-2-Clause
"""What the tools share that count on models: their tables, and a check of a model put together from files."""
import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(name):
    """The rows of a table of the repository."""
    with open(os.path.join(ROOT, name), newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


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
