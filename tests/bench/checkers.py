# SPDX-License-Identifier: BSD-2-Clause
"""The checkers that are compared: how each is prepared, run, and what it says."""
import hashlib
import json
import math
import os
import platform
import re
import shlex
import statistics
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENOUGH = 30    # seconds in all after which a peer is not run again
LONG = 60      # the same of Murrelet
SILENT = 3     # times the patience, for a peer that has not said a figure by then
RUMUR_SAYS = 10000  # the number of states at which Rumur first says a figure
RUMUR_CFLAGS = ["-std=c11", "-O3", "-march=native", "-mcx16"]
SPIN_CFLAGS = ["-O2", "-DNOFAIR", "-DNOREDUCE", "-DMEMLIM=8000", "-DVECTORSZ=4096", "-w"]


def output(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout.decode()


def peak_bytes(pid, before):
    """The peak resident size of a process so far.  (What wait4 says of a short
    run is the size of this script, from which the process was forked.)"""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return max(before, *(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), 0)
    except (OSError, ValueError):
        return before


def run(command, log, patience=math.inf, said=lambda: True):
    """Wall and CPU seconds, peak bytes and exit code (None: stopped) of a process; what it prints goes to `log`.
    It is stopped after `patience` seconds if it has said a figure by then, else as soon as it does, or after
    SILENT times as many."""
    start = time.monotonic()
    peak, ended, stopped = 0, 0, False
    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=os.path.dirname(log))
        if patience == math.inf: # Murrelet: its report has the peak, and to look takes time from its threads
            ended, status, usage = os.wait4(process.pid, 0)
        while not ended:
            seconds = time.monotonic() - start
            if not stopped and seconds > patience and (seconds > SILENT * patience or said()):
                process.kill()
                stopped = True
            peak = peak_bytes(process.pid, peak)
            time.sleep(0.01)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    if stopped:
        return time.monotonic() - start, usage.ru_utime + usage.ru_stime, peak, None
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, peak, process.returncode


class Contender:
    """One checker on one model: `prepare` once, `measure` in turns."""

    def __init__(self, name, command, log, read, peer, build=None, says=None, codes=(0, 3)):
        self.name, self.command, self.log, self.read, self.peer, self.build = name, command, log, read, peer, build
        self.says = says    # the number of states at which it first says a figure, if that is known
        self.codes = codes  # with which it ends a search that is whole
        self.seconds, self.cpu, self.bytes, self.counts, self.done = [], [], [], None, False
        self.patience, self.wide = math.inf, False

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return self.read(file.read())

    def measure(self):
        if self.build:
            output(self.build)
            self.build = None
        seconds, spent, peak, code = run(self.command, self.log, self.patience if self.peer else math.inf, self.said)
        self.counts = self.said() if code is None or code in self.codes else None
        if code is not None and not self.counts:
            self.done, self.seconds = True, []
            return
        if code is None and self.counts: # up to the last line that it printed
            self.counts["part"] = True
            share = min(1, max(0, 1 - (time.time() - os.stat(self.log).st_mtime) / seconds))
            seconds, spent = seconds * share, spent * share
        self.seconds.append(seconds)
        self.cpu.append(spent)
        self.bytes.append(self.counts.pop("peak_bytes", peak) if self.counts else peak)
        self.done = code is None or sum(self.seconds) > (ENOUGH if self.peer else LONG)

    def result(self):
        command = " ".join(map(shlex.quote, self.command)).replace(ROOT + "/", "")
        if self.seconds and not self.counts and self.says: # stopped in silence
            return {"below": self.says, "seconds": max(self.seconds), "cpu_seconds": max(self.cpu), "command": command}
        if not self.seconds or not self.counts:
            return None
        seconds = statistics.median(self.seconds)
        return {"seconds": seconds, "cpu_seconds": statistics.median(self.cpu),
                "spread": max(self.seconds) - min(self.seconds), "runs": len(self.seconds),
                "peak_bytes": max(self.bytes), **self.counts, "rules_per_second": self.counts["rules"] / seconds,
                "command": command}


def murrelet(program, bench, threads, folder, *more, mark="", codes=(0, 3)):
    _, model, constants, symmetry, options, _ = bench
    report = os.path.join(folder, "-".join(["murrelet", str(threads), *more]) + f"{mark}.json")
    command = [program, "check", "--quiet", "--threads", str(threads), "--symmetry", symmetry, "--json", report,
               *options, *more]
    for name, value in constants.items():
        command += ["--const", f"{name}={value}"]

    def read(_):
        with open(report, encoding="utf-8") as file:
            found = json.load(file)
        return {"states": found["states"], "stored": found["states"] + found.get("states_waiting", 0),
                "rules": found["rules_fired"], "verdict": found["verdict"], "depth": found["depth"],
                "search_seconds": found["seconds"], "peak_bytes": found["peak_rss_bytes"], "arcs": found.get("fairness", {}).get("arcs")}
    command.append(os.path.join(ROOT, model))
    return Contender(f"Murrelet, {threads}", command, report.replace(".json", ".log"), read, False, codes=codes)


def two_at_once(program, bench, folder):
    """Seconds of two runs of one thread each, side by side: what two threads could reach."""
    both = [murrelet(program, bench, 1, folder, mark=f"-beside-{i}") for i in (1, 2)]
    start = time.monotonic()
    processes = [subprocess.Popen(c.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
                 for c in both]
    for process in processes:
        process.wait()
    return time.monotonic() - start


def guards_per_state(program, bench, folder):
    _, model, constants, symmetry, options, _ = bench
    report = os.path.join(folder, "stats.json")
    command = [program, "check", "--quiet", "--stats", "--symmetry", symmetry, "--json", report, *options]
    for name, value in constants.items():
        command += ["--const", f"{name}={value}"]
    run([*command, os.path.join(ROOT, model)], os.path.join(folder, "stats.log"))
    with open(report, encoding="utf-8") as file:
        found = json.load(file)
    return sum(rule["tested"] for rule in found["rules"]) / max(found["states"], 1)


def rumur(program, bench, threads, folder):
    _, model, constants, symmetry, options, _ = bench
    flat = os.path.join(folder, "flat.m")
    command = [program, "print", "--flatten"]
    for name, value in constants.items():
        command += ["--const", f"{name}={value}"]
    with open(flat, "w", encoding="utf-8") as file:
        file.write(output([*command, model]))
    deadlock = options[options.index("--deadlock") + 1] if "--deadlock" in options else "stuttering"
    source, binary = os.path.join(folder, f"rumur-{threads}.c"), os.path.join(folder, f"rumur-{threads}")
    output(["rumur", "--threads", str(threads), "--deadlock-detection", deadlock, "--symmetry-reduction",
            "exhaustive" if symmetry == "exact" else "off", "--output", source, flat])

    def read(text):
        found = re.search(r"([0-9]+) states, ([0-9]+) rules fired", text)
        errors = re.search(r"([0-9]+) error\(s\) found", text)
        if errors and int(errors[1]) > len(re.findall(r"not hit$", text, re.MULTILINE)): # it takes unmet covers for errors
            return None
        if found:
            return {"states": int(found[1]), "rules": int(found[2])}
        part = re.findall(r"([0-9]+) states explored in [0-9]+s, with ([0-9]+) rules fired", text)
        return part and {"states": int(part[-1][0]), "rules": int(part[-1][1])}
    return Contender(f"Rumur, {threads}", ["stdbuf", "-oL", binary], os.path.join(folder, f"rumur-{threads}.log"), read, True,
                     ["cc", *RUMUR_CFLAGS, "-o", binary, source, "-lpthread"], RUMUR_SAYS, (0, 1))


def spin(bench, mode, folder):
    _, _, constants, _, _, model = bench
    defines = [f"-D{name}={value}" for name, value in constants.items()]
    inner = os.path.join(folder, "spin-" + mode.lower())
    os.makedirs(inner, exist_ok=True)
    subprocess.run(["spin", *defines, "-a", os.path.join(ROOT, "tests/bench", model)], check=True, cwd=inner,
                   stdout=subprocess.DEVNULL)

    def read(text):
        states = re.search(r"([0-9.e+]+) states, stored", text)
        moves = re.search(r"([0-9.e+]+) transitions", text)
        return states and {"states": int(float(states[1])), "rules": int(float(moves[1]))}
    return Contender(f"SPIN -D{mode}", [os.path.join(inner, "pan"), "-m10000000", "-w26"],
                     os.path.join(inner, "log"), read, True,
                     ["cc", *SPIN_CFLAGS, f"-D{mode}", "-o", os.path.join(inner, "pan"), os.path.join(inner, "pan.c")])


def digest(contender, folder):
    """What a peer's figures depend on."""
    hash_ = hashlib.sha256(f"3 {contender.name} {platform.node()} {cpu()}".encode())
    for name in sorted(os.listdir(folder)):
        if name == "flat.m" or name.endswith(".c"):
            with open(os.path.join(folder, name), "rb") as file:
                hash_.update(file.read())
    return hash_.hexdigest()


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
