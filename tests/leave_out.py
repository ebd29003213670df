#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""leave_out.py PROGRAM TRACE.json FOLDER - whether a slice has a step that can be left out: each of them is, in turn, and `replay`,
which fires rules by generated code and knows nothing of slices, must not reproduce what is left.  The trace as it is must be
reproduced.  Prints what is wrong, and the number of steps."""
import json
import subprocess
import sys


def reproduced(program, trace, path):
    json.dump(trace, open(path, 'w'))
    out = subprocess.run([program, 'replay', '--trace', 'none', path], capture_output=True, text=True)
    if out.returncode not in (0, 1, 2):
        print('exit code', out.returncode, out.stderr)
    return '\nreproduced: ' in '\n' + out.stdout


def main():
    program, name, folder = sys.argv[1:]
    trace = json.load(open(name))
    del trace['trace_hash']  # as one that is written by hand
    for step in trace['steps']:
        step.pop('changes', None), step.pop('was', None), step.pop('instance', None)
    if not reproduced(program, trace, folder + '/whole.json'):
        print('the slice is not reproduced')
    steps = trace['steps']
    for i in range(1, len(steps)):
        if reproduced(program, trace | {'steps': steps[:i] + steps[i + 1:]}, folder + '/less.json'):
            print('step', i, 'can be left out')
    print('steps', len(steps) - 1)


if __name__ == '__main__':
    main()
