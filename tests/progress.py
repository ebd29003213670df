#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""progress.py MURRELET [--nightly] [--models N] [--twins N] [--seed N] [--find-twins N] - formulas under fairness, against other deciders.

Random small models with fair rules, each with some formulas, are decided once more
 - by the closure of the formula: which of its subformulas with a temporal operator hold is guessed at every position (a state
   and what leaves it) and checked against the next one; a component of the positions with their guesses is a run if it
   keeps every promise and is fair, by the definition; nothing of this is as in checker/;
 - formulas [] (P -> Q within N G) by counting: from each position of which P is true on, how often G is before Q; which
   needs no fairness, since whatever was seen can go on fairly;
 - by SPIN, where it is installed, as a Promela twin: weak fairness of all rules as SPIN's own (pan -f, a process
   for each instance), any other fairness as the premise of the formula.

The last line is three counts for TEST_COUNTS: passed, failed, skipped.
"""
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

TWINS = (  # seeds, and whether fairness alone makes it hold; found by --find-twins
    (1002, False), (1017, True), (1019, True), (1020, False), (1023, True), (1038, True), (1039, False), (1054, True),
    (1072, True), (1074, False), (1090, True), (1121, True), (1122, False), (1131, True), (1176, True), (1177, False),
    (1222, True), (1254, True), (1255, False), (1327, True), (1331, True), (1332, False), (1412, True), (1414, True),
    (1416, False), (1422, True), (1452, True), (1454, False), (1466, True), (1470, True), (1472, False), (1480, True),
    (1497, True), (1498, False), (1502, True), (1521, True),
)
ALWAYS = 'last <= 99' # SPIN refuses a loop whose guard is a constant


# ---- models: variables with small ranges; rules as data, so that they can be run here ----

class Rule:
    """One rule of a model: guard and assignments are lists of (variable, ...) over the index i of its instance."""
    def __init__(self, name, guard, body, instances, fairness):
        self.name, self.guard, self.body, self.instances, self.fairness = name, guard, body, instances, fairness
        self.priority = 0 # those of the least number fire, of all whose guards hold


class Model:
    def __init__(self, rng, simple):
        self.width = 1 if simple else rng.choice((1, 2, 2)) # of the array a
        self.tops = {'x': rng.randint(1, 2), 'y': 1 if simple else rng.randint(1, 2)}
        self.top = 1 if simple else rng.randint(1, 2)       # of the array's values
        self.assume = None if simple or rng.random() < 0.8 else ('x', self.tops['x'])
        self.starts = [self.random_state(rng) for _ in range(1 if simple or rng.random() < 0.7 else 2)]
        kinds = ['none', 'weak', 'strong'] if rng.random() < 0.7 else ['none', 'weak']
        self.rules = [self.random_rule(rng, n, rng.choice(kinds)) for n in range(rng.randint(2, 3 if simple else 5))]
        self.has_priorities = not simple and rng.random() < 0.25
        if self.has_priorities:
            self.assume = None # the dialect has none
        for rule in self.rules:
            rule.priority = rng.randint(0, 2) if self.has_priorities else 0

    def random_state(self, rng):
        return (rng.randint(0, self.tops['x']), rng.randint(0, self.tops['y']),
                *(rng.randint(0, self.top) for _ in range(self.width)))

    def place(self, rng):
        return rng.choice(('x', 'y', 'a', 'a'))

    def most(self, place):
        return self.top if place == 'a' else self.tops[place]

    def random_rule(self, rng, n, fairness):
        guard = [(p, rng.choice(('=', '!=')), rng.randint(0, self.most(p)))
                 for p in sorted({self.place(rng) for _ in range(rng.randint(0, 2))})]
        body = []
        for p in sorted({self.place(rng) for _ in range(rng.choice((0, 1, 1, 1, 2)))}): # one that changes nothing, too
            body.append((p, 'next', None) if rng.random() < 0.6 else (p, 'set', rng.randint(0, self.most(p))))
        uses = any(p == 'a' for p, *_ in guard + body)
        return Rule(f'r{n}', sorted(guard), sorted(body, key=lambda b: b[0]), self.width if uses else 1, fairness)

    def index(self, place, i):
        return {'x': 0, 'y': 1}.get(place, 2 + i)

    def holds(self, state, conditions, i):
        return all((state[self.index(p, i)] == v) == (op == '=') for p, op, v in conditions)

    def fire(self, state, rule, i):
        new = list(state)
        for p, how, v in rule.body:
            at = self.index(p, i)
            new[at] = v if how == 'set' else (state[at] + 1) % (self.most(p) + 1)
        return tuple(new)

    def allowed(self, state):
        return not self.assume or state[self.index(self.assume[0], 0)] != self.assume[1]

    def leads(self, state):
        """What a state leads to: ((rule number, i), target), in order."""
        enabled = [(n, i) for n, rule in enumerate(self.rules) for i in range(rule.instances) if self.holds(state, rule.guard, i)]
        least = min((self.rules[n].priority for n, _ in enabled), default=0)
        for n, i in enabled:
            if self.rules[n].priority == least:
                target = self.fire(state, self.rules[n], i)
                if self.allowed(target):
                    yield (n, i), target

    # -- as Murphi --
    def murphi_place(self, p, i='i'):
        return f'a[{i}]' if p == 'a' else p

    def murphi_rule(self, rule):
        guard = ' & '.join(f'{self.murphi_place(p)} {op} {v}' for p, op, v in rule.guard) or 'true'
        body = ' '.join(f'{self.murphi_place(p)} := ' +
                        (f'{v}' if how == 'set' else f'({self.murphi_place(p)} + 1) % {self.most(p) + 1}') + ';'
                        for p, how, v in rule.body)
        fair = {'none': '', 'weak': 'fair ', 'strong': 'strong fair '}[rule.fairness]
        priority = f'{rule.priority} ' if self.has_priorities else ''
        text = f'{fair}rule {priority}"{rule.name}" {guard} ==> begin {body} end;'
        return text if rule.instances == 1 and 'a[i]' not in text else f'ruleset i := 0 to {self.width - 1} do {text} end;'

    def murphi(self, formulas):
        lines = [f'var x: 0..{self.tops["x"]}; y: 0..{self.tops["y"]}; a: array [0..{self.width - 1}] of 0..{self.top};']
        for n, s in enumerate(self.starts):
            cells = ' '.join(f'a[{i}] := {v};' for i, v in enumerate(s[2:]))
            lines.append(f'startstate "s{n}" begin x := {s[0]}; y := {s[1]}; {cells} end;')
        lines += [self.murphi_rule(r) for r in self.rules]
        if self.assume:
            lines.append(f'assume {self.assume[0]} != {self.assume[1]};')
        for n, f in enumerate(formulas):
            text = f'ltl "f{n}" {show(f, self)};'
            lines.append(f'ruleset q := 0 to {self.width - 1} do {text} end;' if uses_parameter(f) else text)
        return '\n'.join(lines) + '\n'


# ---- formulas: ('is', place, op, value), ('fires', rule, whether of instance q), ('!', f), (op, f, g) ... ----

def random_atom(rng, model, events):
    if events and rng.random() < 0.25:
        n = rng.randrange(len(model.rules))
        return ('fires', n, model.rules[n].instances > 1 and rng.random() < 0.6)
    p = rng.choice(('x', 'y', 'a'))
    return ('is', p, rng.choice(('=', '=', '!=')), rng.randint(0, model.most(p)))


def random_formula(rng, model, size, events=True):
    if size <= 1:
        return model.atom(rng) if hasattr(model, 'atom') else random_atom(rng, model, events)
    if rng.random() < 0.5:
        op = rng.choice(('!', 'X', '[]', '<>', '[]', '<>'))
        return (op, random_formula(rng, model, size - 1, events))
    left = rng.randint(1, size - 1)
    return (rng.choice(('&', '|', '->', '<->', 'U', 'R')), random_formula(rng, model, left, events),
            random_formula(rng, model, size - left, events))


def usual_formula(rng, model, events=True):
    a, b = random_atom(rng, model, events), random_atom(rng, model, events)
    return rng.choice((('<>', a), ('[]', ('<>', a)), ('<>', ('[]', a)), ('[]', ('->', a, ('<>', b))),
                       ('->', ('[]', ('<>', a)), ('[]', ('<>', b)))))


def served_formula(rng, model):
    """What fairness to a rule that sets a variable promises: a run without it may go round where its guard holds."""
    rules = [r for r in model.rules if r.guard and r.fairness != 'none' and any(how == 'set' for _, how, _ in r.body)]
    if not rules:
        return None
    rule = rng.choice(rules)
    guard = None
    for condition in rule.guard:
        atom = ('is', *condition)
        guard = ('&', guard, atom) if guard else atom
    after = [('is', p, '=', v) for p, how, v in rule.body if how == 'set'][0]
    if rule.fairness == 'strong':
        return ('->', ('[]', ('<>', guard)), ('[]', ('<>', after)))
    return ('[]', ('->', guard, ('<>', ('|', ('!', guard), after))))


def counted_formula(rng, model):
    p, q, g = (random_atom(rng, model, True) for _ in range(3))
    return ('[]', ('->', p, ('within', rng.choice((0, 1, 1, 2, 3, 4, 7)), q, g)))


def show(f, model):
    if f[0] == 'within':
        return f'({show(f[2], model)}) within {f[1]} ({show(f[3], model)})'
    if f[0] == 'is':
        return '{' + f'{model.murphi_place(f[1], "q")} {f[2]} {f[3]}' + '}'
    if f[0] == 'fires':
        return f'fires("{model.rules[f[1]].name}"' + (', q)' if f[2] else ')')
    if len(f) == 2:
        return f'{f[0]} ({show(f[1], model)})'
    return f'({show(f[1], model)}) {f[0]} ({show(f[2], model)})'


def uses_parameter(f):
    if f[0] == 'is':
        return f[1] == 'a'
    return f[2] if f[0] == 'fires' else any(uses_parameter(g) for g in f[1:] if isinstance(g, tuple))


# ---- the closure of a formula, on positions ----

def core(f):
    """In X, U, negation and conjunction alone."""
    if f[0] in ('is', 'fires'):
        return f
    g = [core(h) if isinstance(h, tuple) else h for h in f[1:]]
    true = ('true',)
    if f[0] == 'within':
        more = g[2]
        for n in range(g[0] + 1):
            more = ('U', ('!', g[1]), ('&', ('!', g[1]), ('&', g[2], ('X', more)) if n else g[2]))
        return ('!', more)
    if f[0] == '<>':
        return ('U', true, g[0])
    if f[0] == '[]':
        return ('!', ('U', true, ('!', g[0])))
    if f[0] == '|':
        return ('!', ('&', ('!', g[0]), ('!', g[1])))
    if f[0] == '->':
        return ('!', ('&', g[0], ('!', g[1])))
    if f[0] == '<->':
        return ('!', ('&', ('!', ('&', g[0], g[1])), ('!', ('&', ('!', g[0]), ('!', g[1])))))
    if f[0] == 'R':
        return ('!', ('U', ('!', g[0]), ('!', g[1])))
    return (f[0], *g)


def temporal(f, found):
    if f[0] in ('is', 'fires'):
        return
    for g in f[1:]:
        if isinstance(g, tuple):
            temporal(g, found)
    if f[0] in ('X', 'U') and f not in found:
        found.append(f)


def components(nodes, after):
    """Strongly connected components with a step, without recursion (two passes)."""
    inside, order, seen = set(nodes), [], set()
    for root in nodes:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(after[root]))]
        while stack:
            node, rest = stack[-1]
            for n in rest:
                if n in inside and n not in seen:
                    seen.add(n)
                    stack.append((n, iter(after[n])))
                    break
            else:
                order.append(node)
                stack.pop()
    before = {n: [] for n in nodes}
    for n in nodes:
        for m in after[n]:
            if m in inside:
                before[m].append(n)
    taken = set()
    for root in reversed(order):
        if root in taken:
            continue
        part, todo = set(), [root]
        taken.add(root)
        while todo:
            n = todo.pop()
            part.add(n)
            for m in before[n]:
                if m not in taken:
                    taken.add(m)
                    todo.append(m)
        if len(part) > 1 or root in after[root]:
            yield part


class Decider:
    """Whether every fair run of a model satisfies a formula, for one value of its parameter."""
    def __init__(self, model):
        self.model = model
        self.leads, todo = {}, [s for s in model.starts if model.allowed(s)]
        self.starts = list(todo)
        while todo:
            state = todo.pop()
            if state in self.leads:
                continue
            self.leads[state] = list(model.leads(state)) or [(None, state)]
            todo += [t for _, t in self.leads[state]]
        self.enabled = {s: {e for e, _ in leads} for s, leads in self.leads.items()}

    def atom(self, f, state, event, q):
        if f[0] == 'is':
            return self.model.holds(state, [f[1:]], q)
        return event is not None and event[0] == f[1] and (not f[2] or event[1] == q)

    def value(self, f, position, guess, q):
        if f[0] == 'true':
            return True
        if f[0] in ('is', 'fires'):
            return self.atom(f, position[0], position[1], q)
        if f[0] == '!':
            return not self.value(f[1], position, guess, q)
        if f[0] == '&':
            return self.value(f[1], position, guess, q) and self.value(f[2], position, guess, q)
        return guess[self.guessed.index(f)]

    def steps(self, q):
        """Nodes are (state, event, target, guesses); a guess is true of the next node as the laws of X and U say."""
        positions = [(s, e, t) for s, leads in self.leads.items() for e, t in leads]
        nodes = [(p, g) for p in positions for g in itertools.product((False, True), repeat=len(self.guessed))]
        self.values = {n: [self.value(h, n[0], n[1], q) for f in self.guessed for h in f[1:]] for n in nodes}
        good, by_state = [], {}
        for n in nodes:
            by_state.setdefault(n[0][0], []).append(n)
        return nodes, {n: [m for m in by_state[n[0][2]] if self.agrees(n, m, q)] for n in nodes}

    def agrees(self, n, m, q):
        for k, f in enumerate(self.guessed):
            if f[0] == 'X':
                expected = self.value(f[1], m[0], m[1], q)
            else:
                expected = self.value(f[2], n[0], n[1], q) or (self.value(f[1], n[0], n[1], q) and m[1][k])
            if n[1][k] != expected:
                return False
        return True

    def fair(self, part, after, q, fairness):
        """Whether some run within a component keeps every promise and is fair."""
        for k, f in enumerate(self.guessed):
            if f[0] == 'U' and not any(not n[1][k] or self.value(f[2], n[0], n[1], q) for n in part):
                return False
        fired = {n[0][1] for n in part}
        left = None
        for (event, kind) in fairness:
            if event in fired:
                continue
            where = {n for n in part if event in self.enabled[n[0][0]]}
            if len(where) == len(part):
                return False
            if kind == 'strong' and where:
                left = (left or part) - where
        if left is None:
            return True
        return any(self.fair(p, after, q, fairness) for p in components(sorted(left, key=repr), after))

    def broken(self, formula, q, fairness):
        """Some fair run does not satisfy it."""
        negation = ('!', core(formula))
        self.guessed = []
        temporal(negation, self.guessed)
        if len(self.guessed) > 5:
            return None
        nodes, after = self.steps(q)
        todo = [n for n in nodes if n[0][0] in self.starts and self.value(negation, n[0], n[1], q)]
        seen = set(todo)
        while todo:
            for m in after[todo.pop()]:
                if m not in seen:
                    seen.add(m)
                    todo.append(m)
        return any(self.fair(p, after, q, fairness) for p in components(sorted(seen, key=repr), after))


    def counted(self, formula, q):
        """Whether [] (P -> Q within N G) is broken: by what a count comes to, from every position of which P is true."""
        _, (_, p, (_, bound, stop, count)) = formula
        todo = [(s, None) for s in self.starts]
        seen = set(todo)
        while todo:
            state, before = todo.pop()
            for event, target in self.leads[state]:
                for old in {before, 0 if self.atom(p, state, event, q) else before}:
                    now = None if old is None or self.atom(stop, state, event, q) else old + self.atom(count, state, event, q)
                    if now is not None and now > bound:
                        return True
                    if (target, now) not in seen:
                        seen.add((target, now))
                        todo.append((target, now))
        return False


def fairness_of(model):
    return [((n, i), r.fairness) for n, r in enumerate(model.rules) for i in range(r.instances) if r.fairness != 'none']


# ---- running Murrelet ----

def compiler(path):
    """Compiling is most of what a small model costs: one in ten as users have it, by its name, the others by tcc where it is."""
    return ['--opt', '0'] if not shutil.which('tcc') or sum(os.path.basename(path).encode()) % 10 == 0 else ['--cc', 'tcc']


def check(murrelet, path, *options):
    run = subprocess.run([murrelet, 'check', '-q', '--deadlock', 'off', '--max-errors', '99', '--json', '-', *compiler(path), *options, path],
                         capture_output=True, text=True, timeout=300)
    if run.returncode not in (0, 1):
        raise RuntimeError(f'exit code {run.returncode}: {run.stderr.strip()[:300]}')
    return json.loads(run.stdout)


def answers(report):
    """By formula: None, or the value of its parameter for which it is broken first; and the runs, to be the same."""
    verdicts = {p['name']: p['verdict'] for p in report['properties'] if p['kind'] == 'ltl'}
    broken = {v['name']: v.get('parameters', {}).get('q', 0) for v in report['violations']}
    runs = [(v['name'], v['loop'], [(s['rule'], s['parameters'], s['changes']) for s in v['trace']['steps']])
            for v in report['violations']]
    assert all((verdicts[n] == 'violated') == (n in broken) and verdicts[n] != 'incomplete' for n in verdicts), verdicts
    return {n: broken.get(n) for n in verdicts}, runs


class Counts:
    def __init__(self):
        self.passed = self.failed = self.skipped = self.broken = self.by_fairness = self.by_strong = self.decided = 0
        self.counted = self.counted_broken = 0

    def check(self, good, what):
        self.passed += good
        self.failed += not good
        if not good:
            print('FAIL', what)


def expected(decider, formula, width, fairness):
    """The first value of the parameter for which it is broken, or None; False: too large to say."""
    for q in range(width if uses_parameter(formula) else 1):
        broken = decider.broken(formula, q, fairness)
        if broken is None:
            return False
        if broken:
            return q
    return None


def compare(murrelet, folder, seed, counts):
    rng = random.Random(seed)
    model = Model(rng, False)
    formulas = [usual_formula(rng, model) if rng.random() < 0.6 else random_formula(rng, model, rng.randint(2, 5)) for _ in range(6)]
    formulas += [f for f in (served_formula(rng, model), served_formula(rng, model)) if f]
    formulas += [counted_formula(rng, model) for _ in range(3)]
    path = os.path.join(folder, f'{seed}.m')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(model.murphi(formulas))
    decider, first = Decider(model), None
    if not decider.starts:
        return
    dialect = ['--dialect', 'cmurphi'] if model.has_priorities else []
    for options in (['--threads', '1'], ['--threads', '2'], ['--threads', '8'], ['--symmetry', 'off']):
        try:
            got = answers(check(murrelet, path, *dialect, *options))
        except (RuntimeError, AssertionError, ValueError) as error:
            counts.check(False, f'model {seed} {options}: {error}')
            return
        first = first or got
        counts.check(got == first, f'model {seed}: {options} gives another answer')
    fairness = fairness_of(model)
    for n, formula in enumerate(formulas):
        want = expected(decider, formula, model.width, fairness)
        if n >= len(formulas) - 3:
            counted = next((q for q in range(model.width if uses_parameter(formula) else 1) if decider.counted(formula, q)), None)
            counts.check(want is False or want == counted, f'model {seed}, formula {n}: its closure says {want}, counting {counted}')
            counts.counted += 1
            counts.counted_broken += counted is not None
            want = counted
        if want is False:
            continue
        counts.check(first[0][f'f{n}'] == want, f'model {seed}, formula {n}: {show(formula, model)}: {first[0][f"f{n}"]}, not {want}')
        counts.decided += 1
        counts.broken += want is not None
        if n < len(formulas) - 3 and want is None and fairness and expected(decider, formula, model.width, []) is not None:
            counts.by_fairness += 1
            weak = [(event, 'weak') for event, _ in fairness]
            counts.by_strong += weak != fairness and expected(decider, formula, model.width, weak) is not None


# ---- SPIN ----

def promela_place(p, i):
    return f'a_{i}' if p == 'a' else p


def promela_guard(rule, i):
    return ' && '.join(f'{promela_place(p, i)} {"==" if op == "=" else op} {v}' for p, op, v in rule.guard) or ALWAYS


def promela_formula(f):
    if f[0] == 'is':
        return f'({promela_place(f[1], 0)} {"==" if f[2] == "=" else f[2]} {f[3]})'
    if len(f) == 2:
        return f'({f[0]} {promela_formula(f[1])})'
    op = {'&': '&&', '|': '||', 'R': 'V'}.get(f[0], f[0])
    return f'({promela_formula(f[1])} {op} {promela_formula(f[2])})'


def promela(model, formula, by_process):
    """Of models whose rules all are weakly fair, a process for each instance; else one process, and `last` says who
    fired, so that the formula's premise can be fair."""
    start = model.starts[0]
    lines = [f'byte x = {start[0]}; byte y = {start[1]}; byte last = 99;'] + [f'byte a_{i} = {v};' for i, v in enumerate(start[2:])]
    choices, premise, number = [], [], 0
    for rule in model.rules:
        for i in range(rule.instances):
            body = [f'{promela_place(p, i)} = ' + (f'{v}' if how == 'set' else f'({promela_place(p, i)} + 1) % {model.most(p) + 1}')
                    for p, how, v in rule.body]
            body.append(f'last = {number}') # SPIN refuses a loop of nothing
            choices.append(':: atomic { ' + promela_guard(rule, i) + ' -> ' + '; '.join(body) + ' }')
            if rule.fairness == 'weak':
                premise.append(f'([] <> (!({promela_guard(rule, i)}) || last == {number}))')
            elif rule.fairness == 'strong':
                premise.append(f'(([] <> ({promela_guard(rule, i)})) -> ([] <> (last == {number})))')
            number += 1
    lines += [f'active proctype p{n}() {{ do {c} od }}' for n, c in enumerate(choices if by_process else [' '.join(choices)])]
    text = promela_formula(formula)
    if premise and not by_process:
        text = f'({" && ".join(premise)}) -> ({text})'
    lines.append('ltl f { ' + text + ' }')
    return '\n'.join(lines) + '\n'


def spin_holds(folder, text, by_process):
    work = tempfile.mkdtemp(dir=folder)
    with open(os.path.join(work, 'm.pml'), 'w', encoding='utf-8') as file:
        file.write(text)
    def run(*command):
        return subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=20, check=False)
    made = run('spin', '-a', 'm.pml')
    built = run('gcc', '-w', '-O1', '-DNOREDUCE', '-DNXT', '-DNFAIR=4', '-o', 'pan', 'pan.c')
    if built.returncode:
        raise RuntimeError(f'spin: {made.stdout.strip()[-300:]} {built.stderr.strip()[:200]}')
    out = run('./pan', '-a', '-m100000', *(['-f'] if by_process else [])).stdout
    if 'max search depth too small' in out or 'errors:' not in out:
        raise RuntimeError(f'pan: {out[-300:]}')
    return 'errors: 0' in out


def has_next(f):
    return f[0] == 'X' or any(has_next(g) for g in f[1:] if isinstance(g, tuple))


def twin(murrelet, folder, seed, counts, by_fairness):
    """One model and formula, if wished one that fairness decides; true where it was compared."""
    rng = random.Random(seed)
    model = Model(rng, True)
    by_process = seed % 2 == 0
    model.assume, model.starts = None, model.starts[:1]
    for rule in model.rules:
        if by_process:
            rule.fairness = 'weak'
    fairness = fairness_of(model)
    if not by_process and not 1 <= len(fairness) <= 2:
        return False
    formula = served_formula(rng, model) if by_fairness else \
        usual_formula(rng, model, False) if rng.random() < 0.7 else random_formula(rng, model, 4, False)
    if not formula or has_next(formula):
        return False
    decider = Decider(model)
    held = expected(decider, formula, 1, fairness)
    if held is not None and by_fairness:
        return False
    unfair = expected(decider, formula, 1, [])
    if held is False or unfair is False or (by_fairness and not (held is None and unfair == 0)):
        return False
    path = os.path.join(folder, f'twin{seed}.m')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(model.murphi([formula]))
    report = check(murrelet, path)
    ours = answers(report)[0]['f0'] != 0 # SPIN's twin has the parameter 0
    spin = spin_holds(folder, promela(model, formula, by_process), by_process)
    counts.check(ours == spin == (held is None), f'twin {seed}: {show(formula, model)}: SPIN says {"holds" if spin else "broken"}')
    counts.decided += 1
    counts.broken += not ours
    counts.by_fairness += ours and unfair is not None
    return True


def compare_twin(murrelet, folder, seed, by_fairness, counts):
    try:
        counts.check(twin(murrelet, folder, seed, counts, by_fairness), f'twin {seed} is none')
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        counts.check(False, f'twin {seed}: {error}')


def find_twins(murrelet, folder, seed, wanted):
    """Print seeds of which two in three hold by fairness alone, and that SPIN can read."""
    found = 0
    while found < wanted:
        seed += 1
        try:
            if twin(murrelet, folder, seed, Counts(), found % 3 > 0):
                found += 1
                print(f'({seed}, {(found - 1) % 3 > 0}),', flush=True)
        except (RuntimeError, subprocess.TimeoutExpired):
            pass


def main():
    arguments = sys.argv[1:]
    def option(name, usual):
        return int(arguments[arguments.index(name) + 1]) if name in arguments else usual
    nightly = '--nightly' in arguments
    murrelet, seed = os.path.abspath(arguments[0]), option('--seed', 1)
    counts, twins = Counts(), Counts()
    with tempfile.TemporaryDirectory() as folder:
        for n in range(option('--models', 800 if nightly else 14)):
            compare(murrelet, folder, seed + n, counts)
        print(f'{counts.decided} formulas, {counts.broken} broken, {counts.by_fairness} decided by fairness, {counts.by_strong} by that it is strong')
        counts.check(counts.by_fairness * 30 >= counts.decided and counts.broken * 5 >= counts.decided, 'too few are decided by fairness')
        print(f'{counts.counted} counted, {counts.counted_broken} of them broken')
        counts.check(counts.counted_broken * 5 >= counts.counted and counts.counted_broken * 5 <= counts.counted * 4, 'too few, or too many, of those counted are broken')
        counts.check(counts.by_strong > 0 or counts.decided < 1000, 'none is decided by that fairness is strong')
        if not shutil.which('spin'):
            print(f'skip {len(TWINS)} twins: there is no spin')
            counts.skipped += len(TWINS)
        elif '--find-twins' in arguments:
            find_twins(murrelet, folder, seed, option('--find-twins', 30))
        else:
            wanted = TWINS[:option('--twins', len(TWINS) if nightly else 6)]
            for n, by_fairness in wanted:
                compare_twin(murrelet, folder, n, by_fairness, twins)
            print(f'{twins.decided} twins, {twins.broken} broken, {twins.by_fairness} hold by fairness alone')
            if len(wanted) == len(TWINS):
                twins.check(twins.decided >= 25 and twins.broken >= 3 and twins.by_fairness >= 10, 'too few twins of a kind')
    print(counts.passed + twins.passed, counts.failed + twins.failed, counts.skipped)


if __name__ == '__main__':
    main()
