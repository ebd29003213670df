#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""endless_saboteurs.py BUILD [--places] - `outcomes --progress` with one mistake in it, each in a checker of its own.

BUILD is a folder that make filled; what it has itself must not be noticed.  For each saboteur one file is changed in one place and compiled, and the rest of
BUILD is linked with it; tests/schedulers.py or the expectations of tests/ptx have to notice.  One that is not noticed is a
failure; so is a place that the file no longer has.

The last line is three counts for TEST_COUNTS: passed, failed, skipped.
"""
import os
import subprocess
import sys
import tempfile

from saboteurs import build, try_all

SABOTEURS = ( # file, what stands there, what takes its place, what is then wrong
    ('cat/sources', 'return !cat_has(&s->execution->spins, read) || sources_last_write(s, source);', 'return true;', 'a read sees any write for ever'),
    ('cat/sources', 'w != last && !cat_has(&x->spins, w) && ', 'w != last && ', 'a read sees a write that not even one that happens for ever comes after'),
    ('cat/choose', '|| !settled(s)', '', 'what a read sees for ever is left open'),
    ('cat/choose', 'lasts(x, a) <= lasts(x, b)', 'true', 'what happens for ever may be before what does not'),
    ('axioms/path_loops', 'is_same_event(l, &p->events[e].action, &p->events[e - length].action)', 'true', 'the second time may be another than the first'),
    ('axioms/path_loops', 'if (!litmus_value_equal(v->registers[r], p->registers[r]))', 'if (false)', 'registers may differ when it comes again'),
    ('axioms/path_loops', '!(a->reads && litmus_value_equal(a->read, a->written))', 'false', 'a write changes nothing'),
    ('axioms/path_loops', '!(a->reads && litmus_value_equal(a->read, a->written))', 'true', 'a write of what is there changes something'),
    ('axioms/live', "if (used)\n", 'if (true)\n', 'what is only counted counts'),
    ('axioms/path_walk', 'walk_rounds(w, pc, (unsigned)before);', '(void)walk_rounds;', 'a round that changes nothing is none of those that change memory'),
    ('axioms/path_walk', 'while (last >= 0 && (last =', 'if (last >= 0 && (last =', 'two rounds are never one'),
    ('cat/choose', 'if (cat_related(rf, a, b) != cat_related(rf, x->twin[a], x->twin[b]))', 'if (false)', 'what changes memory may read otherwise the second time'),
    ('cat/endless', 'return cut && !spin;', 'return false;', 'what the bound cuts off is forgotten'),
    ('cat/endless', 'a->result->left_out = "a loop was unrolled";', '(void)0;', 'what the bound cuts off is not said'),
    ('cat/endless', 'stop && !cut && spin && may_stop(a, paths)', 'stop && !cut && spin', 'the scheduler may starve anyone'),
    ('cat/endless', '.ran = paths[t]->count > 0', '.ran = false', 'who has taken a step has not'),
    ('cat/barriers', 'met == stays_at(x, i) && !(b->arrives && !met)', '!met && !b->arrives', 'who waits at a barrier may go on'),
    ('litmus/scheduler', '(unit == mine || (or_later && unit > mine))', 'unit == mine', 'a step of one behind says nothing'),
    ('litmus/scheduler', ' && !q->threads[u].waits)\n            return false;\n    return true;', ')\n            return false;\n    return true;', 'who has ended comes first for ever'),
    ('litmus/scheduler', 'depth == PROMISED_GROUPS ? group[LITMUS_WG] : t', 'depth == PROMISED_GROUPS ? t : t', 'promises are made to threads alone'),
    ('litmus/scheduler', 'switch (q->promises->at[depth])', 'switch (q->promises->at[PROMISED_AGENTS])', 'what is promised of agents is promised of all'),
)

# Nothing here notices these.  Of the first nothing false comes, as far as we see: its round comes back to where it began, and just before it the same
# has happened.  Of the second nothing comes either: at each level some unit that has a thread which can be scheduled is promised to go on, so
# some such thread is at all of them; where none spins that one stops, and may_stop() says no.
UNNOTICED = (
    ('axioms/path_loops', 'has_visit(l, p, visits, middle) && has_visit(l, p, visits, 2 * middle - p->count) && ', 'has_visit(l, p, visits, middle) && ', 'the first time may begin elsewhere'),
    ('cat/endless', 'stop && !cut && spin && may_stop', 'stop && !cut && may_stop', 'the scheduler may pick no one'),
)


def fails(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return any(word in done.stdout for word in ('FAIL', '\tdiffers', '\tnot known')) or done.returncode < 0


def is_noticed(program):
    random = [sys.executable, 'tests/schedulers.py', program, '--cat', 'sc']
    def ends_as(code, test, model='sc'):
        """With its exit code: 0, every execution ends; 3, that is not known."""
        command = [program, 'outcomes', '--cat', model, '--progress', 'fair', '--unroll', '2', f'tests/endless/{test}.litmus']
        return subprocess.run(command, capture_output=True, check=False).returncode == code
    apart = [program, 'outcomes', '--cat', 'tests/endless/any.cat', '--coherence', 'total', '--progress', 'fair', '--unroll', '1', 'tests/endless/apart.litmus']
    return (subprocess.run(apart, capture_output=True, check=False).returncode != 0
            or not ends_as(0, 'counts') or not ends_as(0, 'rounds') or not ends_as(3, 'again')
            or not ends_as(3, 'once', 'tests/endless/once.cat')
            or fails([sys.executable, 'tools/expectations.py', program, 'tests/ptx']) or fails([*random, '--programs', '25'])
            or fails([*random, '--programs', '60', '--swaps']) or fails([*random, '--programs', '25', '--levels', '12']))


def whole(build_folder):
    """As all the others are built, with no mistake."""
    source = SABOTEURS[0][0]
    with open(f'checker/{source}.c', encoding='utf-8') as file, tempfile.TemporaryDirectory() as folder:
        return is_noticed(build(folder, source, file.read(), build_folder))


def main():
    os.environ['MURRELET_SHARE'] = os.getcwd() # what is built elsewhere finds no models, and fails at everything
    control = '--places' not in sys.argv and whole(sys.argv[1])
    if control:
        print('FAIL noticed without a mistake', flush=True)
    passed, failed = try_all(SABOTEURS, 'checker', lambda *sabotaged: is_noticed(build(*sabotaged)))
    for _, _, _, wrong in UNNOTICED:
        print('skip', wrong)
    print(passed + (not control), failed + control, len(UNNOTICED))


if __name__ == '__main__':
    main()
