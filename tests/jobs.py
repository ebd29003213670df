#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""jobs.py github|gitlab FILE FOLDER BIN - run the shell steps of a job file in a folder as the service does, with the commands
of BIN before all others; print the paths that the service takes afterwards.  Exit code: of the first step that fails.

What a file has beside its steps must be a key that the service knows."""
import os
import subprocess
import sys

import yaml

KNOWN = {"github": {"name", "on", "jobs"}, "job": {"runs-on", "permissions", "steps"}, "step": {"name", "uses", "with", "run", "env", "if"},
         "gitlab": {"image", "before_script", "script", "artifacts"}}
BAD = 99


def wrong(what):
    print(what, file=sys.stderr)
    sys.exit(BAD)


def known(kind, given):
    if set(given) - KNOWN[kind]:
        wrong(f"what is {set(given) - KNOWN[kind]} of a {kind}?")


def github(root):
    """Steps (condition, script), and paths."""
    known("github", {"on" if key is True else key for key in root})  # YAML takes `on` for true
    (job,) = root["jobs"].values()
    known("job", job)
    steps, paths = [], []
    for step in job["steps"]:
        known("step", step)
        if ("uses" in step) == ("run" in step) or ("uses" in step and "@" not in step["uses"]):
            wrong(f"a step runs something, or uses something of a version: {step}")
        paths += [step.get("with", {})[key] for key in ("sarif_file", "path") if key in step.get("with", {})]
        if "run" in step:
            steps.append((step.get("if", ""), step["run"]))
    return steps, paths


def gitlab(root):
    """One shell runs both parts."""
    (job,) = root.values()
    known("gitlab", job)
    artifacts = job["artifacts"]
    return [("", "\n".join(job["before_script"] + job["script"]))], artifacts["paths"] + [artifacts["reports"]["junit"]]


def run(steps, folder, tools):
    environment = dict(os.environ, HOME=folder + "/home", DEPS="skip", MURRELET_REPOSITORY="https://example.org/murrelet",
                       GITHUB_PATH=folder + "/path", GITHUB_STEP_SUMMARY=folder + "/summary", PATH=tools + ":" + os.environ["PATH"])
    for name in ("MAKEFLAGS", "MAKELEVEL"):
        environment.pop(name, None)
    worst = 0
    for condition, script in steps:
        if worst and condition != "always()":
            continue
        if os.path.exists(folder + "/path"):
            more = open(folder + "/path", encoding="utf-8").read().split()
            environment["PATH"] = ":".join([tools] + more + [os.environ["PATH"]])
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
        print(script, done.returncode, done.stdout[-600:], done.stderr[-600:], file=sys.stderr)
        worst = worst or done.returncode
    return worst


def main():
    service, file, folder, tools = sys.argv[1:]
    steps, paths = (github if service == "github" else gitlab)(yaml.safe_load(open(file, encoding="utf-8")))
    os.makedirs(folder + "/home", exist_ok=True)
    print("\n".join(paths))
    return run(steps, folder, tools)


if __name__ == "__main__":
    sys.exit(main())
