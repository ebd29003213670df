#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""schedulers.py MURRELET [--programs N] [--seed N] [--cat MODEL] [--swaps] [--levels N] - whether random programs with loops end, by brute force.

Each program is run here on one memory, one access a step: every state of it with who has taken a step, and every strongly
connected component of these.  A run goes round in one for ever; it is one that a scheduler allows where each thread takes a step there, or in
some of its states is not promised to go on (T. Sorensen and others, 2021).  The promise is made to agents, to the work-groups of one, and within
one of these to its threads; and may be another at each of these levels.  With --levels N so many of the latter are asked, each one promise with another at one
level, of programs whose trees have more agents; and of each level the change has to change an answer, by brute force.
`murrelet litmus -m sc --progress` is to say the same of each program under each scheduler; with --cat it is `murrelet outcomes --cat
MODEL --progress`, which may also say of a loop that changes memory, or takes long, that it is not known (at most of a tenth).  With --swaps there are more of these.

The last line is three counts for TEST_COUNTS: passed, failed, skipped.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

SCHEDULERS = ('fair', 'hsa', 'obe', 'lobe', 'hsa-obe')
ENDS = 'ends'
ROUND = 'does not end: it goes round though every thread goes on'
STARVED = 'does not end: the scheduler starves a thread'


# ---- programs: for each thread steps (kind, location, value) ----

def random_step(rng, swaps):
    if swaps:
        return (rng.choice(('store', 'wait', 'swap', 'clear')), rng.choice('xy'), rng.choice((0, 1, 1, 2)))
    return (rng.choice(('store', 'wait', 'lock', 'add')), rng.choice('xy'), rng.randint(0, 1))


def random_thread(rng, swaps):
    """Mostly what some scheduler lets end: sections under a lock at x, flags at y that are set and waited for."""
    parts = ([('lock', 'x', 0), ('store', 'x', 0)], [('store', 'y', 1)], [('wait', 'y', 1)], [('wait', 'y', 0)], [random_step(rng, swaps)])
    return [step for _ in range(rng.randint(1, 2)) for step in rng.choices(parts, (1, 1, 1, 1, 8) if swaps else (6, 3, 3, 1, 1))[0]]


def random_program(rng, swaps):
    return [random_thread(rng, swaps) for _ in range(rng.choice((2, 2, 3)))]


def lisa_step(thread, at, step):
    kind, where, value = step
    label = f'L{thread}{at}'
    if kind == 'store':
        return [f'w[rlx,sys] {where} {value}']
    if kind == 'add':
        return [f'rmw[rlx,sys] r2 (add r2 1) {where}']
    access, wanted = {'lock': (f'rmw[rlx,sys] r1 1 {where}', 0), 'swap': (f'rmw[rlx,sys] r1 1 {where}', value),
                      'clear': (f'rmw[rlx,sys] r1 0 {where}', value),
                      'wait': (f'r[rlx,sys] r1 {where}', value)}[kind]
    return [f'{label}: {access}', f'mov r9 (neq r1 {wanted})', f'b[] r9 {label}']


def cut_up(rng, units):
    cuts = [0] + [u for u in range(1, len(units)) if rng.random() < 0.5] + [len(units)]
    return [units[a:b] for a, b in zip(cuts, cuts[1:])]


def random_trees(rng, programs, several=0.4):
    """By program agents, each with its work-groups, each with its threads, whose numbers follow each other."""
    groups = {name: cut_up(rng, list(range(len(program)))) for name, program in programs.items()}
    return {name: cut_up(rng, g) if rng.random() < several else [g] for name, g in groups.items()}


def lisa(name, program, agents):
    columns = [[line for at, step in enumerate(thread) for line in lisa_step(t, at, step)] for t, thread in enumerate(program)]
    rows = max(map(len, columns))
    lines = [' | '.join(f'P{t}' for t in range(len(program))) + ' ;']
    lines += [' | '.join(c[r] if r < len(c) else '' for c in columns) + ' ;' for r in range(rows)]
    groups = [' '.join(f'(wg {" ".join(map(str, g))})' for g in agent) for agent in agents]
    tree = ' '.join(f'(agent {g})' for g in groups)
    return f'LISA {name}\n{{ x=0; y=0; }}\n' + '\n'.join(lines) + f'\nscopes: (sys {tree})\nforall (true)\n'


# ---- runs ----

def take(program, state, t):
    """The state after a step of a thread."""
    at, memory, ran = state
    kind, where, value = program[t][at[t]]
    held, goes, memory = dict(memory)[where], True, dict(memory)
    if kind == 'store':
        memory[where] = value
    elif kind == 'add':
        memory[where] = held + 1
    elif kind == 'wait':
        goes = held == value
    else:
        goes, memory[where] = held == (0 if kind == 'lock' else value), int(kind != 'clear')
    return (tuple(a + (goes and u == t) for u, a in enumerate(at)), tuple(sorted(memory.items())), ran | {t})


def graph(program):
    threads = range(len(program))
    start = (tuple(0 for _ in threads), (('x', 0), ('y', 0)), frozenset())
    steps, todo = {}, [start]
    while todo:
        state = todo.pop()
        if state not in steps:
            steps[state] = {t: take(program, state, t) for t in threads if state[0][t] < len(program[t])}
            todo += steps[state].values()
    return steps


def reached(start, after):
    seen, todo = set(), [start]
    while todo:
        for n in after(todo.pop()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


def components(steps):
    """Those with a step: a state is with all that it leads to and that leads to it."""
    left, forward = set(steps), {s: reached(s, lambda n: steps[n].values()) for s in steps}
    while left:
        state = left.pop()
        if state in forward[state]:
            part = {n for n in forward[state] if state in forward[n]}
            left -= part
            yield part


def promised(scheduler, units):
    """Which of some units in their order, each whether it has ended and whether it has run, go on."""
    first = next((u for u, (ended, _) in enumerate(units) if not ended), None)
    def own(u):
        run, later = units[u][1], any(ran for _, ran in units[u:])
        return {'fair': True, 'hsa': u == first, 'obe': run, 'lobe': later, 'hsa-obe': u == first or run}[scheduler]
    found = {u for u, (ended, _) in enumerate(units) if not ended and own(u)}
    return found or {first}


def threads_of(unit):
    return [unit] if isinstance(unit, int) else [t for part in unit for t in threads_of(part)]


def promises(program, unit, schedulers, state, t):
    """Each level of the tree down to the thread promises, by the first of `schedulers` what is within the unit."""
    at, _, ran = state
    if unit == t:
        return True
    below = [threads_of(part) for part in unit]
    units = [(all(at[u] == len(program[u]) for u in part), any(u in ran for u in part)) for part in below]
    mine = next(n for n, part in enumerate(below) if t in part)
    return mine in promised(schedulers[0], units) and promises(program, unit[mine], schedulers[1:], state, t)


def levels_of(scheduler):
    """Of agents, work-groups and threads."""
    return [part.split('=')[-1] for part in scheduler.split(',')] if ',' in scheduler else [scheduler] * 3


def mixed_promises(rng, count):
    """By promise: the level at which it is another, and what it is elsewhere.  Each level comes, with one that matters most, first."""
    found = {}
    for n in range(count):
        level = n % 3
        usual, other = ('fair', 'hsa') if n < 3 else rng.sample(SCHEDULERS, 2)
        found['agent=%s,wg=%s,thread=%s' % tuple(other if k == level else usual for k in range(3))] = (level, usual)
    return found


def finds(program, agents, scheduler):
    steps, worst, schedulers = graph(program), ENDS, levels_of(scheduler)
    for part in components(steps):
        state = next(iter(part))
        waiting = [t for t in range(len(program)) if state[0][t] < len(program[t])]
        fires = {t for s in part for t, n in steps[s].items() if n in part}
        if all(t in fires for t in waiting):
            return ROUND
        if all(t in fires or not all(promises(program, agents, schedulers, s, t) for s in part) for t in waiting):
            worst = STARVED
    return worst


def main():
    def option(name, usual, kind=int):
        return kind(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual
    murrelet, rng = os.path.abspath(sys.argv[1]), random.Random(option('--seed', 1))
    programs = {f'p{n}': random_program(rng, '--swaps' in sys.argv) for n in range(option('--programs', 40))}
    agents = random_trees(rng, programs, 0.7 if option('--levels', 0) else 0.4)
    model = option('--cat', 0, str)
    command = [murrelet, 'outcomes', '--cat', model, '--no-outcomes', '--max-seconds', '10', '--unroll', '2' if '--swaps' in sys.argv else '1'] if model else [murrelet, 'litmus', '-m', 'sc']
    passed = failed = unknown = 0
    by_kind, mattered, mixed = {}, [0, 0, 0], mixed_promises(rng, option('--levels', 0))
    asked = list(mixed) if mixed else SCHEDULERS
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, program in programs.items():
            files.append(os.path.join(folder, name + '.litmus'))
            with open(files[-1], 'w', encoding='utf-8') as file:
                file.write(lisa(name, program, agents[name]))
        for scheduler in asked:
            out = subprocess.run([*command, '--progress', scheduler, *files], capture_output=True, text=True, check=False)
            said = dict(re.findall(r'^Progress (\S+) \S+ \S+: (.*)$', out.stdout, re.M))
            for name, program in programs.items():
                want = finds(program, agents[name], scheduler)
                by_kind[want] = by_kind.get(want, 0) + 1
                if mixed:
                    level, usual = mixed[scheduler]
                    mattered[level] += want != finds(program, agents[name], usual)
                if model and said.get(name, '').startswith('is not known: '):
                    unknown += 1
                    continue
                passed, failed = passed + (said.get(name) == want), failed + (said.get(name) != want)
                if said.get(name) != want:
                    print(f'FAIL {name} {scheduler}: {said.get(name)}, not {want}: {program} {agents[name]} {out.stderr.strip()[:200]}')
    print(by_kind, unknown, mattered)
    if mixed and 0 in mattered:
        failed += 1
        print('FAIL no answer hangs on what is promised at some level')
    if unknown * 10 > passed:
        failed += 1
        print('FAIL too many that are not known')
    if '--swaps' not in sys.argv and not mixed and min(by_kind.get(kind, 0) for kind in (ENDS, ROUND, STARVED)) * 20 < passed:
        failed += 1
        print('FAIL too few of a kind')
    print(passed, failed, 0)


main()
