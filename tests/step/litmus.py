#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""litmus.py PROGRAM FOLDER MACHINE TEST [OPTION...] - walk through a litmus test by `murrelet step`, and hold the walk against
`murrelet litmus`, at each place that a machine is searched at: `until witness` leads to the condition if and only if litmus
says that some run does, in as many steps as its shortest one; what random walks end in are outcomes that litmus has; what is
saved replays.  Prints what differs, and at the end a line `walks N`."""
import json
import re
import subprocess
import sys


def run(*command, lines=''):
    return subprocess.run(command, input=lines, capture_output=True, text=True)


def searched(program, folder, options, test):
    path = folder + '/found.json'
    run(program, 'litmus', *options, '--placement', 'all', '--layout', 'all', '--trace', 'short', '--json', path, test)
    for found in json.load(open(path))['tests']:
        place, trace = found['environment']['placement'], found.get('trace')
        yield (None if place == 'any' else place + ' ' + found['environment']['layout'],
               [{k: str(v) for k, v in o['values'].items()} for o in found['outcomes']],
               len(trace['steps']) - 1 if trace else None)


def walk(program, options, place, test, *lines):
    at = ['--at', place] if place else []
    return run(program, 'step', *options, *at, test, lines='\n'.join(lines) + '\n')


def compare(program, folder, options, test, place, outcomes, steps):
    saved = folder + '/walk.json'
    found = walk(program, options, place, test, 'until witness', 'save ' + saved)
    made = re.search(r'^  (\d+) steps in', found.stdout, re.M)
    reached = 'no state that can be reached' not in found.stdout
    if found.returncode or not made:
        yield 'exit code %d: %s' % (found.returncode, found.stderr)
        return
    # `until` looks at so many states and no more: what it says then is nothing of those beyond.
    if 'none of the nearest' in found.stdout:
        reached, steps = False, None
    if (int(made[1]) if reached else None) != steps:
        yield 'until: %s steps, litmus: %s' % (made[1] if reached else 'no', steps)
    again = run(program, 'replay', '--trace', 'none', saved)
    if again.returncode or not again.stdout.startswith('replayed: '):
        yield 'the walk does not replay: %s' % (again.stdout + again.stderr)[-300:]
    for i in range(1, 4):
        ended = walk(program, options, place, test, 'random %d' % i, 'random 300', 'save ' + saved)
        for outcome in re.findall(r'^  final: (.*;) \(the condition', ended.stdout, re.M):
            if dict(value.split('=') for value in outcome.rstrip(';').split('; ')) not in outcomes:
                yield 'a walk ends in %s, which litmus does not have' % outcome
        if 'cannot be believed' in ended.stdout:
            yield 'the walk says: ' + ended.stdout[-200:]
        again = run(program, 'replay', '--trace', 'none', saved)
        if again.returncode or not again.stdout.startswith('replayed: '):
            yield 'a random walk does not replay: %s' % (again.stdout + again.stderr)[-300:]


def main():
    program, folder, machine, test, *rest = sys.argv[1:]
    options, walks = ['--machine', machine] + rest, 0
    for place, outcomes, steps in searched(program, folder, options, test):
        walks += 1
        for problem in compare(program, folder, options, test, place, outcomes, steps):
            print('%s on %s at %s: %s' % (machine, test, place, problem))
    print('walks', walks)


if __name__ == '__main__':
    main()
