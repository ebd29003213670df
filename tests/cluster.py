#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""cluster.py MURRELET WHAT... - searches with several processes against the same with one.

MURRELET is built with MPI.  WHAT is a case of tests/cases (with the options in its head),
or a line of options and a model; each is searched by one process with one thread and, by
`mpirun -n N`, for each N of --sizes and number of threads of --threads.  What
both report as JSON, but for times and memory, and the exit code must be the
same to the byte.  With --refused a case that several processes refuse by name
is counted as skipped, else it fails.  Prints what fails, and at the end PASSED
FAILED SKIPPED.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

# Times, memory, and who did what.
OWN = ('seconds', 'peak_rss_bytes', 'processes')

MPIRUN = ['mpirun', '--oversubscribe', '-n']
if os.geteuid() == 0:
    MPIRUN[1:1] = ['--allow-run-as-root']
# Between processes of one machine: fewer libraries to load.
ENVIRONMENT = {**os.environ, 'OMPI_MCA_pml': 'ob1', 'OMPI_MCA_btl': 'self,vader', 'OMPI_MCA_osc': 'rdma,pt2pt,sm'}


def options_of(case):
    """The options in the head of a case, and the case."""
    words = []
    for line in open(case, encoding='utf-8'):
        match = re.match(r'-- options:\s*(.*)', line)
        if match:
            words += shlex.split(match.group(1))
        elif not line.startswith('--'):
            break
    return words + [case]


def search(murrelet, words, processes=0, seconds=300):
    """The exit code, the report, and what was said on the standard error."""
    with tempfile.NamedTemporaryFile(suffix='.json') as file:
        start = MPIRUN + [str(processes)] if processes else []
        command = start + [murrelet, 'check', '--quiet', '--color', 'never', '--json', file.name] + words
        try:
            # A folder of its own for what mpirun keeps: two that start together both make the one that they would share.
            with tempfile.TemporaryDirectory(prefix='m') as own:
                done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=seconds,
                                      env={**ENVIRONMENT, 'OMPI_MCA_orte_tmpdir_base': own})
        except subprocess.TimeoutExpired:
            return None, {}, 'does not end'
        text = open(file.name, encoding='utf-8').read()
    report = json.loads(text) if text else {}
    return done.returncode, {k: v for k, v in report.items() if k not in OWN}, done.stderr


def compare_resumed(murrelet, what, words, resumed, whole):
    """One process searches up to a number of states, and what it wrote goes on with as many processes as are named, in turn."""
    failures, passed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'checkpoint')
        for k, size in enumerate(resumed):
            bound = [] if k == len(resumed) - 1 else ['--max-states', str((k + 1) * whole[1]['states'] // len(resumed))]
            goes_on = ['--resume', path] if k else []
            code, report, said = search(murrelet, words + bound + goes_on + ['--threads', '1', '--checkpoint', path], size if size > 1 else 0)
            parts = len(os.listdir(folder))
            if bound and (code != 3 or parts != size):
                failures.append(f'{what} by {size}: exit code {code} and {parts} files; {said.strip()[:200]}')
                break
        if not failures and (code, report) != whole:
            keys = [k for k in {**report, **whole[1]} if report.get(k) != whole[1].get(k)]
            failures.append(f'{what}, resumed by {resumed}: exit code {whole[0]} became {code}, and other are {keys}; {said.strip()[:200]}')
        passed = not failures
    return failures, int(passed), 0


def compare(murrelet, what, sizes, threads, refused, resumed):
    """Failures, and how many passed and were refused."""
    words = options_of(what) if os.path.isfile(what) else shlex.split(what)
    code, report, said = search(murrelet, words + ['--threads', '1'] if '--threads' not in words and '-j' not in words else words)
    if resumed:
        return compare_resumed(murrelet, what, words, resumed, (code, report))
    failures, passed, skipped = [], 0, 0
    for size in sizes:
        for count in threads:
            name = f'{what} with {size} processes of {count} threads'
            other_code, other, other_said = search(murrelet, words + ['--threads', str(count)], size)
            if refused and other_code == 2 and code != 2 and 'is for one process' in other_said:
                skipped += 1
            elif (other_code, other) == (code, report):
                passed += 1
            else:
                keys = [k for k in {**report, **other} if report.get(k) != other.get(k)]
                detail = '; '.join(f'{k}: {str(report.get(k))[:80]} became {str(other.get(k))[:80]}' for k in keys)
                failures.append(f'{name}: exit code {code} became {other_code}; {detail}; {other_said.strip()[:200]}')
    return failures, passed, skipped


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--sizes', default='2')
    parser.add_argument('--threads', default='1')
    parser.add_argument('--refused', action='store_true')
    parser.add_argument('--resumed', help='as 3,3,1,4: by so many processes in turn, each from the checkpoint of the one before')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('murrelet')
    parser.add_argument('what', nargs='+')
    a = parser.parse_args()
    sizes, threads = ([int(n) for n in text.split(',')] for text in (a.sizes, a.threads))
    resumed = [int(n) for n in a.resumed.split(',')] if a.resumed else None
    counts = [0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for failures, passed, skipped in pool.map(lambda what: compare(a.murrelet, what, sizes, threads, a.refused, resumed), a.what):
            for failure in failures:
                print('FAIL', failure, flush=True)
            counts = [counts[0] + passed, counts[1] + len(failures), counts[2] + skipped]
    print(*counts)
    return 1 if counts[1] else 0


if __name__ == '__main__':
    sys.exit(main())
