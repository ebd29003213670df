#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""progress_symmetry.py MURRELET [--models N] [--seed N] [--states N] [--first 1] - formulas under fairness and symmetry.

Random small models over a scalarset of processes, with fair rules of one or two parameters, a variable that
names a process, and sometimes a multiset of messages that do, each with some formulas about one process or two.  Each is searched
without reductions and with each, by 1, 2 and 8 threads: the same
verdict of every formula, the same instance that is broken first, the same list of fair instances that are never enabled, and the
same run whatever the number of threads; every run is judged in real states by the checker's own replay.
Where it is small enough (--states) the verdict is held against the closure of the formula (progress.py), which knows nothing of symmetry.

The last line is three counts for TEST_COUNTS: passed, failed, skipped.
"""
import itertools
import os
import random
import sys
import tempfile

from progress import Counts, Decider, check, random_formula

MANY = 120  # states of a model that the closure is asked about


class Rule:
    """Guard and body are lists of (variable, of which parameter, how, value)."""
    def __init__(self, name, width, guard, body, fairness, net):
        self.name, self.width, self.guard, self.body, self.fairness, self.net = name, width, guard, body, fairness, net


class Model:
    """A state is (x, t, a of each process, b of each process, messages in order)."""
    def __init__(self, rng):
        self.size = rng.choice((2, 3, 3, 4))
        self.top_x, self.top = rng.randint(1, 2), rng.choice((1, 1, 2))
        self.has_b = rng.random() < 0.4           # an array of processes
        self.capacity = rng.choice((0, 0, 0, 2))
        self.any_start = rng.random() < 0.5       # t starts as any process; else nothing names one at first
        kinds = ['none', 'weak', 'strong'] if rng.random() < 0.7 else ['none', 'weak']
        self.rules = [self.random_rule(rng, n, rng.choice(kinds)) for n in range(rng.randint(2, 5))]
        if self.capacity:
            self.rules.append(Rule('send', 1, [('a', 0, '=', rng.randint(0, self.top))], [], rng.choice(kinds), 'send'))
            self.rules.append(Rule('take', 1, [], [('a', 0, 'next', None)], 'none', 'take'))
        nobody = None
        b = (nobody,) * self.size
        firsts = range(self.size) if self.any_start else [nobody]
        self.starts = [(0, t, (0,) * self.size, b, ()) for t in firsts]

    def variables(self):
        return ('x', 'a', 'a', 'a', 't', *(('b',) if self.has_b else ()))

    def most(self, place):
        return {'x': self.top_x, 'a': self.top}.get(place, 0)

    def random_guard(self, rng, width):
        place, which = rng.choice(self.variables()), rng.randrange(width)
        if place in ('t', 'b'):
            return (place, which, rng.choice(('is', 'is', 'is not', 'nobody')), rng.randrange(width))
        return (place, which, rng.choice(('=', '!=')), rng.randint(0, self.most(place)))

    def random_change(self, rng, width):
        place, which = rng.choice(self.variables()), rng.randrange(width)
        if place in ('t', 'b'):
            return (place, which, rng.choice(('is', 'is', 'nobody')), rng.randrange(width))
        return (place, which, 'next', None) if rng.random() < 0.6 else (place, which, 'set', rng.randint(0, self.most(place)))

    def random_rule(self, rng, n, fairness):
        width = rng.choice((1, 1, 1, 2))
        guard = [self.random_guard(rng, width) for _ in range(rng.choice((0, 1, 1, 2, 2)))]
        body = {c[:2]: c for c in (self.random_change(rng, width) for _ in range(rng.choice((0, 1, 1, 1, 2))))}
        return Rule(f'r{n}', width, guard, [body[k] for k in sorted(body)], fairness, None)

    # -- as they run --
    def value(self, state, place, p):
        return {'x': state[0], 't': state[1], 'a': state[2][p], 'b': state[3][p]}[place]

    def satisfied(self, state, condition, who):
        place, which, how, v = condition
        value = self.value(state, place, who[which])
        if how == 'nobody':
            return value is None
        if how in ('is', 'is not'):
            return value is not None and (value == who[v]) == (how == 'is')
        return (value == v) == (how == '=')

    def holds(self, state, conditions, who):
        return all(self.satisfied(state, c, who) for c in conditions)

    def fire(self, state, rule, who):
        for change in rule.body: # one after the other: two parameters may be one process
            place, which, how, v = change
            old = self.value(state, place, who[which])
            new = v if how == 'set' else who[v] if how == 'is' else None if how == 'nobody' else (old + 1) % (self.most(place) + 1)
            state = self.put(state, place, who[which], new)
        return state

    def put(self, state, place, p, value):
        at = 'xtab'.index(place)
        if place in 'ab':
            value = tuple(value if i == p else v for i, v in enumerate(state[at]))
        return (*state[:at], value, *state[at + 1:])

    def allowed(self, _):
        return True

    def instances(self, rule):
        return itertools.product(range(self.size), repeat=rule.width)

    def leads(self, state):
        for n, rule in enumerate(self.rules):
            if rule.net == 'take':
                for k, p in enumerate(state[4]):
                    yield (n, ()), self.fire(state[:4] + (state[4][:k] + state[4][k + 1:],), rule, (p,))
                continue
            for who in self.instances(rule):
                if self.holds(state, rule.guard, who) and (rule.net != 'send' or len(state[4]) < self.capacity):
                    made = self.fire(state, rule, who)
                    yield (n, who), made[:4] + (tuple(sorted(made[4] + who)),) if rule.net == 'send' else made

    # -- as Murphi --
    def murphi_place(self, place, p):
        return f'{place}[{p}]' if place in 'ab' else place

    def murphi_condition(self, c, names):
        place, which, how, v = c
        at = self.murphi_place(place, names[which])
        if how == 'nobody':
            return f'isundefined({at})'
        if how in ('is', 'is not'):
            return f'(!isundefined({at}) & {at} {"=" if how == "is" else "!="} {names[v]})'
        return f'{at} {how} {v}'

    def murphi_change(self, c, names):
        place, which, how, v = c
        at = self.murphi_place(place, names[which])
        if how == 'nobody':
            return f'undefine {at};'
        if how == 'is':
            return f'{at} := {names[v]};'
        return f'{at} := {v};' if how == 'set' else f'{at} := ({at} + 1) % {self.most(place) + 1};'

    def murphi_rule(self, rule):
        names = ('p', 'q') if rule.net != 'take' else ('net[m].who',)
        guard = ' & '.join(self.murphi_condition(c, names) for c in rule.guard) or 'true'
        body = ' '.join(self.murphi_change(c, names) for c in rule.body)
        fair = {'none': '', 'weak': 'fair ', 'strong': 'strong fair '}[rule.fairness]
        if rule.net == 'send':
            guard += f' & multisetcount(m: net, true) < {self.capacity}'
            body += ' var message: Message; begin message.who := p; multisetadd(message, net);'
            return f'ruleset p: Process do {fair}rule "send" {guard} ==> {body} end; end;'
        if rule.net == 'take':
            body = f'var who: Process; begin who := net[m].who; multisetremove(m, net); {body}'.replace('net[m].who]', 'who]')
            return f'choose m: net do rule "take" true ==> {body} end; end;'
        parameters = 'p: Process' if rule.width == 1 else 'p: Process; q: Process'
        return f'ruleset {parameters} do {fair}rule "{rule.name}" {guard} ==> begin {body} end; end;'

    def murphi(self, formulas):
        lines = [f'type Process: scalarset({self.size}); Message: record who: Process; end;',
                 f'var x: 0..{self.top_x}; t: Process; a: array [Process] of 0..{self.top}; b: array [Process] of Process;']
        if self.capacity:
            lines.append(f'net: multiset [{self.capacity}] of Message;')
        clear = 'x := 0; for i: Process do a[i] := 0; undefine b[i]; end;' + (' undefine net;' if self.capacity else '')
        lines.append(f'ruleset p: Process do startstate begin {clear} t := p; end; end;' if self.any_start
                     else f'startstate begin {clear} undefine t; end;')
        lines += [self.murphi_rule(r) for r in self.rules]
        for n, f in enumerate(formulas):
            about = width_of(f)
            text = f'ltl "f{n}" {show(f, self)};'
            lines.append((f'ruleset {"; ".join(f"{v}: Process" for v in "pq"[:about])} do {text} end;' if about else text))
        return '\n'.join(lines) + '\n'


# ---- formulas: as progress.py has them, with atoms ('is', condition) and ('fires', rule, parameters) ----

def random_atom(rng, model, width):
    if rng.random() < 0.3:
        n = rng.randrange(len(model.rules))
        count = 0 if model.rules[n].net == 'take' else rng.randint(0, min(model.rules[n].width, width))
        return ('fires', n, tuple(rng.randrange(width) for _ in range(count)))
    return ('is', model.random_guard(rng, max(width, 1)))


class Asked:
    """What random_formula asks of a model."""
    def __init__(self, model, width):
        self.model, self.width = model, width

    def atom(self, rng):
        return random_atom(rng, self.model, self.width)


def formula(rng, model):
    width = rng.choice((0, 1, 1, 1, 2))
    a, b = random_atom(rng, model, width), random_atom(rng, model, width)
    if rng.random() < 0.7:
        return rng.choice((('<>', a), ('[]', ('<>', a)), ('<>', ('[]', a)), ('[]', ('->', a, ('<>', b))),
                           ('->', ('[]', ('<>', a)), ('[]', ('<>', b)))))
    return random_formula(rng, Asked(model, width), rng.randint(2, 4))


def atoms(f):
    if f[0] in ('is', 'fires'):
        return [f]
    return [a for g in f[1:] if isinstance(g, tuple) for a in atoms(g)]


def width_of(f):
    """How many processes it is about."""
    about = 0
    for a in atoms(f):
        if a[0] == 'fires':
            about = max([about, *(w + 1 for w in a[2])])
        else:
            place, which, how, v = a[1]
            about = max(about, which + 1 if place in 'ab' else 0, v + 1 if how in ('is', 'is not') else 0)
    return about


def show(f, model):
    if f[0] == 'is':
        return '{' + model.murphi_condition(f[1], 'pq') + '}'
    if f[0] == 'fires':
        return f'fires("{model.rules[f[1]].name}"' + ''.join(f', {"pq"[w]}' for w in f[2]) + ')'
    if len(f) == 2:
        return f'{f[0]} ({show(f[1], model)})'
    return f'({show(f[1], model)}) {f[0]} ({show(f[2], model)})'


class ProcessDecider(Decider):
    """The parameter is the processes that the formula is about."""
    def atom(self, f, state, event, q):
        who = q + (0, 0) # what is asked of no process reads none of them
        if f[0] == 'is':
            return self.model.satisfied(state, f[1], who)
        return event is not None and event[0] == f[1] and all(event[1][i] == q[w] for i, w in enumerate(f[2]))


def fairness_of(model):
    return [((n, who), r.fairness) for n, r in enumerate(model.rules) if r.fairness != 'none' for who in model.instances(r)]


# ---- comparing ----

def answers(report):
    """By formula its verdict and the instance that is broken first; the runs; the fair instances that are never enabled."""
    verdicts = {p['name']: p['verdict'] for p in report['properties'] if p['kind'] == 'ltl'}
    broken = {v['name']: v.get('parameters', {}) for v in report['violations']}
    runs = [(v['name'], v['loop'], [(s['rule'], s['parameters'], s['changes']) for s in v['trace']['steps']])
            for v in report['violations']]
    assert all((verdicts[n] == 'violated') == (n in broken) and verdicts[n] != 'incomplete' for n in verdicts), verdicts
    return {n: broken.get(n) for n in verdicts}, report['fairness']['never_enabled'], runs


def ways(model):
    yield from (['--threads', n] for n in ('1', '2', '8'))
    yield ['--symmetry', 'heuristic']
    if model.capacity:
        yield ['--multiset-reduction', 'off']
        yield ['--symmetry', 'off', '--multiset-reduction', 'on']


def compare(murrelet, folder, seed, counts):
    rng = random.Random(seed)
    model = Model(rng)
    formulas = [formula(rng, model) for _ in range(5)]
    path = os.path.join(folder, f'{seed}.m')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(model.murphi(formulas))
    try:
        plain = check(murrelet, path, '--symmetry', 'off', '--multiset-reduction', 'off')
        want, first = answers(plain), None
        for options in ways(model):
            report = check(murrelet, path, *options)
            got = answers(report)
            counts.check(got[:2] == want[:2], f'model {seed}: {options}: {got[0]} is not {want[0]} or {got[1]} not {want[1]}')
            if options[0] == '--threads':
                first = first or got
                counts.check(got == first, f'model {seed}: {options}: another run')
                counts.reduced += options[1] == '1' and report['states'] < plain['states']
    except (RuntimeError, AssertionError, ValueError) as error:
        counts.check(False, f'model {seed}: {error}')
        return
    counts.models += 1
    counts.decided += len(formulas)
    counts.broken += sum(w is not None for w in want[0].values())
    if plain['states'] <= counts.many:
        against_closure(model, formulas, want[0], seed, counts)


def against_closure(model, formulas, verdicts, seed, counts):
    decider, fairness = ProcessDecider(model), fairness_of(model)
    for n, f in enumerate(formulas):
        first = tuple(range(width_of(f))) # every instance is as this one, or as the one where both are the same process
        asked = [first] if len(first) < 2 else [first, (0, 0)]
        broken = [decider.broken(f, q, fairness) for q in asked]
        if None in broken:
            continue
        counts.check(any(broken) == (verdicts[f'f{n}'] is not None), f'model {seed}, formula {n}: {show(f, model)}: the closure says {broken}')
        counts.closure += 1
        counts.by_fairness += not any(broken) and bool(fairness) and any(decider.broken(f, q, []) for q in asked)


def main():
    arguments = sys.argv[1:]
    def option(name, usual):
        return int(arguments[arguments.index(name) + 1]) if name in arguments else usual
    counts = Counts()
    counts.models = counts.reduced = counts.closure = 0
    counts.many = option('--states', MANY)
    with tempfile.TemporaryDirectory() as folder:
        for n in range(option('--models', 40)):
            if not (counts.failed and '--first' in arguments):
                compare(os.path.abspath(arguments[0]), folder, option('--seed', 1) + n, counts)
    print(f'{counts.models} models, {counts.reduced} reduced; {counts.decided} formulas, {counts.broken} broken; '
          f'{counts.closure} by the closure too, {counts.by_fairness} decided by fairness')
    counts.check(counts.reduced * 2 >= counts.models and counts.by_fairness * 40 >= counts.closure, 'too few are reduced, or decided by fairness')
    print(counts.passed, counts.failed, counts.skipped)


if __name__ == '__main__':
    main()
